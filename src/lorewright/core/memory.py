"""How much memory the C library keeps for itself, and how often Python looks for what nobody holds.

Other C libraries than glibc have none of these doors, and are left alone.
"""

import ctypes
import gc
import threading

_M_ARENA_MAX = -8
ARENAS = 2
GIVE_BACK_S = 10.0
"""It takes two milliseconds."""
_YOUNG = 50_000
"""New objects after which Python looks for garbage that refers to itself, where it would after 700; two older generations each twenty times as seldom."""


def share_arenas() -> None:
    """From now on all threads take memory from the same two places, where glibc would give them eight for each core.

    Each keeps what it once needed at most; with eight clients that search, sixteen of them held 30 MB more. (mallopt(3))
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, ARENAS)


def give_back() -> None:
    """Returns to the system what lies free between what is in use, which would grow by some megabytes an hour. (malloc_trim(3))"""
    malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if malloc_trim is not None:
        malloc_trim(0)


def give_back_regularly() -> None:
    """As `give_back`, each so many seconds as long as the process lives."""

    def go_on() -> None:
        pause = threading.Event()
        while not pause.wait(GIVE_BACK_S):
            give_back()

    threading.Thread(target=go_on, name="memory", daemon=True).start()


def collect_seldom() -> None:
    """Where much is read that is held to the end, as a report holds the statements of a wiki, looking through it again and again takes
    three times as long as reading it; and who asks for a list of thousands waited 200 ms for it now and then.
    """
    gc.set_threshold(_YOUNG, 20, 20)
