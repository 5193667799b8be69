"""Being told of the commits of whoever writes, in a process that is there for this alone. Reads end with commits too, which change nothing."""

from collections.abc import Callable

from lorewright.db.transaction import Transaction


def _unheard() -> None:
    pass


def tell_of_commits(begun: Callable[[], None] = _unheard, done: Callable[[], None] = _unheard) -> None:
    """`begun` right before each, `done` right after it."""
    commit = Transaction.commit

    def commit_and_tell(self: Transaction) -> None:
        begun()
        commit(self)
        done()

    Transaction.commit = commit_and_tell  # type: ignore[method-assign]  # of this process alone
