"""What speech costs: US dollars for a million characters. As listed, or rather more than less, so that a cap holds."""

from lorewright.llm.prices import is_own

ELEVENLABS = 300.0
"""What goes beyond a plan; within one it is less."""
OPENAI = {"gpt-4o-mini-tts": 20.0, "tts-1": 15.0, "tts-1-hd": 30.0}
UNKNOWN = 30.0
"""Of another model of OpenAI's."""


def per_million(address: str, given: float | None, listed: float | None) -> float | None:
    """`given`: in the settings. A server of one's own network costs nothing; None where nobody says what it costs."""
    if given is not None:
        return given
    return 0.0 if is_own(address) else listed
