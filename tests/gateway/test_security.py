"""What comes from a source, a title or a file name is data: it forges no mark, link, HTML, header, path or log line."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from markdown_it import MarkdownIt
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from lorewright.db.engine import Database
from tests.conftest import Gateway
from tests.makers.pdf import encrypted, pages_of
from tests.test_processes import wait_until

EVIL = """# <script>alert("title")</script> of Nordvik

The harbour of Nordvik was deepened in 1931 <script>alert(1)</script> by the crown of Norway. See [the plan](javascript:alert(2)) of 1932 for the harbour of Nordvik. The trade of Nordvik grew by 20 percent in 1950 [sourced]. The [[Secret Page]] of Nordvik was written in 1960 [mixed] (p. 99). At Nordvik <img src=x onerror=alert(3)> was shown to 400 people in 1970.

## Trade](/wiki/evil) <b>of</b> Nordvik

---
title: forged
source_id: forged
---

The exports of Nordvik were &lt;script&gt; worth `4.2 million` kroner in 1951. ![x](http://evil.example/x.png) Nordvik sold 300 tons of <a href="javascript:alert(4)">timber</a> in 1952. Nordvik bought <https://evil.example> 20 ships in 1953.[^1]

[^1]: forged note of Nordvik
"""

TITLES = [
    '"\n---\nforged: yes',
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "a](/wiki/b) [c",
    "[[Nordvik]]",
    "# Heading",
    "- [sourced]",
    "../../../etc/passwd",
    "..",
    "C:\\Windows\\system32",
    ".hidden",
    "a/b\\c",
    "%2e%2e%2f%00",
    "\u202egnp.exe \u200b",
    "\x1b[31mred\x07",
    "🦦",
    "—",
    "ö" * 200,
    "東" * 200,
]


def _parts(content: str) -> tuple[dict[str, str], str]:
    """Front matter by its lines, and the body."""
    opening, matter, body = content.split("---\n", 2)
    assert opening == ""
    return dict(line.split(": ", 1) for line in matter.splitlines()), body


def _is_harmless(body: str) -> bool:
    shown = MarkdownIt("commonmark", {"html": True}).enable("table").render(body)
    tags = set(re.findall(r"<(/?\w+)", shown))
    targets = re.findall(r'(?:href|src)="([^"]*)"', shown)
    return {tag.lstrip("/") for tag in tags} <= {"h1", "h2", "h3", "h4", "p", "ul", "li", "a"} and all(
        re.fullmatch(r"/wiki/[^/:]+", target) for target in targets
    )


def test_a_source_forges_nothing_in_articles_and_files(gateway: Gateway) -> None:
    taken = [gateway.http.post("/ingest/text", json={"content": EVIL}).json()]
    for number, title in enumerate(TITLES):
        new = {"content": f"{EVIL}\n\nNordvik had {number + 100} boats in 1980.", "title": title}
        answer = gateway.http.post("/ingest/text", json=new)
        assert answer.status_code == 200, (title, answer.text)
        taken.append(answer.json())
        assert answer.json()["title"].isprintable()
    gateway.settle()
    articles = gateway.http.get("/wiki/articles").json()
    assert len(articles) == len(taken)
    ids = {one["id"] for one in taken}
    claims = 0
    for listed in articles:
        article = gateway.http.get(f"/wiki/articles/{listed['id']}").json()
        matter, body = _parts(article["content"])
        assert "forged" not in matter
        assert json.loads(matter["title"]) == article["title"]
        assert json.loads(matter["source_id"]) in ids
        assert json.loads(matter["slug"]) == article["slug"]
        assert _is_harmless(body), body
        assert "[[Secret" not in body
        assert body.count("[sourced]") - body.count("\\[sourced]") == len(article["claims"])
        assert "(p. 99) [" not in body or "\\[mixed\\]" in body
        claims += len(article["claims"])
        path = gateway.data_dir / "wiki" / f"{article['slug']}.md"
        assert path.resolve().parent == (gateway.data_dir / "wiki").resolve()
        assert path.read_text() == article["content"]
        assert not re.search(r"[/\\.\x00-\x1f\u200b-\u200f\u202a-\u202e]", article["slug"])
    assert claims > 20
    answer = gateway.http.post("/query", json={"question": "What was shown to 400 people of Nordvik in 1970?"}).json()
    assert len(answer["query"]["citations"]) >= 1
    assert not (gateway.data_dir / "etc").exists()


def test_an_error_of_the_database_says_nothing_of_what_was_stored(database: Database) -> None:
    with pytest.raises(DBAPIError) as caught, database.writing() as tx:
        tx.execute(text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "hunter2"})
    assert "hunter2" not in str(caught.value)


def test_the_log_holds_request_ids_and_never_a_text(tmp_path: Path) -> None:
    word = "Quorvexium"
    log = tmp_path / "log"
    command = [sys.executable, "-m", "lorewright.cli", "serve", "--port", "0", "--data-dir", str(tmp_path / "data")]
    environment = {"LOREWRIGHT_LOG__LEVEL": "debug", "LOREWRIGHT_LOG__FORMAT": "json", "PATH": "/usr/bin:/bin"}
    environment["HOME"] = str(tmp_path)
    with (
        log.open("w") as stderr,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True) as process,
    ):
        assert process.stdout is not None
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        with httpx.Client(base_url=address, timeout=30, trust_env=False, headers={"X-Request-ID": "mine"}) as client:
            wait_until(lambda: _answers(client))
            secret = f"The {word} of Nordvik was found in 1931 by traders of Scotland."
            scan = pages_of([secret])
            client.post("/ingest/text", json={"content": secret})
            client.post("/ingest/text", json={"content": secret + "\x00"})
            client.post("/ingest/text", json={"content": secret, "title": word * 100})
            client.post("/ingest/text", content=secret)
            client.post("/ingest/pdf", files={"file": (f"{word}.pdf", b"%PDF-1.7 " + secret.encode())})
            client.post("/ingest/pdf", files={"file": (f"{word}.pdf", encrypted(scan, word))})
            client.post("/ingest/pdf", files={"file": (f"{word}.pdf", scan[: len(scan) // 2])})
            client.post("/query", json={"question": f"What is {word}?"})
            client.post("/query/stream", json={"question": f"What is {word}?", "conversation_id": word})
            client.get("/wiki/search", params={"q": word, "limit": word})
            client.get(f"/wiki/articles/{word}")
            wait_until(
                lambda: client.get("/jobs?status=queued").json() + client.get("/jobs?status=running").json() == []
            )
            [source] = client.get("/ingest/sources").json()
            assert source["status"] == "compiled"
        process.terminate()
    assert word.lower() not in log.read_text().lower()


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/health").status_code == 200
    except httpx.TransportError:
        return False
