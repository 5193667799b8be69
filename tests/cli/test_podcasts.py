"""`lorewright podcasts`: made, shown, saved and deleted from the command line."""

import json
from pathlib import Path

from tests.cli.conftest import PATIENCE_S, Commands
from tests.makers.lectures import SALT_GARDENS, TIDE_MILL
from tests.makers.speech import tone_server


def test_an_episode_is_made_shown_saved_and_deleted(commands: Commands, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "mill.md").write_text(TIDE_MILL)
    (texts / "salt.md").write_text(SALT_GARDENS)
    assert "no podcasts" in commands.run("podcasts", "list")
    commands.run("import", str(texts), "--collection", "Tides")
    saved = tmp_path / "tides.mp3"
    id_ = commands.run("podcasts", "create", "Tides", "--minutes", "1", "--expert", "shimmer", "-o", str(saved)).strip()
    assert saved.read_bytes()[:3] == b"ID3"
    assert f"{id_}  " in commands.run("podcasts", "list")
    shown = json.loads(commands.run("podcasts", "show", id_, "--json"))
    assert (shown["status"], shown["title"], shown["expert_voice"]) == ("completed", "Tides", "shimmer")
    assert "nova asks, shimmer answers" in commands.run("podcasts", "show", id_)
    assert commands.run("podcasts", "show", id_, "--transcript", "vtt").startswith("WEBVTT")
    assert "There is no format" in commands.run("podcasts", "show", id_, "--transcript", "doc", status=1)
    copy = tmp_path / "copy.mp3"
    commands.run("podcasts", "download", id_, "-o", str(copy))
    assert copy.read_bytes() == saved.read_bytes()
    copy.write_text("My own.")
    assert "cannot be written: File exists." in commands.run("podcasts", "download", id_, "-o", str(copy), status=1)
    assert copy.read_text() == "My own."
    assert "File exists." in commands.run("podcasts", "create", "Tides", "-o", str(copy), status=1)
    lost = tmp_path / "nowhere" / "tides.mp3"
    with commands.start("podcasts", "create", "Tides", "--minutes", "1", "-o", str(lost)) as process:
        told, error = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert f"{lost} cannot be written: No such file or directory." in error
    commands.run("podcasts", "download", told.strip(), "-o", str(tmp_path / "second.mp3"))
    assert "has ended" in commands.run("podcasts", "cancel", id_, status=1)
    commands.run("podcasts", "remove", id_, "--yes")
    assert "not found" in commands.run("podcasts", "show", id_, status=1)
    assert "no voice called baritone" in commands.run("podcasts", "create", "Tides", "--host", "baritone", status=1)
    assert "by its id" in commands.run("podcasts", "create", "Tides", "--host", "custom:Ada", status=1)
    assert "no collection" in commands.run("podcasts", "create", "Nothing", status=1)


def test_one_that_is_cancelled_is_no_success(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "mill.md").write_text(TIDE_MILL)
    commands.run("import", str(tmp_path / "mill.md"), "--collection", "Tides")
    saved = tmp_path / "tides.mp3"
    with tone_server() as server:
        server.hold_at = 6  # four requests measure the voices
        commands.environment["LOREWRIGHT_SPEECH__ENGINE"] = "openai_compatible"
        commands.environment["LOREWRIGHT_SPEECH__OPENAI_COMPATIBLE__BASE_URL"] = server.address
        with commands.start("podcasts", "create", "Tides", "--minutes", "1", "-o", str(saved)) as process:
            assert server.held.wait(PATIENCE_S)
            [listed] = json.loads(commands.run("podcasts", "list", "--json"))
            assert "Line 1 of " in commands.run("podcasts", "show", listed["podcast_id"])
            assert commands.run("podcasts", "cancel", listed["podcast_id"]) == "Cancelled “Tides”.\n"
            server.let_go.set()
            told, error = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, told.strip()) == (1, listed["podcast_id"])
    assert "It was cancelled." in error
    assert not saved.exists()
    assert json.loads(commands.run("podcasts", "show", listed["podcast_id"], "--json"))["status"] == "cancelled"
