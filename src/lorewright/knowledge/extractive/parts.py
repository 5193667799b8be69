"""The questions that a question is made of, by its form: clauses, conjunctions, comparisons and the things it names."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lorewright.knowledge.extractive.followup import standalone

MOST = 6
"""Parts."""
_LOOKED_AT = 2 * MOST
"""Clauses: each is understood by all before it, and a question may have a thousand."""
_LONGEST = 1_000
"""Characters of a clause whose form is looked at."""

_END = re.compile(r"[\s?.!]+$")
_SENTENCES = re.compile(r"(?<=[?!])\s+|(?<=[^\d\s]\.)\s+(?=[A-ZÀ-Þ])|;\s+")
_ASKING = (
    "how|what|when|where|which|who|whom|whose|why|is|are|was|were|do|does|did|can|could|will|would|should|has|have"
    "|was für|wann|warum|was|welche[mnrs]?|wem|wen|wer|wie|wieso|wo|wodurch|wohin|womit"
    "|combien|comment|où|pourquoi|quand|que|quel(?:le)?s?|qui"
    "|cómo|cuál(?:es)?|cuándo|cuánt[oa]s?|dónde|por qué|qué|quién(?:es)?"
)
_AND = r"(?:and|und|et|y)"
_OR = r"(?:and|or|und|oder|et|ou|y|o)"
_ASKS = re.compile(rf"(?:{_ASKING}|(?:please )?compare)\b", re.IGNORECASE)
_CLAUSE = re.compile(rf"(?:,\s*(?:{_AND}\s+)?|\s+{_AND}\s+)(?=(?:{_ASKING})\b)", re.IGNORECASE)
_NAME = r"(?:[A-ZÀ-ÞΑ-ΩА-Я][\w'’.-]*|\d[\w.%-]*)(?:\s+(?:(?:of|the|de|von|der|la)\s+)?[A-ZÀ-ÞΑ-ΩА-Я\d][\w'’-]*)*"
_LIST = re.compile(rf"(?P<first>{_NAME})(?P<more>(?:,\s*{_NAME})*),?\s+{_OR}\s+(?P<last>{_NAME})")
_COMPARED = re.compile(
    r"^(?:(?:please\s+)?compare\s+(?P<these>.+)"
    r"|what\s+(?:is|are)\s+the\s+(?:main\s+|key\s+)?differences?\s+between\s+(?P<between>.+)"
    r"|how\s+(?:do|does|did)\s+(?P<differ>.+?)\s+(?:differ|compare)(?:\s+(?P<respect>(?:in|on|by|with)\b.+))?)$",
    re.IGNORECASE,
)
_TWO = re.compile(r"^(?P<one>.+?)\s+(?:and|to|with|vs\.?|versus)\s+(?P<other>.+)$", re.IGNORECASE)
_RESPECT = re.compile(
    r"\s+(?:in\s+terms\s+of|with\s+respect\s+to|regarding|in|on|by)\s+(?P<what>[a-z][\w\s-]*)$", re.IGNORECASE
)
_SHARED = re.compile(r"^(?P<what>(?:the\s+)?[\w\s-]+?\s+(?:of|in|for))\s+(?P<one>.+)$", re.IGNORECASE)
_WHICH_OF = re.compile(
    r"^(?:which|who|what)\s+(?P<rest>.+?(?:,|(?<=\s)(?<!\bthe\s)(?:first|last|earlier|later|older|younger|larger|bigger|smaller|longer|shorter"
    r"|higher|taller|lower|deeper)(?=\s)))\s*(?P<one>[^,]+?),?\s+or\s+(?P<other>[^,]+)$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"^(?:is|are|was|were)\s+(?P<one>.+?)\s+(?P<how>more\s+\w+|\w+er)\s+than\s+(?P<other>.+)$", re.IGNORECASE
)
_MORE = re.compile(r"\b(?:more\s+(?P<long>\w+)|(?P<short>\w+)er)\b", re.IGNORECASE)
_SOONER = frozenset({"earlier", "first", "last", "later", "sooner"})
_CAME = frozenset({"came", "happened", "occurred", "took place"})
_TO_BE = frozenset({"is", "are", "was", "were", "became"})
_TO_HAVE = {"has": ("is", "are"), "have": ("is", "are"), "had": ("was", "were")}
"""And how one thing that is had is spoken of, and several."""
_VERB = re.compile(rf"\b(?:{'|'.join([*sorted(_TO_BE), *_TO_HAVE, 'came', 'happened', 'occurred'])})\b", re.IGNORECASE)
_ARTICLES = frozenset({"a", "an", "the"})
_THEY = re.compile(r"\b(?:(?P<many>are|were|do|have)\s+)?(?:they|these|both)\b", re.IGNORECASE)
_SINGULAR = {"are": "is", "were": "was", "do": "does", "have": "has"}
_WITHIN = re.compile(
    r"^(?P<main>.+?)\s+the\s+(?P<noun>[\w-]+(?:\s[\w-]+)?)\s+(?:that|which|who)\s+(?P<clause>\S+(?:\s+\S+){1,})$",
    re.IGNORECASE,
)
_PERSONS = frozenset(
    [
        "author",
        "person",
        "man",
        "woman",
        "king",
        "queen",
        "president",
        "scientist",
        "artist",
        "composer",
        "director",
        "writer",
    ]
)


def parts(question: str) -> Sequence[str]:
    """At most six questions, each of which stands by itself; the question alone where its form tells of no others."""
    found: list[str] = []
    for sentence in islice(_sentences(question), _LOOKED_AT):
        whole = standalone(sentence, found) if found else sentence
        formed = (_compared(whole) or _listed(whole) or _within(whole)) if len(whole) <= _LONGEST else []
        found += formed or [whole]
    asked = list(dict.fromkeys(found))[:MOST]
    return asked if len(asked) > 1 else [question]


def _sentences(question: str) -> Iterator[str]:
    """Its sentences and the clauses that begin with a word that asks."""
    clauses = (
        _END.sub("", clause).strip()
        for sentence in _SENTENCES.split(" ".join(question.split()))
        if "?" in sentence or _ASKS.match(sentence)  # else it tells something, or says how to answer
        for clause in _CLAUSE.split(sentence)
    )
    return (f"{clause[0].upper()}{clause[1:]}?" for clause in clauses if len(clause.split()) > 1)


def _compared(question: str) -> list[str]:
    """What is to be known of each of two things to compare them."""
    said = _END.sub("", question)
    match = _COMPARED.match(said)
    if match is not None:
        things, _, clause = (match["these"] or match["between"] or match["differ"]).partition(": ")
        respect = _RESPECT.search(things)
        what = match["respect"].partition(" ")[2] if match["respect"] else (respect["what"] if respect else "")
        two = _TWO.match(things[: respect.start()] if respect else things)
        if two is None:
            return []
        one, other = two["one"], two["other"]
        if _THEY.search(clause):  # "Compare Oslo and Bergen: when were they founded?"
            return [_of_each(clause, one), _of_each(clause, other)]
        shared = _SHARED.match(one)
        if shared is not None and not what:  # "the climate of Oslo and Bergen"
            return [f"What is {shared['what']} {shared['one']}?", f"What is {shared['what']} {other}?"]
        return [_of_thing(what, one), _of_thing(what, other)]
    match = _WHICH_OF.match(said)
    if match is not None:
        return [_how(match["rest"].rstrip(","), match[one]) for one in ("one", "other")]
    match = _THAN.match(said)
    if match is not None:
        return [_how(match["how"], match["one"]), _how(match["how"], match["other"])]
    return []


def _of_each(clause: str, thing: str) -> str:
    """`when were they founded`, Oslo -> `When was Oslo founded?`"""
    said = _THEY.sub(
        lambda they: f"{_SINGULAR[they['many'].lower()]} {thing}" if they["many"] else thing, clause, count=1
    )
    return f"{said[0].upper()}{said[1:]}?"


def _of_thing(what: str, thing: str) -> str:
    return f"What is the {what.removeprefix('the ')} of {thing}?" if what else f"What is {thing}?"


def _how(comparison: str, thing: str) -> str:
    """`is larger`, Oslo -> `How large is Oslo?`; `had the larger harvest`, Oslo -> `How large was the harvest of Oslo?`;
    `was born earlier`, Ada -> `When was Ada born?`; `came first`, the war -> `When was the war?`"""
    said = _without_kind(comparison).split()
    if said[-1].lower() in _SOONER and said[-2:-1] != ["the"]:
        return _when(said[:-1], thing)
    comparison = " ".join(said)
    match = _MORE.search(comparison)
    if match is None:
        return f"{comparison[0].upper()}{comparison[1:]} {thing}?"
    before = [word for word in comparison[: match.start()].split() if word.lower() not in _ARTICLES]
    after = comparison[match.end() :].strip()
    if match["short"] and after and before and before[-1].lower() in _TO_HAVE:
        if match["short"].lower() == "few":
            return f"How many {after} {before[-1]} {thing}?"
        to_be = _TO_HAVE[before[-1].lower()][after.endswith("s")]
        return f"How {_positive(match['short'])} {to_be} the {after} of {thing}?"
    if match["long"] and before and before[-1].lower() not in _TO_BE:
        return f"How many {match['long']} {' '.join(before[-1:])} {thing}?"
    return f"How {match['long'] or _positive(match['short'])} is {thing}?"


def _without_kind(comparison: str) -> str:
    """`city was founded first` -> `was founded first`: what the two are is known."""
    verb = _VERB.search(comparison)
    return comparison[verb.start() :] if verb else comparison


def _when(happened: Sequence[str], thing: str) -> str:
    """`was born`, Ada -> `When was Ada born?`"""
    if not happened or " ".join(happened) in _CAME:
        return f"When was {thing}?"
    if happened[0] in _TO_BE:
        return f"When {' '.join([happened[0], thing, *happened[1:]])}?"
    return f"When was it that {thing} {' '.join(happened)}?"


def _positive(stem: str) -> str:
    """What a comparative without its "er" is of: bigg -> big, earli -> early, larg -> large."""
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "ls":
        return stem[:-1]
    if stem.endswith("i"):
        return f"{stem[:-1]}y"
    return f"{stem}e" if stem.endswith(("g", "c", "v", "s", "u", "at", "saf")) and not stem.endswith("ng") else stem


def _listed(question: str) -> list[str]:
    """The question once for each of the names or figures that stand in one list."""
    match = _LIST.search(question)
    if match is None or match.start() == 0:
        return []
    names = [match["first"], *filter(None, (one.strip() for one in match["more"].split(","))), match["last"]]
    before, after = question[: match.start()], question[match.end() :]
    if re.search(r"\bbetween\s$", before, re.IGNORECASE):
        return []
    return [f"{before}{name}{after}" for name in names]


def _within(question: str) -> list[str]:
    """First which thing is meant by "the film that won the prize", then the question itself."""
    match = _WITHIN.match(_END.sub("", question))
    if match is None:
        return []
    asks = "Who" if match["noun"].lower() in _PERSONS else f"Which {match['noun']}"
    return [f"{asks} {match['clause']}?", question]
