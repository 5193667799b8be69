"""Acting for a user, and what the settings refuse to start with."""

import pytest
import typer

from lorewright.cli.store import read_settings
from lorewright.core.settings import Settings
from tests.cli.conftest import Commands
from tests.conftest import serving


def test_a_command_acts_for_the_user_who_is_named(commands: Commands, settings: Settings) -> None:
    assert commands.json("users") == []
    new = {"username": "Ada", "password": "correct horse", "email": "ada@example.org"}
    with serving(settings) as server:
        user_id = server.post("/api/auth/register", json=new).json()["user_id"]
    [known] = commands.json("users")
    assert (known["id"], known["username"], known["email"]) == (user_id, "Ada", "ada@example.org")
    assert "password" not in str(known)
    commands.run("ingest", "-", "--user", "ADA", stdin=b"Glass is cooled for ten hours in the annealing oven.")
    for name in ("ada", user_id, "Ada@example.org"):
        [article] = commands.json("wiki", "list", "--user", name)
        assert article["user_id"] == user_id
    assert commands.json("wiki", "list") == []
    assert [path.parent.name for path in (settings.data_dir / "wiki").rglob("*.md")] == [user_id]
    assert commands.json("search", "annealing", "--user", "ada") != []
    assert commands.json("search", "annealing") == []
    assert "no such user" in commands.run("wiki", "list", "--user", "eve", status=1)
    commands.environment["LOREWRIGHT_USER"] = "ada"
    assert len(commands.json("sources", "list")) == 1
    assert commands.json("check")["ok"]


def test_without_tokens_a_collection_is_the_same_for_commands_and_requests(
    commands: Commands, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKIP_AUTH", "true")
    commands.environment["SKIP_AUTH"] = "true"
    made = commands.json("collections", "create", "Birds")
    assert [one["id"] for one in commands.json("collections", "list")] == [made["id"]]
    with serving(Settings(data_dir=settings.data_dir, database=settings.database)) as server:
        assert [one["id"] for one in server.get("/api/collections").json()] == [made["id"]]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"LOREWRIGHT_HOST": "0.0.0.0"}, "LOREWRIGHT_HOST: without login"),  # noqa: S104 - what is refused
        ({"LOREWRIGHT_HOST": "wiki.example"}, "LOREWRIGHT_HOST: must be an address"),
        ({"JWT_SECRET_KEY": "x" * 31}, "JWT_SECRET_KEY: must have at least 32 characters"),
        ({"JWT_SECRET_KEY": "a" * 32, "ENVIRONMENT": "production"}, "JWT_SECRET_KEY: must not be one character"),
        ({"JWT_SECRET_KEY": " " * 40, "ENVIRONMENT": "production"}, "JWT_SECRET_KEY: must not be one character"),
        (
            {"JWT_SECRET_KEY": " " * 32 + "aaa", "ENVIRONMENT": "production"},
            "JWT_SECRET_KEY: must not be one character",
        ),
        ({"JWT_ALGORITHM": "none"}, "JWT_ALGORITHM: "),
        ({"JWT_EXPIRATION": "0"}, "JWT_EXPIRATION: "),
        ({"SKIP_AUTH": "true", "ENVIRONMENT": "Production"}, "SKIP_AUTH: must not be set in production"),
        (
            {"SKIP_AUTH": "true", "LOREWRIGHT_HOST": "10.0.0.1", "LOREWRIGHT_AUTH__ENABLED": "true"},
            "SKIP_AUTH: works on loopback only",
        ),
        ({"LOREWRIGHT_AUTH__PROVIDERS__HOME__CLIENT_ID": "x"}, "the provider home needs an ISSUER"),
        ({"LOREWRIGHT_AUTH__PROVIDERS__GOOGLE__ISSUER": "https://a.example"}, "the provider google needs a CLIENT_ID"),
        ({"LOREWRIGHT_OIDC__ISSUER": "https://login.example"}, "LOREWRIGHT_OIDC: single sign-on needs a CLIENT_ID"),
        ({"LOREWRIGHT_OIDC__ISSUER": "http://login.example"}, "LOREWRIGHT_OIDC__ISSUER: must begin with https://"),
        ({"LOREWRIGHT_PUBLIC_URL": "http://wiki.example"}, "LOREWRIGHT_PUBLIC_URL: must begin with https://"),
        ({"LOREWRIGHT_TRUSTED_PROXIES": "proxy"}, "LOREWRIGHT_TRUSTED_PROXIES: "),
        ({"LOREWRIGHT_RATE__REDIS_URL": "http://x"}, "LOREWRIGHT_RATE__REDIS_URL: must be an address of Redis"),
        ({"LOREWRIGHT_RATE__SEARCH_PER_MINUTE": "0"}, "LOREWRIGHT_RATE__SEARCH_PER_MINUTE: "),
        ({"LOREWRIGHT_REGISTRATION": "maybe"}, "LOREWRIGHT_REGISTRATION: "),
        ({"LOREWRIGHT_ONLY": "both"}, "LOREWRIGHT_ONLY: "),
    ],
    ids=str,
)
def test_it_does_not_start_with_settings_that_let_in_whom_nobody_meant(
    given: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(typer.Exit):
        read_settings()
    said = capsys.readouterr().err
    assert told in said
    assert "x" * 31 not in said


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"SKIP_AUTH": "true", "ENVIRONMENT": "production"}, "SKIP_AUTH"),
        ({"JWT_SECRET_KEY": "x" * 31}, "JWT_SECRET_KEY"),
    ],
    ids=str,
)
def test_the_server_says_which_setting_keeps_it_from_starting(
    commands: Commands, given: dict[str, str], name: str
) -> None:
    commands.environment |= given
    told = commands.run("serve", "--port", "0", status=2)
    assert told.startswith(f"{name}: must ")
    assert "x" * 31 not in told
    assert not commands.data_dir.exists()


@pytest.mark.parametrize("kept", [b"short", b"\xff" * 64])
def test_the_server_does_not_start_with_a_secret_that_is_damaged(commands: Commands, kept: bytes) -> None:
    commands.data_dir.mkdir(parents=True)
    (commands.data_dir / "jwt-secret").write_bytes(kept)
    assert "The file jwt-secret in the data folder" in commands.run("serve", "--port", "0", status=1)
