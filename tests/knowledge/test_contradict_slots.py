"""Sentences that are the same but for one day, time, name, number or denial, of articles about one thing, however their titles are worded."""

import pytest

from lorewright.knowledge.contradict import Kind, compared, statements
from lorewright.knowledge.disputes.statements import Claim, qualifier, titled

CONTRADICTING = [
    ("Varn report", "The report was announced on 3 June 2021.", "The report was announced on 19 August 2021.", Kind.DATE),
    ("Potato 'Orle Queen'", "The variety was registered in 1996.", "The variety was registered in 2004.", Kind.DATE),
    ("Varn engine", "The engine was withdrawn from service in 1968.", "The engine was withdrawn from service in 1971.", Kind.DATE),
    ("Orle Festival: entries", "The deadline for entries is 1 February.", "The deadline for entries is 15 April.", Kind.DATE),
    ("Orle Fair", "This year's fair will be held on 14 July.", "This year's fair will be held on 21 July.", Kind.DATE),
    ("Varn Act 1916", "The Act did not apply to Lisk.", "The Act applied to Lisk as well.", Kind.NEGATION),
    ("Lisk Works", "The works shut down on 14 May 1971.", "The works shut down on 30 November 1968.", Kind.DATE),
    ("Varn Race", "The race starts at noon.", "The race starts at 3 p.m.", Kind.DATE),
    ("Orle School", "The evening is on Tuesday 8 October.", "The evening is on Thursday 10 October.", Kind.DATE),
    ("War of Varn", "The war lasted from 1782 to 1785.", "The war lasted from 1782 to 1791.", Kind.DATE),
    ("Karl Tann", "Tann resigned in June 1937 after the side lost its majority.", "Tann resigned in June 1935 after the side lost its majority.", Kind.DATE),
    ("Varn Grotto", "The grotto was made for Ina Sorel in the 1740s.", "The grotto was made for Ina Sorel in the 1810s.", Kind.DATE),
    ("The Orlia", "The ship was launched in Lisk Town.", "The ship was launched in Osk Bay.", Kind.NAME),
    ("Siege of Orle", "The garrison was commanded throughout by Sir Karl Berg.", "The garrison was commanded throughout by Sir Otto Tann.", Kind.NAME),
    ("Orle Club", "The first president of the club was the notary Ina Sorel.", "The first president of the club was the painter Karl Tann.", Kind.NAME),
    ("Orle Rising", "Eleven men were hanged for their part.", "Twenty-six men were hanged for their part.", Kind.NUMBER),
    ("Lisk Act", "It imposed a duty of one crown on each pack.", "It imposed a duty of three crowns on each pack.", Kind.NUMBER),
    ("Ina Sorel", "She told it to a scribe after travelling for about 29 years.", "She told it to a scribe after travelling for about 12 years.", Kind.NUMBER),
    ("Karl Berg", "The jury acquitted Berg on every count.", "The jury convicted Berg on every count.", Kind.OPPOSITE),
    ("Case of Varn", "The appeal was upheld with costs.", "The appeal was dismissed with costs.", Kind.OPPOSITE),
    ("The Orlia", "She was launched in January 1858 after several attempts.", "She was launched in January 1861 after several attempts.", Kind.DATE),
    ("Truce of Varn", "The truce began at 11 a.m. on 3 September.", "The truce began at 4 p.m. on 3 September.", Kind.DATE),
    ("Lisk Market", "The market is held every Tuesday.", "The market is held every Thursday.", Kind.DATE),
    ("Orle Island", "The highest hill on the island is Mount Osk.", "The highest hill on Orle Island is Mount Tann.", Kind.NAME),
    ("Varn kauri", "It grows wild only in Lisk Land.", "It grows wild only in Orle Land.", Kind.NAME),
    ("Ina Sorel", "Sorel was succeeded by Karl Tann.", "Sorel was succeeded by Otto Berg.", Kind.NAME),
    ("Varn tram", "Bicycles may be taken along.", "Bicycles may not be taken along.", Kind.NEGATION),
    ("Varn", "Its largest tributary is the Nett.", "Its largest tributary is the Olm.", Kind.NAME),
    ("Varn API limits", "Each key may send up to 60 requests per minute.", "Each key may send up to 300 requests per minute.", Kind.NUMBER),
    ("Orle plans", "The Lisk plan costs 12 euros a month.", "The Lisk plan costs 19 euros a month.", Kind.NUMBER),
    ("Reed snake", "The reed snake is venomous.", "It is not venomous.", Kind.NEGATION),
    ("Orle game", "The game can be played without a board.", "The game cannot be played without a board.", Kind.NEGATION),
    ("Statue of Varn", "The statue still stands on the square.", "The statue no longer stands on the square.", Kind.NEGATION),
    ("Varn shelter", "The shelter is run by the charity Clear Osk.", "The shelter is run by the charity Open Lisk.", Kind.NAME),
    ("Varn buses", "The buses cost the town 1.4 million crowns a year.", "The buses cost the town 2.1 million crowns every year.", Kind.NUMBER),
    ("Osk, the novel", "The heroine is called Ina.", "The heroine is called Vera.", Kind.NAME),
    ("Varn lift", "The lift was opened on 6 June 1963.", "The lift was opened in 1968 and is painted red.", Kind.DATE),
    ("Varn Footbridge", "Cycling is allowed on the bridge.", "Cycling is forbidden on the bridge.", Kind.OPPOSITE),
    ("Orlium", "The powder is soluble in water.", "The powder is insoluble in water.", Kind.OPPOSITE),
    ("Osk", "Osk is the northernmost lake of the island, in the Varn Islands.", "Osk is the southernmost lake of the island.", Kind.OPPOSITE),
    ("Tann Hill", "The hill is the largest of the three.", "The hill is the smallest of the three.", Kind.OPPOSITE),
]  # fmt: skip


@pytest.mark.parametrize(("title", "one", "other", "kind"), CONTRADICTING, ids=[one[1] for one in CONTRADICTING])
def test_one_of_two_sentences_that_are_the_same_but_for_one_thing_is_wrong(
    title: str, one: str, other: str, kind: Kind
) -> None:
    assert _found((title, one), (title, other)) == [kind]


TITLED_OTHERWISE = [
    ("Hoopball", "Introduction to hoopball", "A match lasts 40 minutes.", "A match lasts 60 minutes."),
    ("The Varn Bridge", "A visit to the Varn Bridge", "The toll is 4 euros for a car.", "The toll is 6 euros for a car."),
    ("Ratifying the Orle Pact", "The Orle Pact in Lisk", "The senate approved it by 83 votes.", "The senate approved it by 61 votes."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "titled_so", "one", "other"), TITLED_OTHERWISE[:2])
def test_what_a_title_says_besides_its_thing_makes_it_no_other(
    title: str, titled_so: str, one: str, other: str
) -> None:
    assert _found((title, one), (titled_so, other)) == [Kind.NUMBER]


def test_a_name_that_two_titles_share_is_enough_where_nothing_is_called_it() -> None:
    votes = "The senate approved the pact by {} votes."
    assert _found(("Debates on the Orle Pact", votes.format(83)), ("The Orle Pact in Lisk", votes.format(61))) == [
        Kind.NUMBER
    ]
    title, other, one, another = TITLED_OTHERWISE[2]
    assert _found((title, one), (other, another)) == []


WORDED_OTHERWISE = [
    ("Health in Osk district", "A review of health services in Osk", "The clinic has four beds.", "The clinic has six beds."),
    ("The ward of Harrow Hill Hospital", "Notes on a visit to the ward at Harrow Hill", "The ward of Harrow Hill Hospital has 24 beds.", "The ward has 32 beds."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "titled_so", "one", "other"), WORDED_OTHERWISE)
def test_one_name_in_two_titles_is_enough_beside_another_word(title: str, titled_so: str, one: str, other: str) -> None:
    assert _found((title, one), (titled_so, other)) == [Kind.NUMBER]


HALVES = [
    ("The camp at Orle Lake", "A letter from the camp at Orle Lake", "It takes place every July and lasts two weeks.", "It lasts three weeks, and the food is good.", Kind.NUMBER),
    ("The Varn net project", "A second visit to the Varn net project", "In 2010 the project counted 1,150 cases.", "In 2010 it counted 1,890 cases.", Kind.NUMBER),
    ("The cable car of Orle Hill", "On the cable car of Orle Hill", "In 2018 it carried 310,000 people.", "In 2018 the cable car carried 260,000 people.", Kind.NUMBER),
    ("Osk, the novel", 'Reading "Osk" again', "Tann wrote it in eleven weeks.", "Tann wrote it in five weeks.", Kind.NUMBER),
    ("The Orle observatory", "A night at the Orle observatory", "Visitors pay 60 crowns.", "Visitors pay 80 crowns.", Kind.NUMBER),
    ("Marsh sheep", "Keeping marsh sheep", "The breed was recognised in 1911.", "The breed was recognised in 1924.", Kind.DATE),
    ("The milk programme of Orle", "Memories of the milk programme of Orle", "The programme fed 3,200 children.", "It fed 4,100 children.", Kind.NUMBER),
    ("The ward of Orle", "A visit to the ward of Orle", "It was opened on 4 March 2009 and is led by Ina Sorel.", "It was opened on 4 March 2011.", Kind.DATE),
    ("The summer camp at Orle Lake", "Notes on the summer camp at Orle Lake", "The summer camp was founded in 1994 by Ina Sorel.", "The camp was founded in 1998.", Kind.DATE),
]  # fmt: skip


@pytest.mark.parametrize(("title", "titled_so", "one", "other", "kind"), HALVES)
def test_what_a_sentence_tells_besides_makes_no_difference(
    title: str, titled_so: str, one: str, other: str, kind: Kind
) -> None:
    assert _found((title, one), (titled_so, other)) == [kind]


COMPATIBLE = [
    ("Varn test", "The test was improved in 2011.", "The test was improved in 2019."),
    ("Varn Town", "The town won the cup on 3 May 1998.", "The town won the cup on 9 May 2004."),
    ("Varn Hall", "The hall was visited by Queen Ina.", "The hall was visited by King Olav."),
    ("Varn Hall", "The hall is closed on Mondays.", "The hall is closed on Tuesdays."),
    ("Varn Hall", "Critics say that the hall is not safe.", "The hall is safe."),
    ("Varn Hall", "The hall is not only used in winter.", "The hall is only used in winter."),
    ("Varn Hall", "Sales of its tickets rose in 2011.", "Sales of its tickets did not rise in 2011."),
    ("Varn Hall", "More than 60 people work in the hall.", "More than 300 people work in the hall."),
    ("Orle schools", "Public schools have 300 pupils.", "Private schools have 300 pupils."),
    ("Varn Hall", "The hall was opened on 3 May 1902.", "The hall was opened on 3 May 1902."),
    ("Varn Inn", "A single room costs 50 euros.", "A double room costs 50 euros."),
    ("Varn trial", "Patients with fever were given 40 pills.", "Patients without fever were given 40 pills."),
    ("Varn Hall", "The winner is Ina Sorel.", "The winner is Karl Tann."),
    ("Varn Hall", "Mould may be found in the hall.", "Mould may not be found in the hall."),
    ("Varn Hall", "Work on the hall takes about 29 days.", "Work on the hall takes about 31 days."),
]


@pytest.mark.parametrize(("title", "one", "other"), COMPATIBLE, ids=[one[1] for one in COMPATIBLE])
def test_what_may_both_be_true_is_no_contradiction(title: str, one: str, other: str) -> None:
    assert _found((title, one), (title, other)) == []


@pytest.mark.parametrize(("lead", "found"), [("Skelter is a lake.", [Kind.OPPOSITE]), ("Skelter is a town.", [])])
def test_a_name_is_that_of_the_lake_where_its_article_says_that_it_is_one(lead: str, found: list[Kind]) -> None:
    allowed = ("Lake Skelter", "Boats are allowed on the lake.")
    assert _found(("Skelter", "Boats are forbidden on the lake."), allowed, lead=lead) == found


def test_the_project_of_another_name_is_not_meant() -> None:
    assert _found(("The Varn net project", "It has 40 nurses."), ("Work in Varn", "The project has 60 nurses.")) == []
    assert (
        _found(("Rivers of Orle", "They carry 40 boats."), ("Rivers of Orle", "The rivers of Lisk carry 60 boats."))
        == []
    )


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Varn (river)", "Varn (town)"),
        ("Bridge of Varn", "Mayor of Varn"),
        ("Varn Bridge", "Orle Bridge"),
        ("Notes on Varn", "Notes on Orle"),
        ("A Night at the Orle", "The Orle"),
        ("The dome of the Varn Hall", "The Varn Hall"),
    ],
)
def test_other_things_are_not_held_against_each_other(title: str, other: str) -> None:
    assert _found((title, "It was registered in 1902."), (other, "It was registered in 1911.")) == []


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Die Kasse öffnet um 9 Uhr.", "Die Kasse öffnet um 11 Uhr."),
        ("fr", "Le billet coûte 12 euros.", "Le billet coûte 18 euros."),
        ("es", "El museo tiene 40 salas.", "El museo tiene 52 salas."),
    ],
)
def test_one_title_is_one_thing_in_every_language(language: str, one: str, other: str) -> None:
    assert _found(("Museo Orle", one), ("Museo Orle", other), language=language) == [Kind.NUMBER]


def _found(*articles: tuple[str, str], language: str = "en", lead: str = "") -> list[Kind]:
    claims = [
        Claim(str(i), str(i), text, language, titled=titled(title), qualified=qualifier(title), lead=lead)
        for i, (title, text) in enumerate(articles)
    ]
    return [one.kind for one in compared([each for claim in claims for each in statements(claim)]).found]
