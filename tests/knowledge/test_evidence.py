"""Claims against quotes: what passes, by which comparison, and what is found wanting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.evidence import How, check, locate, still_stands, whole

SALES = (
    "In fiscal 2019, net sales of Acme rose 5.2% to $1.2 billion from $1,140 million in 2018, while Borealis reported "
    "that its costs fell by 3 percent."
)
TRIAL = "However, aspirin did not reduce mortality in 1,250 patients aged over 65 years [12], although it may help some of them."


def verdict(claim: str, *quotes: str, language: str | None = "en") -> tuple[bool, How]:
    found = check(claim, quotes, quotes, language)
    assert found.passed != bool(found.reasons)
    return found.passed, found.how


@pytest.mark.parametrize(
    ("claim", "how"),
    [
        (TRIAL, How.EXACT),
        (TRIAL.replace(" ", "\n", 3), How.NORMALISED),
        (TRIAL.replace(" [12]", ""), How.NORMALISED),
        (TRIAL.replace("However, aspirin", "Aspirin").replace(" [12]", ""), How.NORMALISED),
    ],
)
def test_words_of_the_quote_pass(claim: str, how: How) -> None:
    assert verdict(claim, TRIAL) == (True, how)


@pytest.mark.parametrize(
    ("claim", "quotes"),
    [
        ("“Wir” bauen – heute.", ['"Wir" bauen - heute.']),
        ("東京は日本の首都である。", ["東京は日本の首都である。人口は約1400万人。"]),
        ("Erster Satz. Dritter Satz.", ["Erster Satz. Zweiter Satz. Dritter Satz."]),
        ("Year | 2019 | 2018: Revenue | 5,200 | 4,900", ["Year | 2019 | 2018", "Revenue | 5,200 | 4,900"]),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", None])
def test_words_of_the_quotes_pass_in_any_language(claim: str, quotes: list[str], language: str | None) -> None:
    assert verdict(claim, *quotes, language=language)[0]


@pytest.mark.parametrize("language", ["en", None])
def test_what_only_ties_a_sentence_to_its_text_may_go(language: str | None) -> None:
    assert verdict("Results were clear.", "However, results were clear (see Figure 3).", language=language)[0]
    assert not verdict("Therefore, results were clear.", "Results were clear.", language=None)[0]


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Net sales of Acme rose 5.2 percent to $1,200 million in fiscal 2019.", SALES),
        ("In fiscal 2019, net sales of Acme rose 5.2% to 1.2 billion dollars.", SALES),
        ("Net sales rose 5.2% to $1.2bn from $1.14bn.", SALES),
        ("Aspirin didn't reduce mortality in 1,250 patients aged over 65 years.", TRIAL),
        (
            "The bridge opened on 3 May 1932.",
            "The bridge, built by Dorman Long, opened on May 3, 1932, after eight years.",
        ),
        ("The bridge opened in May 1932.", "The bridge opened on May 3, 1932."),
        ("The study shows that two groups grew.", "The investigation shows that 2 groups grew."),
        ("Twenty-five patients received 2.5 g of the drug.", "25 patients received 2,500 mg of the drug."),
    ],
)
def test_harmless_rewriting_passes_in_english_alone(claim: str, quote: str) -> None:
    assert verdict(claim, quote) == (True, How.FUZZY)
    assert not verdict(claim, quote, language=None)[0]
    assert not verdict(claim, quote, language="de")[0]


@pytest.mark.parametrize(
    "claim",
    [
        "Net sales of Acme rose 5.3% to $1.2 billion in fiscal 2019.",  # digit
        "Net sales of Acme rose 5.2% to 1.2 billion euros in fiscal 2019.",  # unit
        "Net sales of Acme rose 5.2% to $1.2 million in fiscal 2019.",  # magnitude
        "Net sales of Zenith rose 5.2% to $1.2 billion in fiscal 2019.",  # name
        "Net sales of Acme never rose 5.2% to $1.2 billion in fiscal 2019.",  # negation
        "In fiscal 2017, net sales of Acme rose 5.2% to $1.2 billion.",  # date
        "All net sales of Acme rose 5.2% to $1.2 billion in fiscal 2019.",  # quantifier
        "Net sales of Acme fell 5.2% to $1.2 billion in fiscal 2019.",  # comparison
        "In fiscal 2019, net sales of Borealis rose 5.2% to $1.2 billion, while Acme reported that its costs fell by 3 percent.",
        "In fiscal 2019, net sales of Acme rose 3% to $1.2 billion, while Borealis reported that its costs fell by 5.2 percent.",
        "In fiscal 2018, net sales of Acme rose 5.2% to $1.2 billion from $1,140 million in 2019.",
        "Net sales of Acme rose 5.2% from $1.2 billion to $1,140 million.",
        "Net sales of Acme rose by 3 percent.",
    ],
)
def test_changed_claim_is_caught(claim: str) -> None:
    assert verdict(claim, SALES) == (False, How.FUZZY)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Aspirin reduced mortality in 1,250 patients.", TRIAL),
        ("Coffee causes cancer.", "There is no evidence that coffee causes cancer."),
        ("Coffee causes cancer.", "It is doubtful that coffee causes cancer."),
        ("Coffee causes cancer in humans.", "Coffee may cause cancer in humans."),
        ("Dogs chase the cats in the garden.", "Cats chase the dogs in the garden."),
        ("Acme acquired the firm Borealis.", "Acme was acquired by the firm Borealis."),
        ("Acme sold its Spanish plant.", "Acme's rival Borealis sold its Spanish plant."),
        ("The effect was insignificant in both groups.", "The effect was significant in both groups."),
        ("The shop sold 5 apples in 2020.", "The shop sold 5 apples in 2019 and 3 pears in 2020."),
        ("5 dogs were kept at the farm.", "5 cats were kept at the farm."),
        ("Is it safe to drink?", "It is safe to drink."),
        ("It is safe.", "Is it safe?"),
        ("The temperature was 5 °C at noon.", "The temperature was -5 °C at noon."),
        ("Something else entirely.", "The cat sat on the mat."),
        ("", "The cat sat on the mat."),
    ],
)
def test_what_turns_the_sense_is_caught(claim: str, quote: str) -> None:
    assert not verdict(claim, quote)[0]


def test_reasons_name_what_is_not_borne() -> None:
    claim, quote = "Net sales rose 5.3% last year.", "Net sales of Acme rose 5.2% last year."
    reasons = check(claim, [quote], [quote], "en").reasons
    assert "the number “5.3%” is not in the quote" in reasons


def test_quote_that_does_not_stand_fails_whatever_is_claimed() -> None:
    assert not check("A cat sat.", ["A cat sat."], ["A dog sat."], "en").passed
    assert not check("A cat sat.", ["A cat sat."], [], "en").passed
    assert not check("A cat sat.", [], [], "en").passed


def test_quote_that_stands_but_for_its_spaces_passes() -> None:
    assert check("A cat sat.", ["A cat sat."], ["A  cat\nsat."], None) == (True, How.NORMALISED, ())


@pytest.mark.parametrize(
    ("quote", "piece", "stands"),
    [
        ("a b", "a b", True),
        ("a “b” – c", 'a  "b"\n- c', True),
        ("office", "oﬃce", True),
        ("co-operate", "co\u00ad-operate", True),
        ("5 m", "6 m", False),
        ("A b", "a b", False),
    ],
)
def test_still_stands(quote: str, piece: str, stands: bool) -> None:
    assert still_stands(quote, piece) is stands


COFFEE = "It was warm. There is no evidence that coffee causes cancer in mice. Tea does not."


@pytest.mark.parametrize("language", ["en", "fr", None])
def test_quote_cut_out_of_a_sentence_needs_the_sentence(language: str | None) -> None:
    quote = "coffee causes cancer in mice."
    start = COFFEE.index(quote)
    around = whole(COFFEE, start, start + len(quote))
    assert around == "There is no evidence that coffee causes cancer in mice."
    assert check("Coffee causes cancer in mice.", [quote], [quote], language).passed
    found = check("Coffee causes cancer in mice.", [quote], [quote], language, [around])
    assert not found.passed
    assert found.reasons[0] == "a quote is cut out of a sentence"


def test_claim_that_the_whole_sentence_bears_passes_though_its_quote_is_cut() -> None:
    quote, sentence = "sales rose 5% in Peru", "In 2019, sales rose 5% in Peru."
    assert check("Sales rose 5% in Peru.", [quote], [quote], "en", [sentence]).passed


@pytest.mark.parametrize(
    ("text", "piece", "around"),
    [
        ("One is here. Two is there. Three.", "Two is there.", "Two is there."),
        ("One is here. Two is there. Three.", "is here. Two", "One is here. Two is there."),
        ("Revenue | 5,200 | 4,900", "5,200", "5,200"),
        ("A title\nOne is here.\nThree.", "is", "One is here."),
        ("東京は首都である。人口は多い。", "人口", "人口は多い。"),
    ],
)
def test_whole_gives_the_rest_of_the_sentences(text: str, piece: str, around: str) -> None:
    start = text.index(piece)
    assert whole(text, start, start + len(piece)) == around


@given(st.text(alphabet="ab .|\n。", max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_whole_holds_the_piece(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    assert text[start:end] in whole(text, start, end)


FILLER = "Nothing of note was found there on that day. " * 40


@pytest.mark.parametrize(
    ("quote", "standing"),
    [
        ("The first light came on in 1882.", "The first light came on in 1882."),
        ("The “first” light - it's on.", 'The "first"  light –\nit’s on.'),
        ("The office light is on.", "The oﬃce light is on."),
        ("The coordinated light is on.", "The co\u00adordinated light is on."),
        ("The very first light of the town came on in 1882", "The first light of the town came on in 1882"),
        ("東京は日本の首都である。", "東京は日本の首都である。"),
        (r"A path is C:\' or C:\- or [a-z]+", r"A path  is C:\’ or C:\– or [a-z]+"),
    ],
)
def test_locates_a_quote(quote: str, standing: str) -> None:
    text = FILLER + standing + " " + FILLER
    assert locate(quote, text) == (len(FILLER), len(FILLER) + len(standing))


def test_locates_a_quote_whose_longest_word_stands_in_many_places() -> None:
    text = FILLER + "The nothing\u2019s  worth there was   small. " + FILLER
    span = locate("nothing's worth there was small", text)
    assert span is not None
    assert text[slice(*span)] == "nothing\u2019s  worth there was   small"


@pytest.mark.parametrize(
    "quote", ["", "  ", "\u200b", "A light that never was there came on in 1882.", "day that on there found"]
)
def test_does_not_locate_what_is_not_there(quote: str) -> None:
    assert locate(quote, FILLER + "The first light of the town came on in 1882. " + FILLER) is None


WORDS = st.text(alphabet="abcdeé 1.,-’\n東ﬁ²⁻₂½<'", min_size=1, max_size=60)


@given(WORDS, WORDS, WORDS)
def test_what_stands_in_a_text_is_found_as_it_stands(before: str, quote: str, after: str) -> None:
    text = before + quote + after
    if quote.strip():
        span = locate(quote, text)
        assert span is not None
        assert still_stands(quote.strip(), text[slice(*span)])


@given(WORDS, st.sampled_from(["en", "ja", None]))
def test_a_quote_bears_itself(quote: str, language: str | None) -> None:
    if quote.strip():
        assert check(quote, [quote], [quote], language).passed


@given(WORDS, WORDS, st.sampled_from(["en", "ja", None]))
def test_any_pair_has_a_verdict(claim: str, quote: str, language: str | None) -> None:
    found = check(claim, [quote], [quote], language)
    assert found.passed != bool(found.reasons)
    assert found == check(claim, [quote], [quote], language)
