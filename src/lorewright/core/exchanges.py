"""What an exchange over the network came to, whoever it was with."""

from datetime import datetime
from email.utils import parsedate_to_datetime


def never_reached() -> tuple[type[Exception], ...]:
    """With these nothing was sent: who was to be asked has done nothing."""
    import httpcore  # takes a while to load, and is there where something was asked

    return (httpcore.ConnectError, httpcore.ConnectTimeout, httpcore.ProxyError, httpcore.UnsupportedProtocol)


def is_untrusted(error: Exception) -> bool:
    """Whether it was not reached because its certificate is not valid."""
    return "CERTIFICATE_VERIFY_FAILED" in str(error)


def retry_after_s(value: str, now: datetime) -> float | None:
    """Seconds of a `Retry-After`, from a number of them or a date. None where it says nothing of use."""
    if value.strip().isascii() and value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - now).total_seconds())
    except (ValueError, TypeError, OverflowError):  # no date, or one without a zone
        return None
