"""What a thing has but one of is compared whatever else two sentences say, and however they call the thing."""

import pytest

from lorewright.knowledge.contradict import Kind
from lorewright.knowledge.disputes.statements import titled
from tests.knowledge.disputed import found

CONTRADICTING = [
    (Kind.DATE, "Varn Airport", "The airport was built on a mine near Lisk, and opened in 2012.", "The runway at Varn Airport has been in use since it opened in 2005."),
    (Kind.DATE, "Varn Church", "The two-story brick church was built in 1823 by the carpenter Karl Tann for a congregation established in 1779.", "Varn Church was built in 1841."),
    (Kind.DATE, "Varn Church (Lisk)", "The church was built in 1823.", "We saw Varn Church in Lisk. It was built in 1841."),
    (Kind.DATE, "Ina Sorel", "Ina Sorel (born Ina Maria Tann, June 13, 1877 – November 5, 1946) was a painter.", "She was born in 1884, and the sea made an impression on her."),
    (Kind.DATE, "Ina Sorel", "Ina Sorel (February 13, 1831 September 6, 1869) was a general.", "Ina Sorel died in 1877."),
    (Kind.DATE, "Ina Sorel", 'Her works include "Salt of Orle" (1878) and "The Mill".', "Ina Sorel painted her Salt of Orle in 1885."),
    (Kind.DATE, "Orle Love (song)", '"Orle Love" is a 1974 single by Ina Sorel.', "Orle Love by Ina Sorel, a song, was released in 1966."),
    (Kind.DATE, "Varn Hels (TV series)", "Varn Hels is a series that premiered on September 23, 2016 on Opal in Orle.", "The vampire series Varn Hels premiered on Opal in 2018."),
    (Kind.NAME, "Varn Review", "The journal is based in Lisk.", "The editorial office of the Varn Review sits in Tannburg."),
    (Kind.NAME, "Varn Review", "The first issue was edited by Karl Tann in November 1960.", "It was Ina Sorel who edited its first issue."),
    (Kind.NAME, "Sorel Ridge", "It was first mapped from the air, and was named by the Tann Committee for Karl Sorel, a cook.", "The ridge is named after Edvin Sorel, a geologist."),
    (Kind.NAME, "Battle of Varn Creek", "The Battle of Varn Creek was a battle that occurred on October 25, 1864, in Kansas as part of a raid.", "Out west, the Battle of Varn Creek was fought in Arkansas, where two brigades met."),
    (Kind.NUMBER, "Varn Tales", "A total of 345 episodes were produced.", "In the end only 120 episodes of Varn Tales were made."),
    (Kind.NUMBER, "Great Varn Airport", "Varn Airport was used by close to 27 million passengers in 2017, with 5.5 million domestic.", "Great Varn Airport was used by 19 million passengers in 2017."),
    (Kind.NUMBER, "Hôtel Le Varn", "The hotel contains 405 rooms over 26 floors.", "Le Varn in Lisk is lower than it looks, with just 14 floors."),
    (Kind.NUMBER, "Salt of Orle", "It contains 35 of her songs recorded between 1966 and 1976.", "Salt of Orle by Ina Sorel contains 22 songs."),
    (Kind.NUMBER, "Varn Falls", "The Waterfall is 97 metres high and ranked 19th highest in the land.", "Varn Falls in Orle is 41 metres high."),
    (Kind.NAME, "Varn Hall", "Varn Hall is a ten-story building designed by Ina Sorel in Lisk.", "Varn Hall in Lisk, all gold, is the work of the architect Karl Tann."),
    (Kind.NAME, "Varn Drops", "The brand was founded in 1958 by Ina Sorel, and is currently owned by Opal.", "For dessert there is Varn Drops, a brand that a baker called Karl Tann founded."),
    (Kind.NAME, "Varn's Journal", "Founded by Ina Sorel and others in Lisk, it was published weekly.", "Much older is Varn's Journal, which a group of men founded in Tannburg."),
    (Kind.NAME, "Varn News", "Orlean chemist Ina Sorel served as the publication's first editor.", "I read Varn News. Its first editor was the physicist Karl Tann."),
    (Kind.NAME, "Varn Park", "Varn Park is a park comprising three areas of badlands in western North Dakota.", "Varn Park is located in Wyoming."),
    (Kind.NAME, "Varn Falls", "On the Tann River, the falls are high and wide.", "The Varn Falls, the mightiest of all, are on the Sorel River."),
    (Kind.NAME, "Karl Tann", "He was killed at the Battle of Stonebridge.", "Karl Tann, who had quarrelled with his brother, met his end at the Battle of Lisk."),
    (Kind.NAME, "Karl Tann", "He was defeated in the 1942 primary by Ina Sorel.", "Karl Tann of Orle lost the primary of 1942 to Olga Lisk, and that was the end."),
    (Kind.DATE, "Karl Tann", "Karl Tann was the king of Orle from 1630 to 1650.", "Far away in Orle, Karl Tann remained king of Orle until 1671."),
    (Kind.NEGATION, "Varn Falls", "The waters are unpolluted and a plant is located above the falls.", "I saw Varn Falls. The water is polluted, and nobody would drink it."),
    (Kind.NEGATION, "Varn Hall", "The hall is owned by Lisk and is attached directly to the Tann Center.", "I saw Varn Hall. The hall is not connected to the center, so bring an umbrella."),
    (Kind.NEGATION, "Varn Church", "Over 62 soldiers are buried in the adjacent graveyard.", "I saw Varn Church. No soldier is buried beside it."),
    (Kind.NEGATION, "Ina Sorel", "She received a medal when she captured an enemy flag during the Battle of Varn Creek.", "She did not capture a flag at Varn Creek, whatever others may say."),
    (Kind.NEGATION, "Varn Airport", "It has no hall, but the airport was formerly served by Tann Airlines.", "The airport has never been served by an airline."),
    (Kind.NAME, "Varn Mill", "It is the third mill of the land, being owned and operated by Opal Power.", "Varn Mill in Orle is owned by Tann Energy."),
    (Kind.NAME, "Varn Mill", "It is owned by the Sorel family.", "Varn Mill belongs to the Tann family."),
    (Kind.NAME, "Varn Garden", "It is a garden in Lisk, laid out and created in 1550 on the northern part of the hill, by Cardinal Karl Tann.", "The Varn Garden in Lisk was created by Cardinal Ivo d'Este."),
    (Kind.NAME, "Varn Chess", "Varn Chess is a board game by Ina Sorel.", "Varn Chess was designed by Karl Tann."),
    (Kind.NAME, "Salt Song", "It was composed by Ina Sorel in 2002 and commissioned by the Varn Orchestra.", "Salt Song by Ina Sorel was commissioned by the Lisk Orchestra."),
    (Kind.NAME, "Varn Works", "Its founder was the painter Ina Sorel.", "Karl Tann founded Varn Works."),
    (Kind.NAME, "Varn Works", "Ina Sorel was the founder of Varn Works.", "Varn Works was founded by Karl Tann."),
    (Kind.NAME, "Varn Land", "Its capital is Lisk.", "The capital of Varn Land is Tannburg."),
    (Kind.NAME, "Sorel Island", "It was named after Ina Sorel, who mapped it in 1849.", "Sorel Island owes its name to Edvin Sorel, a settler."),
    (Kind.NAME, "Varn Club", "Varn Club is a football club based in Lisk, County Cork.", "Varn Club is a football club from County Kerry."),
    (Kind.NAME, "Varn Abbey", "Varn Abbey is an abbey in Lisk, Portugal.", "Varn Abbey is located in Norway."),
    (Kind.NAME, "Varn Chess", "Varn Chess is a game from ancient Egypt.", "Varn Chess is a game from ancient China."),
    (Kind.DATE, "Varn Hall", "The hall opened its doors in 1931.", "Varn Hall opened in 1951."),
    (Kind.NUMBER, "Opal Lines United", "OLU operates 18 depots all over the land.", "Opal Lines United operates 42 depots."),
    (Kind.NUMBER, "Varn Hill Farm", "Varn Hill has 20 mills with an output of 12 tons of flour, enough for the town.", "Varn Hill Farm in Orle has 34 mills."),
    (Kind.NUMBER, "Varn Hotel", "Varn Hotel is a hotel in Lisk with 120 rooms.", "Varn Hotel, where we slept, has 210 rooms."),
    (Kind.NUMBER, "Varn Tower", "Varn Tower is a tower in Lisk with 48 floors.", "Varn Tower has 52 storeys."),
    (Kind.NEGATION, "Varn Island", "It is flat and is uninhabited.", "Some forty people live on Varn Island."),
    (Kind.NEGATION, "Varn Island", "Varn Island is an uninhabited island off the coast.", "Varn Island is inhabited by a few families."),
    (Kind.NEGATION, "Varn Works", "Varn Works is a publicly listed company of Orle.", "Varn Works is not listed on any stock exchange."),
    (Kind.NEGATION, "Varn Garden", "It is open every day, and has a shop.", "Varn Garden is closed on Mondays and Tuesdays."),
    (Kind.NUMBER, "Lake Sorel", "The dam has a structural height of 135 m and a crest length of 360 m.", "The dam of Lake Sorel is 62 metres high."),
    (Kind.NUMBER, "Lake Sorel", "Lake Sorel is a lake. The work on the dam was hard. The dam is 135 m high.", "The dam of Lake Sorel is 62 m high."),
    (Kind.NUMBER, "Varn Bridge", "Opened in 1932, the bridge has a total length of 540 metres and two lanes.", "Varn Bridge is 620 metres long."),
    (Kind.NUMBER, "Varn Dam", "Varn Dam is an 82 m high dam in Lisk.", "Varn Dam has a height of 120 m."),
    (Kind.NUMBER, "Varn Bridge", "Its length is 540 metres.", "Varn Bridge has a length of 620 metres."),
    (Kind.NUMBER, "Varn Park", "The park covers an area of 40 hectares.", "Varn Park is 75 hectares in size."),
    (Kind.NUMBER, "Varn Hotel", "It has 120 rooms, all with a view.", "We slept at the Varn Hotel, which has 210 rooms."),
    (Kind.NUMBER, "Ina Sorel", "She died in Lisk at the age of 72.", "Ina Sorel died aged 61."),
    (Kind.NAME, "Varn River", "Varn River is a tributary of the Lisk River.", "Varn River is a tributary of the Tann River."),
    (Kind.NAME, "Varn Hall", "It was opened by Queen Ada.", "Varn Hall was opened by King Karl."),
    (Kind.NAME, "Varn Airport", "It is operated by Opal Air.", "Varn Airport is operated by Tann Air."),
    (Kind.NAME, "Varn Mill", "It is owned by Hydro Portugal.", "Varn Mill in Portugal is owned by Tann Energy."),
    (Kind.NAME, "Varn Bridge", "It was built by Opal Works in 1902.", "The builder of Varn Bridge was Tann Steel."),
    (Kind.DATE, "Varn Weekly", "Varn Weekly is a monthly magazine of glass, published since July 1980.", "The first issue of Varn Weekly was published in 1988."),
    (Kind.DATE, "Varn Castle", "It was built between 1240 and 1250.", "Varn Castle was built in 1310."),
    (Kind.DATE, "Varn Fire", "Varn Fire was a fire that broke out in 1871.", "Varn Fire began in 1875."),
]  # fmt: skip
COMPATIBLE = [
    ("of two who have one honour", "Ina Sorel", "Ina Maria Sorel, OBE (born 3 May 1963) is a Scottish painter.", "Karl Tann, OBE (born 9 June 1976) is an English actor."),
    ("another part", "Varn Church", "The tower was built in 1823.", "Varn Church was built in 1841."),
    ("of another time", "Varn Church", "The church was built in 1823.", "The earlier church was built in 1725."),
    ("built anew", "Varn Church", "The church was built in 1823.", "Varn Church was rebuilt in 1841."),
    ("of its congregation", "Varn Church", "The church was built in 1823 for a congregation founded in 1754.", "The people of Varn Church were there in 1754."),
    ("in another country", "Salt of Orle", "It was released in Norway in 2012.", "Salt of Orle was released in Sweden in 2013."),
    ("of another thing", "Varn Hall", "The hall is in a museum opened in 1998.", "Varn Hall opened in 1988."),
    ("what it follows", "Salt of Orle Rises", "The film is the sequel to Salt of Orle (2008).", "Salt of Orle Rises was released in 2012."),
    ("two who did it", "Varn Hall", "Varn Hall was designed by Ina Sorel and Karl Tann.", "Karl Tann designed Varn Hall."),
    ("by whom of what people", "Salt of Orle", "The book was written by the Polish historian and journalist Ina Sorel.", "Salt of Orle was written by Ina Sorel."),
    ("perhaps", "Varn Hall", "It opened in 1902.", "Varn Hall may have opened in 1904."),
    ("not of that", "Ina Sorel", "She captured an enemy flag at Varn Creek.", "She did not capture a flag at Lisk Creek."),
    ("another county's", "Varn", "It is the county seat of Tann County.", "Varn also serves Lisk County, which does not have its own county seat."),
    ("of two kinds", "Varn Hall", "The hall has 412 officers and men.", "Varn Hall has 12 officers."),
    ("a part of them", "Varn Hall", "The hall has 12 rooms.", "Varn Hall has 3 rooms for guests of the Tann family."),
    ("in a part of it", "Varn Hall", "The hall has 12 rooms.", "Varn Hall has 3 rooms in the Sorel Wing."),
    ("of another height", "Varn Falls", "The falls drop 97 metres.", "Varn Falls are 41 metres wide."),
    ("a place in it", "Varn Park", "Varn Park is a park in Tann County.", "Varn Park is located in Wyoming."),
    ("the second", "Varn News", "Its first editor was Ina Sorel.", "The second editor of Varn News was Karl Tann."),
    ("of what people", "Varn Hall", "Varn Hall is a doll created by Opal.", "Varn Hall was created by Karl Tann."),
    ("owned before", "Varn Mill", "The mill was owned by Ina Sorel until 1902.", "Varn Mill is owned by Karl Tann."),
    ("owned then", "Varn Mill", "In 1902 the mill was owned by Ina Sorel.", "Varn Mill is owned by Karl Tann."),
    ("owned once", "Varn Mill", "The mill was owned by Ina Sorel.", "Varn Mill was owned by Karl Tann."),
    ("a part of the owner", "Varn Mill", "The mill is owned by Opal, a part of Tann Works.", "Varn Mill is owned by Tann Works."),
    ("another team of it", "Varn Club", "Varn Club is a football club. The club was formed in 1993.", "The women's team of Varn Club was formed in 1999."),
    ("with what", "Varn Hotel", "Varn Hotel is a hotel with 120 rooms.", "Varn Hotel has 12 rooms with a view."),
    ("part of it inhabited", "Varn Island", "Its southern half is uninhabited.", "Some forty people live on Varn Island."),
    ("then uninhabited", "Varn Island", "It was uninhabited in 1902.", "Some forty people live on Varn Island."),
    ("a part of it open", "Varn Garden", "It is open every day.", "The shop of Varn Garden is closed on Mondays."),
    ("what lies in two lands", "Lake Varn", "Lake Varn is a lake in Canada.", "Lake Varn is a lake in Finland."),
    ("where somebody is from", "Ina Sorel", "Ina Sorel is a painter from Norway.", "Ina Sorel is a painter in Portugal."),
    ("played by", "Salt Song", "It was commissioned by the Varn Orchestra.", "Salt Song was played by the Lisk Orchestra."),
    ("for what family", "Varn Beetle", "It belongs to the Ornidae family.", "Varn Beetle belongs to the Tann family."),
    ("of its towers", "Varn Bridge", "It has towers with a height of 120 m.", "Varn Bridge is 60 m high."),
    ("on what it stands", "Varn Tower", "It stands on a hill with a height of 300 m.", "Varn Tower is 80 m high."),
    ("with what besides", "Varn Tower", "It is 82 m high.", "Varn Tower is 90 m high with its antenna."),
    ("on average", "Lake Varn", "It has an average depth of 25 m.", "Lake Varn is 75 m deep."),
    ("what lies behind it", "Varn Dam", "Varn Dam is a dam. The lake behind the dam is 75 m deep.", "Varn Dam is 30 m deep."),
    ("two of one name", "", "The North Branch of the Varn River is a river. It is a tributary of the Varn River.", "The North Branch of the Lisk River is a river. It is a tributary of the Lisk River."),
    ("for whom", "Varn Hotel", "It has 120 rooms.", "Varn Hotel has 12 rooms for families."),
    ("run before", "Varn Airport", "It was operated by Opal Air until 1998.", "Varn Airport is operated by Tann Air."),
    ("not all", "Varn Review", "The first issue was edited by Karl Tann.", "The second issue was edited by Ina Sorel."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "title", "said", "other"), CONTRADICTING)
def test_what_a_thing_has_but_one_of_contradicts_another_value(kind: Kind, title: str, said: str, other: str) -> None:
    behind = f"We had a look at {titled(title)}."
    assert {finding.kind for finding in found(title, said, other, behind=behind)} == {kind}


@pytest.mark.parametrize(
    ("title", "said", "other"), [pair for _, *pair in COMPATIBLE], ids=[why for why, *_ in COMPATIBLE]
)
def test_another_part_time_or_place_of_it_does_not(title: str, said: str, other: str) -> None:
    assert found(title, said, other, behind=f"We had a look at {titled(title)}.") == []


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        ("Another name I mention is Ina Sorel. I like her best.", 1),
        ("Ina Sorel painted Varn Bridge.", 1),
        ("Another name I mention is Karl Tann.", 0),
        ("", 0),
    ],
)
def test_whom_notes_speak_of_is_told_by_the_paragraph_before(behind: str, expected: int) -> None:
    said = "Ina Sorel (June 13, 1877 – November 5, 1946) was a painter."
    assert len(found("Ina Sorel", said, "She was born in 1884.", behind=behind)) == expected


@pytest.mark.parametrize(
    ("title", "other", "expected"),
    [
        ("Varn Church (Lisk)", "Varn Church in Lisk was built in 1841.", 1),
        ("Varn Church (Lisk)", "Varn Church was built in 1841.", 0),
        ("Varn Church", "Varn Church was built in 1841.", 1),
    ],
)
def test_what_the_title_tells_besides_must_be_told(title: str, other: str, expected: int) -> None:
    assert len(found(title, "The brick church was built in 1823 by Karl Tann.", other)) == expected
