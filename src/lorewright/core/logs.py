"""Structured logs, to standard error. Never a secret, and never a document's text."""

import logging
import sys
from contextlib import suppress
from typing import Literal, TextIO, cast

import structlog


class _StandardError:
    """A log that cannot be written, as on a full disk, does not break what it tells of."""

    def write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            sys.stderr.flush()


def configure_logs(level: str, form: Literal["console", "json"]) -> None:
    number = logging.getLevelNamesMapping()[level.upper()]
    renderer: structlog.types.Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info if form == "json" else _as_it_is,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _StandardError())),
        cache_logger_on_first_use=False,
    )


def _as_it_is(
    _logger: structlog.types.WrappedLogger, _name: str, event: structlog.types.EventDict
) -> structlog.types.EventDict:
    return event
