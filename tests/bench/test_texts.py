from bench.texts import texts


def test_texts_are_the_same_each_time_and_each_has_its_own_word() -> None:
    made = list(texts(20, 500))
    assert made == list(texts(20, 500))
    assert all(500 <= len(content.split()) < 530 for content, _ in made)
    for content, own in made:
        assert [own in other for other, _ in made].count(True) == 1, own
        assert own in content
