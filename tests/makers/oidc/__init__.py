"""npm's `oidc-provider` on loopback: a provider that was not written beside the client it is to be tested with."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

HERE = Path(__file__).parent
INSTALLED = HERE.parents[2] / ".cache" / "oidc"


@contextmanager
def oidc_provider(client_id: str, client_secret: str, *redirect_urls: str) -> Iterator[str]:
    """Its address. Skips where it is not installed."""
    node = shutil.which("node")
    if node is None or not (INSTALLED / "node_modules" / "oidc-provider").is_dir():
        pytest.skip("needs node, and npm's oidc-provider in .cache/oidc: make oidc")
    program = shutil.copy(HERE / "provider.mjs", INSTALLED)  # it looks for its packages where it lies
    command = [node, str(program), client_id, client_secret, *redirect_urls]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield next(line.strip() for line in process.stdout if line.startswith("http://"))
        finally:
            process.stdin.close()


def consent(address: str, login: str) -> str:
    """Logs in at the provider and agrees, as a person would in its pages; where that sends the browser back to."""
    with httpx.Client(trust_env=False, timeout=30) as browser:
        answer = browser.get(address)
        for _ in range(10):
            while answer.has_redirect_location:
                leads_to = urljoin(str(answer.url), answer.headers["location"])
                if "code=" in leads_to or "error=" in leads_to:
                    return leads_to
                answer = browser.get(leads_to)
            form = re.search(r'action="([^"]+)".*?name="prompt" value="(\w+)"', answer.text, re.DOTALL)
            assert form is not None, answer.text
            said = {"prompt": form[2], "login": login, "password": "any"}
            answer = browser.post(urljoin(str(answer.url), form[1]), data=said)
    raise AssertionError("the provider has no end of pages")
