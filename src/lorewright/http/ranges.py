"""A part of something long, such as the middle of an audio (RFC 9110, sections 13 and 14). One part for each request."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from lorewright.http.errors import answer, may_answer

_RANGE = re.compile(r"\s*([0-9]*)-([0-9]*)\s*", re.ASCII)
_DIGITS = 18
"""Of a number that no size reaches."""

MAY_ANSWER: dict[int | str, dict[str, Any]] = {
    200: {"description": "All of it", "content": {"audio/*": {"schema": {"type": "string", "format": "binary"}}}},
    206: {"description": "The part that `Range` asks for", "content": {"audio/*": {}}},
    304: {"description": "It is still what `If-None-Match` names"},
    **may_answer(404, 416),
}
"""For `responses` of the routes that answer with `ranged`."""


class Part(NamedTuple):
    """Of something in bytes: from `start` to before `end`."""

    start: int
    end: int


class NotSatisfiableError(Exception):
    """There is no such part; the sentence says why."""


def ranged(
    request: Request,
    size: int,
    read: Callable[[int, int], Iterator[bytes]],
    *,
    etag: str,
    media_type: str,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """All of it, or the part that the request asks for: 200, 206, 304, or 416 where there is no such part.

    `size`: in bytes. `read(start, end)`: bytes from `start` to before `end`, piece by piece; called only for what is sent. `etag`:
    names the content, without quotes. `headers`: of an answer that has a body. Never held in memory whole.
    """
    tag = f'"{etag}"'
    about = {"ETag": tag, "Accept-Ranges": "bytes"}
    if _matches(request.headers.get("if-none-match"), tag):
        return Response(status_code=304, headers=about)
    about.update(headers or {})
    try:
        part = _wanted(request, size, tag)
    except NotSatisfiableError as error:
        refused = answer(416, str(error), "RANGE_NOT_SATISFIABLE")
        refused.headers.update({"Content-Range": f"bytes */{size}", "Accept-Ranges": "bytes"})
        return refused
    status, wanted = (200, Part(0, size)) if part is None else (206, part)
    if part is not None:
        about["Content-Range"] = f"bytes {part.start}-{part.end - 1}/{size}"
    about["Content-Length"] = str(wanted.end - wanted.start)
    return StreamingResponse(read(*wanted), status, about, media_type)


def part_of(value: str, size: int) -> Part | None:
    """What a `Range` header asks of so many bytes; None where it is in another unit and so does not count.

    Raises `NotSatisfiableError`. Several parts are refused as soon as a comma is seen: putting them together is work that a
    request of a few bytes could ask for without end, and no player does.
    """
    unit, is_set, wanted = value.partition("=")
    if not is_set or unit.strip().lower() != "bytes":
        return None
    if "," in wanted:
        raise NotSatisfiableError("Ask for one range of bytes at a time.")
    found = _RANGE.fullmatch(wanted)
    if found is None or not (found[1] or found[2]):
        raise NotSatisfiableError("The Range is not understood: bytes=0-499, bytes=500- and bytes=-500 are.")
    if not found[1]:
        start, end = max(0, size - _number(found[2])), size
    else:
        start = _number(found[1])
        end = min(size, _number(found[2]) + 1) if found[2] else size
    if not start < end:
        raise NotSatisfiableError(f"There is no such range: there are {size} bytes.")
    return Part(start, end)


def _wanted(request: Request, size: int, tag: str) -> Part | None:
    """None for all of it: without a range, or where what the client has a part of is no longer this."""
    asked = request.headers.getlist("range")
    if not asked or request.headers.get("if-range", tag) != tag:
        return None
    return part_of(", ".join(asked), size)


def _matches(named: str | None, tag: str) -> bool:
    """Whether `If-None-Match` names it; here a tag marked as weak counts too."""
    if named is None:
        return False
    return named.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in named.split(","))


def _number(digits: str) -> int:
    """However many digits there are: reading thousands of them takes long, or fails."""
    return int((digits.lstrip("0") or "0")[: _DIGITS + 1])
