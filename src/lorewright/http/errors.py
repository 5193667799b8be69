"""Errors as answers: `{"detail", "error_code"}`, never a path, SQL, a trace, or what was sent."""

from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from lorewright.core.errors import AppError

log = structlog.get_logger()

CODES = {
    400: "BAD_REQUEST",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    413: "PAYLOAD_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
}


class ErrorBody(BaseModel):
    """What every error answers."""

    detail: str
    error_code: str


def answer(status: int, detail: Any, code: str, **more: str) -> JSONResponse:
    return JSONResponse({"detail": detail, "error_code": code, **more}, status_code=status)


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
    return answer(error.status, error.detail, error.code)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """Without `input` and `ctx`, which echo what was sent."""
    if not isinstance(error, RequestValidationError):
        raise error
    items = [{"type": e["type"], "loc": [_plain(p) for p in e["loc"]], "msg": _plain(e["msg"])} for e in error.errors()]
    return answer(422, items, "VALIDATION_ERROR")


async def _frameworks(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    status = error.status_code
    response = answer(status, _plain(error.detail), CODES.get(status, f"HTTP_{status}"))
    response.headers.update(error.headers or {})
    return response


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("request failed unexpectedly", exc_info=error)
    request_id = getattr(request.state, "request_id", "")
    detail = "Something went wrong inside Lorewright; its log has the details."
    return answer(500, detail, "INTERNAL_ERROR", request_id=request_id)


def _plain(value: Any) -> Any:
    """Text that any client can decode: a lone surrogate has no UTF-8."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
