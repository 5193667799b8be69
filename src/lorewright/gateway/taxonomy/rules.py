"""In which steps concepts come to their places; and what the page of a concept says: sentences of its articles, as they stand there,
that speak of it."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from lorewright.gateway.articles.rules import Body, render_body
from lorewright.gateway.filing.rules import rendered
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.tables import Confidence
from lorewright.knowledge.taxonomy import Place

FEWEST = 2
"""Articles that a concept must have for a page."""
MOST_MEMBERS = 30
"""Of the articles of a concept those that it says most of are brought together."""
OF_EACH = 3
"""Sentences of one article at most."""
IN_SUMMARY = 2
SUMMARY, KEY_CLAIMS = "Summary", "Key Claims"

OUT = Place(None, "")
"""The place of what stands below nothing."""

_WORD = re.compile(r"[^\W_]+[+#]*")
_SPEAKS_OF_ONE = re.compile(r"\b(?:the|this|that|its|his|her|their) (?:[\w-]+ ){0,2}$", re.IGNORECASE)
"""Before a noun: one of that kind, of which more was said."""
_LONGEST_NAME = 6
"""Words that are looked at together."""
_DEFINING = {
    "de": "ist|sind|war|waren|bedeutet|bezeichnet|besteht aus|bestehen aus|nennt man",
    "en": "is|are|was|were|means|refers to|consists? of",
    "es": "es|son|era|eran|fue|significa|consiste en",
    "fr": "est|sont|était|étaient|fut|désigne|désignent|consiste en|signifie",
    "it": "è|sono|era|erano|fu|significa|consiste in",
    "nl": "is|zijn|was|waren|betekent|bestaat uit",
    "pt": "é|são|era|eram|foi|significa|consiste em",
}
"""What stands between a name and what says what it means."""
_DEFINES = {
    language: re.compile(rf"\W{{0,3}}(?:\([^()]{{1,60}}\) )?(?:{verbs})\b") for language, verbs in _DEFINING.items()
}


class _Mention(NamedTuple):
    start: int
    """Characters before the concept's name."""
    end: int


class Member(NamedTuple):
    """An article of a concept."""

    claims: Sequence[NewClaim]
    """In its order."""
    is_of_kind: bool = False
    """It is not about the concept, but about one of that kind."""


class _Candidate(NamedTuple):
    rank: tuple[bool, bool, int, int]
    """The less the better: no definition, no summary, how late it names the concept, its place in the article."""
    claim: NewClaim


def steps(before: Mapping[str, str | None], places: Mapping[str, Place], most: int) -> Iterator[dict[str, Place]]:
    """Takes concepts from the parents they had to their places, at most so many in a step, and in no circle after any of them.

    What leaves a parent is taken out before anything is put anywhere: so whatever stands somewhere stands where it will in the end.
    """
    leaving = {id_: OUT for id_, one in places.items() if before.get(id_) not in (None, one.parent)}
    for some in (leaving, places):
        ids = sorted(some)
        for start in range(0, len(ids), most):
            yield {id_: some[id_] for id_ in ids[start : start + most]}


def title_of(label: str) -> str:
    """What the page of a concept is called."""
    return label[:1].upper() + label[1:]


def page_claims(
    keys: Collection[str], members: Sequence[Member], languages: Mapping[str, str | None]
) -> list[NewClaim]:
    """The sentences of the page, in its order. `keys`: of the concept's names; `languages`: of the texts that the members' claims rest on,
    in which a name has the key that its article gave it.

    What defines the concept, or says it in a summary, first; then what each article says, in the order of the articles. An article about one of
    that kind says what that is, once: "the film" in it is none of the others.
    """
    chosen: list[list[_Candidate]] = []
    said: set[str] = set()
    for member in members:
        found = sorted(_candidates(keys, member, languages))
        most = 1 if member.is_of_kind else OF_EACH
        fresh = [one for one in found if one.claim.content not in said][:most]
        said.update(one.claim.content for one in fresh)
        chosen.append(fresh)
    best = sorted(one for of_one in chosen for one in of_one)[:IN_SUMMARY]
    summary = [one.claim for one in best]
    rest = [one.claim for of_one in chosen for one in of_one if one.claim not in summary]
    return [one._replace(section=SUMMARY) for one in summary] + [one._replace(section=KEY_CLAIMS) for one in rest]


def _candidates(keys: Collection[str], member: Member, languages: Mapping[str, str | None]) -> Iterator[_Candidate]:
    for place, claim in enumerate(member.claims):
        if not claim.support or claim.confidence is not Confidence.SOURCED:
            continue
        language = languages.get(claim.support[0].text_id)
        mention = _mention(keys, claim.content, language)
        if mention is not None and not (member.is_of_kind and _SPEAKS_OF_ONE.search(claim.content, 0, mention.start)):
            verb = _DEFINES.get(language or "en")
            defines = mention.start < len("The other ") and bool(verb and verb.match(claim.content, mention.end))
            yield _Candidate((not defines, claim.section != SUMMARY, mention.start, place), claim)


def _mention(keys: Collection[str], text: str, language: str | None) -> _Mention | None:
    """Where the text first names the concept."""
    words = list(_WORD.finditer(text))
    for start, word in enumerate(words):
        begins = key_of(word[0], language)[:2]
        if not any(key.startswith(begins) for key in keys):
            continue
        for end in range(start + 1, min(start + _LONGEST_NAME, len(words)) + 1):
            if key_of(text[word.start() : words[end - 1].end()], language) in keys:
                return _Mention(word.start(), words[end - 1].end())
    return None


def page_body(
    claims: Sequence[NewClaim], articles: Mapping[str, tuple[str, str]], sources: Mapping[str, SourceResponse]
) -> str:
    """Its Markdown. `articles`: (title, slug) by the source that each is of."""
    shown = {
        section: [rendered(one, articles, sources) for one in some]
        for section, some in groupby(claims, key=lambda one: one.section)
    }
    return render_body(Body(shown.get(SUMMARY, []), shown.get(KEY_CLAIMS, []), (), ()))
