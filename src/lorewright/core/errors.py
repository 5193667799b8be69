"""What can go wrong, as one tree. Each class knows its HTTP status and its code; `http/errors.py` makes the answer.

AppError                500 INTERNAL_ERROR
 ├─ BadInput            400 BAD_REQUEST          what was sent cannot be used, and the sentence says why
 │   └─ Unreadable      400 BAD_REQUEST          a file or text that no reader can make sense of
 ├─ NotFound            404 NOT_FOUND
 ├─ Conflict            409 CONFLICT
 ├─ TooLarge            413 PAYLOAD_TOO_LARGE
 ├─ Unsupported         415 UNSUPPORTED_MEDIA_TYPE
 ├─ ClientGone          499 CLIENT_GONE          for the log: who asked went away, so that nobody reads the answer
 ├─ BudgetExceeded      402 BUDGET_EXCEEDED      the month's cap leaves no room for this call
 ├─ ProviderFailed      502 PROVIDER_FAILED      a language model's provider answered with an error, or with nonsense
 │   └─ BrokenAnswer    502 PROVIDER_FAILED      ... after it had begun to answer, so that the call may have cost something
 ├─ ProviderTimeout     504 PROVIDER_TIMEOUT
 └─ Unavailable         503 SERVICE_UNAVAILABLE  for now: disk full, database locked; trying again may help
"""


class AppError(Exception):
    """The root; `detail` is a sentence for the person who asked, without paths, SQL or secrets."""

    status = 500
    code = "INTERNAL_ERROR"
    may_pass = False
    """Whether a job that ends so is tried again, after a while."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class BadInput(AppError):
    status = 400
    code = "BAD_REQUEST"


class Unreadable(BadInput):
    """No reader can make sense of these bytes; trying again cannot help."""


class NotFound(AppError):
    status = 404
    code = "NOT_FOUND"


class Conflict(AppError):
    status = 409
    code = "CONFLICT"


class TooLarge(AppError):
    status = 413
    code = "PAYLOAD_TOO_LARGE"


class Unsupported(AppError):
    status = 415
    code = "UNSUPPORTED_MEDIA_TYPE"


class ClientGone(AppError):
    status = 499
    code = "CLIENT_GONE"


class BudgetExceeded(AppError):
    status = 402
    code = "BUDGET_EXCEEDED"


class ProviderFailed(AppError):
    status = 502
    code = "PROVIDER_FAILED"


class BrokenAnswer(ProviderFailed):
    """The provider had begun to answer: the call may have cost something, as one does not that is refused at once."""


class ProviderTimeout(AppError):
    status = 504
    code = "PROVIDER_TIMEOUT"
    may_pass = True


class Unavailable(AppError):
    status = 503
    code = "SERVICE_UNAVAILABLE"
    may_pass = True
