"""What can go wrong, as one tree. Each class knows its HTTP status and its code; `http/errors.py` makes the answer.

AppError                500 INTERNAL_ERROR
 ├─ BadInput            400 BAD_REQUEST          what was sent cannot be used, and the sentence says why
 │   └─ Unreadable      400 BAD_REQUEST          a file or text that no reader can make sense of
 ├─ NotSignedIn         401 AUTHENTICATION_FAILED
 │   └─ TokenExpired    401 TOKEN_EXPIRED
 ├─ NotAllowed          403 INSUFFICIENT_PERMISSIONS
 ├─ Unwelcome           403 FORBIDDEN            it comes from where it may not
 ├─ NotFound            404 NOT_FOUND
 │   ├─ NoCollection    404 COLLECTION_NOT_FOUND it says which
 │   ├─ NoDocument      404 DOCUMENT_NOT_FOUND
 │   └─ NoPipeline      404 PIPELINE_NOT_FOUND
 ├─ Conflict            409 CONFLICT
 │   └─ SameCollection  409 DUPLICATE_COLLECTION
 ├─ TooLarge            413 PAYLOAD_TOO_LARGE
 ├─ TooMany             429 RATE_LIMIT_EXCEEDED  too many requests; it knows when one more is allowed
 ├─ Unsupported         415 UNSUPPORTED_MEDIA_TYPE
 ├─ Unprocessable       422 VALIDATION_ERROR     a value that there is not, where the interface has a sentence say which there are
 ├─ ClientGone          499 CLIENT_GONE          for the log: who asked went away, so that nobody reads the answer
 ├─ BudgetExceeded      402 BUDGET_EXCEEDED      the month's cap leaves no room for this call
 ├─ ProviderFailed      502 PROVIDER_FAILED      a language model's provider answered with an error, or with nonsense
 │   └─ BrokenAnswer    502 PROVIDER_FAILED      ... after it had begun to answer, so that the call may have cost something
 ├─ ProviderTimeout     504 PROVIDER_TIMEOUT
 └─ Unavailable         503 SERVICE_UNAVAILABLE  for now: disk full, database locked; trying again may help
     └─ Busy            503 SERVICE_UNAVAILABLE  others are served just now; it knows when to come again
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

    @property
    def about(self) -> dict[str, str]:
        """What the answer says beside the sentence."""
        return {}


class BadInput(AppError):
    status = 400
    code = "BAD_REQUEST"


class Unreadable(BadInput):
    """No reader can make sense of these bytes; trying again cannot help."""


class NotSignedIn(AppError):
    status = 401
    code = "AUTHENTICATION_FAILED"


class TokenExpired(NotSignedIn):
    code = "TOKEN_EXPIRED"


class NotAllowed(AppError):
    """It is another user's, or for the owner alone."""

    status = 403
    code = "INSUFFICIENT_PERMISSIONS"


class Unwelcome(AppError):
    """It comes from where it may not: another site's page, or a proxy."""

    status = 403
    code = "FORBIDDEN"


class NotFound(AppError):
    status = 404
    code = "NOT_FOUND"


class NoCollection(NotFound):
    code = "COLLECTION_NOT_FOUND"

    def __init__(self, collection_id: str) -> None:
        super().__init__("Collection not found")
        self._id = collection_id

    @property
    def about(self) -> dict[str, str]:
        return {"collection_id": self._id}


class NoDocument(NotFound):
    code = "DOCUMENT_NOT_FOUND"


class NoPipeline(NotFound):
    code = "PIPELINE_NOT_FOUND"


class Conflict(AppError):
    status = 409
    code = "CONFLICT"


class SameCollection(Conflict):
    code = "DUPLICATE_COLLECTION"


class TooLarge(AppError):
    status = 413
    code = "PAYLOAD_TOO_LARGE"


class TooMany(AppError):
    status = 429
    code = "RATE_LIMIT_EXCEEDED"

    def __init__(self, detail: str, headers: dict[str, str], retry_after_s: int) -> None:
        """`headers`: how many there may be, for the answer."""
        super().__init__(detail)
        self.headers = headers
        self.retry_after_s = retry_after_s


class Unsupported(AppError):
    status = 415
    code = "UNSUPPORTED_MEDIA_TYPE"


class Unprocessable(AppError):
    status = 422
    code = "VALIDATION_ERROR"


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


class Busy(Unavailable):
    def __init__(self, detail: str, retry_after_s: int) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s
