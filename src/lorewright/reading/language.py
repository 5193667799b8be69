"""A guess at the language of a text, by its script and its commonest words. No guess is better than a wrong one."""

import re
from collections import Counter

_SAMPLE_CHARACTERS = 20_000
_WORD = re.compile(r"[^\W\d_]+")

_SCRIPTS = (
    # Kana before ideographs: Japanese writes both.
    ("ja", re.compile("[\u3040-\u30ff]"), 0.05),
    ("ko", re.compile("[\uac00-\ud7af]"), 0.2),
    ("zh", re.compile("[\u4e00-\u9fff]"), 0.3),
    ("th", re.compile("[\u0e00-\u0e7f]"), 0.3),
    ("he", re.compile("[\u0590-\u05ff]"), 0.3),
    ("el", re.compile("[\u0370-\u03ff]"), 0.3),
    ("hi", re.compile("[\u0900-\u097f]"), 0.3),
)
_STOP_WORDS = {
    "en": "the of and to in is that for with as was on are by this it from at which be or have not",
    "de": "der die das und in den von zu mit ist nicht ein eine auf dem des für als auch sich es im wird",
    "fr": "le la les de des et un une du en est que qui dans pour au aux sur par pas plus ce il avec sont",
    "es": "el la los las de y que en un una por con para del se es al lo como más su no sus este",
    "it": "il la le di e che un una per con del della in non è si da al dei sono nel come gli anche",
    "pt": "o a os as de e que em um uma por com para do da se não é dos no na mais como ao foi",
    "nl": "de het een en van in is dat op te met voor zijn niet aan er ook bij als door maar worden",
    "sv": "och att det i en som är av för på den med till inte om ett har de vi från kan",
    "da": "og at det i en som er af for på den med til ikke om et har de der fra kan blev",
    "nb": "og at det i en som er av for på den med til ikke om et har de fra kan ble",
    "fi": "ja on ei se että hän oli mutta ovat kun myös tai niin joka sekä voi mukaan kuin ole",
    "pl": "i w na z do nie się że jest to od po za jak przez dla oraz które tym ale być",
    "cs": "a v na se je že s z do o k pro jako i to ale by od po jsou byl při které",
    "tr": "ve bir bu da de için ile olarak olan çok daha en gibi sonra kadar ama değil var ne",
    "ro": "și de în la cu a o pe care nu este din pentru mai că un să sunt prin sau ca al",
    "hu": "a az és hogy nem is egy van ez meg de csak már volt mint vagy kell lehet azt ki",
    "id": "yang dan di dengan untuk dari ini itu pada adalah tidak dalam akan oleh juga ke sebagai",
    "vi": "và của là có các trong cho không được một người với những để này khi đã từ về",
    "ru": "и в не на с что по как это для из к он от за то при его но а также был было",
    "uk": "і в не на з що та до як це для від за у про або але був було її його також",
    "ar": "في من على أن إلى هذا التي الذي عن مع كان هذه لا ما كما بعد وقد بين ذلك",
    "fa": "و در به از که این را با است برای آن یک خود تا بر هم نیز می شد کرد",
}
_WORDS_OF = {language: frozenset(words.split()) for language, words in _STOP_WORDS.items()}


def language_of(text: str) -> str | None:
    """ISO 639-1, or None where the text is short, mixed or in a language we do not know."""
    sample = text[:_SAMPLE_CHARACTERS]
    letters = sum(c.isalpha() for c in sample)
    for language, script, share in _SCRIPTS:
        if letters and len(script.findall(sample)) >= share * letters:
            return language
    words = Counter(_WORD.findall(sample.lower()))
    total = words.total()
    if total < 8:
        return None
    scores = sorted(
        ((sum(words[w] for w in known) / total, language) for language, known in _WORDS_OF.items()), reverse=True
    )
    (best, language), (second, _) = scores[:2]
    return language if best >= 0.1 and best >= second * 1.15 else None
