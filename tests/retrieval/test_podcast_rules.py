"""What is spoken at once."""

from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.sentences import sentences
from lorewright.retrieval.podcasts.rules import LONGEST_UTTERANCE, utterances

WORD = st.text(st.sampled_from("abcdefghijklmnop"), min_size=1, max_size=14)
SENTENCE = st.builds(
    lambda words, mark, end: (f"{mark} ".join(words)).capitalize() + end,
    st.lists(st.lists(WORD, min_size=1, max_size=40).map(" ".join), min_size=1, max_size=6),
    st.sampled_from([",", ";", ":", ""]),
    st.sampled_from([".", "?", "!"]),
)
CHINESE = st.builds(
    lambda clauses: "，".join(clauses) + "。",
    st.lists(st.text(st.sampled_from("水磨坊池塘海潮门"), min_size=1, max_size=150), min_size=1, max_size=8),
)
LINE = st.lists(st.one_of(SENTENCE, CHINESE), min_size=1, max_size=8).map(" ".join)


def _letters(text: str) -> int:
    """Without the spaces, at which a line may be parted."""
    return sum(not one.isspace() for one in text)


@given(LINE)
@settings(max_examples=200)
def test_a_line_is_spoken_whole_in_parts_of_whole_sentences_as_far_as_these_are_short(line: str) -> None:
    parts = utterances(line)
    assert "".join("".join(parts).split()) == "".join(line.split())
    assert all(0 < len(one) <= LONGEST_UTTERANCE for one in parts)
    assert all(one == one.strip() for one in parts)
    found = sentences(line)
    ends = {_letters(line[:end]) for _, end in found}
    within_long = {
        place
        for start, end in found
        if end - start > LONGEST_UTTERANCE
        for place in range(_letters(line[:start]), _letters(line[:end]))
    }
    assert set(accumulate(map(_letters, parts))) <= ends | within_long
    assert all(one + two > LONGEST_UTTERANCE for one, two in _short_neighbours(parts, found, line))


def _short_neighbours(parts: list[str], found: list[tuple[int, int]], line: str) -> list[tuple[int, int]]:
    """Lengths of a part and of the sentence that begins the next: what would have gone on it."""
    begins = {_letters(line[:start]): end - start for start, end in found}
    places = list(accumulate(map(_letters, parts)))
    return [
        (len(part) + 1, begins[place])
        for part, place in zip(parts[:-1], places, strict=False)
        if place in begins and begins[place] <= LONGEST_UTTERANCE
    ]


def test_a_long_sentence_is_cut_behind_a_comma_or_between_words() -> None:
    clause = "the water rises and falls twice a day at the mouth of the river"
    with_commas, without = f"{', '.join([clause] * 9)}.", f"{' '.join([clause] * 9)}."
    assert all(one.endswith((",", ".")) for one in utterances(with_commas))
    assert " ".join(utterances(with_commas)) == with_commas
    assert " ".join(utterances(without)) == without
    assert len(utterances(with_commas)) == len(utterances(without)) == 2
