"""From a reading to a draft: its sentences are judged and ranked once, and each part of the draft takes the best it can use."""

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, exp

from lorewright.knowledge.concepts import expansions
from lorewright.knowledge.engine import Draft, DraftClaim, DraftSection
from lorewright.knowledge.extractive import genus
from lorewright.knowledge.extractive.fitness import names_speaker
from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.knowledge.extractive.outline import Section, outline, upper_sections
from lorewright.knowledge.extractive.phrases import key_phrases
from lorewright.knowledge.extractive.quality import speaks_as_we
from lorewright.knowledge.extractive.questions import open_questions
from lorewright.knowledge.extractive.ranking import read_sentences, score
from lorewright.knowledge.extractive.records import records
from lorewright.knowledge.extractive.selection import Candidate, Selection, best_first, candidates, chains
from lorewright.knowledge.extractive.titles import title_of
from lorewright.knowledge.extractive.words import Words
from lorewright.reading.base import Reading

_SECTIONS = 16
"""The most that the analysis shows; of more the weightiest."""
_CLAIMS_A_SECTION = 5
_QUESTIONS = 6
_CONCEPTS = 8
_PLENTY, _GOOD = 100, 0.5
"""With more candidates than that, only those of this quality are shown."""
_ENOUGH, _FAIR = 12, 0.3
"""And with more than that, none that is hardly worth showing."""
_SHORT, _READABLE = 20, 0.55
"""A text of a page, of no more candidates than that, is told whole: what is left out can neither be looked up nor contradicted. Where it has
more than enough, what reads no better than that is told only if it is among its best."""
_TOLD, _FEW = 0.4, 12
"""Where fewer sentences tell a smaller share of a text, its lines and rows are told too."""


def draft(reading: Reading, given_title: str | None) -> Draft:
    """Deterministic; time and memory linear in the length of the text."""
    words, lexicon = Words(reading.language), lexicon_of(reading.language)
    sections, section_of_block = outline(reading)
    found = read_sentences(reading, sections, section_of_block, words, lexicon)
    headings = [section.heading for section in sections if section.heading and not section.is_apparatus]
    # Phrases of the small print would crowd out those of the matter.
    lines = [sentence.text for sentence in found if sentence.fitness.quality] or [sentence.text for sentence in found]
    named = given_title or reading.title or next(iter(headings), "")
    concepts = key_phrases(named, headings, lines, words, _CONCEPTS, expansions(reading.content))
    title = title_of(reading, given_title, [concept.name for concept in concepts])
    if reading.language == genus.LANGUAGE:
        concepts = genus.with_kinds(concepts, title, lines)
    title_terms = frozenset(words.terms(title))
    score(found, sections, title_terms, words)
    shown = _presentable(list(candidates(found, reading.content)), given_title or reading.title or "")
    upper = upper_sections(sections)
    part_of = [path[-1] if path else 0 for path in upper]
    questions = Selection(part_of).take(open_questions(found, sections, lexicon), _QUESTIONS)
    # A short text has room for all it says, also with "it" of a sentence that is shown by itself.
    is_short = len(shown) <= _SHORT
    joined = chains(found, reading.content, lexicon, title_terms) if is_short else ()
    selection = Selection(part_of, joined, is_short=is_short)
    selection.leave_out(questions)
    summary = _summary(shown, len(found), selection, title)
    key_claims = _key_claims(shown, part_of, selection)
    told = len(shown) > _FEW or sum(len(candidate.text) for candidate in shown) >= _TOLD * len(reading.content)
    recorded = () if told else records(reading, _claims([*summary, *key_claims, *questions], reading.content))
    if _ENOUGH < len(shown) <= _SHORT:
        shown = [one for one in shown if one.quality >= _READABLE]
    analysis = _analysis(shown, sections, upper, selection, title, reading.content, is_short)
    return Draft(
        title=title,
        summary=_claims(summary, reading.content),
        key_claims=(*_claims(key_claims, reading.content), *recorded),
        analysis=analysis,
        open_questions=_claims(questions, reading.content),
        concepts=concepts,
    )


def _presentable(shown: list[Candidate], known_title: str) -> list[Candidate]:
    """What a text with much to say need not use falls away; so does its title, unless it is all there is."""
    for most, least in ((_PLENTY, _GOOD), (_ENOUGH, _FAIR)):
        if len(shown) > most:
            shown = [one for one in shown if one.quality >= least] or shown
    bare = known_title.rstrip(" .。").casefold()
    return [candidate for candidate in shown if candidate.text.rstrip(" .。").casefold() != bare] or shown


def _claims(chosen: Sequence[Candidate], content: str) -> tuple[DraftClaim, ...]:
    return tuple(candidate.claim(content) for candidate in chosen)


def _summary(shown: Sequence[Candidate], length: int, selection: Selection, title: str) -> list[Candidate]:
    """What the source is, from its beginning, and the most telling of the rest."""
    most = 1 if len(shown) <= 3 else 2 if len(shown) <= 8 else 3 if len(shown) <= 60 else 4
    lead = max(12, length * 15 // 100)
    opening = [c for c in shown if c.sentences[0].number < lead and len(c.sentences) == 1]
    # Counted in what can be shown: a title page or an imprint does not make the beginning late.
    reach = 3 + 0.02 * len(shown)
    says_what_it_is = [
        0.6 * candidate.score + 0.25 * exp(-position / reach) * (1 + candidate.sentences[0].defines)
        for position, candidate in enumerate(opening)
    ]
    opening = [opening[i] for i in sorted(range(len(opening)), key=lambda i: -says_what_it_is[i])]
    chosen = selection.take(opening, 1)
    if most > 2:
        if any(speaks_as_we(c.text) for c in chosen):
            chosen += selection.take((c for c in opening if names_speaker(c.text)), 1)
        named = [c for c in shown if c.text.partition(" ")[0] == title.partition(" ")[0]]
        # A report and a press release say only at their end who speaks: "Berg is a maker of gates."
        chosen += selection.take((c for c in (*opening, *best_first(named)) if c.sentences[0].defines), 1)
    telling = sorted(shown, key=lambda candidate: -candidate.score * (1 + 0.5 * exp(-candidate.number / lead)))
    chosen += selection.take(telling, most - len(chosen), most_a_part=2)
    return sorted(chosen, key=lambda candidate: candidate.number)


def _key_claims(shown: Sequence[Candidate], part_of: Sequence[int], selection: Selection) -> list[Candidate]:
    most = min(12, max(3, round(len(shown) / 5)))
    parts = len({part_of[candidate.section] for candidate in shown})
    # No part may have them all, yet half of the parts may have nothing to tell.
    return selection.take(best_first(shown), most, most_a_part=max(2, ceil(2 * most / max(1, parts))))


def _analysis(
    shown: Sequence[Candidate],
    sections: Sequence[Section],
    upper: Sequence[tuple[int, ...]],
    selection: Selection,
    title: str,
    content: str,
    is_short: bool,
) -> tuple[DraftSection, ...]:
    """The best of each section, under the two upper levels of its headings; all where `is_short`."""
    of_section: defaultdict[int, list[Candidate]] = defaultdict(list)
    for candidate in shown:
        of_section[(upper[candidate.section] or (0,))[-1]].append(candidate)
    weightiest = sorted(of_section, key=lambda number: (-_weight(of_section[number]), number))[:_SECTIONS]
    parts: dict[int, DraftSection] = {}
    for number in sorted(weightiest):
        own = of_section[number]
        most = len(own) if is_short else min(_CLAIMS_A_SECTION, ceil(len(own) / 4))
        chosen = selection.take(best_first(own), most)
        if not chosen:
            continue
        for level, part in enumerate(upper[number], start=1):
            parts.setdefault(part, DraftSection(sections[part].heading, level, ()))
        level = max(1, len(upper[number]))
        parts[number] = DraftSection(sections[number].heading or title, level, _claims(chosen, content))
    return tuple(parts[number] for number in sorted(parts))


def _weight(own: Sequence[Candidate]) -> float:
    """What a section has to tell: its best claims."""
    return sum(sorted((candidate.score for candidate in own), reverse=True)[:_CLAIMS_A_SECTION])
