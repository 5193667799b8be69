"""Putting a person's text and a new compilation together: nothing of hers is lost, nothing stands twice."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge import alignment
from lorewright.knowledge.markdown import joined, pieces
from lorewright.knowledge.merge import Change, Conflict, Merged, changes, merge, own_sentences

BASE = """## Summary

The bridge was built in 1907 by Dahl. [sourced] It crosses the Ane. [sourced] (p. 4)[^a1]

## Key Claims

- Dahl designed four bridges. [sourced]
- The bridge is the longest. [sourced]

[^a1]: “It crosses the river Ane.”
"""
BUILT, CROSSES = "The bridge was built in 1907 by Dahl. [sourced]", "It crosses the Ane. [sourced] (p. 4)[^a1]"
FOUR, LONGEST = "- Dahl designed four bridges. [sourced]\n", "- The bridge is the longest. [sourced]\n"


def test_what_each_changed_elsewhere_is_taken_from_each() -> None:
    mine = BASE.replace(CROSSES, f"{CROSSES} My grandfather painted it green.")
    theirs = BASE.replace("1907", "1908").replace(LONGEST, f"{LONGEST}- It has nine arches. [sourced]\n")
    merged = merge(BASE, mine, theirs)
    assert merged == Merged(theirs.replace("(p. 4)[^a1]", "(p. 4)[^a1] My grandfather painted it green."), conflicts=[])


def test_a_sentence_put_before_one_that_the_compilation_changes_is_no_conflict() -> None:
    mine = BASE.replace(BUILT, f"I was there. {BUILT}")
    merged = merge(BASE, mine, BASE.replace("1907", "1908"))
    assert merged == Merged(mine.replace("1907", "1908"), [])


def test_a_sentence_that_both_change_stands_both_ways_and_is_told() -> None:
    mine = BASE.replace("four bridges. [sourced]", "five bridges.")
    theirs = BASE.replace("four", "seven")
    merged = merge(BASE, mine, theirs)
    base, five, seven = (f"Dahl designed {count} bridges." for count in ("four", "five", "seven"))
    assert merged.conflicts == [Conflict("Key Claims", base, five, seven)]
    assert merged.text == theirs.replace(f"- {seven}", f"- {five}\n- {seven}")
    assert merge(theirs, merged.text, theirs) == Merged(merged.text, [])


def test_what_one_takes_out_and_the_other_changes_is_told() -> None:
    gone, changed = BASE.replace(FOUR, ""), BASE.replace("four", "five")
    told = ("Key Claims", "Dahl designed four bridges.")
    assert merge(BASE, gone, changed) == Merged(changed, [Conflict(*told, "", "Dahl designed five bridges.")])
    assert merge(BASE, changed, gone) == Merged(changed, [Conflict(*told, "Dahl designed five bridges.", "")])


def test_what_both_add_alike_stands_once() -> None:
    mine = BASE.replace(FOUR, f"{FOUR}- It has nine arches.\n")
    theirs = BASE.replace(LONGEST, f"{LONGEST}- It has nine arches. [sourced]\n")
    assert merge(BASE, mine, theirs).text.count("nine arches") == 1


def test_what_the_person_moves_follows_its_source() -> None:
    mine = BASE.replace(FOUR, "").replace(CROSSES, f"{CROSSES} Dahl designed four bridges. [sourced]")
    theirs = BASE.replace(FOUR, "- He lies in Hovden. [sourced]\n")
    assert "four" not in merge(BASE, mine, theirs).text
    assert merge(BASE, mine, BASE.replace("1907", "1908")).text == mine.replace("1907", "1908")


@pytest.mark.parametrize(
    "block",
    [
        "| year | crates |\n|---|---|\n| 1931 | 31 |",
        "```python\nprint('It is. So it is.')\n\n# Not a heading\n```",
        "> He said so. He did.\n> And again.",
        "[^why]: Nobody knows. Nobody asks.",
        "<div>\nOne. Two.\n</div>",
        "    indented code. It is.",
        "A heading. Of two\n=================",
    ],
)
def test_a_block_is_a_whole(block: str) -> None:
    mine = BASE.replace("\n## Key Claims", f"\n{block}\n\n## Key Claims")
    assert block in [one.text for one in pieces(mine)]
    theirs = BASE.replace(BUILT, f"{BUILT} It was painted in 1950. [sourced]").replace(CROSSES, "It is long. [sourced]")
    merged = merge(BASE, mine, theirs)
    assert merged == Merged(theirs.replace("\n## Key Claims", f"\n{block}\n\n## Key Claims"), [])


def test_lines_broken_anew_are_no_change_and_stay_broken() -> None:
    mine = BASE.replace("built in 1907 by Dahl", "built in 1907\nby Dahl")
    assert changes(BASE, mine) == []
    assert merge(BASE, mine, BASE.replace("four", "five")).text == mine.replace("four", "five")


def test_changes_are_told_in_the_order_of_the_text() -> None:
    after = BASE.replace("1907", "1908").replace(FOUR, "").replace(LONGEST, f"{LONGEST}- Ravens nest below.\n")
    assert changes(BASE, after) == [
        Change("Summary", "The bridge was built in 1907 by Dahl.", "The bridge was built in 1908 by Dahl."),
        Change("Key Claims", "Dahl designed four bridges.", None),
        Change("Key Claims", None, "Ravens nest below."),
    ]
    assert own_sentences(BASE, after) == [
        ("Summary", "The bridge was built in 1908 by Dahl."),
        ("Key Claims", "Ravens nest below."),
    ]


def test_a_link_that_a_person_puts_behind_a_mark_stays() -> None:
    theirs = BASE.replace("four", "five").replace("(p. 4)", "(p. 5)")
    for place in ("([Ane ferry](/wiki/ferry))", "(p. 4; [Ane \\[1\\]](/wiki/ane), [1:05](https://example.org/?t=65))"):
        mine = BASE.replace("(p. 4)", place)
        assert f"[sourced] {place}[^a1]" in [one.tail.strip() for one in pieces(mine)]
        assert merge(BASE, mine, theirs).text == mine.replace("four", "five")
    assert merge(BASE, BASE.replace("longest", "oldest"), theirs).text == theirs.replace(
        "longest. [sourced]", "oldest. [sourced]"
    )


_WORDS = [
    "bridge",
    "river",
    "town",
    "master",
    "crate",
    "harbour",
    "winter",
    "green",
    "stone",
    "mine",
    "shed",
    "boat",
    "north",
    "light",
    "paint",
    "iron",
]
_SENTENCES = st.builds(
    lambda words, end: " ".join(words).capitalize() + end,
    st.lists(st.sampled_from(_WORDS), min_size=1, max_size=5),
    st.sampled_from([".", ".", "!", ". [sourced]", ". [inferred][^a1]", ". [sourced] (p. 3)"]),
)
_BLOCKS = st.one_of(
    st.lists(_SENTENCES, min_size=1, max_size=4).map(" ".join),
    st.lists(_SENTENCES.map("- {}".format), min_size=1, max_size=3).map("\n".join),
    st.sampled_from(_WORDS).map("## {}".format),
    st.sampled_from(["| a | b |\n|---|---|\n| 1 | 2 |", "```\nx = 1\n\ny = 2\n```", "> As he said.", "[^a1]: “So.”"]),
)
_TEXTS = st.lists(_BLOCKS, max_size=8).map(lambda blocks: "\n\n".join(blocks) + "\n")


def _counted(text: str) -> Counter[str]:
    return Counter(one.key for one in pieces(text) if not one.is_heading)


@given(_TEXTS | st.text(max_size=60))
def test_pieces_hold_every_word_and_are_told_again_when_joined(text: str) -> None:
    found = pieces(text)
    assert "".join(f"{one.lead}{one.text}{one.tail}" for one in found).split() == text.split()
    assert [one.key for one in pieces(joined(found))] == [one.key for one in found]


@settings(max_examples=200)
@given(_TEXTS, _TEXTS, _TEXTS)
def test_nothing_of_the_persons_is_lost_and_nothing_doubled(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    there, was, hers, new = map(_counted, (merged.text, base, mine, theirs))
    assert not (hers.keys() - was.keys()) - there.keys()
    assert all(there[key] <= max(hers[key], new[key]) or not was[key] for key in there)
    assert there.keys() <= hers.keys() | new.keys()
    for one in merged.conflicts:
        assert one.base not in (one.mine, one.theirs)
        assert one.mine != one.theirs
    assert merge(theirs, merged.text, theirs) == Merged(merged.text, [])


@given(_TEXTS, _TEXTS)
def test_what_only_one_changed_is_hers(base: str, other: str) -> None:
    assert merge(base, other, base) == Merged(other, [])
    assert merge(base, base, other) == Merged(other, [])
    assert merge(base, other, other) == Merged(other, [])


def _sentence(random_: random.Random) -> str:
    return " ".join(random_.choices(_WORDS, k=6)).capitalize() + f" {random_.randrange(10**6)}."


def _changed(text: str, random_: random.Random, mark: str) -> str:
    """One sentence put in, rewritten or taken out, somewhere."""
    parts = pieces(text)
    place = random_.choice([place for place, one in enumerate(parts) if one.is_sentence])
    new = parts[place]._replace(text=_sentence(random_), tail=mark)
    fewer = parts[:place] + parts[place + 1 :] if len(parts) > 20 else parts
    return joined(
        random_.choice(
            [fewer, fewer, [*parts[:place], new, *parts[place + 1 :]], [*parts[:place], new, *parts[place:]]]
        )
    )


def test_a_thousand_edits_and_recompilations_lose_no_sentence_and_double_none() -> None:
    random_ = random.Random(1907)  # noqa: S311 - the same edits each time
    compiled = shown = BASE + "\n".join(f"- {_sentence(random_)} [sourced]" for _ in range(30)) + "\n"
    hers: set[str] = set()
    for _ in range(1_000):
        edited, again = _changed(shown, random_, ""), _changed(compiled, random_, " [sourced]")
        merged = merge(compiled, edited, again)
        before, after, new, there = map(_counted, (shown, edited, again, merged.text))
        hers = (hers & after.keys()) | (after.keys() - before.keys())
        assert hers <= there.keys() <= hers | new.keys()
        assert all(there[key] <= max(after[key], new[key]) for key in there)
        compiled, shown = again, merged.text


@given(st.lists(st.integers(0, 6), max_size=30), st.lists(st.integers(0, 6), max_size=30))
def test_equal_parts_are_paired_in_order(one: list[int], other: list[int]) -> None:
    texts = [str(value) for value in one], [str(value) for value in other]
    pairs = alignment.equal(*texts)
    assert all(texts[0][a] == texts[1][b] for a, b in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    assert alignment.equal(texts[0], texts[0]) == [(place, place) for place in range(len(one))]
    assert bool(pairs) == bool(set(one) & set(other))
