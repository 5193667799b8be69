"""Finding what contradicts what: only what has changed is read and compared again."""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from typing import NamedTuple, Protocol

import structlog

from lorewright.core.errors import BudgetExceeded, ProviderFailed, ProviderTimeout, Unavailable
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import sources_of
from lorewright.gateway.contradictions import actions, queries, rules
from lorewright.gateway.contradictions.actions import Found
from lorewright.gateway.contradictions.queries import Head
from lorewright.gateway.contradictions.tables import ToldBy
from lorewright.gateway.sources.actions import lock_rows
from lorewright.knowledge.contradict import Certainty, compared
from lorewright.knowledge.disputes.lookup import Within
from lorewright.knowledge.disputes.statements import Claim
from lorewright.knowledge.engine import Asking, Disputed, Engine
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.knowledge.readers import Readers, Said
from lorewright.knowledge.suspects import Suspect, likeliest, suspects
from lorewright.knowledge.weighing.candidates import LANGUAGE, Article, Candidate
from lorewright.knowledge.weighing.weigh import Scales, Weighed
from lorewright.platform.engines import engine_of
from lorewright.platform.jobs.tasks import Work
from lorewright.world import World

READ_AT_ONCE = 50
"""Articles whose claims are read and stored in one step."""
FEW = 50
"""Articles; of the statements of all others only those are held that some of theirs may be compared with."""
WRITTEN_AT_ONCE = 50
WEIGHED_AT_ONCE = 5
"""Articles of which is stored in one step what their sentences contradict."""
LEAST_FOR_WEIGHING = 0.2
"""Of the time that a report may take, where all else took more."""
ASKED_AT_ONCE = 20
"""Pairs of claims in one call of a model."""
MOST_ASKED = 200
"""Pairs that a model is asked about in one report, the likeliest."""

IN_OTHER_WORDS = "what each says in its own words cannot both be true, the built-in model says"
"""The reason where no two values are told."""

_QUOTED = re.compile("“([^”]*)”")

log = structlog.get_logger()


class Pairs(NamedTuple):
    """Of statements that rules hold against each other, of sentences that are weighed, and of claims that a model is asked about."""

    checked: int
    of: int


class Compared(NamedTuple):
    articles: int
    changed: int
    """Of them those that were read and compared again."""
    left_out: int
    """Of them those that were not weighed, since that would have taken too long."""
    pairs: Pairs


class _SoFar(NamedTuple):
    pairs: Pairs
    """Those by rule among them."""
    left_out: int
    """Articles."""


class Progress(Protocol):
    """Who is told how far it has come, in the transactions that bring it there."""

    def read(self, tx: Transaction, articles: int, of: int) -> bool:
        """Whether the work goes on."""
        ...

    def paired(self, tx: Transaction, pairs: Pairs) -> None: ...

    def weighed(self, tx: Transaction, pairs: Pairs) -> bool:
        """Whether the work goes on."""
        ...


def compare(world: World, work: Work, progress: Progress) -> Compared | None:
    """Brings what contradicts what up to date. What is done stays done, whenever it ends; None where it was to end before."""
    began = time.process_time()
    with world.db.reading() as tx:
        articles = queries.heads(tx, work.owner)
        changed = queries.changed(tx, work.owner, articles)
    if not _read(world, work, progress, changed, len(articles)):
        return None
    with world.db.reading() as tx:
        fresh = queries.uncompared(tx, work.owner)
    found, by_rule = _by_rule(world, work, progress, fresh)
    # What is found again is replaced at once, and what is not goes last: so nothing that holds is missing in between.
    hashes: set[str] = set()
    for start in range(0, len(found), WRITTEN_AT_ONCE):
        with work.writing() as tx:
            hashes |= actions.put_found(tx, work.owner, found[start : start + WRITTEN_AT_ONCE], world.clock.now())
    new = sorted(fresh)
    for start in range(0, len(new), WRITTEN_AT_ONCE):
        with work.writing() as tx:
            actions.set_compared(tx, work.owner, new[start : start + WRITTEN_AT_ONCE], hashes)
            work.advance(tx)
    weighed = _weigh(world, work, progress, articles, found, by_rule, began)
    if weighed is None:
        return None
    pairs = _judge(world, work, progress, weighed.pairs.checked)
    with work.writing() as tx:
        actions.relink(tx, work.owner, world.clock.now())
    return Compared(len(articles), len(fresh), weighed.left_out, pairs)


def _read(world: World, work: Work, progress: Progress, changed: Sequence[Head], of: int) -> bool:
    """Whether the work goes on, when what the `changed` ones of so many articles state is stored."""
    by_id = {one.article_id: one for one in changed}
    done = of - len(changed)
    with closing(Readers(len(changed))) as readers:
        for stated in readers.read(_said(world, work.owner, changed)):
            done += len(stated)
            with work.writing() as tx:
                actions.put_statements(tx, work.owner, [by_id[id_] for id_ in stated], stated)
                work.advance(tx)
                if not progress.read(tx, done, of):
                    return False
    return True


def _said(world: World, owner: str, some: Sequence[Head]) -> Iterator[Said]:
    for start in range(0, len(some), READ_AT_ONCE):
        with world.db.reading() as tx:
            said = queries.claims_of(tx, owner, some[start : start + READ_AT_ONCE])
        yield said


def _by_rule(world: World, work: Work, progress: Progress, fresh: Set[str]) -> tuple[list[Found], int]:
    """What rules find of the `fresh` articles and all others, of how many pairs. The statements of all, which are the most that a report
    holds, are let go of."""
    if not fresh:
        return [], 0
    with world.db.reading() as tx:
        if len(fresh) > FEW:
            held = queries.statements(tx, work.owner)
        else:
            new = Within(queries.statements(tx, work.owner, of=fresh))
            held = queries.statements(tx, work.owner, only=new.reach)
    result = compared(held, fresh, work.check, lambda done, of: _tell(work, progress, Pairs(done, of)))
    found = [
        Found(
            (one.one.article_id, one.one.claim_id),
            (one.other.article_id, one.other.claim_id),
            one.relation,
            one.certainty,
            one.reason,
        )
        for one in result.found
    ]
    return found, result.pairs


def _tell(work: Work, progress: Progress, pairs: Pairs) -> None:
    with work.writing() as tx:
        progress.paired(tx, pairs)


def _weigh(
    world: World,
    work: Work,
    progress: Progress,
    articles: Sequence[Head],
    found: Sequence[Found],
    by_rule: int,
    began: float,
) -> _SoFar | None:
    """Has the built-in models tell what new articles contradict in other words than rules understand; None where it was to end before.

    Those first of which contradictions are likeliest, and no more than a person waits for a report, which `began` at that processor time: the others
    are left out until they change. Where the models are not set up, what rules tell is all.
    """
    patience_s = world.settings.lint.weighing_cpu_s
    until = max(began + patience_s, time.process_time() + LEAST_FOR_WEIGHING * patience_s)
    with world.db.reading() as tx:
        fresh = queries.unweighed(tx, work.owner)
    if not (fresh and patience_s):
        return _SoFar(Pairs(by_rule, by_rule), 0)
    known = [one for one in articles if one.language == LANGUAGE]
    with world.db.reading() as tx:
        said = queries.claims_by_article(tx, work.owner, {one.article_id for one in known})
    scales = Scales([_article(one, said) for one in known], world.embedders, work.check)
    waiting = scales.likeliest({place for place, one in enumerate(known) if one.article_id in fresh})
    pairs, of = 0, len(waiting)
    # Hashes of pairs of claims: other sentences of two that contradict each other may be asked about later, and do not deny it.
    told: set[str] = set()
    while waiting and time.process_time() < until:
        some: list[int] = []
        candidates: list[Candidate] = []
        try:
            while waiting and len(some) < WEIGHED_AT_ONCE and time.process_time() < until:
                some.append(waiting.pop(0))
                candidates += scales.candidates(some[-1])
            weighed = scales.weigh(candidates)
        except Unavailable as error:
            log.warning("contradictions in other words are not looked for", detail=error.detail)
            return _SoFar(Pairs(by_rule, by_rule), of)
        pairs += len(candidates)
        with work.writing() as tx:
            told |= actions.put_found(tx, work.owner, _with_weighed(found, weighed), world.clock.now())
            denied = set(map(_hash, candidates)) - told
            actions.set_weighed(tx, work.owner, [known[place].article_id for place in some], denied)
            work.advance(tx)
            expected = pairs * of // (of - len(waiting))
            if not progress.weighed(tx, Pairs(by_rule + pairs, by_rule + expected)):
                return None
    # Those left out, and those in languages that the models do not know.
    others = sorted(fresh)
    for start in range(0, len(others), WRITTEN_AT_ONCE):
        with work.writing() as tx:
            actions.set_weighed(tx, work.owner, others[start : start + WRITTEN_AT_ONCE], set())
            work.advance(tx)
    return _SoFar(Pairs(by_rule + pairs, by_rule + pairs), len(waiting))


def _hash(asked: Candidate) -> str:
    return rules.pair_hash(*((each.claim.article_id, each.claim.text) for each in (asked.one, asked.other)))


def _article(of: Head, said: Mapping[str, Sequence[Claim]]) -> Article:
    return Article(of.article_id, of.title, of.dated, said.get(of.article_id, ()))


def _with_weighed(found: Iterable[Found], weighed: Iterable[Weighed]) -> list[Found]:
    """What is weighed; of two claims of which rules tell already, behind what they do."""
    told = {frozenset((one.one[1], one.other[1])): one for one in found}
    new: dict[frozenset[str], Found] = {}
    for one in weighed:
        claims = frozenset((one.one.id, one.other.id))
        before = new.get(claims) or told.get(claims)
        if before is None:
            ends = [(claim.article_id, claim.id) for claim in (one.one, one.other)]
            reason = "; ".join(map(_quoting, one.values)) or IN_OTHER_WORDS
            new[claims] = Found(ends[0], ends[1], one.relation, Certainty.MEDIUM, reason, ToldBy.INFERENCE)
        elif before.relation is one.relation:
            values = one.values if before.one[1] == one.one.id else [pair[::-1] for pair in one.values]
            more = [_quoting(pair) for pair in values if not _tells(before.reason, pair)]
            new[claims] = before._replace(reason="; ".join((before.reason, *more)))
    return list(new.values())


def _quoting(values: tuple[str, str]) -> str:
    return f"“{values[0]}” against “{values[1]}”"


def _tells(reason: str, values: Sequence[str]) -> bool:
    """Whether it quotes both, with their units or without."""
    quoted = _QUOTED.findall(reason.casefold())
    return all(any(said in value.casefold() or value.casefold() in said for said in quoted) for value in values)


def _judge(world: World, work: Work, progress: Progress, by_rule: int) -> Pairs:
    """Has a language model, where one is chosen, tell of claims that are alike, of articles that are near each other: of each pair once.

    Without one, or where it may not be asked, what rules tell is all, and what waits is asked about in the next report. How many pairs
    have been compared now, those `by_rule` among them.
    """
    pairs = Pairs(by_rule, by_rule)
    try:
        engine = engine_of(world, work.owner, lock_rows, work.advanced)
    except Unavailable as error:
        log.warning("contradictions are told by rule alone", detail=error.detail)
        return pairs
    if isinstance(engine, Extractive):
        return pairs
    with world.db.reading() as tx:
        fresh = queries.unjudged(tx, work.owner)
    waiting, asked = _waiting(world, work, fresh)
    if asked:
        pairs = Pairs(by_rule, by_rule + waiting.total() // 2)
        _tell(work, progress, pairs)
    for start in range(0, len(asked), ASKED_AT_ONCE):
        some = asked[start : start + ASKED_AT_ONCE]
        try:
            told = _asked(world, work, engine, some)
        except (ProviderFailed, ProviderTimeout) as error:  # of these pairs; others may go well
            log.warning("claims wait for a model", pairs=len(some), detail=error.detail)
            continue
        except (BudgetExceeded, Unavailable) as error:
            log.warning("claims wait for a model", pairs=len(asked) - start, detail=error.detail)
            break
        with work.writing() as tx:
            actions.put_judged(tx, work.owner, some, told, world.clock.now())
            pairs = Pairs(pairs.checked + len(some), pairs.of)
            progress.paired(tx, pairs)
        waiting.subtract(_articles(some))
    done = sorted(id_ for id_ in fresh if not waiting[id_])
    for start in range(0, len(done), WRITTEN_AT_ONCE):
        with work.writing() as tx:
            actions.set_judged(tx, work.owner, done[start : start + WRITTEN_AT_ONCE])
    return pairs


def _waiting(world: World, work: Work, fresh: Set[str]) -> tuple[Counter[str], list[Suspect]]:
    """How many pairs of claims each article has that a model was not asked about, and the likeliest of these."""
    with world.db.reading() as tx:
        pairs = queries.near(tx, work.owner, fresh)
        claims = queries.claims_by_article(tx, work.owner, {id_ for pair in pairs for id_ in pair})
        settled = queries.settled(tx, work.owner, fresh)

    def between() -> Iterator[tuple[Sequence[Claim], Sequence[Claim]]]:
        for one, other in pairs:
            work.check()
            yield claims.get(one, ()), claims.get(other, ())

    waiting: Counter[str] = Counter()

    def unsettled() -> Iterator[Suspect]:
        for pair in suspects(between()):
            if rules.pair_hash(*((one.article_id, one.text) for one in (pair.one, pair.other))) not in settled:
                waiting.update(_articles([pair]))
                yield pair

    return waiting, likeliest(unsettled(), MOST_ASKED)


def _asked(world: World, work: Work, engine: Engine, some: Sequence[Suspect]) -> list[Found]:
    """What the model tells of these. Raises as it does."""
    work.check()
    with world.db.reading() as tx:
        about = sources_of(tx, work.owner, set(_articles(some)))
    texts = [(pair.one.text, pair.other.text) for pair in some]
    verdicts = work.awaited(engine.disputed(texts, Asking(work.owner, tuple(about))))
    return [_told(some[one.pair], one) for one in verdicts]


def _articles(some: Iterable[Suspect]) -> list[str]:
    """Of both claims of each."""
    return [each.article_id for pair in some for each in (pair.one, pair.other)]


def _told(pair: Suspect, said: Disputed) -> Found:
    one, other = (pair.other, pair.one) if said.is_turned else (pair.one, pair.other)
    quotes = said.quotes[::-1] if said.is_turned else said.quotes
    reason = f"“{quotes[0]}” against “{quotes[1]}”, a model says"
    ends = (one.article_id, one.id), (other.article_id, other.id)
    return Found(*ends, said.relation, Certainty.MEDIUM, reason, ToldBy.MODEL)
