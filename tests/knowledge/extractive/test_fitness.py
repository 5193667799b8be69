"""Which sentences stand by themselves, which point back, and what tidying drops."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.extractive.fitness import judge, judge_note, length_in_words, points_back, tidy
from lorewright.knowledge.extractive.lexicon import lexicon_of

ENGLISH = lexicon_of("en")


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("However, the dam held.", "The dam held."),
        ("In addition, the dam held.", "The dam held."),
        ("But the dam held.", "The dam held."),
        ("And yet, the dam held.", "The dam held."),
        ("But for the dam, the town would be gone.", "But for the dam, the town would be gone."),
        ("The dam held.[12][13]", "The dam held."),
        ("The dam [4] held [5–7].", "The dam held."),
        ("The dam held (Meyer et al., 2010; Ortiz, 2012).", "The dam held."),
        ("The dam held (Meyer and Ortiz, 2010a).", "The dam held."),
        ("The dam held (see Fig. 3).", "The dam held."),
        ("The dam was built (1911).", "The dam was built (1911)."),
        ("(a) The dam held.", "The dam held."),
        ("M. Durand held the dam.", "M. Durand held the dam."),
        ("• The dam\nheld.", "The dam held."),
        ("Price of Water — The dam held.", "The dam held."),
        ("Anna Berg – an engineer – built it.", "Anna Berg – an engineer – built it."),
        ("A dam held.", "A dam held."),
        ("NEW ULM, Ohio (DAM WIRE) -- Berg Dams held the dam.", "Berg Dams held the dam."),
        ("ULM, May 4, 2024 – Berg Dams held it.", "ULM, May 4, 2024 – Berg Dams held it."),
        ("ULM (AP) — The dam held.", "The dam held."),
        ("BACKGROUND: the dam held.", "The dam held."),
        ("Conclusion: The dam held.", "The dam held."),
        ("RESULTS: mRNA was found.", "mRNA was found."),
        ("DESIGN, SETTING, AND PARTICIPANTS A dam held.", "A dam held."),
        ("METHODS AND RESULTS In 12 of 14 towns the dam held.", "In 12 of 14 towns the dam held."),
        ("CONCLUSIONS/SIGNIFICANCE The dam held.", "The dam held."),
        ("RESULTS SHOW that the dam held.", "RESULTS SHOW that the dam held."),
        ("Results show that the dam held.", "Results show that the dam held."),
        ("Results The dam held.", "The dam held."),
        ("Conclusion It is better that the dam held.", "It is better that the dam held."),
        ("Research In Motion built it.", "Research In Motion built it."),
        ("METHODS USA and EU built dams.", "METHODS USA and EU built dams."),
    ],
)
def test_tidying_drops_only_what_alters_nothing(text: str, tidied: str) -> None:
    assert tidy(text, ENGLISH) == tidied


@given(st.text(st.sampled_from("aB. (),[1]However—x"), max_size=80))
def test_what_is_left_by_tidying_stands_in_the_text_in_order(text: str) -> None:
    rest = iter(text.casefold())
    assert all(character in rest for character in tidy(text, ENGLISH).casefold() if not character.isspace())


@pytest.mark.parametrize(
    "text",
    [
        "The reservoir supplies four towns with drinking water.",
        "We found that the reservoir lost a third of its water in 2019.",
        "There are four towns in the valley below the reservoir.",
        "It is known that the reservoir leaks in winter.",
        "This study measures the water of a reservoir over ten years.",
        "When the reservoir was full, it supplied four towns.",
        "In 1911, Anna Berg built the reservoir for four towns.",
        "Anna Berg said that she had built the reservoir herself.",
        "Revenue grew by 12 % to $4.2 million in the second quarter.",
        "Net tolls of $897 million were 5% lower than in the year 2019.",
        "Varn Island is the main island of the group and is located at 29°02′S 167°57′E\ufeff / \ufeff29.033°S 167.950°E\ufeff / -29.033; 167.950.",
        "A leak was present in 44 (47% [95% CI 37 to 58%]) dams of earth and 16 (17% [95% CI 10 to 26%]) others (OR 4.56; p < 0.001).",
        "The toll of 12 crowns covers the bridge and the gate.",
        "A dam of 40 metres holds the water of the valley.",
        "The balance sheet of the council was published in spring.",
        "The difference between the two dams is their granite.",
        "The towns paid for the gate and the remainder went to farmers.",
        "The towns pay a toll of 5% of the price, payable twice a year.",
        "At the end of 1911, towns employed more men, most of them from Ulm.",
        # A title that holds such a word is no heading before the sentence.
        "Anna Berg painted In Search of a Harbour in 1979.",
        "The Tide Is Rising was shown in the four towns of the valley.",
        "Before The Granite Harbour, Berg had never written a play.",
        "Anna Berg's The Harbour follows four towns through a flood.",
        "The part that was added to the story is 64 pages long.",
        "In the hall of the reservoir are two oak tables.",
        # Names and a date are most of what some sentences are made of.
        "Digging began on September 15, 2009.",
        "Digging ran from 2001 to 2007.",
        "The Old Granite Church, listed in the Register of Nordvik as Reformed Church of Ulm, is in Nordvik, Berg County, Northland.",
        # Verbs of both tenses.
        "The survey compared granite, oak and sandstone in four towns.",
        "Although rare, flooding occurs in towns of granite.",
        "In July and August the Varn sails with a crew of seven.",
        "The first team of Ulm plays in red shirts with white shorts.",
        "A spiral staircase of 217 steps leads up to the gallery.",
        "Pupils remember her cold hands and her hot chocolate.",
        # What tells a time, a thing or a way, and points nowhere.
        "Plans for the dam were approved in 1928, and work began in the following year.",
        "The library of Ulm was closed until the following May.",
        "The valley of Warren holds three square kilometres of ice and forest.",
        "Anna Berg took her meals at Varn Inn, at the table by the barometer.",
        "Item 4: The motion to sell the training ground was rejected.",
        "The sleeve shows a kettle, photographed from below.",
        "The tower of the granite church dates from 1612.",
        "The mills share a weir with the old church.",
        "Many people came to see the dam of the valley.",
        "Towns change their rivers with paper as well as with granite.",
        "Most visitors see dam and mill on one day.",
        "The waters of the lake generally maintain a temperature of 8 °C.",
        "In an average year 900 mm of rain falls on the valley.",
        "From spring to summer the share of silt decreases.",
        "The Four Towns Tour ended on April 30, 1987.",
        # A country's initials, a limit and what begins in lower case.
        "The U.S. Board on Geographic Names changed the name of the valley in 1978.",
        "Dams of > or = 6 metres held more than those <6 metres high.",
        "The median cost of a dam in four towns was US$ 1,460.",
        "A dam of granite costs $2.1 million.",
        "Ten years of rain raised the water by 13.7 percent at the dam (95 percent confidence interval, 12.0 to 15.5 percent), 10.3 percent at the mill (95 percent"
        " confidence interval, 8.1 to 12.4 percent), 5.4 percent at the ford (95 percent confidence interval, 3.5 to 7.4 percent), and 6.7 percent in Ulm (95 percent"
        " confidence interval, 4.4 to 9.1 percent) as compared with what was measured before the mill was closed.",
        "pH values of the lake were taken in four towns.",
        "Below Ulm the Varn has rapids but no weir.",
        "The dam is made of the following stones: granite, oak and sandstone.",
        "E. B. Varn wrote a book of the dam in 1961.",
        "The book of the dam was written by E. B. Varn in 1961.",
        "Second came The Dam by Stephen Orle, who also wrote a book of the mill.",
        "The Towns vs The Council was held in spring, with ten on each side.",
        "Varn Hall houses 151 students.",
        "Old Mill Bay Country Park covers 940 hectares.",
        "North Orle Harbour Company employed about 640 people.",
        "WHO first called for the dam in 1961.",
        # Verbs of a plural that stands further off, and of two.
        "Two towns on the south bank of the Varn lie under a thick layer of silt.",
        "The people of the valley regard the dam as a blessing.",
        "About 60 inches of rain fall on Ulm in a year.",
        "Ulm, Nordvik and Orle stand on the banks of the Varn.",
        "The gate above the mill still works.",
        "The plan calls for two gates and a ladder for fish.",
        # One figure makes no row, however short the sentence is.
        "The attendance was 48,732.",
        "The hall seats 1,200.",
        "The town had 12,741 people at the count of 2010 (down from 13,492 in 2000).",
        "260 rowers, 247 men and 13 women, took part in 100 races of 18 kinds.",
    ],
)
def test_sentences_that_stand_by_themselves(text: str) -> None:
    fitness = judge(text, ENGLISH)
    assert fitness.quality > 0.5
    assert not fitness.points_back


@pytest.mark.parametrize(
    "text",
    [
        "This shows a clear trend over the years.",
        "These results were confirmed by two teams.",
        "They moved the town uphill in spring.",
        "It was renamed after the war.",
        "Its walls are made of granite blocks.",
        "The latter was chosen by the council.",
        "Such dams are built of earth.",
        "In 1924, it was renamed by the council.",
        "On 16 June 1911, their four companies were joined.",
        "Despite this, the council built the dam.",
        "Both dams were built of granite.",
        "The increase in these regions was small.",
        "Because of this, the town was moved uphill.",
        "The agreement says that he will serve as chairman.",
        "The increase was due to a dry summer.",
        "In each case, the council had to pay.",
        "Another reason is the price of granite.",
        "There, the council met every spring.",
        "Many were built of granite from the valley.",
        "In 1924, the excess decreased because the towns drank more.",
        "The remainder was sold to farmers of the valley.",
        "The year over year variance largely reflects a dry summer.",
        "It holds 2,000 litres.",
        "It has 18,600 students.",
    ],
)
def test_sentences_whose_ground_stands_before_them(text: str) -> None:
    assert judge(text, ENGLISH).points_back


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Er wurde im Frühjahr fertig."),
        ("de", "Diese Talsperre versorgt vier Städte."),
        ("fr", "Il alimente quatre villes de la vallée."),
        ("es", "Este embalse abastece a cuatro ciudades."),
        ("it", "Questo bacino rifornisce quattro città."),
        ("pt", "Este reservatório abastece quatro cidades."),
        ("nl", "Dit meer voedt vier steden."),
        ("zh", "这座水库供应四个城镇。"),
        ("ja", "この貯水池は四つの町に水を供給する。"),
    ],
)
def test_pointing_back_in_other_languages(language: str, text: str) -> None:
    assert points_back(text, lexicon_of(language))


@pytest.mark.parametrize(
    "text",
    [
        "and the reservoir was full again.",
        "The reservoir supplies four towns and",
        "The reservoir supplies the following towns:",
        "What does the reservoir supply to the towns?",
        "Figure 3. Water level of the Reservoir by Year",
        "Introduction ........ 12",
        "Berg, A., Ortiz, L. (2012). Water in four towns. J. Hydrol. 12, 44-51.",
        "Water level | 12 | 14 | 19 million litres here.",
        "We use cookies policy to make this site better for everyone.",
        "All rights reserved by the council of the four towns.",
        "Below are the tolls of both towns.",
        "The reservoir supplies the following towns and mills.",
        "See Note 5 for the water that was sold to the towns.",
        "The water sold to towns is described in the table below.",
        "for i in range(10): print(dam(i)) ends the loop.",
        "Read more about dams at https://dams.example and more.",
        "The (reservoir supplies four towns with water.",
        'He said "the dam is full and left the room.',
        "Water Supply Of Four Towns By The River Council.",
        "12 14 19 22 27 31 litres in 2019 2020 2021.",
        "Water towns granite valley dam.",
        "Purchase of abandoned granite quarries from other towns.",
        "A loss of about 2% related to leaks in the granite dam.",
        "The price of water In general the council sets the price.",
        "Opening of the dam In March 2011 the council set a price.",
        "Towns and Water Our Domestic gates open in spring.",
        "Gates and Water The council set a price in spring.",
        "Outlook The River Council sets the price of water.",
        "A. B. Varn and C. D. Orle, The dam is full of water, 2001.",
        "As Figure 3 shows, the council set a price in spring.",
        "For the water that was sold to the towns, see the map.",
        "Adjusted toll of 12 crowns and net cost of $848 million, in line with the plan provided in May.",
        "Outlook for 2024: Net toll of 67-71 cents per boat.",
        "A gain of approximately 2% related to water rights, assuming rates prevail.",
        "The crack did not af ect the granite dam of the valley in winter.",
        "Who first called for the dam in 1961.",
        "Granite adults 151 children 220 dogs 12.",
        "Dams of granite in towns of the valley.",
        "Total water was 12 14 19 22 27 31 40.",
    ],
)
def test_what_is_no_sentence_is_unfit(text: str) -> None:
    assert judge(text, ENGLISH).quality == 0


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Buy milk tomorrow", True),
        ("Bring:", False),
        ("f(x)", False),
        ("", False),
        ("x" * 900, False),
        ("12-44", False),
    ],
)
def test_lines_of_a_note(text: str, fits: bool) -> None:
    assert bool(judge_note(text).quality) is fits


@pytest.mark.parametrize(("text", "words"), [("Four towns drink.", 3), ("四个城镇用水", 3), ("ok", 1)])
def test_length_in_words(text: str, words: int) -> None:
    assert length_in_words(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "Tolls of $897 million were 5% lower than the same quarter last year.",
        "Tolls of the bridge were in line with the prior year because of a dry summer.",
        "The price of water increased by 8% due to a dry summer.",
    ],
)
def test_a_change_without_its_time_counts_less(text: str) -> None:
    assert 0 < judge(text, ENGLISH).quality < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "This review will discuss how the dams of the valley were built.",
        "The aim of this study was to measure the dams of the valley.",
        "In this paper we describe how the dams of the valley were built.",
        "We therefore examined whether the dams of the valley hold.",
    ],
)
def test_what_only_says_what_was_set_out_to_do_counts_less(text: str) -> None:
    found = judge("This review found that the dams of the valley were built badly.", ENGLISH)
    assert 0 < judge(text, ENGLISH).quality < found.quality / 2


def test_what_every_house_says_of_its_good_will_counts_less() -> None:
    said = judge("We are committed to better water for everyone in the valley.", ENGLISH)
    assert 0 < said.quality < judge("We are the owners of the water for everyone in the valley.", ENGLISH).quality / 2
