import random

from bench.mix import Fed, Shelf


def test_what_is_lent_is_not_taken_off() -> None:
    draw = random.Random(1)
    shelf = Shelf([Fed("a", "oa", "text of a", ready=True), Fed("b", "ob", "text of b")])
    with shelf.lent(draw, ready=True) as one, shelf.lent(draw, ready=True) as again:
        assert one is again is not None
        taken = shelf.taken(draw)
        assert taken is not None
        assert taken.id == "b"
        assert shelf.taken(draw) is None
    assert shelf.taken(draw) is one
    assert shelf.size() == 0


def test_only_what_is_ready_is_lent_as_ready() -> None:
    draw = random.Random(1)
    shelf = Shelf([])
    with shelf.lent(draw, ready=True) as nothing:
        assert nothing is None
    shelf.add(Fed("a", "oa", b"a file"))
    assert shelf.waiting() == 1
    with shelf.lent(draw, ready=True) as nothing, shelf.lent(draw, ready=False) as one:
        assert nothing is None
        assert one is not None
        one.ready = True
    assert shelf.waiting() == 0
