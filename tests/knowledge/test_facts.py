"""What is specific in a sentence: what the marks of a possessive, a compound, an amount or a name may not lose."""

import pytest

from lorewright.knowledge.evidence import check


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
