"""What a sentence speaks of, as far as form tells: the names in it, and the noun phrase that it begins with."""

import re
from collections.abc import Callable, Iterator

from lorewright.knowledge.extractive.vague import CALENDAR, DEMONYM, NO_NAME_BEGINS, VAGUE_ALONE, VERBS
from lorewright.knowledge.script.aloud import NO_SUBJECT, within

_NAME = re.compile(
    r"(?<![\w.’'&/-])[A-Z][\w-]*\w(?:(?: (?:of|of the|de|la|del|van|von|&))? [A-Z][\w-]*\w)*(?=[’']s\b|[\s,;?!]|\.(?!\w)|$)"
)
"""Words with a capital, and small ones between them."""
_LONGEST_NAME = 4
"""Words."""
_LONGEST_ACRONYM = 5
_BEGINNING = 90
"""Characters within which a sentence names what it speaks of."""
_VERB = r"(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|does|did|do)\b"
_SUBJECT = re.compile(
    rf"^(?P<subject>(?:(?:The|An?) )?[\w’'-]+(?: [\w’'-]+)?(?: of (?:the )?[\w-]+)?) (?=(?:also |now |still |often |usually )?{_VERB})"
)
"""Up to a word that can only be a verb."""
_ADJECTIVES = (
    "grande?s?|petite?s?|bonn?e?s?|beaux?|belles?|nouve(?:au|aux|lles?)|vieux|vieilles?|jeunes?|premi(?:er|ers|ère|ères)|derni(?:er|ers|ère|ères)"
    "|autres?|mêmes?|deux|trois|plus|seule?s?|plupart|gran|buen[oa]?s?|mal[oa]?s?|nuev[oa]s?|viej[oa]s?|primer[oa]?s?|últim[oa]s?|otr[oa]s?|mism[oa]s?"
    "|dos|tres|más|sol[oa]s?|mayor(?:ía|es)?|mejor(?:es)?"
)
"""Of French and Spanish, those that stand before a noun."""
_BEGINNINGS = {
    "de": re.compile(r"^(?:Der|Die|Das|Eine?) (?P<subject>[A-ZÄÖÜ][\w-]*[a-zäöüß]{2})(?= )"),
    "fr": re.compile(rf"^(?P<subject>(?:Le |La |Les |L['’]|Une? )(?!(?:{_ADJECTIVES})\b)[a-zà-ÿœ]{{3,}})(?= )"),
    "es": re.compile(rf"^(?P<subject>(?:El|La|Los|Las|Una?) (?!(?:{_ADJECTIVES})\b)[a-zà-ÿ]{{3,}})(?= )"),
}
_NO_NOUN = re.compile(
    r"\w+(?:ly|ing|ed)\b|(?:not|more|most|less|same|own|such|very|first|second|next|last|only)\b", re.IGNORECASE
)


def named(text: str, language: str | None, is_name: Callable[[str], bool]) -> Iterator[str]:
    """As it is written within a sentence, the first in it first. Nothing in languages whose forms are not known here.

    `is_name`: whether a word is written with a capital wherever it stands.
    """
    if language in (None, "en"):
        subject = _subject(text, is_name)
        if subject:
            yield subject
        yield from _names(text, is_name)
    elif language in _BEGINNINGS and (found := _BEGINNINGS[language].match(text)):
        subject = found["subject"]
        yield subject if language == "de" else subject[0].lower() + subject[1:]


def _subject(text: str, is_name: Callable[[str], bool]) -> str:
    found = _SUBJECT.match(text)
    if found is None:
        return ""
    words = found["subject"].split()
    bare = words[1:] if words[0] in ("The", "A", "An") else words
    says = [word.lower() for word in bare]
    if not bare or not NO_SUBJECT.isdisjoint(says) or re.search(r"['’]", found["subject"]):
        return ""
    if _NO_NOUN.match(bare[-1]) or re.fullmatch(_VERB, bare[-1]) or bare[-1] in VERBS or len(bare[-1]) < 3:
        return ""
    of = says.index("of") if "of" in says else len(says)
    if (
        of == 0
        or (of == len(says) and says[-1] in VAGUE_ALONE)
        or says[0] in CALENDAR
        or (len(bare) == 1 and bare == words and not is_name(bare[0]))
    ):
        return ""
    return within(found["subject"], is_name)


def _names(text: str, is_name: Callable[[str], bool]) -> Iterator[str]:
    for match in _NAME.finditer(text):
        name = match[0]
        words, first = name.split(), re.split(r"[ -]", name)[0].lower()
        begins = match.start() == 0 or not text[: match.start()].rstrip()[-1:].isalnum()
        is_shouted = len(name) > _LONGEST_ACRONYM and name.isupper()
        follows_a_number = bool(re.search(r"\d\w* $", text[: match.start()]))
        odd = (
            is_shouted
            or follows_a_number
            or match.start() > _BEGINNING
            or first in NO_NAME_BEGINS
            or first in NO_SUBJECT
            or not CALENDAR.isdisjoint(map(str.lower, words))
        )
        if (
            odd
            or len(words) > _LONGEST_NAME
            or (begins and not is_name(words[0]))
            or (len(words) == 1 and first in DEMONYM)
        ):
            continue
        yield name
