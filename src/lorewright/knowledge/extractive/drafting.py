"""From a reading to a draft: its sentences are judged and ranked once, and each part of the draft takes the best it can use."""

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, exp

from lorewright.knowledge.engine import Draft, DraftClaim, DraftSection
from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.knowledge.extractive.outline import Section, outline
from lorewright.knowledge.extractive.phrases import key_phrases
from lorewright.knowledge.extractive.questions import open_questions
from lorewright.knowledge.extractive.ranking import read_sentences, score
from lorewright.knowledge.extractive.selection import Candidate, Selection, best_first, candidates
from lorewright.knowledge.extractive.titles import title_of
from lorewright.knowledge.extractive.words import Words
from lorewright.reading.base import Reading

_SECTIONS = 16
"""The most that the analysis shows; of more the weightiest."""
_LEVELS = 2
_CLAIMS_A_SECTION = 5
_QUESTIONS = 6
_CONCEPTS = 10


def draft(reading: Reading, given_title: str | None) -> Draft:
    """Deterministic; time and memory linear in the length of the text."""
    words, lexicon = Words(reading.language), lexicon_of(reading.language)
    sections, section_of_block = outline(reading)
    found = read_sentences(reading, sections, section_of_block, words, lexicon)
    headings = [section.heading for section in sections if section.heading and not section.is_apparatus]
    lines = [sentence.text for sentence in found]
    named = given_title or reading.title or next(iter(headings), "")
    concepts = key_phrases(named, headings, lines, words, _CONCEPTS)
    title = title_of(reading, given_title, found, concepts)
    score(found, sections, frozenset(words.terms(title)), words)
    shown = list(candidates(found, reading.content))
    questions = Selection().take(open_questions(found, sections, lexicon), _QUESTIONS)
    selection = Selection()
    selection.leave_out(questions)
    summary = _summary(shown, len(found), selection)
    key_claims = _key_claims(shown, selection)
    analysis = _analysis(shown, sections, selection, reading.content, title)
    return Draft(
        title=title,
        summary=_claims(summary, reading.content),
        key_claims=_claims(key_claims, reading.content),
        analysis=analysis,
        open_questions=_claims(questions, reading.content),
        concepts=concepts,
    )


def _claims(chosen: Sequence[Candidate], content: str) -> tuple[DraftClaim, ...]:
    return tuple(candidate.claim(content) for candidate in chosen)


def _summary(shown: Sequence[Candidate], length: int, selection: Selection) -> list[Candidate]:
    """What the source is, from its beginning, and the most telling of the rest."""
    most = 1 if len(shown) <= 3 else 2 if len(shown) <= 8 else 3 if len(shown) <= 60 else 4
    lead = max(12, length * 15 // 100)
    reach = lead / 4

    def says_what_it_is(candidate: Candidate) -> float:
        first = candidate.sentences[0]
        return candidate.score + 0.35 * exp(-first.number / reach) * (0.5 + 0.5 * first.defines)

    opening = [
        candidate for candidate in shown if candidate.sentences[0].number < lead and len(candidate.sentences) == 1
    ]
    opening.sort(key=lambda candidate: (-says_what_it_is(candidate), candidate.sentences[0].number))
    chosen = selection.take(opening, 1)
    if most > 2:
        chosen += selection.take((candidate for candidate in opening if candidate.sentences[0].defines), 1)
    chosen += selection.take(best_first(shown), most - len(chosen), most_a_section=2)
    return sorted(chosen, key=lambda candidate: candidate.sentences[0].number)


def _key_claims(shown: Sequence[Candidate], selection: Selection) -> list[Candidate]:
    most = min(12, max(3, round(len(shown) / 5)))
    of_sections = len({candidate.section for candidate in shown})
    return selection.take(best_first(shown), most, most_a_section=max(2, ceil(most / max(1, of_sections))))


def _analysis(
    shown: Sequence[Candidate], sections: Sequence[Section], selection: Selection, content: str, title: str
) -> tuple[DraftSection, ...]:
    """The best of each section, under the two upper levels of its headings."""
    upper = _upper_sections(sections)
    of_section: defaultdict[int, list[Candidate]] = defaultdict(list)
    for candidate in shown:
        of_section[(upper[candidate.section] or (0,))[-1]].append(candidate)
    weightiest = sorted(of_section, key=lambda number: (-_weight(of_section[number]), number))[:_SECTIONS]
    parts: dict[int, DraftSection] = {}
    for number in sorted(weightiest):
        own = of_section[number]
        chosen = selection.take(best_first(own), min(_CLAIMS_A_SECTION, ceil(len(own) / 4)))
        if not chosen:
            continue
        for level, part in enumerate(upper[number], start=1):
            parts.setdefault(part, DraftSection(sections[part].heading, level, ()))
        level = max(1, len(upper[number]))
        parts[number] = DraftSection(sections[number].heading or title, level, _claims(chosen, content))
    return tuple(parts[number] for number in sorted(parts))


def _upper_sections(sections: Sequence[Section]) -> list[tuple[int, ...]]:
    """Of each section the at most two it is shown under, a heading that holds the whole text not counted."""
    whole = {1} if len(sections) > 1 and all(1 in section.path for section in sections[1:]) else set()
    return [tuple(i for i in section.path if i and i not in whole)[:_LEVELS] for section in sections]


def _weight(own: Sequence[Candidate]) -> float:
    """What a section has to tell: its best claims."""
    return sum(sorted((candidate.score for candidate in own), reverse=True)[:_CLAIMS_A_SECTION])
