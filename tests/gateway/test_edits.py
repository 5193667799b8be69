"""What a person writes into a wiki file: it becomes a version of its own, stays, and proves nothing by itself."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text, update

from lorewright import worker
from lorewright.core.errors import Unavailable
from lorewright.core.ids import content_hash
from lorewright.core.settings import Settings
from lorewright.gateway.admin.actions import repair
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles import actions, files, pages, rules
from lorewright.gateway.articles.actions import Written
from lorewright.gateway.articles.tables import article
from lorewright.knowledge import texts
from lorewright.knowledge.tables import ScopeKind
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind, job
from lorewright.reading.base import Coverage, Reading
from tests.conftest import Gateway, open_gateway, serving, working
from tests.gateway.left_behind import traces
from tests.test_processes import wait_until

KESTREL = """# Kestrel Bridge

The Kestrel Bridge was built in 1907 by Erik Dahl. It crosses the river Ane near the town of Hovden.

Erik Dahl designed four bridges for the county of Hovden. The Kestrel Bridge is the longest of them.
"""
FERRY = """# Hovden ferry

The Hovden ferry crossed the river Ane until 1907. Erik Dahl bought the ferry in 1910.
"""
REMARK = "My grandfather painted it green."


def _edit(gateway: Gateway, slug: str, old: str, new: str) -> None:
    """Changes the file; it is looked at when the article is compiled again."""
    path = gateway.data_dir / "wiki" / f"{slug}.md"
    content = path.read_text()
    assert old in content
    path.write_text(content.replace(old, new))


def _compile(gateway: Gateway, source: dict[str, Any]) -> None:
    assert gateway.http.post(f"/jobs/compile/{source['id']}").status_code == 200
    gateway.settle()


def _article(gateway: Gateway, slug: str) -> dict[str, Any]:
    found: dict[str, Any] = gateway.http.get(f"/wiki/articles/{slug}").json()
    return found


def test_an_edit_survives_every_recompilation(gateway: Gateway) -> None:
    source = gateway.feed(KESTREL)
    _edit(gateway, "kestrel-bridge", "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    for _ in range(3):
        _compile(gateway, source)
        assert REMARK in _article(gateway, "kestrel-bridge")["content"]
        assert REMARK in (gateway.data_dir / "wiki" / "kestrel-bridge.md").read_text()
    assert len(gateway.http.get("/wiki/articles/kestrel-bridge/versions").json()) > 1
    assert [*gateway.data_dir.rglob("*.md")] == [gateway.data_dir / "wiki" / "kestrel-bridge.md"]


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that have no minute to wait."""
    monkeypatch.setattr(worker, "LOOK_S", 0.1)
    monkeypatch.setattr(worker, "LOOK_SHARE", 1.0)


def test_an_edit_becomes_a_version_and_a_lost_file_is_written_again_by_themselves(
    watchful: None, gateway: Gateway
) -> None:
    gateway.feed(KESTREL)
    path = gateway.data_dir / "wiki" / "kestrel-bridge.md"
    written = path.read_text()
    path.unlink()
    wait_until(path.exists)
    assert path.read_text() == written
    _edit(gateway, "kestrel-bridge", "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    wait_until(lambda: REMARK in _article(gateway, "kestrel-bridge")["content"])
    gateway.settle()
    assert REMARK in path.read_text()
    os.utime(path, ns=(0, 0))  # touched, but not changed
    for one in (gateway.data_dir / "wiki").glob("*"):
        one.unlink()
    (gateway.data_dir / "wiki").rmdir()
    wait_until(path.exists)
    gateway.settle()
    assert REMARK in path.read_text()
    with gateway.world.db.reading() as tx:
        assert tx.execute(text("SELECT max(number) FROM article_version")).scalar() == 2
    assert list(violations(gateway.world)) == []


def test_a_lost_file_is_written_again_while_another_program_holds_a_transaction_open(
    watchful: None, settings: Settings
) -> None:
    """On PostgreSQL the graph of the vectors waits for it."""
    with serving(settings) as client, open_gateway(settings, client) as gateway, gateway.world.db.reading() as tx:
        tx.execute(text("SELECT count(*) FROM article")).scalar()
        with working(settings):
            gateway.feed(KESTREL)
            path = gateway.data_dir / "wiki" / "kestrel-bridge.md"
            path.unlink()
            wait_until(path.exists)


def test_a_file_that_nobody_touched_is_not_looked_into(watchful: None, gateway: Gateway) -> None:
    gateway.feed(KESTREL)
    before = gateway.http.get("/jobs").json()
    time.sleep(0.5)
    assert gateway.http.get("/jobs").json() == before


def test_an_edit_between_looking_and_writing_is_not_written_over(gateway: Gateway) -> None:
    gateway.feed(KESTREL)
    path = gateway.data_dir / "wiki" / "kestrel-bridge.md"
    with gateway.world.db.reading() as tx:
        [row] = tx.execute(pages.WHOLE, {"owner": LOCAL_USER_ID})
        [page] = pages.get_pages(tx, LOCAL_USER_ID, [row])
    fresh = page._replace(content=f"{page.content}\nRendered anew.\n")
    planned = files.plan(gateway.data_dir / "wiki", row, fresh)
    edited = path.read_text() + REMARK
    path.write_text(edited)
    assert files.write(planned) is None
    assert path.read_text() == edited
    assert files.plan(gateway.data_dir / "wiki", row, fresh).edited == edited.encode()
    path.unlink()
    gone = files.plan(gateway.data_dir / "wiki", row, fresh)
    path.write_text(edited)
    assert files.write(gone) is None
    assert path.read_text() == edited


def test_a_file_that_falls_due_while_it_is_written_stays_due(gateway: Gateway) -> None:
    """A new neighbour changes what belongs into the file, but not the article's version."""
    gateway.feed(KESTREL)
    world, now = gateway.world, gateway.world.clock.now()
    with world.db.writing() as tx:
        [row] = tx.execute(select(article)).all()
        actions.files_touched(tx, row.user_id, [row.id], now)
        [due] = pages.files_due(tx, row.user_id, 1)
        actions.files_touched(tx, row.user_id, [row.id], now)
        actions.files_written(tx, row.user_id, [Written(row.id, due.file_due, row.file_hash, row.file_stamp, 1)])
        [still] = pages.files_due(tx, row.user_id, 1)
        actions.files_written(tx, row.user_id, [Written(row.id, still.file_due, row.file_hash, row.file_stamp, 1)])
        assert pages.files_due(tx, row.user_id, 1) == []


def test_an_edit_that_is_being_written_is_waited_for(watchful: None, gateway: Gateway) -> None:
    gateway.feed(KESTREL)
    path = gateway.data_dir / "wiki" / "kestrel-bridge.md"
    edited = path.read_text().replace("\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    middle = edited.index("grandfather")
    with path.open("w") as file:
        file.write(edited[:middle])
        file.flush()
        time.sleep(0.5)
        file.write(edited[middle:])
    wait_until(lambda: REMARK in _article(gateway, "kestrel-bridge")["content"])
    gateway.settle()
    assert REMARK in path.read_text()
    with gateway.world.db.reading() as tx:
        assert tx.execute(text("SELECT max(number) FROM article_version")).scalar() == 2


def _folder(path: Path) -> None:
    path.mkdir()


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _dangling_link(path: Path) -> None:
    path.symlink_to(path.parent.parent / "nowhere.md")


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def _link_outside(path: Path) -> None:
    outside = path.parent.parent.parent / "diary.md"
    outside.write_text("Dear diary.")
    path.symlink_to(outside)


@pytest.mark.parametrize("put", [_folder, _fifo, _dangling_link, _link_to_itself, _link_outside])
def test_what_cannot_be_read_as_a_file_is_left_alone_and_holds_up_no_other(
    gateway: Gateway, put: Callable[[Path], None]
) -> None:
    """A pipe would be waited for, and a link may lead anywhere: neither is opened."""
    kestrel = gateway.feed(KESTREL)
    path = gateway.data_dir / "wiki" / "kestrel-bridge.md"
    path.unlink()
    put(path)
    there, around = path.lstat(), sorted(gateway.data_dir.parent.iterdir())
    assert any("kestrel-bridge.md is not to be read" in one for one in violations(gateway.world))
    assert gateway.http.post(f"/jobs/compile/{kestrel['id']}").status_code == 200
    gateway.http.post("/ingest/text", json={"content": FERRY})
    wait_until((gateway.data_dir / "wiki" / "hovden-ferry.md").exists)
    assert (path.lstat().st_ino, path.lstat().st_mtime_ns) == (there.st_ino, there.st_mtime_ns)
    assert sorted(gateway.data_dir.parent.iterdir()) == around
    if put is _link_outside:
        assert path.read_text() == "Dear diary."
    (path.rmdir if path.is_dir() else path.unlink)()
    _compile(gateway, kestrel)  # the job that waits may have been given up, on a machine that takes its time
    assert path.is_file()
    assert "Dear diary." not in path.read_text()
    assert list(violations(gateway.world)) == []


@pytest.mark.parametrize("mode", [0o000, 0o200])
def test_a_file_that_lost_its_rights_keeps_its_edit_and_gets_them_back(gateway: Gateway, mode: int) -> None:
    """Where rights bind no reader, as for root, nothing is at fault; they are given back all the same."""
    kestrel = gateway.feed(KESTREL)
    path = gateway.data_dir / "wiki" / "kestrel-bridge.md"
    _edit(gateway, "kestrel-bridge", "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    path.chmod(mode)
    told = [one for one in violations(gateway.world) if "kestrel-bridge.md is not to be read" in one]
    assert bool(told) is not os.access(path, os.R_OK)
    gateway.http.post("/ingest/text", json={"content": FERRY})
    wait_until((gateway.data_dir / "wiki" / "hovden-ferry.md").exists)
    assert "The wiki file kestrel-bridge.md can be read again." in list(repair(gateway.world))
    assert path.stat().st_mode & 0o600 == 0o600
    _compile(gateway, kestrel)
    assert REMARK in _article(gateway, "kestrel-bridge")["content"]
    assert REMARK in path.read_text()
    assert list(violations(gateway.world)) == []


def test_a_pipe_or_a_link_in_the_place_of_a_deleted_file_goes_with_it(tmp_path: Path) -> None:
    outside = tmp_path / "diary.md"
    outside.write_text("Dear diary.")
    path = tmp_path / "kestrel-bridge.md"
    for unless_hash in (None, content_hash(b"Dear diary.")):
        os.mkfifo(path)
        files.remove(tmp_path, "kestrel-bridge", unless_hash=unless_hash)
        path.symlink_to(outside)
        files.remove(tmp_path, "kestrel-bridge", unless_hash=unless_hash)
        assert [one.name for one in tmp_path.iterdir()] == ["diary.md"]
    assert outside.read_text() == "Dear diary."


def test_a_folder_in_the_place_of_a_deleted_file_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "kestrel-bridge.md").mkdir()
    with pytest.raises(Unavailable, match=r"The wiki file kestrel-bridge\.md cannot be removed for now"):
        files.remove(tmp_path, "kestrel-bridge")
    (tmp_path / "kestrel-bridge.md").rmdir()
    files.remove(tmp_path, "kestrel-bridge")


def test_files_whose_job_was_given_up_are_written_by_the_next_worker(settings: Settings) -> None:
    with serving(settings) as client, open_gateway(settings, client) as gateway:
        with working(settings):
            gateway.feed(KESTREL)
        path = gateway.data_dir / "wiki" / "kestrel-bridge.md"
        path.unlink()
        with gateway.world.db.writing() as tx:
            tx.execute(update(article).values(file_due=1))
        with working(settings):
            wait_until(path.exists)
            gateway.settle()
        assert list(violations(gateway.world)) == []


def test_what_a_person_changed_in_a_claim_is_no_longer_marked_as_proved(gateway: Gateway) -> None:
    source = gateway.feed(KESTREL)
    crosses = "It crosses the river Ane near the town of Hovden."
    assert f"built in 1907 by Erik Dahl. {crosses} [sourced]" in _article(gateway, "kestrel-bridge")["content"]
    _edit(gateway, "kestrel-bridge", "built in 1907", "built in 1999")
    _compile(gateway, source)
    content = _article(gateway, "kestrel-bridge")["content"]
    assert f"built in 1999 by Erik Dahl. {crosses}" in content
    assert f"built in 1999 by Erik Dahl. {crosses} [" not in content
    assert "The Kestrel Bridge is the longest of them. [sourced]" in content


def test_an_edited_page_lets_go_of_a_neighbour_that_is_deleted(gateway: Gateway) -> None:
    kestrel = gateway.feed(KESTREL)
    ferry = gateway.feed(FERRY, title="The Quillfeather ferry")
    _compile(gateway, kestrel)
    assert "Quillfeather" in _article(gateway, "kestrel-bridge")["content"]
    _edit(gateway, "kestrel-bridge", "\n## Related\n\n", f"\n## Related\n\n{REMARK}\n")
    _compile(gateway, kestrel)
    assert "Quillfeather" in _article(gateway, "kestrel-bridge")["content"]
    assert gateway.http.delete(f"/ingest/sources/{ferry['id']}").status_code == 200
    gateway.settle()
    assert REMARK in _article(gateway, "kestrel-bridge")["content"]
    assert traces(gateway, "Quillfeather") == []


def test_an_article_is_as_sure_as_its_claims_are_now(gateway: Gateway) -> None:
    gateway.feed(KESTREL)
    with gateway.world.db.writing() as tx:
        tx.execute(text("UPDATE span SET start_char = start_char + 1"))
    found = _article(gateway, "kestrel-bridge")
    assert (found["confidence"], found["linter_score"]) == ("inferred", 0.0)
    assert '\nconfidence: "inferred"\n' in found["content"]
    assert "[sourced]" not in found["content"]


@pytest.mark.parametrize("name", ["Null", "Yes"])
def test_front_matter_holds_text_whatever_it_says(gateway: Gateway, name: str) -> None:
    gateway.feed(f"# {name}\n\n{name} is a village in Norway. {name} has a church of 1931. {name} lies by a river.")
    [line] = [one for one in _article(gateway, name.lower())["content"].splitlines() if one.startswith("concepts: ")]
    assert all(isinstance(one, str) for one in json.loads(line.removeprefix("concepts: ")))


def test_half_a_text_of_what_a_person_wrote_is_erased_when_its_job_is_given_up(gateway: Gateway) -> None:
    source = gateway.feed(KESTREL)
    now = gateway.world.clock.now()
    reading = Reading(REMARK, (), Coverage(len(REMARK)))
    with gateway.world.db.writing() as tx:
        scope = texts.make_scope(tx, LOCAL_USER_ID, ScopeKind.WIKI)
        texts.begin(tx, LOCAL_USER_ID, scope, source["id"], "half", reading, "Kestrel Bridge", now)
        job_id = enqueue(tx, LOCAL_USER_ID, Kind.INDEX_EDITS, now=now, source_id=source["id"])
        interrupted = update(job).where(job.c.id == job_id)
        tx.execute(interrupted.values(attempts=gateway.world.settings.jobs.attempts))
    gateway.settle()
    assert gateway.http.get(f"/jobs/{job_id}").json()["status"] == "failed"
    assert traces(gateway, "half") == []
    assert list(violations(gateway.world)) == []


@pytest.mark.parametrize("title", ["[" * 100_000, "9" * 5_000, '{"a":' * 50_000], ids=len)
def test_a_title_is_text_whatever_else_it_could_be(title: str) -> None:
    edited = rules.read_edited(f"---\ntitle: {title}\n---\nA line.\n", "Kestrel")
    assert edited.title
    assert "A line." in edited.body
