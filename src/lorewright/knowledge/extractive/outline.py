"""The sections of a text, by its headings: which are real, which belong to the apparatus, and which parents they have."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lorewright.reading.base import Block, BlockKind, Reading

_APPARATUS = re.compile(
    r"^(?:[\dA-Z]{0,4}[.)]?\s*)?(?:references?|bibliography|works cited|literature(?: cited)?|external links|see also|further reading"
    r"|notes and references|foot ?notes|acknowledge?ments?|(?:table of )?contents|index|list of (?:figures|tables|abbreviations)|signatures?"
    r"|exhibits?\b.*|copyright.*|licen[cs]e|disclaimer|legal notice|imprint|about the authors?|author contributions"
    r"|competing interests?|conflicts? of interest|funding|abbreviations|glossary|(?:cautionary|safe harbor|forward[- ]looking).*"
    r"|.*forward[- ]looking statements?|where you can find more information|available information|incorporation by reference"
    r"|documents incorporated.*|power of attorney|certifications?|report of independent.*|related (?:articles|posts|pages)|navigation"
    r"|share|comments|literatur(?:verzeichnis)?|quellen|einzelnachweise|weblinks|inhalt(?:sverzeichnis)?|danksagung|références"
    r"|bibliographie|liens externes|remerciements|table des matières|referencias|bibliografía|enlaces externos|agradecimientos|índice"
    r"|bibliografia|riferimenti|note|collegamenti esterni|ringraziamenti|indice|referências|agradecimentos"
    r"|参考文献|参考资料|外部链接|注释|目录|脚注|出典|外部リンク|関連項目|目次|謝辞)\s*:?$",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"\b(?:abstract|summary|overview|introduction|highlights|business|company|strategy|results?|findings|conclusions?|discussion"
    r"|risks?|outlook|background|history|key|zusammenfassung|einleitung|ergebnisse?|fazit|résumé|introducción|resumen|resultados"
    r"|conclusión|conclusiones|riassunto|conclusioni|résultats|resumo)\b|摘要|概述|简介|结论|結論|要約|概要|はじめに|まとめ",
    re.IGNORECASE,
)
_DRY = re.compile(
    r"^notes? |\bnote \d|\b(?:notes to|accounting|exhibits?|description of (?!(?:the |our )?(?:business|company|operations))"
    r"|schedules?|appendix|annex|controls? and procedures?|market for|executive compensation|directors|security ownership|fees|mine safety|properties|unresolved staff|indenture|guarantees?|guarantors?"
    r"|tax(?:es)?|leases?|pensions?|benefit plans?|(?:share|stock)-based|derivatives?|fair value|contingencies|earnings per share"
    r"|methods?|methodology|supplement\w*|data availability|definitions|methoden|anhang|annexe|métodos|metodi)\b|方法|附录|付録",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d[\d.,]*")
_NO_HEADING = re.compile(r"^[(\[]|\b\d{5}(?:-\d{4})?$|[,;]$|[$€£¥] ?-?\d[\d.,]*$|\d ?[$€£¥]$|: \S*\d[-/.]\d\S*$")
"""A remark in brackets, an address, a line that goes on, an amount or a date with its label."""
_LEVELS = 2
_LONGEST_HEADING = 140
_REPEATS_OF_A_RUNNING_HEAD = 4


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    """Empty for what stands before the first heading."""
    level: int
    path: tuple[int, ...]
    """The numbers of the sections it stands in, outermost first, itself last."""
    is_apparatus: bool
    """Bibliography, contents, signatures: nothing in it is a claim."""
    interest: float = 1.0
    """Above 1 where its headings promise what a text is about, below where they promise the small print."""


def is_heading_text(text: str) -> bool:
    """Whether it can name a section: it has letters, is short, and is no row of figures."""
    letters = sum(map(str.isalpha, text))
    return (
        not _NO_HEADING.search(text)
        and letters >= 2
        and len(text) <= _LONGEST_HEADING
        and len(_FIGURE.findall(text)) <= 3
    )


def outline(reading: Reading) -> tuple[list[Section], list[int]]:
    """The sections in order, and for each block the number of the section it stands in."""
    texts = Counter(
        _heading_text(reading.content, block) for block in reading.blocks if block.kind is BlockKind.HEADING
    )
    sections = [Section("", 0, (0,), False)]
    section_of_block: list[int] = []
    open_sections: list[int] = []
    for block in reading.blocks:
        if block.kind is BlockKind.HEADING:
            text = _heading_text(reading.content, block)
            if is_heading_text(text) and texts[text] < _REPEATS_OF_A_RUNNING_HEAD:
                while open_sections and sections[open_sections[-1]].level >= block.level:
                    open_sections.pop()
                apparatus = bool(_APPARATUS.match(text)) or any(sections[i].is_apparatus for i in open_sections)
                open_sections.append(len(sections))
                headings_over = [*(sections[i].heading for i in open_sections[:-1]), text]
                sections.append(Section(text, block.level, tuple(open_sections), apparatus, _interest(headings_over)))
        section_of_block.append(open_sections[-1] if open_sections else 0)
    return sections, section_of_block


def _interest(headings_over: list[str]) -> float:
    """That of a section under these headings; see `Section.interest`."""
    if any(map(_DRY.search, headings_over)):
        return 0.6
    return 1.15 if any(map(_TELLING.search, headings_over)) else 1.0


def upper_sections(sections: Sequence[Section]) -> list[tuple[int, ...]]:
    """Of each section the at most two sections it is shown under, outermost first; a heading over all of them does not count."""
    whole = {1} if len(sections) > 1 and all(1 in section.path for section in sections[1:]) else set()
    return [tuple(i for i in section.path if i and i not in whole)[:_LEVELS] for section in sections]


def headings(reading: Reading) -> Iterator[str]:
    """The texts of the headings that can name a section, in order."""
    for block in reading.blocks:
        if block.kind is BlockKind.HEADING and is_heading_text(text := _heading_text(reading.content, block)):
            yield text


def _heading_text(content: str, block: Block) -> str:
    return " ".join(content[block.start : block.end].split())
