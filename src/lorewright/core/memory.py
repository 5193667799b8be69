"""How much memory the C library keeps for itself."""

import ctypes

_M_ARENA_MAX = -8
ARENAS = 2


def share_arenas() -> None:
    """From now on all threads take memory from the same two places, where glibc would give them eight for each core.

    Each keeps what it once needed at most; with eight clients that search, sixteen of them held 30 MB more. Other C libraries
    have no such places. (mallopt(3))
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, ARENAS)
