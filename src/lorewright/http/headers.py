"""The headers that every answer carries."""

from starlette.datastructures import MutableHeaders

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}


def complete(headers: MutableHeaders, request_id: str) -> None:
    headers["X-Request-ID"] = request_id
    for name, value in _ALWAYS.items():
        headers.setdefault(name, value)
