"""Links in Markdown: which there are, what they are shown as, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.wikilinks import LONGEST_SENTENCE, Link, links, naming, resolved, unresolved

SLUGS = {"The Dam": "the-dam", "St. Mary": "st-mary"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("See [[The Dam]] too.", [Link("The Dam", False, "See The Dam too.")]),
        ("One. See [[The Dam|that dam]]. Two.", [Link("The Dam", False, "See that dam.")]),
        ("It extends:: [[The Dam]].", [Link("The Dam", True, "It The Dam.")]),
        ("# [[The Dam]]\n\n- [[a]]", [Link("The Dam", False, "# The Dam"), Link("a", False, "a")]),
        ("[The \\[old\\] dam](/wiki/the-dam#x) is [old](https://a.b/wiki/x).", [
            Link("the-dam", False, "The [old] dam is [old](https://a.b/wiki/x).")
        ]),
        ("It leaks [sourced] ([The Dam](/wiki/the-dam), p. 4). So it is said.", [Link("the-dam", False, "It leaks")]),
        ("The [[church of St. Mary]] is old.", [Link("church of St. Mary", False, "The church of St. Mary is old.")]),
        ("`[[code]]` and ``` [[code]] ```", []),
        ("```\n[[code]]\n```\n\n    [[code]]", []),
        ("\\[\\[no\\]\\] and \\[[no]]", []),
        ("[[ ]] [[]] [[a\nb]]", []),
    ],
)  # fmt: skip
def test_links(body: str, expected: list[Link]) -> None:
    assert list(links(body)) == expected


def test_a_long_sentence_is_cut() -> None:
    [link] = links(f"{'word ' * 500}[[The Dam]]")
    assert len(link.sentence) == LONGEST_SENTENCE


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("See [[The Dam]] and [[Nothing]].", "See [The Dam](/wiki/the-dam) and [[Nothing]]."),
        ("See [[The Dam|that]].", "See [that](/wiki/the-dam)."),
        ("extends:: [[The Dam]]", "extends:: [The Dam](/wiki/the-dam)"),
        ("[[St. Mary]] is\nold.", "[St. Mary](/wiki/st-mary) is\nold."),
        ("`[[The Dam]]`", "`[[The Dam]]`"),
    ],
)
def test_what_is_shown_goes_back_to_what_was_written(body: str, shown: str) -> None:
    assert resolved(body, SLUGS.get) == shown
    assert unresolved(f"New. {shown}", body, SLUGS.get) == f"New. {body}"


_WORDS = st.sampled_from(
    ["[[The Dam]]", "[[The Dam|x]]", "[[None]]", "`a`", "extends:: ", "word", ".", "\n\n", "- ", "[", "]", "\\"]
)


@given(st.lists(_WORDS).map(" ".join))
def test_any_text_comes_back(body: str) -> None:
    assert unresolved(resolved(body, SLUGS.get), body, SLUGS.get) == body


@pytest.mark.parametrize("bad", ["[[", "[", "`", "extends::", "[[a|", "[a](/wiki/", "\\"])
def test_time_is_linear(bad: str) -> None:
    assert list(links(bad * 20_000)) == []


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("# Old mills\n\nThe dam is high. Here the old mills stood. Old mills burn.\n", "Here the old mills stood."),
        ("- All but *old\n  mills* went. [sourced]\n", "All but *old mills* went."),
        ("Beyond [the hill](/wiki/hill) lie Old Mills.\n", "Beyond the hill lie Old Mills."),
        ("# Old mills\n\nThe gold mills, and the old millstones.\n", None),
        ("```\nold mills\n```\n", None),
    ],
)
def test_the_first_sentence_that_says_a_name_is_found(body: str, named: str | None) -> None:
    assert naming(body, ["Old  mills", "The quarry"]) == ({} if named is None else {"Old  mills": named})
