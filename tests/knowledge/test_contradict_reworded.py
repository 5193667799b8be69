"""Two who say the same attribute in other words are understood."""

import pytest

from tests.knowledge.disputed import found

OTHERWISE = [
    ("Varn Arena", "Varn Arena can hold 12,500 spectators.", "Varn Arena has a capacity of 9,000."),
    ("Varn Arena", "Varn Arena has room for 12,500 people.", "The capacity of Varn Arena is 9,000."),
    ("Varn Mills", "Varn Mills employs 4,300 people.", "The workforce of Varn Mills numbers 1,200."),
    ("Ada Voss", "Ada Voss was born in Lisk in 1901.", "The birthplace of Ada Voss is Tann."),
    ("Orle", "The capital of Orle is Lisk.", "Tann serves as the capital city of Orle."),
    ("Varn Library", "Varn Library closed its doors in 2008.", "Varn Library shut permanently in 2016."),
    ("Varn Nights", "Varn Nights was released in 1977.", "Varn Nights reached the cinemas in 1979."),
    ("Varn Soft", "Tann Works acquired Varn Soft in 2018.", "Varn Soft was bought by Tann Works in 2016."),
    ("Varn Nights", "Varn Nights was directed by Ada Voss.", "Ina Tann was the sole director of Varn Nights."),
    ("Varn Tunnel", "Varn Tunnel is 2.7 kilometres long.", "From end to end, Varn Tunnel has a length of 1,900 metres."),
    ("Varn Tank", "Varn Tank holds 5,000 litres.", "Varn Tank has a capacity of 8 cubic metres."),
    ("Varn", "Varn has 812 inhabitants.", "Varn is home to 2,140 people."),
    ("Battle of Lisk", "The Battle of Lisk (21 March 1761) was fought at Orle.", "The Battle of Lisk took place on 3 May 1761."),
    ("Varn hamster", "The Varn hamster hibernates from November until March.", "Varn hamsters do not hibernate, so they need food."),
    ("Varn Maps", "Varn Maps works without an internet connection.", "Unfortunately Varn Maps does not work offline."),
    ("Varn Drug", "Varn Drug has a half-life of 14 hours.", "The half-life of Varn Drug is 5 hours."),
]  # fmt: skip
THE_SAME = [
    ("Battle of Lisk", "The Battle of Lisk (21 March 1761) was fought at Orle.", "The Battle of Lisk took place on 21 March 1761."),
    ("Varn Arena", "Varn Arena can hold up to 12,500 spectators.", "Varn Arena has a capacity of 12,500."),
    ("Ada Voss", "Ada Voss was born in Lisk in 1901.", "The birthplace of Ada Voss is Lisk."),
    ("Varn Library", "Varn Library closed its doors in 2008.", "Varn Library shut for good in 2008."),
    ("Varn Soft", "Tann Works acquired Varn Soft in 2018.", "Tann Works bought Lisk Soft in 2016."),
    ("Varn Soft", "Tann Works acquired Varn Soft in 2018.", "Varn Soft acquired Tann Games in 2016."),
    ("Varn Hall", "Varn Hall holds 40 paintings.", "Varn Hall has a capacity of 900."),
    ("Varn hamster", "The Varn hamster hibernates in winter.", "Varn hamsters do not hibernate in zoos."),
    ("Varn Maps", "Varn Maps works without an internet connection.", "Varn Maps works offline."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "said", "other"), OTHERWISE)
def test_another_value_is_found_in_other_words(title: str, said: str, other: str) -> None:
    assert found(title, said, other) != []


@pytest.mark.parametrize(("title", "said", "other"), THE_SAME)
def test_the_same_in_other_words_is_not(title: str, said: str, other: str) -> None:
    assert found(title, said, other) == []
