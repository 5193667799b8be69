"""Whether what a claim leaves out of its quote may go, by the place where it stands.

An adverb may, an attribute, a bracket or a phrase; not what denies, compares, counts or doubts, nor a word without which the rest
says something else.
"""

from collections.abc import Iterator

from lorewright.knowledge import words
from lorewright.knowledge.facts import FACTS, HYPHEN, POSSESSIVE, Kind, Token
from lorewright.knowledge.replacement import Gap
from lorewright.knowledge.units import TIMES, UNITS


def named(token: Token, what: str) -> str:
    return f"the {token.kind.value} “{token.written}” {what} the quote"


_MODIFIERS = (Kind.NEGATION, Kind.DIRECTION, Kind.QUANTIFIER, Kind.HEDGE, Kind.SIGN)


def dropped(gap: Gap) -> Iterator[str]:
    """What the quote says and the claim leaves out, where that changes the sense."""
    if not gap.borne or (gap.enclosed and not gap.said):
        return
    yield from _severed(gap)
    for token in gap.borne:
        if token.kind in _MODIFIERS:
            yield named(token, "is left out of")
    facts = [token for token in gap.borne if token.kind in FACTS]
    if gap.after and any(token.kind is gap.after.kind for token in facts):
        yield f"“{gap.after.written}” belongs to something else in the quote"
    inside = gap.before and gap.after
    if inside and all(token.kind in (Kind.LIGHT, Kind.ROLE) for token in gap.borne):
        for token in gap.borne:
            if token.kind is Kind.ROLE:
                yield named(token, "is left out of")
    if inside and facts and gap.borne[0].kind not in (Kind.LIGHT, Kind.ROLE):
        yield f"“{facts[0].written}” is left out of the quote"
    if not any(token.kind is Kind.WORD for token in gap.said) and (word := _needed(gap)):
        yield f"“{word.written}” is left out of the quote"


def _severed(gap: Gap) -> Iterator[str]:
    """What is left out of "the king's mother" or "pre-diabetes", of which the rest stays."""
    before, kept, after = gap.before, gap.kept, gap.after
    row = [token for token in gap.borne if not _is_adverb(token) and token.key not in _SHORTENED]
    own = any(token.kind in (Kind.WORD, Kind.NAME) and not _is_adverb(token) for token in gap.said)
    if before and kept and row and POSSESSIVE in (before.tie, kept.tie):
        # Behind a name, which may itself be written with 's, nothing tells an attribute from what is owned.
        attribute = after and before.written.islower() and not any(token.tie == POSSESSIVE for token in row)
        if not (before.tie == kept.tie and (own or attribute)):
            yield f"“{row[0].written}” is left out behind “{before.written}”"
    if before and before.tie == HYPHEN and not own:
        yield f"“{gap.borne[0].written}” is left out behind “{before.written}”"
    if after and gap.borne[-1].tie == HYPHEN and not own:
        yield f"“{gap.borne[-1].written}” is left out before “{after.written}”"


_SHORTENED = frozenset({"light:is", "light:has"})
"""What 's may stand for."""


def _needed(gap: Gap) -> Token | None:
    """A word without which the rest says something else: what the sentence is about, what is done to whom.

    What may go is an adverb, what stands before a noun, or a phrase that begins with a preposition; not what begins a clause.
    """
    row = [token for token in gap.borne if not _is_adverb(token)]
    said_words = [token for token in row if token.kind in (Kind.WORD, Kind.NAME)]
    if not said_words:
        return None
    if gap.before is None:
        # "The head of Acme resigned", "Leaving Acme paid off"
        row = [token for token in row if token.key not in _ARTICLES]
        governed = row[-1].key in _PREPOSITIONS or row[-1].written.endswith("ing")
        related = row[-1].key != "light:that" and any(token.key in _RELATIVES for token in row)
        if _begins_name(gap) or related:  # "The man who shot Lee was killed"
            return said_words[-1]
        if row[-1].key == "light:that" and not any(token.written.lower() in words.FACTIVE for token in row):
            return said_words[-1]  # "The brochure has it that ..."
        return said_words[-1] if governed else None
    if gap.after is None:
        # "Acme bought Borealis shares", "it sold 700 copies"
        heads = gap.before.kind in (Kind.WORD, Kind.NAME, Kind.NUMBER)
        bare = heads and row[0].kind in (Kind.WORD, Kind.NAME) and gap.borne[0] is row[0]
        if gap.borne[0].key in _ARTICLES and gap.before.kind is not Kind.LIGHT and not _is_time(gap.borne):
            return said_words[0]  # "The company lost a case"
        return row[0] if bare else None
    if any(token.key in _CLAUSES for token in row):
        return said_words[0]
    if row[-1].written.lower() in words.PLACE:
        return row[-1]
    if row[0].key in _PREPOSITIONS:
        return None
    before_noun = gap.after.kind in (Kind.WORD, Kind.NAME) and len(row) <= 2 and len(said_words) == len(row)
    return None if before_noun else said_words[0]


def _begins_name(gap: Gap) -> bool:
    """The "New" of "New York has a harbour", where a capital does not tell a name; no title, nor "Peru's"."""
    last = gap.borne[-1]
    capital = last.kind in (Kind.WORD, Kind.NAME) and last.written[:1].isupper()
    named = gap.after is not None and gap.after.written[:1].isupper()
    return capital and named and not last.tie and not _is_adverb(last) and last.written.lower() not in words.TITLES


_RELATIVES = frozenset(f"light:{word}" for word in ("who", "whom", "whose", "which", "that"))


def _is_time(row: list[Token]) -> bool:
    """ "The next day", "a year later"."""
    return any(UNITS.get(token.written.lower(), ("",))[0] in TIMES for token in row[:3])


_ARTICLES = frozenset({"light:a", "light:an", "light:the", "light:its", "light:their", "light:his", "light:her"})
_PREPOSITIONS = frozenset(
    {f"light:{word}" for word in ("of", "in", "on", "at", "per", "via", "upon", "out", "off")}
    | {f"role:{word}" for word in words.ROLE if word not in words.CLAUSE}
)
_CLAUSES = frozenset({f"{kind}:{word}" for kind in (Kind.LIGHT, Kind.ROLE) for word in words.CLAUSE})


def _is_adverb(token: Token) -> bool:
    return token.kind in (Kind.WORD, Kind.LIGHT) and (
        token.written.endswith("ly") or token.written.lower() in words.ADVERBS
    )
