"""The stemmer of a language: of the Snowball family, where it has one."""

from collections.abc import Callable
from functools import cache, lru_cache

_ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


_HELD = 20_000
"""Words of a language of which the stem is remembered: nearly every one comes again."""


@cache
def stemmer(language: str | None) -> Callable[[str], str]:
    """Takes a word in lower case (`language`: ISO 639-1); gives it back as it is where the language has no stemmer.

    The same for the same language, and threads may share it.
    """
    algorithm = _ALGORITHMS.get(language or "")
    if algorithm is None:
        return str

    # Imported here: a compiled library that nothing needs before the first text.
    from Stemmer import Stemmer

    @lru_cache(maxsize=_HELD)
    def stem(word: str) -> str:
        # Made anew, which takes a microsecond: one is not for two threads.
        found: str = Stemmer(algorithm, 0).stemWord(word)
        return found

    return stem
