"""When a job is tried again."""

BACKOFF_BASE_S = 1.0
BACKOFF_CAP_S = 60.0


def backoff_s(attempts: int) -> float:
    """Seconds to wait after the `attempts`-th failure that may pass: 1, 2, 4, ... at most a minute; 1 where none counts."""
    return float(min(BACKOFF_BASE_S * 2 ** max(0, attempts - 1), BACKOFF_CAP_S))
