"""The stemmer of a language: of the Snowball family, where it has one."""

from collections.abc import Callable

_ALGORITHMS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stemmer(language: str | None) -> Callable[[str], str]:
    """Takes a word in lower case (`language`: ISO 639-1); gives it back as it is where the language has no stemmer."""
    algorithm = _ALGORITHMS.get(language or "")
    if algorithm is None:
        return str
    # Imported here: a compiled library that nothing needs before the first text.
    import Stemmer

    stem: Callable[[str], str] = Stemmer.Stemmer(algorithm, 0).stemWord  # its own memory costs more than a stem
    return stem
