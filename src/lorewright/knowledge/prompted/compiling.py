"""A draft by a model: section by section, each claim held against its quote before anything is made of it."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

import msgspec
import structlog

from lorewright.knowledge.concepts import expansions, key_of
from lorewright.knowledge.engine import COMPILING, Asking, Concept, Draft, DraftClaim, Span
from lorewright.knowledge.evidence import locate, whole
from lorewright.knowledge.extractive.titles import title_of
from lorewright.knowledge.facts import normalised
from lorewright.knowledge.prompted.calls import (
    NUMBER,
    TEXT,
    CutError,
    UnusableError,
    array_of,
    call_of,
    cut,
    object_of,
    structured,
)
from lorewright.knowledge.prompted.enclosing import enclosed, headed
from lorewright.knowledge.prompted.mentions import Mentions
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.knowledge.prompted.proof import Ground, Standing, plain
from lorewright.knowledge.prompted.sections import Plan, Section
from lorewright.llm.base import LanguageModel, Provider, Request
from lorewright.reading.base import BlockKind, Reading

_MOST_OUTPUT = 12_000
"""Tokens: every sentence of a section may be told, as a claim and as its quote, and of short ones the JSON around them is as long."""
_MOST_ITEMS = 1_000
"""More sentences and rows no section has: who tells more does not tell of it."""
_AT_ONCE = {Provider.OLLAMA: 1, Provider.OPENAI_COMPATIBLE: 1}
"""A server of one's own answers one after the other: what waits there would look like silence."""
_AT_ONCE_ELSEWHERE = 4
_HALVINGS = 2
"""So often is a section halved whose answer is cut: a model that comes to no end at all costs seven answers of each."""
_CONCEPTS = 8
_IMPORTANCE = range(1, 6)

_Line = Annotated[str, msgspec.Meta(max_length=4_000)]


class _Claim(msgspec.Struct):
    text: _Line
    quote: _Line
    importance: int


class _Section(msgspec.Struct):
    claims: Annotated[list[_Claim], msgspec.Meta(max_length=_MOST_ITEMS)]
    open_questions: Annotated[list[_Claim], msgspec.Meta(max_length=_MOST_ITEMS)]
    concepts: Annotated[list[_Line], msgspec.Meta(max_length=_MOST_ITEMS)]


class _Again(msgspec.Struct):
    number: int
    text: _Line
    quote: _Line


class _Mended(msgspec.Struct):
    claims: Annotated[list[_Again], msgspec.Meta(max_length=_MOST_ITEMS)]


log = structlog.get_logger()

_CLAIMS = array_of(object_of(text=TEXT, quote=TEXT, importance=NUMBER))
_SECTION = object_of(claims=_CLAIMS, open_questions=_CLAIMS, concepts=array_of(TEXT))
_MENDED = object_of(claims=array_of(object_of(number=NUMBER, text=TEXT, quote=TEXT)))


class _Held(NamedTuple):
    """A claim as it was held against the section."""

    said: _Claim
    is_question: bool
    standing: Standing
    span: Span | None
    reasons: tuple[str, ...]

    @property
    def claim(self) -> DraftClaim:
        spans = () if self.span is None else (self.span,)
        return DraftClaim(self.said.text, spans, inferred=self.standing is Standing.INFERRED)


@dataclass
class _Told:
    """What the sections tell, in their order."""

    held: list[_Held] = field(default_factory=list)
    concepts: list[str] = field(default_factory=list)
    untold: list[Section] = field(default_factory=list)
    """Those of which the model came to no end, however short."""

    def add(self, other: "_Told") -> None:
        self.held += other.held
        self.concepts += other.concepts
        self.untold += other.untold


async def drafted(model: LanguageModel, reading: Reading, given_title: str | None, asking: Asking) -> Draft:
    """Raises as the model does, and `ProviderFailed` where it does not answer in the form it was asked for.

    Parts of which it comes to no end are left out, as the draft says, where there is another of which it tells anything.
    """
    plan = await asyncio.to_thread(Plan, reading)
    told = _Told()
    compiler = _Compiler(model, reading, plan, given_title or reading.title or "", asking)
    for one in await compiler.sections():
        told.add(one)
    if told.untold and not told.held:
        raise cut(model)
    return await asyncio.to_thread(_merged, plan, reading, given_title, told)


class _Compiler:
    def __init__(self, model: LanguageModel, reading: Reading, plan: Plan, title: str, asking: Asking) -> None:
        self._model = model
        self._reading = reading
        self._plan = plan
        self._title = title
        self._asking = asking
        self._room = asyncio.Semaphore(_AT_ONCE.get(model.provider, _AT_ONCE_ELSEWHERE))

    async def sections(self) -> list[_Told]:
        """What each tells; the first that fails stops all."""
        tasks = [asyncio.create_task(self._section(one)) for one in self._plan.sections]
        try:
            return await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _section(self, section: Section, halvings: int = _HALVINGS) -> _Told:
        """Where the answer is cut, by halves, whose answers are shorter."""
        try:
            async with self._room:
                return await self._asked(section)
        except CutError as error:
            halves = self._plan.halves(section) if halvings else ()
            log.warning("a section's answer was cut", start=section.start, halved=bool(halves), reason=error.detail)
        told = _Told(untold=[] if halves else [section])
        for half in halves:
            told.add(await self._section(half, halvings - 1))
        return told

    async def _asked(self, section: Section) -> _Told:
        asked = prompt("compile_section-1")
        text = self._reading.content[section.start : section.end]
        shown = enclosed("section", headed((self._title, *section.headings) if self._title else section.headings, text))
        request = Request(asked.text, shown, _SECTION, _MOST_OUTPUT)
        answer = await structured(self._model, request, call_of(asked, COMPILING, self._asking), _Section)
        ground = Ground(self._reading.content, section.start, section.end, self._reading.language)
        said = [(one, False) for one in answer.claims] + [(one, True) for one in answer.open_questions]
        held = await asyncio.to_thread(_all_held, ground, said)
        failing = [number for number, one in enumerate(held) if one.standing is not Standing.SOURCED]
        if failing:
            try:
                await self._again(shown, ground, held, failing)
            except UnusableError as error:  # what is borne already needs no second answer
                log.warning("claims stay as they were said first", count=len(failing), reason=error.detail)
        return _Told(held, answer.concepts)

    async def _again(self, shown: str, ground: Ground, held: list[_Held], failing: Sequence[int]) -> None:
        """Asks once more for the claims that are not borne, and takes what comes out better. Raises as `structured`."""
        asked = prompt("compile_again-1")
        listed = [
            {"number": i, "text": held[i].said.text, "quote": held[i].said.quote, "reasons": held[i].reasons}
            for i in failing
        ]
        claims = enclosed("claims", msgspec.json.encode(listed).decode())
        request = Request(asked.text, f"{shown}\n\n{claims}", _MENDED, _MOST_OUTPUT)
        call = call_of(asked, COMPILING, self._asking, attempt=1)
        mended = {one.number: one for one in (await structured(self._model, request, call, _Mended)).claims}
        numbers = [i for i in failing if i in mended]
        said = [
            (_Claim(mended[i].text, mended[i].quote, held[i].said.importance), held[i].is_question) for i in numbers
        ]
        for i, one in zip(numbers, await asyncio.to_thread(_all_held, ground, said), strict=True):
            if _RANK[one.standing] >= _RANK[held[i].standing]:
                held[i] = one


_RANK = {Standing.DROPPED: 0, Standing.INFERRED: 1, Standing.SOURCED: 2}


def _all_held(ground: Ground, said: Sequence[tuple[_Claim, bool]]) -> list[_Held]:
    return [_held(ground, one, is_question) for one, is_question in said]


def _held(ground: Ground, said: _Claim, is_question: bool) -> _Held:
    importance = min(max(said.importance, _IMPORTANCE[0]), _IMPORTANCE[-1])
    said = _Claim(plain(said.text), said.quote, importance)
    place = locate(said.quote, ground.own)
    if place is None:
        return _Held(said, is_question, Standing.DROPPED, None, ("the quote does not stand in the section",))
    start, end = place[0] + ground.start, place[1] + ground.start
    span = Span(start, end, ground.content[start:end])
    verdict = ground.judged(said.text, [span])
    return _Held(said, is_question, verdict.standing, span, verdict.reasons)


def _merged(plan: Plan, reading: Reading, given_title: str | None, told: _Told) -> Draft:
    """Every claim that may be shown stands once under its section; the weightiest of them also make summary and key claims."""
    shown: dict[str, _Held] = {}
    for one in told.held:
        if one.standing is not Standing.DROPPED and one.span is not None:
            shown.setdefault(normalised(one.said.text).casefold(), one)
    claims = [one for one in shown.values() if not one.is_question]
    concepts = _concepts(reading, [one.span for one in claims if one.span is not None], told.concepts)
    weighty = sorted(
        (one for one in claims if one.standing is Standing.SOURCED), key=lambda one: -one.said.importance
    )  # stable: of equal ones the first
    summary = _in_order(weighty[: _in_summary(len(claims))])
    key_claims = _in_order(weighty[len(summary) : len(summary) + min(12, len(claims) // 4)])
    return Draft(
        title=title_of(reading, given_title, [one.name for one in concepts]),
        summary=tuple(one.claim for one in summary),
        key_claims=tuple(one.claim for one in key_claims),
        analysis=plan.analysis([(one.span.start, one.claim) for one in claims if one.span is not None]),
        open_questions=tuple(one.claim for one in shown.values() if one.is_question),
        concepts=concepts,
        dropped=sum(one.standing is Standing.DROPPED for one in told.held) + sum(map(plan.length, told.untold)),
        untold=tuple((one.start, one.end) for one in told.untold),
    )


def _in_summary(count: int) -> int:
    return 1 if count <= 3 else 2 if count <= 8 else 3 if count <= 60 else 4


def _in_order(chosen: Sequence[_Held]) -> list[_Held]:
    return sorted(chosen, key=lambda one: one.span.start if one.span is not None else 0)


def _concepts(reading: Reading, spans: Sequence[Span], named: Sequence[str]) -> tuple[Concept, ...]:
    """Those in what the claims rest on, or in a heading, by how many sections name them and how early."""
    headings = [reading.content[one.start : one.end] for one in reading.blocks if one.kind is BlockKind.HEADING]
    wholes = [whole(reading.content, span.start, span.end) for span in spans]
    mentions = Mentions("\n".join((*headings, *wholes)), reading.language)
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for name in map(plain, named):
        key = key_of(name, reading.language)
        if key and (key in names or mentions.has(name)):
            names.setdefault(key, name)
            counts[key] += 1
    shorts = {key_of(long, reading.language): short for short, long in expansions(reading.content).items()}
    return tuple(Concept(names[key], shorts.get(key)) for key, _ in counts.most_common(_CONCEPTS))
