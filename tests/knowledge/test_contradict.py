"""Which claims contradict each other, which only look like it, and that nothing depends on the order in which they come."""

from collections import Counter
from datetime import date
from itertools import combinations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.contradict import (
    ENOUGH_OF_A_CLAIM,
    STEP,
    Certainty,
    Finding,
    Kind,
    compare,
    compared,
    statements,
)
from lorewright.knowledge.disputes.lookup import Within
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.words import listed
from tests.knowledge.bridges import BRIDGE, claim, found

CONTRADICTING = [
    (Kind.NUMBER, "Varn Bridge is 310 metres long.", "The length of Varn Bridge is 390 metres."),
    (
        Kind.NUMBER,
        "Varn Bridge, opened in 1902, is 310 m long and carries 900 cars a day.",
        "Varn Bridge is 1,290 feet long.",
    ),
    (Kind.NUMBER, "The bridge has 14 arches.", "The bridge has 11 arches."),
    (Kind.NUMBER, "Opal Works employs 900 people.", "Opal Works has 1,400 employees."),
    (Kind.NUMBER, "In 2020 Opal Works had revenue of $3.1 billion.", "Revenue of Opal Works was $1.3 billion in 2020."),
    (Kind.NUMBER, "Adults need seven hours of sleep a night.", "Adults need five hours of sleep a night."),
    (Kind.NUMBER, "Varn Bridge has 3 lanes, 2 tracks and 6 lifts.", "Varn Bridge has 4 lanes, 2 tracks and 6 lifts."),
    (Kind.NUMBER, "No planets orbit Varn.", "Two planets orbit Varn."),
    (Kind.NUMBER, "The Orle Railway uses a gauge of 760 mm.", "The gauge of the Orle Railway is 900 mm."),
    (Kind.NUMBER, "The runway of Varn Airport is 2,800 m long.", "Varn Airport has a 3,200 m runway."),
    (Kind.DATE, "The sculptor Leto Orle (1474 - 1531) worked in Varn.", "Leto Orle died in 1513."),
    (Kind.OPPOSITE, "Opal Works's profit increased in 2018.", "In 2018 the profit of Opal Works declined."),
    (Kind.DATE, "Varn Bridge was opened on 3 May 1902.", "Varn Bridge opened in June 1902."),
    (Kind.DATE, "Founded in 1891, Opal Works is the oldest of its kind.", "Opal Works was established in 1819."),
    (Kind.DATE, "Ina Sorel (1861 - 1921) was a painter.", "Ina Sorel was born in 1866."),
    (Kind.DATE, "Ina Sorel (born 2 March 1861) was a painter.", "Ina Sorel was born on 12 March 1861 in Ghent."),
    (Kind.DATE, "The Orle sank off Varn in 1904.", "The Orle was sunk off Varn in 1914."),
    (Kind.DATE, "Sorel invented the lock in 1857.", "The lock was invented by Sorel in 1875."),
    (Kind.NEGATION, "Opal glass contains lead.", "Opal glass contains no lead."),
    (Kind.NEGATION, "Researchers found that opal glass contains lead.", "Opal glass does not contain lead."),
    (Kind.NUMBER, "The kiln works at 900 degrees Celsius.", "The kiln works at 1,100 °C."),
    (Kind.NEGATION, "Opal glass isn't safe.", "Opal glass is safe."),
    (Kind.NEGATION, "In the Opal trial, the drug reduced pain.", "The drug did not reduce pain in the Opal trial."),
    (Kind.NEGATION, "Opal oil did not reduce the wear of locks.", "Opal oil reduced the wear of locks."),
    (
        Kind.NEGATION,
        "Supplements with lime reduced the risk of cracks in the Opal trial.",
        "Supplements with lime did not reduce the risk of cracks in the Opal trial.",
    ),
    (Kind.OPPOSITE, "Opal oil increases the wear of locks.", "Opal oil reduces the wear of locks."),
    (Kind.OPPOSITE, "Opal glass is safe.", "Opal glass is dangerous."),
    (Kind.OPPOSITE, "Opal glass is stable.", "Opal glass is unstable."),
    (Kind.OPPOSITE, "In 2020 the sales of Opal Works rose.", "Sales of Opal Works fell in 2020."),
    (Kind.OPPOSITE, "Varn lies on the north shore of Lake Orle.", "Varn is situated on the south shore of Lake Orle."),
    (Kind.NEGATION, "Ina Sorel never married.", "Ina Sorel married at the age of 28."),
    (Kind.NUMBER, "The arch is 90 metres wide.", "The arch of Varn Bridge is 120 metres wide."),
    (Kind.NUMBER, "At 310 metres Varn Bridge is the longest of the land.", "Varn Bridge has a length of 390 metres."),
    (Kind.NUMBER, "With a length of 310 metres, Varn Bridge carries a road.", "Varn Bridge is 390 metres long."),
    (
        Kind.NUMBER,
        "In 2019 Varn Bridge handled 2.1 million cars.",
        "In 2019, 1.2 million cars passed through Varn Bridge.",
    ),
    (Kind.NUMBER, "Ina Sorel (1861 - 1921) was a painter.", "Ina Sorel died at the age of 71."),
    (Kind.NUMBER, "Ina Sorel was born in 1861 and died in 1921.", "Ina Sorel died aged 71."),
    (
        Kind.NUMBER,
        "The Sorel trial enrolled 412 patients at 12 hospitals.",
        "In the Sorel trial 442 patients were enrolled.",
    ),
    (Kind.NUMBER, "Varn is the fifth planet from Orle.", "Varn is the sixth planet from Orle."),
    (Kind.NUMBER, "Varn Bridge is the longest bridge of Orle.", "Varn Bridge is the second longest bridge of Orle."),
    (Kind.NUMBER, "Varn has no moons.", "Varn has one moon."),
    (Kind.NUMBER, "The Orle fire took the lives of 73 workers.", "In all, 57 people died in the Orle fire."),
    (Kind.NUMBER, "Ina Sorel won three Varn medals.", "Ina Sorel received five Varn medals."),
    (
        Kind.DATE,
        "Opal Works was founded in 1924 in Varn.",
        "Opal Works was founded in 1911 in Orle by Ina Sorel, as a smithy.",
    ),
    (
        Kind.DATE,
        "After its launch on 3 May 1977, the Varn probe passed Orle.",
        "The Varn probe was launched on 5 May 1977.",
    ),
    (Kind.DATE, "Orle Abbey was consecrated in 1232.", "The consecration of Orle Abbey took place in 1223."),
    (Kind.NAME, "Varn Bridge was designed by Ina Sorel.", "Karl Orle designed Varn Bridge."),
    (
        Kind.NAME,
        "The architect of Varn Bridge was Ina Sorel.",
        "Varn Bridge was designed in 1902 by the engineer Karl Orle.",
    ),
    (Kind.NAME, "The capital of Orle is Varn.", "Lisk is the capital of Orle."),
    (Kind.NAME, "Ina Sorel was born in Ghent, Belgium.", "Ina Sorel was born in Lisk."),
    (Kind.NAME, "The Salt Road is a novel by Ina Sorel.", "The Salt Road was written by Karl Orle."),
    (Kind.NAME, "Orle won the 2014 Varn Cup.", "The 2014 Varn Cup was won by Lisk."),
    (Kind.NAME, "It was Ina Sorel who discovered Varn Island.", "Varn Island was discovered by Karl Orle."),
]
COMPATIBLE = [
    ("the same in another unit", "Varn Bridge is 310 metres long.", "Varn Bridge is 0.31 km long."),
    ("converted and rounded", "Varn Bridge is 310 metres long.", "Varn Bridge is 1,017 feet long."),
    ("rounded", "The town has 1,213,000 inhabitants.", "The town has a population of about 1.2 million."),
    ("within the range", "Varn Bridge has 12 to 16 arches.", "Varn Bridge has 14 arches."),
    ("within the bound", "Varn Bridge has 14 arches.", "Varn Bridge has more than 10 arches."),
    ("the month holds the day", "Varn Bridge opened in May 1902.", "Varn Bridge opened on 3 May 1902."),
    ("the decade holds the year", "Varn Bridge opened in the 1900s.", "Varn Bridge opened in 1902."),
    ("another entity", "Varn Bridge is 310 metres long.", "Orle Bridge is 390 metres long."),
    ("another attribute", "Varn Bridge is 310 metres long.", "Varn Bridge is 14 metres wide."),
    ("a part", "Varn Bridge is 310 metres long.", "The main span of Varn Bridge is 90 metres long."),
    ("a narrower scope", "In 2020 Opal Works had revenue of $3 billion.", "In 2020 Opal Works had domestic revenue of $1 billion."),
    ("another year", "Opal Works had revenue of $3 billion in 2020.", "Opal Works had revenue of $4 billion in 2021."),
    ("no year", "Revenue of Opal Works rose by 4 %.", "Revenue of Opal Works fell by 9 %."),
    ("no year, but the next", "Revenue of Opal Works increased the next year.", "Revenue of Opal Works fell."),
    ("may happen twice", "Opal Works won the prize in 1998.", "Opal Works won the prize in 2004."),
    ("a number for a name", "Opal 2 was released in 2012.", "Opal 3 was released in 2015."),
    ("another holder of the name", "Karl Orle, 3rd Duke of Varn (1701 - 1760), was a poet.", "Karl Orle, 4th Duke of Varn (1731 - 1799), was a poet."),
    ("said by somebody", "Opal glass is safe.", "Critics claim that opal glass is not safe."),
    ("a guess", "Opal glass is safe.", "Opal glass may not be safe."),
    ("a condition", "Opal glass is safe.", "If it is heated, opal glass is not safe."),
    ("a question", "Opal glass is safe.", "Is opal glass not safe?"),
    ("a quotation", "Opal glass is safe.", '"Opal glass is not safe," she said.'),
    ("a number for a name, word for word", "Opal 2 is made of glass.", "Opal 3 is made of glass."),
    ("no year, word for word", "Revenue rose by 4 % and costs by 2 %.", "Revenue rose by 9 % and costs by 2 %."),
    ("found by nobody", "Opal glass contains lead.", "No study found that opal glass does not contain lead."),
    ("not only", "Opal glass contains lead.", "Opal glass contains not only lead but tin."),
    ("not all", "Opal glass contains lead.", "Not all opal glass contains lead."),
    ("turned round", "Opal attracts glass.", "Glass does not attract opal."),
    ("two things", "Public schools have 400 pupils.", "Private schools have 400 pupils."),
    ("a part of the part", "The arch is 90 metres wide.", "The approach to the arch of Varn Bridge is 120 metres wide."),
    ("a part of another", "The arch is 90 metres wide.", "The arch of Orle Bridge is 120 metres wide."),
    ("another on the same side", "Varn has a mill on the north bank.", "Varn has a mill on the south bank."),
    ("not of the whole", "The tower is 35 metres high.", "Varn Bridge is 90 metres high."),
    ("what once was", "The capital of Orle is Varn.", "Until 1996 Lisk was the capital of Orle."),
    ("a town and its country", "Ina Sorel was born in Ghent.", "Ina Sorel was born in Belgium."),
    ("a town that holds a town", "Ina Sorel was born in Sole, a suburb of Lisk.", "Ina Sorel was born in Lisk."),
    ("two who did it", "Varn Bridge was designed by Ina Sorel and Karl Orle.", "Karl Orle designed Varn Bridge."),
    ("each on their own", "Ina Sorel discovered the Varn effect.", "Karl Orle discovered the Varn effect independently."),
    ("another race", "Orle won the 2014 Varn Cup.", "Lisk won the 2018 Varn Cup."),
    ("what many win", "Ina Sorel won the Varn Prize.", "Karl Orle won the Varn Prize."),
    ("the name in full", "Varn Bridge was designed by Sorel.", "Varn Bridge was designed by Ina Sorel."),
    ("a narrower row", "Varn Bridge is the longest bridge of Orle.", "Varn Bridge is the second longest bridge of Europe."),
    ("about that age", "Ina Sorel was born in 1861 and died in 1921.", "Ina Sorel died aged 59."),
    ("opened to others", "Varn Bridge opened to trains in 1902.", "Varn Bridge opened to cars in 1912."),
    ("respectively", "Varn and Orle have 14 and 11 arches, respectively.", "Varn and Orle have 11 and 14 arches, respectively."),
    ("rows of a table", "Opal net sales 283 141 90", "Opal net sales 299 141 90"),
]  # fmt: skip
SUPERSEDED = [
    ("In 2001 Varn had a population of 41,000.", "In 2021 Varn had a population of 48,200.", None, None),
    ("Opal Works employs 900 people.", "Opal Works employs 1,400 people.", date(2011, 1, 1), date(2020, 1, 1)),
    ("Opal glass is sold in bars.", "Opal glass is no longer sold in bars.", None, None),
    ("Varn Bridge originally had 3 lanes.", "Today Varn Bridge has 5 lanes.", None, None),
]


@pytest.mark.parametrize(("kind", "one", "other"), CONTRADICTING)
def test_contradictions_are_found_with_their_kind(kind: Kind, one: str, other: str) -> None:
    [finding] = found(claim("1", one), claim("2", other))
    assert (finding.kind, finding.relation) == (kind, Relation.CONTRADICTS)
    assert finding.reason


@pytest.mark.parametrize(("one", "other"), [pair for _, *pair in COMPATIBLE], ids=[why for why, *_ in COMPATIBLE])
def test_what_may_both_be_true_is_no_contradiction(one: str, other: str) -> None:
    assert found(claim("1", one), claim("2", other)) == []


@pytest.mark.parametrize(("older", "newer", "then", "now"), SUPERSEDED)
def test_change_over_time_is_told_apart_and_names_the_newer_first(
    older: str, newer: str, then: date | None, now: date | None
) -> None:
    [finding] = found(claim("1", older, dated=then), claim("2", newer, dated=now))
    assert finding.relation is Relation.SUPERSEDES
    assert (finding.one.claim_id, finding.other.claim_id) == ("2", "1")


def test_values_are_told_as_they_are_written() -> None:
    [finding] = found(claim("1", "Varn Bridge is 310 metres long."), claim("2", "Varn Bridge is 390 m long."))
    assert finding.values == ("310 metres", "390 m")
    assert finding.certainty is Certainty.HIGH


def test_an_article_does_not_contradict_itself() -> None:
    one, other = (
        Claim(id_, "article", f"Varn Bridge has {number} arches.", "en", None, BRIDGE)
        for id_, number in (("1", 14), ("2", 11))
    )
    assert found(one, other) == []


@pytest.mark.parametrize(
    ("language", "one", "other", "expected"),
    [
        ("de", "Die Varnbrücke ist 310 Meter lang.", "Die Varnbrücke ist 390 Meter lang.", Kind.NUMBER),
        ("de", "Die Varnbrücke wurde 1902 eröffnet.", "Die Varnbrücke wurde 1912 eröffnet.", Kind.DATE),
        ("de", "Das Glas ist in Wasser löslich.", "Das Glas ist nicht in Wasser löslich.", Kind.NEGATION),
        ("fr", "Le pont de Varn ne contient pas de plomb.", "Le pont de Varn contient de plomb.", Kind.NEGATION),
        ("es", "El puente mide 310,5 metros.", "El puente mide 390,5 metros.", Kind.NUMBER),
        ("sv", "Bron är 310 meter lång.", "Bron är 390 meter lång.", Kind.NUMBER),
        ("en", "The bell of Varn weighs 1.250 kg alone.", "The bell of Varn weighs 1.25 kg alone.", None),
        ("en", "The gap is then 0.500 mm wide.", "The gap is then 0.5 mm wide.", None),
        ("de", "Das Pulver wiegt dann 0,500 kg.", "Das Pulver wiegt dann 0,5 kg.", None),
        ("sv", "Pulvret väger sedan 0,500 kg.", "Pulvret väger sedan 0,5 kg.", None),
        ("en", "The mill then made 1,250 wheels.", "The mill then made 1250 wheels.", None),
        ("en", "The mill then made 1.250.000 wheels.", "The mill then made 1250000 wheels.", None),
        ("en", "The bell of Varn weighs 1.250 kg alone.", "The bell of Varn weighs 1.35 kg alone.", Kind.NUMBER),
        ("fr", "La mine avait en 2019 300 ouvriers.", "La mine avait en 2019 350 ouvriers.", Kind.NUMBER),
        ("fr", "La mine avait en 2019 1\u202f300 ouvriers.", "La mine avait en 2019 1300 ouvriers.", None),
        ("fr", "La mine avait en 2019 300 ouvriers.", "La mine avait en 2018 300 ouvriers.", None),
        ("de", "Die Brücke kostete 1.200.000 Euro.", "Die Brücke kostete 1200000 Euro.", None),
        ("de", "Die Varnbrücke wurde 1902 gestrichen.", "Die Varnbrücke wurde 1912 gestrichen.", None),
        ("de", "Die Brücke ist etwa 310 Meter lang.", "Die Brücke ist etwa 300 Meter lang.", None),
        ("fr", "Le pont mesure 310 mètres.", "La tour mesure 390 mètres.", None),
    ],
)
def test_other_languages_are_compared_word_for_word(language: str, one: str, other: str, expected: Kind | None) -> None:
    kinds = [
        finding.kind for finding in found(claim("1", one, language=language), claim("2", other, language=language))
    ]
    assert kinds == ([expected] if expected else [])


SENTENCES = st.sampled_from([sentence for _, *pair in (*CONTRADICTING, *COMPATIBLE) for sentence in pair])
CLAIMS = st.lists(st.tuples(SENTENCES, st.sampled_from("abcd")), max_size=12).map(
    lambda rows: [
        Claim(f"{i}", article, text, "en", None, BRIDGE, "Varn Bridge") for i, (text, article) in enumerate(rows)
    ]
)


@settings(max_examples=60)
@given(CLAIMS, st.randoms(use_true_random=False))
def test_the_order_of_claims_changes_nothing(claims: list[Claim], random: Random) -> None:
    shuffled = random.sample(claims, len(claims))
    assert {_pair(one) for one in found(*claims)} == {_pair(one) for one in found(*shuffled)}


TOLD = (
    "Today Varn Bridge has 3 lanes.",
    "Varn Bridge once had 5 lanes.",
    "Then as now Varn Bridge has 7 lanes.",
    "Varn Bridge has 11 lanes.",
    "Bridge 3 has 11 lanes.",
    "Lanes currently number 11.",
    "Lanes number 13.",
)


@pytest.mark.parametrize("about", [BRIDGE, frozenset[str]()], ids=["of one thing", "of whatever"])
def test_which_of_two_is_asked_first_changes_nothing(about: frozenset[str]) -> None:
    sentences = sorted({*TOLD, *(sentence for _, *pair in (*CONTRADICTING, *COMPATIBLE) for sentence in pair)})
    read = [
        statement
        for i, sentence in enumerate(sentences)
        for statement in statements(claim(f"{i}", sentence, about=about))
    ]
    for one, other in combinations(read, 2):
        assert compare(one, other) == compare(other, one)


def test_findings_grow_with_the_claims_and_leave_none_out() -> None:
    claims = [claim(f"{i:03}", f"The pressure was {i + 10} bar at noon.") for i in range(100)]
    pairs = [{one.one.claim_id, one.other.claim_id} for one in found(*claims)]
    assert len(pairs) <= len(claims) * ENOUGH_OF_A_CLAIM
    told = Counter(id_ for pair in pairs for id_ in pair)
    assert min(told[one.id] for one in claims) >= ENOUGH_OF_A_CLAIM


def test_two_statements_are_held_against_each_other_once() -> None:
    one, other = (claim(id_, f"Varn Bridge has {n} arches.") for id_, n in (("1", 14), ("2", 14)))
    read = [statement for each in (one, other) for statement in statements(each)]
    assert compared(read).pairs == len(read) // 2


def test_it_is_told_how_far_the_comparison_has_come() -> None:
    claims = [claim(f"{i:03}", f"The pressure was {i + 10} bar at noon.") for i in range(110)]
    read = [statement for one in claims for statement in statements(one)]
    told: list[tuple[int, int]] = []
    pairs = compared(read, step=lambda done, of: told.append((done, of))).pairs
    assert told == [(done, pairs) for done in range(STEP, pairs, STEP)] != []


@settings(max_examples=60)
@given(CLAIMS, st.sets(st.sampled_from("abcd")))
def test_what_a_change_finds_is_what_a_whole_search_finds_of_the_changed_articles(
    claims: list[Claim], changed: set[str]
) -> None:
    read = [statement for one in claims for statement in statements(one)]
    whole = {_pair(one) for one in compared(read).found if {one.one.article_id, one.other.article_id} & changed}
    assert {_pair(one) for one in compared(read, changed).found} == whole
    within = Within(one for one in read if one.article_id in changed)
    held = [one for one in read if within.reach(one)]
    assert {one.claim_id for one in read if one.article_id in changed} <= {one.claim_id for one in held}
    assert compared(held, changed) == compared(read, changed)


def _pair(one: Finding) -> tuple[object, ...]:
    return one.one.claim_id, one.other.claim_id, one.kind, one.relation


@given(st.text(max_size=200), st.sampled_from(["en", "de", None]))
def test_any_text_can_be_read(text: str, language: str | None) -> None:
    one, other = (Claim(id_, id_, text, language, None, BRIDGE) for id_ in "12")
    assert found(one, other) == []


ODD_WORDS = st.sampled_from(
    listed("fıve sİx mİllion Aprİl kelvİn ſeven 10K ❶ ➀ ⓵ ፩ ² ½ Ⅷ ٣ 3 1.250 the bridge is has kg in 2019 -")
)


@given(st.lists(ODD_WORDS, max_size=12), st.sampled_from(["en", "de", None]))
def test_sentences_with_odd_signs_can_be_read(written: list[str], language: str | None) -> None:
    assert statements(Claim("1", "1", f"Varn {' '.join(written)}.", language)) is not None


@pytest.mark.parametrize("sign", ["❶", "➀", "⓵", "፩"])
def test_a_sign_that_only_looks_like_a_number_is_none(sign: str) -> None:
    one, other = claim("1", f"{sign} Press the red button to begin."), claim("2", "Press the red button to begin.")
    assert found(one, other) == []


def test_a_sentence_that_never_ends_is_no_work() -> None:
    text = "It was that " + "we found here and " * 1_000 + "end that."
    began = process_time()
    assert statements(claim("1", text)) == ()
    assert process_time() - began < 2


def test_a_number_of_hundreds_of_digits_can_be_read() -> None:
    assert found(*(claim(str(n), f"Varn Bridge has {n}{'0' * 310} arches.") for n in (1, 2))) == []


@given(st.integers(2, 1399), st.integers(2, 10**7))
def test_two_counts_contradict_each_other_only_where_they_differ(one: int, other: int) -> None:
    kinds = {
        finding.kind
        for finding in found(claim("1", f"Varn has {one:,} arches."), claim("2", f"Varn has {other:,} arches."))
    }
    assert not kinds if one == other else kinds <= {Kind.NUMBER}
    assert kinds or abs(one - other) <= 0.02 * max(one, other)
