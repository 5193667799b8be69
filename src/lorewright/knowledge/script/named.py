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
    r"^(?P<subject>(?P<head>(?:(?:The|An?) )?[\w’'-]+(?: [\w’'-]+)?)(?P<further> (?:of|in|on|at|from|for) (?:the )?[\w-]+)?) "
    rf"(?=(?:also |now |still |often |usually )?{_VERB})"
)
"""Up to a word that can only be a verb."""
_SHORTEST_NOUN = 3
"""Letters."""
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
    r"\w+(?:ly|ing|ed)\b|(?:not|more|most|less|same|own|such|very|first|second|next|last|only|one|two|three|four|five|six|seven|eight|nine|ten|who|that|which)\b",
    re.IGNORECASE,
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
    subject, head, further = found["subject"], found["head"].split(), found["further"]
    bare = head[1:] if head[0] in ("The", "A", "An") else head
    says = [word.lower() for word in (*bare, *(further or "").split()[1:])]
    if not bare or not NO_SUBJECT.isdisjoint(says) or says[0] in CALENDAR or re.search(r"['’]", subject):
        return ""
    last = bare[-1]
    if len(last) < _SHORTEST_NOUN or last in VERBS or _NO_NOUN.match(last) or re.fullmatch(_VERB, last):
        return ""
    tells_little = last.lower() in VAGUE_ALONE or (len(head) == 1 and not is_name(last))
    return "" if tells_little and not further else within(subject, is_name)


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
        before = text[: match.start()].lower()
        takes_article = before.endswith("the ") and (name.isupper() or name.endswith("s"))
        yield f"the {name}" if takes_article else name
