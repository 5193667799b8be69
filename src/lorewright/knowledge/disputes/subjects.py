"""What "he", "it", "the company" and "which" mean in an English sentence, so that what is said of them can be compared.

Only what the claim itself, the one before it, the title of its article and what that says its subject is tell for sure: all else
stays as it is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lorewright.knowledge.disputes import attributes, kinds
from lorewright.knowledge.disputes.kinds import NAME
from lorewright.knowledge.units import ONES, TENS
from lorewright.knowledge.words import listed

_VERBS = rf"(?:is|are|was|were|has|have|had|[a-z]{{2,}}ed|{'|'.join(sorted(attributes.IRREGULAR_PAST | attributes.FINITE))})\b"
_SO_MANY = rf"\d[\d,.]*|{'|'.join((*ONES[1:], *TENS))}"
_DOES = rf"(?:{_VERBS}|[a-z]{{3,}}s(?= (?:an?|the|its|his|her|their|about|over|some|more|up|from|in|into|on|at|to|with|for|{_SO_MANY})\b))"
"""Behind "it", where a word that ends so is no noun."""
_SUBJECT = re.compile(rf"(?:[Tt]he )?({NAME})(?: \([^()]*\)){{0,3}}(?=,? [a-z])")
_IS_A = re.compile(r"(?:,[^,;]{1,60},)? (?:is|are|was|were) (?:also |now |still )?(?:an?|the|one)\b")
_PASSIVE = re.compile(
    r" (?:is|was) (?:[a-z]+ly )?[a-z]+(?:ed|lt|ught|wn|de|ten)\b(?!.* (?:an?|another|its|his|her|their)\b)"
)
"""Behind which nothing else comes that "it" may mean."""
_RISES = re.compile(
    rf"(?: (?:in|on|at|near) (?:the |[a-z]+ )?{NAME})? (?:begins|extends|flows|lies|originates|rises|runs|stands|stretches)\b"
)
"""Of a river or a town, where there is no object that "it" may mean."""
_PLACE = rf"(?:the )?(?:{NAME}|[a-z]+)"
_STANDS = re.compile(
    rf" [a-z]+s(?: [a-z]+){{0,2}}? (?:in|at|for|on|from|near) {_PLACE}(?: (?:in|at|for|on|from|near|than) {_PLACE})*\.$"
    r"| (?:is|was|are|were) (?:more |less |much |very |quite |so |too )*[a-z]+(?: than [a-z ]+)?\.$"
)
"""A verb without an object, or none that has a name; what it is like."""
_SEEN = re.compile(
    rf"(?:(?:I|We)(?: [a-z]+){{1,4}}|(?:My|Our) favou?rite(?: [a-z]+)? (?:is|was)) (?:the )?(?P<name>{NAME} {NAME})(?: [a-z]+)?\.$"
)
"""Where nothing is named but what somebody saw, or likes."""
_LED = r"(?:In|On|By|From|Since|After|During|Until|At) [^,;]{1,60}, "
_BEHIND_TITLE = re.compile(r"(?: \([^()]*\)){0,3}(?=,? [a-z(])")
_OPENING = re.compile(rf"(?:{_LED}|[A-Z][a-z]+ed [^,;]{{1,60}}, )(?=[A-Z]|the [A-Z])")
_PERSON = re.compile(rf"(?:He|She|(?P<opener>{_LED}|In \d{{4}} )(?:he|she))(?= {_DOES})")
_THING = re.compile(
    rf"(?:It|(?P<opener>{_LED}|[A-Z][a-z]+ed [^,;]{{1,60}}, )it)(?= {_DOES}(?!.* (?:that|who|which|whether)\b)(?! [a-z]+ to\b))"
)
_OF_IT = re.compile(
    r"(?:Its|His|Her|Their|The) (?:full |original )?(?:name|title|motto|length|height|area|population|purpose|aim|members|staff)\b"
)
"""What is told of a thing behind which "it" means that thing all the same."""
_ITS = re.compile(r"(?:Its|Their)(?= [a-z])")
_OF_THEM = re.compile(
    r"(?:His|Her|[A-Z])[\w'-]* (?:[a-z]+ )?(?:brother|daughter|father|husband|mother|sister|son|successor|wife)\b"
)
_NOBODY = re.compile(
    r"(?:An?|As|After|At|Before|By|During|For|From|He|Her|His|In|It|Later|On|She|Since|The|Their|Then|These|They|This|When|While|With)\b"
)
"""What a sentence may begin with that names nobody new."""
_THEY = re.compile(rf"(?:They|(?P<opener>{_LED})they)(?= {_VERBS})")
_THE_KIND = re.compile(rf"(?:The|(?P<opener>{_LED})the) (?P<noun>[a-z][a-z-]+)(?= {_DOES})")
_THE_KIND_ITS = re.compile(rf"(?:The|(?P<opener>{_LED})the) (?P<noun>[a-z][a-z-]+)'s(?= [a-z])")
_FURTHER = re.compile(rf",? (?:and|but) (?:the (?P<noun>[a-z][a-z-]+)|(?:it|he|she|they))(?= {_DOES})")
_COUNTED = re.compile(
    r"(?P<counted>(?:(?:Only|About|Some|Over|More than|A total of|In (?:all|total),) )?(?:\d[\d,]*|[A-Z]?[a-z-]+)"
    r"(?: [a-z-]+){0,3}? (?P<noun>[a-z-]+))"
    r"(?= (?:were|have been) (?:ever )?(?:built|made|produced|manufactured|constructed|completed|delivered)\b)"
)
"""Of "Six two-unit locomotives were built", of which each is what the article is about."""
_EXAMPLES = frozenset(listed("examples units copies specimens"))
_OPENER = r"(?:In|On|By|Since|During|Until|At) [^,;]{1,60}, "
_ASIDE = re.compile(
    rf"(?P<name>{NAME}) \((?:which|who) (?P<then>by then |then |at the time )?(?P<said>{_VERBS}[^()]*)\)"
)
_WHERE = re.compile(rf", where (?P<said>{NAME} {_VERBS}[^,;:()]*)(?=[,.;])")
"""What happened there, whatever the sentence says besides."""
_WHICH = re.compile(rf"(?P<name>{NAME} {NAME}), (?:which|who) (?P<said>{_DOES}[^,;:()]*)(?=[,.;])")
_THAT = re.compile(rf"(?P<name>{NAME}), an? (?:[a-z-]+ ){{1,4}}(?:that|which|who) (?P<said>{_DOES}[^,;:()]*)(?=[,.;])")
_OWNS = re.compile(
    rf"(?P<opener>{_OPENER})?(?P<whose>{NAME}) (?P<does>(?!(?:which|who|that|and)\b)[a-z][^,;:()]*?) with (?:its|their) "
    r"(?P<what>[a-z]+ of (?:(?:about|some|over) )?\d[\d,.]*(?: [a-z]+){1,2}?)(?= (?:at|in|on|from|by|to|for|and)\b|[,.;])"
)
"""Of "Opal Air serves 35 cities with its fleet of 15 aircraft" that it has a fleet of 15 aircraft."""
_WITH = re.compile(
    r"(?P<subject>[A-Z][^,;:()]*?) (?P<does>(?:is|was|has|had|have|are|were)\b[^;:()]*), with "
    rf"(?P<what>an? (?:[a-z]+ ){{1,3}}of (?:[a-z]+ )?(?:{_SO_MANY})\b[^,;:()]*)(?=[,.;])"
)
"""Of "Opal was the largest, with an output of 12 tons" that it had an output of 12 tons."""
_BEFORE_NOW = r"^(?:was|were|had|[a-z]+ed)\b"


class Whole(NamedTuple):
    """What an article is about."""

    titled: str
    kinds: frozenset[str]
    """Of which it says that this is one, see `kinds.of_lead`."""
    shortened: re.Pattern[str] | None
    """What it is called for short, see `kinds.shortened`."""
    is_qualified: bool
    """Of many things "Christ Church" is the name: where the title says more than that, "the church" may be another."""

    @property
    def own(self) -> str:
        return "" if self.is_qualified else self.titled


class _Subject(NamedTuple):
    """Of the sentence before."""

    name: str
    """Empty where it is none that tells one thing from all others."""
    kinds: frozenset[str]
    """Which the sentence says that it is."""
    is_told: bool
    """The sentence speaks of nothing else that could be meant by "it"."""
    sentence: str


def named(sentences: Iterable[str], whole: Whole, behind: Sequence[str] = ()) -> Iterator[str]:
    """The sentences of a claim with the name of what they are about, where the one before, or the title, tells it.

    `behind`: those that stand before the claim.
    """
    before: _Subject | None = None
    for written in behind:
        before = _subject(_in_full(written, before, whole), whole.titled, before)
    for written in (part for one in sentences for part in _without_asides(kinds.without_apposition(one))):
        sentence = _in_full(written, before, whole)
        before = _subject(sentence, whole.titled, before)
        has = " with " in sentence
        if has and (owns := _OWNS.match(sentence)):
            yield f"{owns['opener'] or ''}{owns['whose']} {_has(owns['does'])} a {owns['what']}."
            sentence = f"{sentence[: owns.end('does')]}{sentence[owns.end() :]}"
        if has and (having := _WITH.search(sentence)):
            yield f"{sentence[: having.end('subject')]} {_has(having['does'])} {having['what']}."
            sentence = f"{sentence[: having.end('does')]}{sentence[having.end() :]}"
        further = _FURTHER.search(sentence)
        if further and (name := _so_called(further["noun"], before, whole) if further["noun"] else before.name):
            yield f"{sentence[: further.start()]}."
            yield name + sentence[further.end() :]
        else:
            yield sentence


def _has(does: str) -> str:
    return "had" if re.search(_BEFORE_NOW, does) else "has"


def _without_asides(sentence: str) -> Iterator[str]:
    """What happened where it tells of, the sentence, then what it tells in brackets of something that it names; each as a sentence."""
    if " wh" not in sentence and "(wh" not in sentence and " that " not in sentence:
        yield sentence  # as most are: the patterns take much longer
        return
    for found in _WHERE.finditer(sentence):
        yield f"{found['said']}."
    for found in (*_WHICH.finditer(sentence), *_THAT.finditer(sentence)):
        yield f"{found['name']} {found['said']}."
    yield _ASIDE.sub(r"\g<name>", _WHERE.sub("", sentence))
    for found in _ASIDE.finditer(sentence):
        opener = re.match(_OPENER, sentence) if found["then"] else None
        yield f"{opener[0] if opener else ''}{found['name']} {found['said']}."


def _in_full(sentence: str, before: _Subject | None, whole: Whole) -> str:
    """With a name for what it begins with."""
    sentence = kinds.as_titled(sentence, whole.titled)
    if whole.shortened:
        sentence = whole.shortened.sub(whole.titled, sentence, count=1)
    if (found := _PERSON.match(sentence)) and _goes_on_about(before, whole):
        name = whole.titled
    elif (before and before.is_told and (found := _THING.match(sentence) or _PERSON.match(sentence))) or (
        before and before.is_told and not before.kinds.isdisjoint(kinds.MANY) and (found := _THEY.match(sentence))
    ):
        name = before.name
    elif before and before.is_told and before.name and (found := _ITS.match(sentence)):
        name = f"{before.name}'s"
    elif found := _THE_KIND_ITS.match(sentence):
        called = _so_called(found["noun"], before, whole)
        name = f"{called}'s" if called else ""
    elif found := _THE_KIND.match(sentence):
        name = _so_called(found["noun"], before, whole)
    elif found := _COUNTED.match(sentence):
        return _of_whole(sentence, found, whole)
    else:
        return sentence
    return f"{found.groupdict().get('opener') or ''}{name}{sentence[found.end() :]}" if name else sentence


def _of_whole(sentence: str, found: re.Match[str], whole: Whole) -> str:
    """With what it is of which the sentence says how many there are; as it is where that may be something else."""
    called = {f"{kind}s" for kind in whole.kinds} | whole.kinds
    if not whole.own or found["noun"] not in called | _EXAMPLES:
        return sentence
    plain = sorted(kind.removesuffix("s") for kind in whole.kinds - kinds.MANY)
    noun = f"{plain[0]}s" if found["noun"] in _EXAMPLES and plain else found["noun"]
    return f"{sentence[: found.start('noun')]}{noun} of {whole.own}{sentence[found.end() :]}"


def _subject(sentence: str, titled: str, before: _Subject | None = None) -> _Subject:
    if before and _OF_IT.match(sentence):
        return before
    if seen := _SEEN.match(sentence):
        return _Subject(seen["name"], frozenset(), is_told=True, sentence=sentence)
    begins = opener.end() if (opener := _OPENING.match(sentence)) else 0
    about = _titled(sentence, titled, begins) if titled else None
    found = about or _SUBJECT.match(sentence, begins)
    name = titled if about else found[1] if found else ""
    if not found or (" " not in name and name != titled):
        return _Subject("", frozenset(), is_told=False, sentence=sentence)
    telling = (_IS_A, _STANDS, *((_PASSIVE, _RISES) if name == titled else ()))
    is_told = any(one.match(sentence, found.end()) for one in telling)
    return _Subject(name, kinds.told(sentence, found.end()), is_told, sentence)


def _titled(sentence: str, titled: str, begins: int) -> re.Match[str] | None:
    """What is behind the title, where that is the subject."""
    article = len("The ") if sentence.startswith(("The ", "the "), begins) else 0
    for at in sorted({begins + article, begins}, reverse=True):
        if sentence.startswith(titled, at) and (found := _BEHIND_TITLE.match(sentence, at + len(titled))):
            return found
    return None


def _so_called(noun: str, before: _Subject | None, whole: Whole) -> str:
    """Which of the two is called that: the name of the sentence before, which says of what kind it is, or the title's.

    None where that sentence speaks of another of that kind: "It replaced a chapel of 1902. The chapel ..."
    """
    if before and before.name and noun in kinds.meant(before.kinds or kinds.of_name(before.name)):
        return before.name
    if before and not before.name:
        met = {name[0] for name in re.finditer(NAME, before.sentence) if noun in kinds.of_name(name[0])}
        if len(met) == 1:
            return next(iter(met))
    of_another = rf"\b(?:an?|another)(?: [\w'-]+){{0,5}} {noun}\b"
    if before and f" {noun}" in before.sentence and re.search(of_another, before.sentence):
        return ""
    return whole.own if noun in kinds.meant(whole.kinds | kinds.of_name(whole.own)) else ""


def _goes_on_about(before: _Subject | None, whole: Whole) -> bool:
    """Whether "he" is the person that the article is about: nobody else has been named since."""
    if not kinds.may_be_a_person(whole.titled) or before is None or before.name == whole.titled:
        return kinds.may_be_a_person(whole.titled)
    return not before.name and bool(_NOBODY.match(before.sentence)) and not _OF_THEM.match(before.sentence)
