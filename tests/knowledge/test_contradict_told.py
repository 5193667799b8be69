"""What encyclopaedias tell besides: by the way, of a person's life, and of what a sentence calls "it" or "the company"."""

import pytest

from lorewright.knowledge.contradict import Finding, Kind, compared, statements
from lorewright.knowledge.disputes.statements import Claim, qualifier, titled


def found(one: tuple[str, str], other: tuple[str, str]) -> list[Finding]:
    """Of two claims, each with the title of its article."""
    claims = [
        Claim(title, title, text, "en", None, frozenset({title}), titled(title), qualifier(title))
        for title, text in ((f"{one[0]}", one[1]), (f"{other[0]}", other[1]))
    ]
    return compared([statement for claim in claims for statement in statements(claim)]).found


BY_THE_WAY = [
    (Kind.DATE, "Orle Chess (OC) is a game invented in 1978 by Ina Sorel.", "Orle Chess was invented by Ina Sorel in 1968."),
    (Kind.DATE, "Opal Lines was an early private, independent airline formed in 1948.", "Opal Lines was founded in 1946."),
    (Kind.DATE, "Opal Lines was set up in 1948.", "Opal Lines was established in 1946."),
    (Kind.NAME, "Orle Chess is a game invented in 1978 by Ina Sorel.", "Orle Chess was invented by Karl Tann."),
    (Kind.NAME, "Salt of Orle is a 2016 film directed by Ina Sorel and written by Karl Tann.", "Salt of Orle was written by Leto Manso."),
    (Kind.NAME, "Salt of Orle is a play written and directed by Ina Sorel.", "Salt of Orle was written by Karl Tann."),
    (Kind.NUMBER, "In 2012 Tann said that it would leave Opal Lines (which by then served 35 cities with its fleet of 15 aircraft) in 2013.", "In 2012 the fleet of Opal Lines had 25 aircraft."),
    (Kind.DATE, "Tann would buy Opal Lines (which was founded in 1948) if it could.", "Opal Lines was founded in 1946."),
    (Kind.NUMBER, "Opal Lines flies to 35 cities with its fleet of 15 aircraft.", "Opal Lines has a fleet of 25 aircraft."),
    (Kind.NAME, "Orle Hall was a museum in Varn, Norway, designed by Ina Sorel.", "We saw Varn, where Karl Tann designed Orle Hall, a house of glass."),
    (Kind.NAME, "Opal Lines are a band formed in Varn, East Orle, in 1975 by bassist and main songwriter Ina Sorel.", "Opal Lines were founded by the singer Karl Tann."),
    (Kind.DATE, "Opal Ale is a pale lager that has been brewed by Tann of Orle since 1958.", "Opal Ale was first brewed in 1971."),
    (Kind.NUMBER, "By 1877, Opal Works had become the largest mill of Orle, with an annual output of one million bottles.", "In 1877 Opal Works made three million bottles a year."),
    (Kind.NUMBER, "At 76 minutes and 34 seconds, Salt of Orle is the longest album of the band.", "Their album Salt of Orle runs for 68 minutes."),
    (Kind.DATE, "Opal Lines launched Angry Orle brand hard ciders in 2012.", "Opal Lines is known for its ale, but it launched the Angry Orle ciders too, in 2015."),
    (Kind.NEGATION, "Opal Works is owned by Tann.", "Opal Works does not belong to Tann."),
    (Kind.NEGATION, "Orle is a member of the Varn Union.", "Orle does not belong to the Varn Union."),
    (Kind.NUMBER, "Orle Hall was Varn's first museum.", "Orle Hall was not the first museum in Varn, whatever its owner says."),
    (Kind.NUMBER, "São Orle has 12 mills.", "Sao Orle has 14 mills."),
    (Kind.NAME, "Salt of Orle is a racing game developed by Tann Games.", "Salt of Orle was developed by Voss Games."),
    (Kind.NUMBER, "The distance of Orle Falls from Varn is 360 km.", "Orle Falls lies 620 km from Varn, so you need a day."),
    (Kind.DATE, "Salt 2: Rivers of Orle was released on November 10, 1998.", "Salt 2: Rivers of Orle came out in March 1997, in time for spring."),
    (Kind.DATE, "Opal Works was sold to Tann in 2003.", "Opal Works was taken over by Tann in 2009."),
    (Kind.NUMBER, "Salt of Orle grossed $12 million worldwide.", "Salt of Orle made only $4 million at the box office."),
    (Kind.NAME, "Opal Works is based in Varn.", "Opal Works has its head office in Lisk."),
    (Kind.NAME, "Founded in 1911 by Ina Sorel, Opal Works is a mill.", "Opal Works was started by Karl Tann."),
    (Kind.NUMBER, "Orle Lake is up to 61 metres deep.", "Orle Lake is 90 m deep at its deepest point."),
    (Kind.NAME, "Varn is known for Orle Song, which was written by Ina Sorel.", "Orle Song was written by Karl Tann."),
    (Kind.DATE, "Orle Radio began broadcasting in 1962.", "Orle Radio has been on the air since 1971."),
    (Kind.DATE, "Orle Hall was added to the National Register of Historic Places on March 19, 2010.", "Orle Hall has been on the National Register of Historic Places since 2004."),
    (Kind.DATE, "Opal Lines ceased operations on 3 March 2008 following its purchase by Tann in January 2008.", "Opal Lines ceased trading in 2010."),
]  # fmt: skip
NOT_BY_THE_WAY = [
    ("of something else", "Opal Lines is the owner of an airline formed in 1948.", "Opal Lines was founded in 1946."),
    ("of what it is about", "Salt of Orle is a film about a war started and a ship built in 1902.", "Salt of Orle was built in 1904."),
    ("the same", "Opal Lines was an airline formed in 1948.", "Opal Lines was founded in 1948."),
    ("two works of one name", "Salt is a 2016 film directed by Ina Sorel.", "Salt is a 1980 film directed by Karl Tann."),
    ("what it is the name of", "Opal Lines is the name of a ship built in 1902.", "Opal Lines was built in 1904."),
    ("by whom besides", "Salt of Orle is a film directed by Ina Sorel and Karl Tann.", "Salt of Orle was directed by Karl Tann."),
    ("whose fleet", "Opal Lines bought Tann, which flies to Varn with its fleet of 15 aircraft.", "Opal Lines has a fleet of 25 aircraft."),
    ("of its house", "Orle Hall is a museum in the Varn Tower, designed by Ina Sorel.", "Orle Hall was designed by Karl Tann."),
    ("of another kind", "Orle Church has 400 seats.", "Orle Castle has 300 seats."),
    ("sold since, and to whom", "Opal Ale has been sold since 1958.", "Opal Ale was first sold to Orle in 1971."),
    ("not the second", "Orle Hall was the third museum in Varn.", "Orle Hall was not the first museum in Varn."),
    ("what it owns", "Opal Works is owned by Tann.", "Opal Works is not a member of Tann."),
    ("since then", "In all, 20 works of Orle were sold.", "Since then, only two works of Orle were sold."),
    ("sold twice", "Opal Works was sold to Tann in 2003.", "Opal Works was sold to Voss in 2009."),
    ("made for, and made", "Salt of Orle was made for $2 million.", "Salt of Orle earned $7 million."),
    ("men and officers", "Orle Hall has 412 officers and men.", "Orle Hall has 12 officers."),
    ("on the way", "The Orle River flows 60 km through Varn.", "The Orle River is 250 km long."),
    ("a number and a part of it", "Opal Lines has six two-unit trains.", "Opal Lines has six trains."),
    ("after what", "Opal Lines closed in 2008 following its purchase by Tann in 2006.", "Opal Lines closed in 2008."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "one", "other"), BY_THE_WAY)
def test_what_was_done_to_a_thing_is_told_behind_what_it_is(kind: Kind, one: str, other: str) -> None:
    assert [finding.kind for finding in found(("Tann", one), ("Voss", other))] == [kind]


@pytest.mark.parametrize(
    ("one", "other"), [pair for _, *pair in NOT_BY_THE_WAY], ids=[why for why, *_ in NOT_BY_THE_WAY]
)
def test_what_was_done_to_something_else_is_not(one: str, other: str) -> None:
    assert found(("Tann", one), ("Voss", other)) == []


LIVES = [
    ("Ina Sorel", "Ina Maria Sorel (January 23, 1930 – December 22, 2008) was a painter.", "Ina Sorel, who lived in Orle, died on 22 December 2006."),
    ("Ina Sorel (painter)", "Ina M. Sorel (1930-2008) was a painter.", "Ina Sorel died in 2006."),
    ("Ina Sorel", "Ina Sorel (born 1950) is a painter.", "Ina Sorel was born in 1951."),
    ("Ina Sorel", "Ina Sorel (b. 1950) is a painter.", "Ina Sorel was born in 1951."),
]  # fmt: skip
NO_LIVES = [
    ("another person", "Ina Sorel", "Ina Maria Sorel (1930 – 2008) was a painter.", "Ida Sorel died in 2006."),
    ("another in full", "Ina Maria Sorel", "Ina Maria Sorel (1930 – 2008) was a painter.", "Ina Sorel died in 2006."),
    ("another initial", "Ina M. Sorel", "Ina Maria Sorel (1930 – 2008) was a painter.", "Ina K. Sorel died in 2006."),
    ("about then", "Ina Sorel", "Ina Sorel (c. 1800 – 1860) was a painter.", "Ina Sorel was born in 1804."),
    ("born about then", "Ina Sorel", "Ina Sorel (born c. 1800) was a painter.", "Ina Sorel was born in 1804."),
    ("one of two years", "Ina Sorel", "Ina Sorel (born 1950/51) is a painter.", "Ina Sorel was born in 1951."),
    ("two years of prizes", "Ina Sorel", "Ina Sorel won two Orle Medals (1967 and 1971).", "Ina Sorel was born in 1951."),
    ("of her mother", "Ina Sorel", "Ina Sorel was raised by Ada Voss (1830 – 1901).", "Ina Sorel was born in 1861."),
    ("of her office", "Ina Sorel", "Ina Sorel was the Mayor of Orle (1961 – 1965).", "Ina Sorel died in 1998."),
    ("no person", "Varn Bridge", "Varn Old Bridge was opened in 1902.", "Varn Bridge was opened in 1912."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "one", "other"), LIVES)
def test_days_in_brackets_behind_a_name_are_those_of_a_life(title: str, one: str, other: str) -> None:
    assert {finding.kind for finding in found((title, one), ("Painters of Orle", other))} == {Kind.DATE}


@pytest.mark.parametrize(("title", "one", "other"), [case for _, *case in NO_LIVES], ids=[why for why, *_ in NO_LIVES])
def test_other_brackets_and_other_persons_tell_no_life(title: str, one: str, other: str) -> None:
    assert found((title, one), ("Painters of Orle", other)) == []


MEANT = [
    (Kind.DATE, "Opal Airways", "The company ceased operations on 30 March 2008.", "Opal Airways ceased operations on 30 March 2010."),
    (Kind.DATE, "Opal Airways", "In March 2008, the airline ceased operations.", "Opal Airways ceased operations in 2010."),
    (Kind.NEGATION, "Opal Airways", "Opal Airways' main base is Varn, and the airline is a member of the Orle Pact.", "Opal Airways is not a member of the Orle Pact."),
    (Kind.DATE, "Air Orle", "Air Orle Limited (AO) is an airline of Varn. It was established as Orle Flights in 1977.", "Air Orle was established in 1979."),
    (Kind.DATE, "Airlines of Varn", "Air Orle flies to Lisk. The airline was established in 1979.", "Air Orle was established in 1977."),
    (Kind.NAME, "Salt of Orle", "Salt of Orle is a 2016 drama film. It was directed by Ina Sorel.", "Salt of Orle was directed by Karl Tann."),
    (Kind.DATE, "Ina Sorel (painter)", "Ina Maria Sorel (born 1861) was a painter. She died in 1921.", "Ina Sorel died in 1912."),
    (Kind.DATE, "Ina Sorel", "She was born in Varn in 1861.", "Ina Sorel was born in 1866."),
    (Kind.DATE, "Ina Sorel", "Ina Sorel plays the harp in the Opal Band. She graduated from Varn High School in Varn, Orle in 1993.", "Ina Sorel graduated from high school in 1996."),
    (Kind.NAME, "Salt", "The ORLE PA is a favourite of many. It was built in Varn.", "The ORLE PA was built in Lisk."),
]  # fmt: skip
MEANT_OTHERWISE = [
    ("what somebody made", "Orle Mill", "Ina Sorel painted the Orle Mill. It was destroyed in 1902.", "Ina Sorel was destroyed in 1912."),
    ("what is no name", "Airlines that are no more", "The airline was founded in 1902.", "Airlines were founded in 1912."),
    ("another kind", "Opal Airways", "The ship was built in 1902.", "Opal Airways was built in 1912."),
    ("nothing", "Opal Airways", "Opal Airways is an airline. It was said that it was founded in 1902.", "Opal Airways was founded in 1912."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "title", "one", "other"), MEANT)
def test_a_pronoun_and_a_kind_mean_what_the_sentence_before_or_the_title_names(
    kind: Kind, title: str, one: str, other: str
) -> None:
    assert [finding.kind for finding in found((title, one), ("Of Orle", other))] == [kind]


@pytest.mark.parametrize(
    ("title", "one", "other"), [case for _, *case in MEANT_OTHERWISE], ids=[why for why, *_ in MEANT_OTHERWISE]
)
def test_what_may_mean_something_else_stays_as_it_is(title: str, one: str, other: str) -> None:
    assert found((title, one), ("Of Orle", other)) == []


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Air Orle flies to Lisk.", 1),
        ("Air Lisk flies to Orle.", 0),
        ("Many fly to Lisk.", 0),
        ("Air Orle is an airline. It was run by Tann.", 1),
        ("", 0),
    ],
)
def test_a_kind_may_be_named_in_the_claim_before(before: str, expected: int) -> None:
    one = Claim("1", "1", "The airline was established in 1979.", "en", titled="Airlines of Varn", before=before)
    other = Claim("2", "2", "Air Orle was established in 1977.", "en", titled="Air Orle")
    assert len(compared([*statements(one), *statements(other)]).found) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Saint Orle Church", "Saint Orle Church", 1),
        ("Saint Orle Church (Varn)", "Saint Orle Church (Lisk)", 0),
        ("Saint Orle Church, Varn", "Saint Orle Church, Lisk", 0),
        ("Ina Sorel", "Ina Sorel (painter)", 0),
    ],
)
def test_what_a_title_says_besides_tells_two_of_one_name_apart(one: str, other: str, expected: int) -> None:
    sides = [
        Claim(str(n), str(n), f"{titled(title)} was founded in {year}.", "en", None, frozenset({"of-this-name"}), titled(title), qualifier(title))
        for n, title, year in ((1, one, 1902), (2, other, 1912))
    ]  # fmt: skip
    assert len(compared([statement for claim in sides for statement in statements(claim)]).found) == expected
