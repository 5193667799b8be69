"""What the vendors of language models have their own programs read from the environment, as settings of ours."""

import os
import re
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import PydanticBaseSettingsSource

VENDOR_VARIABLES = {
    ("anthropic", "api_key"): ("ANTHROPIC_API_KEY",),
    ("anthropic", "base_url"): ("ANTHROPIC_BASE_URL",),
    ("openai", "api_key"): ("OPENAI_API_KEY",),
    ("openai", "base_url"): ("OPENAI_BASE_URL",),
    ("google", "api_key"): ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    ("google", "base_url"): ("GOOGLE_GEMINI_BASE_URL",),
    ("ollama", "api_key"): ("OLLAMA_API_KEY",),
    ("ollama", "base_url"): ("OLLAMA_HOST",),
}
"""What the vendors' own programs read; ours of the same meaning goes before."""


class VendorVariables(PydanticBaseSettingsSource):
    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return (self()["llm"] if field_name == "llm" else None), field_name, False

    def __call__(self) -> dict[str, Any]:
        providers: dict[str, dict[str, str]] = {}
        for (provider, field), names in VENDOR_VARIABLES.items():
            value = next(filter(None, map(os.environ.get, names)), None)
            if value is not None:
                providers.setdefault(provider, {})[field] = value
        listening = providers.get("ollama", {}).get("base_url")
        if listening:
            providers["ollama"]["base_url"] = _where_ollama_is(listening)
        return {"llm": providers}


def _where_ollama_is(listening: str) -> str:
    """From what it listens on, which is often every address of the machine and without scheme or port."""
    if "://" not in listening:
        bare = listening.removesuffix("/")
        has_port = bare.rpartition(":")[2].isdecimal() and not bare.endswith("]")
        listening = f"http://{bare}" if has_port else f"http://{bare}:11434"
    return re.sub(r"//(0\.0\.0\.0|\[::\])?(?=[:/]|$)", "//127.0.0.1", listening, count=1)
