"""What is read for a question. Nothing here is stored."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import articles_of_sources, retrieved
from lorewright.gateway.articles.tables import PageType
from lorewright.gateway.contradictions import queries as contradictions
from lorewright.gateway.contradictions.queries import Outdone
from lorewright.knowledge.answering import Read
from lorewright.knowledge.answers import Sentence
from lorewright.knowledge.claims import Support
from lorewright.knowledge.retrieve import Behind, behind
from lorewright.world import World

TEXTS_READ = 8
PASSAGES_READ = 12


class Reading(NamedTuple):
    """What an answer is made from."""

    passages: Sequence[Read]
    """The best first."""
    titles: Mapping[str, str]
    """Of the articles found, by the source that each is of; of an article of answers by its own id."""
    outdone: Sequence[Outdone]
    """What of it a person decided to be wrong, with what is right."""

    def better(self, sentence: Sentence) -> Outdone | None:
        """Why a sentence waits for what is right instead: it rests on nothing but what was decided to be wrong."""
        for one in self.outdone:
            if all(_is_at(each, one.wrong) for each in sentence.support):
                return one
        return None


def rests_on_right(sentence: Sentence, decided: Outdone) -> bool:
    """Whether it says what was decided to be right."""
    return any(_is_at(each, decided.right) for each in sentence.support)


def read(tx: Transaction, world: World, owner: str, question: str) -> Reading:
    """The best passages of sources. Where an article of answers is found, what it rests on is read in its place: an answer is
    never made from answers."""
    hits = retrieved(tx, world, owner, question, TEXTS_READ, passages_each=PASSAGES_READ)
    titles = {one.source_id: str(row.title) for one, row in hits}
    filed = [row.id for _, row in hits if row.page_type == PageType.ANSWER]
    beneath = behind(tx, owner, filed) if filed else []
    more = articles_of_sources(tx, owner, list({one.source_id for one in beneath} - titles.keys()))
    titles |= {source_id: row.title for source_id, row in more.items()}
    scored: list[tuple[float, Read]] = []
    for one, row in hits:
        for score, piece in zip(one.scores, one.passages, strict=True):
            if row.page_type == PageType.ANSWER:
                led_to = [each for each in beneath if each.holder_id == row.id and each.said in piece.content]
                scored += [(score, _led_to(each)) for each in led_to if each.source_id in titles]
            else:
                scored.append((score, Read(one.source_id, one.page_starts, piece)))
    best: dict[int, Read] = {}
    for _, each in sorted(scored, key=lambda each: -each[0]):
        best.setdefault(each.passage.number, each)
    passages = list(best.values())[:PASSAGES_READ]
    outdone = contradictions.outdone(tx, owner, sorted({one.source_id for one in passages}))
    return Reading(passages, titles, outdone)


def _is_at(support: Support, places: Iterable[tuple[str, int, int]]) -> bool:
    return any(
        source_id == support.source_id and start < support.span.end and support.span.start < end
        for source_id, start, end in places
    )


def _led_to(one: Behind) -> Read:
    return Read(one.source_id, one.page_starts, one.passage, one.holder_id)
