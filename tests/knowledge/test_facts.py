"""What is specific in a sentence: what the marks of a possessive, a compound, an amount or a name may not lose."""

import pytest

from lorewright.knowledge.evidence import check, locate, still_stands


def passes(claim: str, quote: str, language: str | None = "en") -> bool:
    return check(claim, [quote], [quote], language).passed


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The king died in 1200.", "The king's mother died in 1200."),
        ("In 2019 Merkel resigned.", "In 2019 Merkel's deputy resigned."),
        ("Obama signed the bill.", "Obama's predecessor signed the bill."),
        ("Obama himself signed the bill.", "Obama’s predecessor signed the bill."),
        ("Acme again went bankrupt.", "Acme's rival went bankrupt."),
        ("ACME went bankrupt.", "ACME'S rival went bankrupt."),
        ("The patients died.", "The patients' dogs died."),
        ("Everyone died.", "Everyone's mother died."),
        ("McDonald's went bankrupt.", "McDonald's rival went bankrupt."),
        ("The king's wife died.", "The king's brother's wife died."),
        ("The friend's mother died.", "The friend of the king's mother died."),
        ("Acme sued Borealis.", "Acme sued Borealis's owner."),
        ("He died in 1200.", "His mother died in 1200."),
        ("It rose by 5 % in 2019.", "Its costs rose by 5 % in 2019."),
        ("The police hit him.", "The police hit his dog."),
    ],
)
def test_what_is_said_of_a_thing_is_not_said_of_its_owner(claim: str, quote: str) -> None:
    assert not passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The king's mother died.", "The king's mother died in 1200."),
        ("The patients' dogs died.", "The patients’ dogs died in June."),
        ("The company's chief resigned.", "The company's new chief resigned."),
        ("The company's chief left the firm.", "The company's head left the firm."),
        ("Acme shares rose.", "Acme's shares rose in June."),
        ("Acme's shares rose.", "Acme's (NYSE: ACM) shares rose."),
        ("Merkel resigned.", "Merkel resigned in view of Seehofer's speech."),
        ("The company is growing.", "The company's growing."),
        ("The king is dead.", "The king's already dead."),
        ("It is cold.", "It's very cold."),
    ],
)
def test_owner_stays_with_what_is_owned(claim: str, quote: str) -> None:
    assert passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("He has diabetes.", "He has pre-diabetes."),
        ("The model is linear.", "The model is non-linear."),
        ("He is the president of Acme.", "He is the vice-president of Acme."),
        ("He sells sugar drinks.", "He sells sugar-free drinks."),
        ("The father died.", "The father-in-law died."),
    ],
)
def test_compound_is_whole_or_left_out(claim: str, quote: str) -> None:
    assert not passes(claim, quote)


def test_compound_may_go_as_a_whole() -> None:
    assert passes("The author died in 1200.", "The well-known author died in 1200.")
    assert passes("The well-known author died.", "The well-known author died in 1200.")


RAISED = [
    ("106 cells were seen.", "10⁶ cells were seen."),
    ("10 cells were seen.", "10⁶ cells were seen."),
    ("10⁵ cells were seen.", "10⁶ cells were seen."),
    ("106 cells were seen.", "10^6 cells were seen."),
    ("102", "10²"),
    ("3500¹", "35001"),
    ("35①", "351"),
    ("10₂ is even.", "102 is even."),
    ("10-6 m is long.", "10⁻⁶ m is long."),
    ("1½ m is long.", "11⁄2 m is long."),
    ("1½ m is long.", "1¼ m is long."),
    ("1 m is long.", "1½ m is long."),
    ("The area is 5 m².", "The area is 5 m³."),
]


@pytest.mark.parametrize(("one", "other"), RAISED)
@pytest.mark.parametrize("language", ["en", "de", None])
def test_raised_digit_is_no_digit_of_the_line(one: str, other: str, language: str | None) -> None:
    assert not still_stands(one, other)
    assert not passes(one, other, language)
    assert not passes(other, one, language)


@pytest.mark.parametrize("text", [text for pair in RAISED for text in pair])
@pytest.mark.parametrize("language", ["en", None])
def test_what_was_quoted_with_a_raised_digit_still_stands(text: str, language: str | None) -> None:
    spaced = f"Once: {text}".replace(" ", "\n ")
    assert still_stands(text, text)
    assert still_stands(f"Once: {text}", spaced)
    assert check(f"Once: {text}", [f"Once: {text}"], [spaced], language).passed
    assert locate(text, f"{'It was so. ' * 9}{text} It was.") == (99, 99 + len(text))


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("There were 10^6 cells.", "There were 10⁶ cells in it."),
        ("There were 1 million cells.", "There were 10⁶ cells in it."),
        ("It is 1.5 m long.", "It is 1½ m long in winter."),
        ("CO2 levels rose in 2019.", "CO₂ levels rose in 2019 in Peru."),
        ("The area is 5 km2.", "The area is 5 km² in winter."),
        ("The area is 500 hectares.", "The area is 5 km² in winter."),
        ("The area is 5 m2.", "The area is 5 m² in winter."),
        ("It weighs 1,000 ng.", "It weighs 1 µg in winter."),
    ],
)
def test_number_may_be_written_without_raised_digits(claim: str, quote: str) -> None:
    assert passes(claim, quote)


def test_quote_in_line_is_found_where_its_digits_are_lowered_and_given_as_it_stands() -> None:
    text = "It was so. The H₂O and CO₂ of 10⁶ cells were 106. It was."
    assert locate("The H2O and CO2 of 10⁶ cells", text) == (11, 39)
    assert locate("of 106 cells", text) == (27, 39)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The p value was < 0.05.", "The p value was > 0.05."),
        ("The p value was 0.05.", "The p value was < 0.05."),
        ("The p value was < 0.05.", "The p value was 0.05."),
        ("< 5 % of them died.", "> 5 % of them died."),
        ("BMI >= 30 was seen.", "BMI <= 30 was seen."),
        ("A score ≥ 5 was seen.", "A score ≤ 5 was seen."),
        ("A score > 5 was seen.", "A score ≥ 5 was seen."),
        ("The pH > 7 held.", "The pH < 7 held."),
        ("Here x = 5 holds.", "Here x ≠ 5 holds."),
        ("Here x != 5 holds.", "Here x = 5 holds."),
        ("The sum A + B is known.", "The sum A - B is known."),
        ("The sum A - B is known.", "The sum A + B is known."),
        ("The value was 5 ± 2 in men.", "The value was 5 + 2 in men."),
        ("5 people came.", "~5 people came."),
        ("Men of 65 came.", "Men of 65+ came."),
        ("Sales ↑ 5% in 2019.", "Sales ↓ 5% in 2019."),
        ("The bar is 5' long.", 'The bar is 5" long.'),
        ("The bar is 5 long.", 'The bar is 5" long.'),
        ('The bar is 5" long.', "The bar is 5' long."),
        ("The angle is 5 now.", "The angle is 5° now."),
        ("The rate is 5 % here.", "The rate is 5 ‰ here."),
        ("The program is written in C#.", "The program is written in C."),
        ("The program is written in C.", "The program is written in C#."),
        ("HER2 tumours grew.", "HER2- tumours grew."),
        ("The deal cost ₩5 million.", "The deal cost ₽5 million."),
        ("The deal cost 5 € in winter.", "The deal cost 5 £ in winter."),
        ("The deal cost 5 in winter.", "The deal cost 5 € in winter."),
        ("Contains gluten.", "✗ Contains gluten."),
    ],
)
def test_sign_says_something(claim: str, quote: str) -> None:
    assert not passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The p value was below 0.05.", "The p value was < 0.05 in men."),
        ("A BMI ≥ 30 was seen.", "A BMI >= 30 was seen in 2019."),
        ("About 5 people came.", "~5 people came in winter."),
        ("Here x is 5.", "Here x = 5 in winter."),
        ("Sun and sea draw people.", "Sun & sea draw people in winter."),
        ("The rate is 0.5 % here.", "The rate is 5 ‰ here in winter."),
        ("The deal cost €5.", "The deal cost 5 € in winter."),
        ("The temperature was 37 °C.", "The temperature was 37 ° C in winter."),
        ("The temperature was 5 °C.", "The temperature was +5 °C in winter."),
        ("Rates rose from 5% to 10%.", "Rates rose from 5%-10% in winter."),
        ("The program is in C#.", "The program is in C# and Java."),
        ("Acme pumps sell well.", "Acme® pumps sell well in Peru."),
        ("The old town burned.", "> The old town burned in winter."),
        ("Sales rose 5%.", "● Sales rose 5% in winter."),
        ('He wrote "Catch 22" in 1961.', 'In 1961, he wrote "Catch 22".'),
    ],
)
def test_sign_may_be_written_otherwise_or_go_where_it_says_nothing(claim: str, quote: str) -> None:
    assert passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("York has a harbour.", "New York has a harbour."),
        ("Korea fired a missile.", "North Korea fired a missile."),
        ("Germany signed the treaty.", "East Germany signed the treaty."),
        ("England won the cup.", "New England won the cup."),
        ("Francisco grew in 1849.", "San Francisco grew in 1849."),
        ("The firm moved to York.", "The firm moved to York County."),
        ("Vitamin d helps bones.", "Vitamin c helps bones."),
        ("Take vitamin d daily.", "Take vitamin c daily."),
        ("He got vitamin a and zinc.", "He got vitamin b and zinc."),
        ("He has hepatitis b.", "He has hepatitis c."),
        ("He has hepatitis a.", "He has hepatitis b."),
        ("He has hepatitis b.", "He has hepatitis a."),
        ("He has hepatitis A.", "He has hepatitis B."),
        ("He has hepatitis.", "He has hepatitis B."),
        ("It is a Schedule i drug.", "It is a Schedule v drug."),
        ("The drug is in Schedule I.", "The drug is in Schedule V."),
        ("World War I ended in winter.", "World War V ended in winter."),
        ("The phase ii trial ended.", "The phase iii trial ended."),
    ],
)
def test_name_is_whole(claim: str, quote: str) -> None:
    assert not passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("New York has a harbour.", "New York has a harbour and a park."),
        ("Mozart played.", "Recently Mozart played in winter."),
        ("Obama signed the bill.", "President Obama signed the bill in winter."),
        ("Merkel resigned.", "Germany's Merkel resigned in winter."),
        ("Merkel resigned.", "Today Merkel resigned in Berlin."),
        ("He has hepatitis C.", "He has hepatitis c in winter."),
        ("He had a cold.", "He had a bad cold in winter."),
        ("The firm sold the by-product.", "The firm sold a by-product in winter."),
        ("I saw a man in Leeds.", "I saw a tall man in Leeds."),
        ('He wrote "A Tale" in 1900.', 'He wrote "A Tale" in 1900 in Peru.'),
    ],
)
def test_what_stands_beside_a_name_may_go(claim: str, quote: str) -> None:
    assert passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Sales in Europe rose.", "Sales outside Europe rose."),
        ("Sales outside Europe rose.", "Sales in Europe rose."),
        ("In Europe sales rose.", "Outside Europe sales rose."),
        ("Sales rose in Europe.", "Outside Europe, sales rose."),
        ("The firm sells in Europe.", "The firm sells outside Europe."),
        ("He lives in Leeds.", "He lives near Leeds."),
        ("He lives in Leeds.", "He lives for years near Leeds."),
        ("He stood beside the car.", "He stood behind the car."),
        ("He stood under the car.", "He stood in the car."),
        ("He jumped on the train.", "He jumped off the train."),
        ("He moved in during winter.", "He moved out during winter."),
        ("The key is in the box.", "The key is on the box."),
        ("The king of Spain won.", "The king in Spain won."),
        ("He shot the king.", "He shot at the king."),
        ("He shot at the king.", "He shot the king."),
        ("The drug was approved.", "The drug was conditionally approved."),
        ("The drug was approved in June.", "The drug was provisionally approved in June."),
        ("The drug was temporarily approved.", "The drug was conditionally approved."),
        ("The drug was approved in June.", "The drug was approved in principle in June."),
        ("The drug was approved in June.", "The drug was approved in June, subject to a trial."),
        ("He has diabetes.", "He has prediabetes."),
        ("The loss was $5 million.", "The loss was -$5 million."),
        ("5 °C was the low.", "-5 °C was the low."),
    ],
)
def test_place_and_proviso_stay(claim: str, quote: str) -> None:
    assert not passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The bridge opened in May 1932.", "The bridge opened on May 3, 1932."),
        ("The shop opened Monday.", "The shop opened on Monday in Leeds."),
        ("He was treated in the hospital.", "He was treated at the hospital in winter."),
        ("Sales rose in Europe.", "Sales rose sharply in Europe."),
        ("The firm sells pumps.", "The firm sells pumps in Europe."),
        ("All the patients came.", "All of the patients came in winter."),
        ("The study was carried out in 2019.", "The study was carried out in 2019 in Peru."),
    ],
)
def test_preposition_may_be_another_where_it_says_nothing(claim: str, quote: str) -> None:
    assert passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Lee was killed.", "The man who shot Lee was killed."),
        ("The company lost.", "The company lost a case."),
        ("Acme bought.", "Acme bought the rival firm in Peru."),
    ],
)
def test_subject_and_object_stay(claim: str, quote: str) -> None:
    assert not passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The king died.", "The king died the next day."),
        ("Sales of pumps rose.", "The report shows that sales of pumps rose."),
    ],
)
def test_time_and_manner_may_go(claim: str, quote: str) -> None:
    assert passes(claim, quote)
