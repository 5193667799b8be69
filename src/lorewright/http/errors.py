"""Errors as answers: `{"detail", "error_code"}`, never a path, SQL, a trace, or what was sent."""

from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Match

from lorewright.core.errors import AppError, Busy, TooMany, Unavailable
from lorewright.http import headers

log = structlog.get_logger()

CODES = {
    400: "BAD_REQUEST",
    401: "AUTHENTICATION_FAILED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    408: "REQUEST_TIMEOUT",
    413: "PAYLOAD_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    416: "RANGE_NOT_SATISFIABLE",
    431: "HEADERS_TOO_LARGE",
}


class ErrorBody(BaseModel):
    """What every error answers."""

    detail: str
    error_code: str


class FaultBody(ErrorBody):
    request_id: str


class InvalidField(BaseModel):
    type: str
    loc: list[str | int]
    msg: str


class InvalidBody(BaseModel):
    """What is wrong, field by field, without what was sent."""

    detail: list[InvalidField]
    error_code: str


class TooManyBody(ErrorBody):
    retry_after: int
    """Seconds."""


_MODELS: dict[int, type[BaseModel]] = {422: InvalidBody, 429: TooManyBody, 500: FaultBody}
_MEANINGS = {
    400: "What was sent cannot be used; `detail` says why",
    401: "There is no token or session, or it does not count",
    402: "The month's budget for language models leaves no room for it",
    403: "It is not the caller's to do, came through a proxy, or writes from a page of another origin",
    404: "It is not there",
    408: "The body stopped coming",
    409: "It was changed or deleted meanwhile; `detail` says what to do",
    413: "The body is over its limit",
    415: "The body is not said to be JSON",
    416: "There is no such range of bytes, or there are several in one request",
    429: "Too many requests; `retry_after` says when one more is allowed",
    422: "A value is not what it must be; `detail` lists each",
    500: "Something went wrong inside; the log tells what under this `request_id`",
    502: "The provider of the language model fails, or gives no usable answer; `detail` says why",
    504: "The provider of the language model takes too long",
    503: "Not for now, as with a full disk or without the database; `detail` says why",
}


def may_answer(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For `responses` of the routes that may answer these errors."""
    return {one: {"model": _MODELS.get(one, ErrorBody), "description": _MEANINGS[one]} for one in statuses}


def answer(status: int, detail: Any, code: str, **more: str | int) -> JSONResponse:
    return JSONResponse({"detail": detail, "error_code": code, **more}, status_code=status)


def answer_error(error: AppError) -> JSONResponse:
    if isinstance(error, TooMany):
        response = answer(error.status, error.detail, error.code, retry_after=error.retry_after_s)
        response.headers.update({**error.headers, "Retry-After": str(error.retry_after_s)})
        return response
    response = answer(error.status, error.detail, error.code, **error.about)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, Busy):
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response


def install(app: FastAPI) -> None:
    app.add_exception_handler(AppError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _frameworks)
    app.add_exception_handler(Exception, _unexpected)


async def _ours(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, AppError):
        raise error
    if error.status >= 500:
        log.warning("request failed", status=error.status, detail=error.detail)
    return answer_error(error)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """Without `input` and `ctx`, which echo what was sent."""
    if not isinstance(error, RequestValidationError):
        raise error
    items = [{"type": e["type"], "loc": [_plain(p) for p in e["loc"]], "msg": _plain(e["msg"])} for e in error.errors()]
    return answer(422, items, "VALIDATION_ERROR")


async def _frameworks(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    if isinstance(error.__cause__, OSError):  # an upload is kept in a temporary file while it comes in
        return await _ours(request, Unavailable("The disk is full or failing: nothing was stored. Free some space."))
    status = error.status_code
    response = answer(status, _reason(error), CODES.get(status, f"HTTP_{status}"))
    response.headers.update(error.headers or {})
    if status == 405:
        response.headers["Allow"] = ", ".join(sorted(_methods(request))) or response.headers.get("Allow", "")
    return response


def _methods(request: Request) -> set[str]:
    """That the address has: the framework names those of one operation alone."""
    there = {
        method
        for method in ("DELETE", "GET", "PATCH", "POST", "PUT")
        for route in request.app.routes
        if route.matches({**request.scope, "method": method})[0] is Match.FULL
    }
    return there | {"HEAD"} if "GET" in there else there


def _reason(error: HTTPException) -> str:
    """Why a body could not be parsed, where the framework says no more than that."""
    if isinstance(error.__cause__, UnicodeDecodeError):
        return "The body is not valid UTF-8."
    if isinstance(error.__cause__, RecursionError):
        return "The body is nested too deeply."
    return str(_plain(error.detail))


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    """Answers from outside all middleware, and so gives the answer its headers itself."""
    request_id = getattr(request.state, "request_id", "")
    log.error("request failed unexpectedly", request_id=request_id, exc_info=error)
    detail = "Something went wrong inside Lorewright; its log has the details."
    response = answer(500, detail, "INTERNAL_ERROR", request_id=request_id)
    headers.complete(response.headers, request_id)
    response.headers.update(getattr(request.state, "rate_headers", {}))
    return response


def _plain(value: Any) -> Any:
    """Text that any client can decode: a lone surrogate has no UTF-8."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
