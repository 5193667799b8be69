"""Voices at the command line, with a provider on loopback."""

import threading
import time
from pathlib import Path

from lorewright.core.settings import Settings
from tests.cli.conftest import Commands
from tests.conftest import PATIENCE_S, working
from tests.makers.audio import encoded, voice
from tests.makers.elevenlabs import KEY, elevenlabs, fails
from tests.makers.lectures import TIDE_MILL
from tests.retrieval.voices import with_provider


def test_a_voice_from_its_sample_to_its_end(commands: Commands, tmp_path: Path) -> None:
    file = tmp_path / "ada.mp3"
    file.write_bytes(encoded(voice(6.0), "mp3"))
    assert "no voices" in commands.run("voices", "list")
    made = commands.json("voices", "add", str(file), "--name", "Ada", "--gender", "female")
    assert made["status"] == "uploading"
    assert "API_KEY" in commands.run("voices", "process", "Ada", status=1)
    with elevenlabs() as provider:
        commands.environment["LOREWRIGHT_SPEECH__ELEVENLABS__BASE_URL"] = f"http://127.0.0.1:{provider.port}"
        commands.environment["LOREWRIGHT_SPEECH__ELEVENLABS__API_KEY"] = KEY
        assert f"custom:{made['voice_id']}" in commands.run("voices", "process", "Ada")
        assert provider.voices == {"voice-1": f"lorewright-{made['voice_id']}"}
        commands.run("voices", "rename", "Ada", "Eve")
        assert "ready" in commands.run("voices", "show", "Eve")
        (tmp_path / "mill.md").write_text(TIDE_MILL)
        commands.run("import", str(tmp_path / "mill.md"), "--collection", "Tides")
        podcast = commands.json("podcasts", "create", "Tides", "--minutes", "1", "--host", "Eve", "--expert", "Eve")
        assert (podcast["status"], podcast["host_voice"]) == ("completed", f"custom:{made['voice_id']}")
        assert [one["name"] for one in commands.json("voices", "list")["voices"]] == ["Eve"]
        copy = tmp_path / "copy.mp3"
        commands.run("voices", "sample", "Eve", "--to", str(copy))
        assert copy.read_bytes() == file.read_bytes()
        assert "cannot be written" in commands.run("voices", "sample", "Eve", "-o", str(copy), status=1)
        commands.run("voices", "remove", made["voice_id"], "--yes")
        assert not provider.voices
    assert commands.json("voices", "list")["total_count"] == 0
    assert "no voice called" in commands.run("voices", "show", "Eve", status=1)
    assert commands.json("check")["ok"]


def test_what_cannot_be_done_is_said(commands: Commands, tmp_path: Path) -> None:
    text = tmp_path / "ada.mp3"
    text.write_text("no sound at all")
    words = ("--name", "Ada", "--gender", "female")
    assert "not audio" in commands.run("voices", "add", str(text), *words, status=1)
    assert "cannot be read" in commands.run("voices", "add", str(tmp_path / "none.wav"), *words, status=1)
    text.write_bytes(encoded(voice(6.0)))
    commands.run("voices", "add", str(text), *words)
    second = commands.json("voices", "add", str(text), *words)
    assert "1 more; --offset 1 goes on with them." in commands.run("voices", "list", "--limit", "1")
    assert len(commands.json("voices", "list", "--offset", "1")["voices"]) == 1
    assert "2 voices are called Ada" in commands.run("voices", "show", "Ada", status=1)
    with elevenlabs() as provider:
        provider.answers.append(fails(401, "quota_exceeded", "Nothing is left."))
        commands.environment["LOREWRIGHT_SPEECH__ELEVENLABS__BASE_URL"] = f"http://127.0.0.1:{provider.port}"
        commands.environment["LOREWRIGHT_SPEECH__ELEVENLABS__API_KEY"] = KEY
        assert "Nothing is left." in commands.run("voices", "process", second["voice_id"], status=1)
    assert commands.json("check")["ok"]


def test_one_that_is_killed_while_the_provider_works_is_taken_up_and_asks_no_second_time(
    commands: Commands, settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "ada.wav"
    file.write_bytes(encoded(voice(6.0)))
    made = commands.json("voices", "add", str(file), "--name", "Ada", "--gender", "female")
    with elevenlabs() as provider:
        provider.holding = threading.Event()
        commands.environment["LOREWRIGHT_SPEECH__ELEVENLABS__BASE_URL"] = f"http://127.0.0.1:{provider.port}"
        commands.environment["LOREWRIGHT_SPEECH__ELEVENLABS__API_KEY"] = KEY
        with commands.start("voices", "process", "Ada") as command:
            deadline = time.monotonic() + PATIENCE_S
            while not provider.voices:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            command.kill()
        assert commands.json("voices", "show", "Ada")["status"] == "processing"
        with working(with_provider(settings, provider)):
            while commands.json("voices", "show", "Ada")["status"] == "processing":
                assert time.monotonic() < deadline
        assert commands.json("voices", "show", "Ada")["status"] == "ready"
        assert provider.voices == {"voice-1": f"lorewright-{made['voice_id']}"}
        assert provider.times("POST", "/v1/voices/add") == 1
    assert commands.json("check")["ok"]
