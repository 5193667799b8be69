"""Scripts of texts: what is said, in which order, for how long, and what it rests on."""

import re
from collections.abc import Sequence
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.passages import cut
from lorewright.knowledge.script.aloud import defined, is_aloud, leans_on_another
from lorewright.knowledge.script.base import Chapter, Exchange, Line, Pace, Script, Speaker, Statement, Told, Topics
from lorewright.knowledge.script.extracted import chapter_of, rebuilt
from lorewright.knowledge.script.headings import name_of, topic_of
from lorewright.knowledge.script.hosting import APART, Host, dialogue
from lorewright.knowledge.script.named import named
from lorewright.knowledge.script.phrases import HOSTED
from lorewright.knowledge.script.planning import CHAPTER_PAUSE_S, PAUSE_S, in_order, scripted, shortage
from lorewright.reading import read
from lorewright.reading.base import BlockKind
from tests.makers.lectures import RUSSIAN_MILL, SALT_GARDENS, TIDE_MILL

PACE = {Speaker.HOST: Pace(17.0), Speaker.EXPERT: Pace(18.0)}


def told(text: str, name: str = "mill", title: str | None = None, language: str | None = "en") -> Told:
    reading = read(text.encode(), "text", f"{name}.md")
    return Told(name, f"text-{name}", title or reading.title or name, language, list(cut(reading, name)))


MILL = told(TIDE_MILL, "mill", "The tide mill of Harwen")
SALT = told(SALT_GARDENS, "salt", "Salt gardens")


def chapters() -> list[Chapter]:
    return [chapter_of(MILL), chapter_of(SALT)]


def length(script: Script) -> float:
    turns = sum(one.chapter is not None for one in script.lines)
    spoken = sum(PACE[one.speaker].seconds(one.spoken) + PAUSE_S for one in script.lines)
    return spoken + turns * (CHAPTER_PAUSE_S - PAUSE_S)


def answers(script: Script) -> Sequence[Line]:
    return [one for one in script.lines if one.grounds]


def test_the_passages_give_back_the_text_with_its_headings() -> None:
    reading = rebuilt(MILL)
    assert reading.content == MILL.content
    headings = [reading.content[one.start : one.end] for one in reading.blocks if one.kind is BlockKind.HEADING]
    assert headings == ["The tide mill of Harwen", "The pond", "The wheels", "The end of the mill"]


def test_every_answer_is_words_of_the_place_it_rests_on() -> None:
    script = scripted("Tides", chapters(), 180, PACE)
    contents = {one.text_id: one.content for one in (MILL, SALT)}
    assert answers(script)
    for line in answers(script):
        assert line.speaker is Speaker.EXPERT
        quotes = " ".join(contents[one.text_id][one.start : one.end] for one in line.grounds)
        assert " ".join(line.text.split()) in " ".join(quotes.split()) or all(
            sentence.lower() in quotes.lower() for sentence in re.split(r"(?<=[.]) ", line.text)
        )


def test_an_episode_opens_asks_answers_and_closes() -> None:
    script = scripted("Tides", chapters(), 180, PACE)
    speakers = [one.speaker for one in script.lines]
    assert script.lines[0].text.startswith("Welcome to Tides. Today we talk about 2 texts: ")
    assert script.lines[-1].text == "This was Tides. Goodbye."
    assert all(one is not other for one, other in pairwise(speakers))
    assert sorted(one.chapter for one in script.lines if one.chapter) == ["Salt gardens", "The tide mill of Harwen"]


def test_a_question_fits_its_answer() -> None:
    script = scripted("Tides", chapters(), 240, PACE)
    asked = {one.text: other.text for one, other in zip(script.lines, script.lines[1:], strict=False) if other.grounds}
    of_definition = next(answer for question, answer in asked.items() if "What is the tide mill of Harwen?" in question)
    assert of_definition.startswith("The tide mill of Harwen is a water mill")
    for question, answer in asked.items():
        topic = re.search(r"about (?:the )?(.+?)\?$", question)
        if topic:
            words = [one.lower() for one in topic[1].split() if len(one) > 3]
            assert any(one.rstrip("s") in answer.lower() for one in words), (question, answer)


@pytest.mark.parametrize("seconds", [60, 90, 120, 150])
def test_it_is_as_long_as_was_asked_where_there_is_enough_to_say(seconds: int) -> None:
    script = scripted("Tides", chapters(), seconds, PACE)
    assert length(script) == pytest.approx(seconds, rel=0.1)
    assert shortage(length(script), seconds) is None


def test_it_is_shorter_with_a_note_where_there_is_not_and_says_nothing_twice() -> None:
    twice = [*chapters(), chapter_of(told(TIDE_MILL, "copy", "The tide mill of Harwen"))]
    script = scripted("Tides", twice, 1_800, PACE)
    assert length(script) < 600
    assert "nothing is repeated" in (shortage(length(script), 1_800) or "")
    said = [sentence for one in answers(script) for sentence in re.split(r"(?<=[.]) ", one.text)]
    assert len(said) == len(set(said))


def test_what_only_the_eye_can_follow_is_not_said() -> None:
    shown = """# Gates

The gate is a door of oak that shuts the pond at high water. As shown in Figure 3, its hinges are on the upper side.
We think that it is beautiful. See the table below for its size. Call `open_gate()` to open it. Subscribe to our newsletter today.

| part | size |
|---|---|
| door | 3 m |
"""
    said = " ".join(one.answer for one in chapter_of(told(shown, "gates")).exchanges)
    assert "door of oak" in said
    for word in ("Figure", "think", "table", "open_gate", "newsletter", "3 m"):
        assert word not in said


def test_numbers_are_shown_as_written_and_said_as_spoken() -> None:
    lines = answers(scripted("Tides", chapters(), 600, PACE))
    line = next(one for one in lines if "12,000 cubic metres" in one.text)
    assert "twelve thousand cubic metres" in line.spoken
    assert not any(map(str.isdigit, line.spoken))


def test_an_episode_is_held_in_the_language_of_its_texts() -> None:
    german = """# Die Gezeitenmühle

Die Gezeitenmühle ist eine Wassermühle, die vom Meer angetrieben wird. Sie steht an der Mündung des Flusses, und das Wasser steigt dort
zweimal am Tag um vier Meter. Das Mehl wurde in der Mühle bis 1911 gemahlen, und dann war der Teich für lange Zeit trocken.
"""
    script = scripted("Gezeiten", [chapter_of(told(german, "muehle", language="de"))], 60, PACE)
    assert script.lines[0].text.startswith("Willkommen zu Gezeiten. Heute sprechen wir über einen Text")
    assert {one.language for one in script.lines} == {"de"}
    assert any("bis 1911" in one.spoken for one in script.lines)


def test_an_episode_is_held_in_one_language() -> None:
    german = "Die Mühle steht an der Mündung des Flusses, und das Wasser steigt dort zweimal am Tag um vier Meter."
    script = scripted("Tides", [*chapters(), chapter_of(told(german, "muehle", language="de"))], 120, PACE)
    assert not any("Mühle" in one.text for one in script.lines)
    assert any("one language" in one for one in script.notes)


def test_a_collection_without_running_text_has_nothing_to_say() -> None:
    rows = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 40
    script = scripted("Rows", [chapter_of(told(rows, "rows"))], 60, PACE)
    assert not answers(script)


RUSSIAN = told(RUSSIAN_MILL, "mill", "Приливная мельница Харвена", "ru")
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


@pytest.mark.parametrize("title", ["Tides", "Приливы"])
@pytest.mark.parametrize("texts", [1, 3])
def test_an_english_host_has_no_word_of_a_language_that_it_does_not_speak(title: str, texts: int) -> None:
    chapter = chapter_of(RUSSIAN)
    asked = chapter.exchanges[0]._replace(
        topics=Topics(asked="Что такое приливная мельница?"), terms=frozenset("asked")
    )
    parts = [chapter._replace(exchanges=(one,)) for one in (asked, *chapter.exchanges[1:3])]
    script = scripted(title, parts[:texts], 300, PACE)
    for line in script.lines:
        assert bool(CYRILLIC.search(line.text)) == (line.language == "ru"), line
    heard = [one.text for one in script.lines if one.speaker is Speaker.HOST and one.language == "ru"]
    assert heard == [
        *([title] if title == "Приливы" else []),
        "Приливная мельница Харвена",
        "Что такое приливная мельница?",
        *["Приливная мельница Харвена"] * (texts - 1),
    ]
    assert len([one for one in script.lines if one.chapter]) == texts


TOPICS = st.builds(
    Topics,
    defined=st.sampled_from(["", "What is a weir?"]),
    heading=st.sampled_from(["", "the pond", "the wheels", "How does it work?"]),
    phrase=st.sampled_from(["", "the pond", "clay"]),
    named=st.lists(st.sampled_from(["Harwen", "clay", "the gate"]), max_size=2).map(tuple),
    year=st.sampled_from(["", "1911"]),
)


@given(st.lists(st.lists(TOPICS, min_size=1, max_size=9), min_size=1, max_size=12), st.sampled_from(sorted(HOSTED)))
@settings(max_examples=60)
def test_no_question_that_names_something_comes_twice_and_no_other_soon_again(
    asked: list[list[Topics]], language: str
) -> None:
    def exchange(topics: Topics, place: int) -> Exchange:
        return Exchange(topics, (Statement("It is so.", ()),), place, 1.0, frozenset())

    chapters = [
        Chapter(f"Text {n}", language, f"{n}", tuple(map(exchange, topics, range(len(topics)))), frozenset())
        for n, topics in enumerate(asked)
    ]
    host = Host.of(language)
    lines = [one.text for one in dialogue(chapters, host) if one.speaker is Speaker.HOST]
    general = {*host.phrases.about, *host.phrases.more}
    questions = [next((one for one in general if text.endswith(one)), text) for text in lines]
    for place, question in enumerate(questions):
        since = questions[max(0, place - APART) : place] if question in general else questions[:place]
        assert question not in since


def test_an_answer_without_a_heading_is_asked_for_by_what_it_begins_with_or_names() -> None:
    def is_name(word: str) -> bool:
        return word in ("Harwen", "Agnes", "Torre")

    cases = {
        "The old gate was closed at noon.": ["the old gate"],
        "Agnes Torre sold the stones in Harwen.": ["Agnes Torre", "Harwen"],
        "A society of neighbours has bought the mill.": ["a society of neighbours"],
        "Rain in August could destroy the harvest.": ["rain in August"],
        "Two in five were sold.": [],
        "The reason for it was simple.": [],
        "It was sold in March to a man from Harwen.": ["Harwen"],
        "It was sold to the NFL in Harwen.": ["the NFL", "Harwen"],
        "There are many who know.": [],
        "The reason was simple.": [],
        "They could see it.": [],
        "The 20th Century Fox was there BEFORE noon.": [],
    }
    assert {text: list(named(text, "en", is_name)) for text in cases} == cases
    assert list(named("Der Teich fasst viel Wasser.", "de", is_name)) == ["Teich"]
    assert list(named("La digue retient l'eau.", "fr", is_name)) == ["la digue"]
    assert list(named("La gran puerta se abre.", "es", is_name)) == []
    assert list(named("Пруд вмещает много воды.", "ru", is_name)) == []


def _text(title: str, *terms: str) -> Chapter:
    own = frozenset((*terms, *Words("en").terms(title)))
    return Chapter(title, "en", title, (), own)


def test_what_a_text_speaks_of_is_told_before_it_and_the_general_before_the_special() -> None:
    mill = _text("The tide mill", "sea", "water", "flour")
    salt = _text("Salt gardens", "sea", "water", "sun", "tide", "mill", "crust", "rake")  # speaks of the tide mill
    fish = _text("Smoked fish", "salt", "garden", "oven", "smoke", "alder")  # speaks of the salt gardens
    for chapters in permutations([mill, salt, fish]):
        assert [one.title for one in in_order(chapters)] == ["The tide mill", "Salt gardens", "Smoked fish"]
    # Where none speaks of another: first what has most to do with the others.
    coast = _text("A coast", "sea", "water", "sun")
    wind = _text("Windmills", "sea", "sun", "sail", "oak", "miller", "gear")
    bread = _text("Bread", "flour", "oven", "water", "yeast", "crust", "salt")
    for chapters in permutations([coast, wind, bread]):
        assert next(iter(in_order(chapters))).title == "A coast"


def test_texts_that_speak_of_each_other_are_told_all_the_same() -> None:
    one, other = _text("Mill", "pond", "sea"), _text("Pond", "mill", "oak", "clay")
    assert [part.title for part in in_order([other, one])] == ["Mill", "Pond"]


@pytest.mark.parametrize(
    ("heading", "topic"),
    [
        ("2.1 The pond", "the pond"),
        ("THE POND", "the pond"),
        ("How does it work?", "How does it work?"),
        ("Introduction", ""),
        ("Chapter 3", ""),
        ("API v2.0 (beta)", ""),
        ("You should read this", ""),
    ],
)
def test_a_heading_is_asked_about_where_it_names_something(heading: str, topic: str) -> None:
    assert topic_of(heading, lambda _: False) == topic


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Mozilla - Wikipedia", "Mozilla"),
        ("A flaw in a game | Some Site", "A flaw in a game"),
        ("war-and-peace", "War and peace"),
        ("CHAPTER 1", "Salt gardens"),
        ("", "Salt gardens"),
        ("Salt gardens", "Salt gardens"),
    ],
)
def test_a_text_is_called_by_what_its_title_says(title: str, name: str) -> None:
    assert name_of(title, ["salt gardens"]) == name


def test_what_something_is_can_be_asked_for() -> None:
    def is_name(word: str) -> bool:
        return word in ("Ada", "Harwen")

    assert defined("A weir is a low dam across a river.", is_name) == "What is a weir?"
    assert defined("Ada Lovelace was an English mathematician.", is_name) == "Who was Ada Lovelace?"
    assert defined("There is a dam.", is_name) == ""
    assert defined("It is a dam.", is_name) == ""
    assert defined("The dam broke.", is_name) == ""


def test_a_sentence_that_leans_on_another_begins_nothing() -> None:
    for text in (
        "Soon after, the mill was sold.",
        "One day later the gate fell.",
        "The mill also had a bell.",
        "But it fell.",
        "Because hardly a day of the summer was dry.",
        "About the only thing that helped was to ignore them.",
    ):
        assert leans_on_another(text), text
    for text in (
        "The mill had a bell.",
        "The millers knew that they were late.",
        "Many a miller asked himself what they want.",
    ):
        assert not leans_on_another(text), text
    assert is_aloud("The mill had a bell.")


def test_a_word_that_only_describes_is_not_asked_about() -> None:
    text = """
The ponds of Harwen are salty enough to turn red in the summer, and the birds come from far away to feed in them.

The salty crust is sold in the town, and what is left of it goes to the fishermen in the harbour.
"""
    asked = [
        one.text for one in scripted("S", [chapter_of(told(text, title="Salty"))], 60, PACE).lines if not one.grounds
    ]
    assert len(asked) > 1
    assert not [one for one in asked if "about salty" in one]


def test_a_long_title_does_not_stand_within_a_sentence() -> None:
    long = "New mill of the river makes it easy to grind all of the flour"
    script = scripted("Tides", [chapter_of(told(TIDE_MILL, "mill", long)), chapter_of(SALT)], 150, PACE)
    [lead] = [one.text for one in script.lines if f"text is called “{long}”. " in one.text]
    assert "“" not in next(one.spoken for one in script.lines if one.text == lead)
