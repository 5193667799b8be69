"""The ledger: every call of a language model, what it cost, and its answer where it may be used again."""

from enum import StrEnum

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text
from sqlalchemy import text as sql

from lorewright.db.metadata import Id, Moment, Number, metadata


class Outcome(StrEnum):
    ANSWERED = "answered"
    """Complete and valid: kept, and not asked for again."""
    UNUSABLE = "unusable"
    """Cut, declined, or not of the shape that was asked for; paid all the same."""
    FAILED = "failed"
    """An error, or nobody waited for the end."""
    REUSED = "reused"
    """No call: the answer of an earlier one."""


SPEECH = "speech"
"""The purpose of what is not a language model's: its tokens are the characters that were spoken."""

_KEPT = sql("key IS NOT NULL")

ledger_call = Table(
    "ledger_call",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("month", Text, nullable=False),  # 2026-11, of the reservation: it counts there, whenever it ends
    Column("began_at", Moment, nullable=False),
    Column("provider", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("outcome", Text),  # null: reserved, and how it ended is not known yet, or was never written
    Column("input_tokens", Integer, nullable=False),  # while reserved: at most so many; likewise the cost
    Column("output_tokens", Integer, nullable=False),
    Column("cost", Number, nullable=False),  # in pico-dollars
    Column("took_ms", Integer),
    Column("key", Text),  # there exactly while the answer is
    Column("answer", Text),
    Column("used_at", Moment),  # when the answer came, or was last used again
    Index("ix_ledger_call_month", "user_id", "month"),
    Index("ix_ledger_call_key", "user_id", "key", sqlite_where=_KEPT, postgresql_where=_KEPT),
)

ledger_subject = Table(  # of what is in a request, while it is under way and as long as its answer is kept
    "ledger_subject",
    metadata,
    Column("call_id", Id, ForeignKey("ledger_call.id", ondelete="CASCADE"), primary_key=True),
    Column("source_id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Index("ix_ledger_subject_source", "user_id", "source_id"),
)

ledger_month = Table(  # the sums that the cap is held against, so that no reservation adds up a month's calls
    "ledger_month",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("month", Text, primary_key=True),
    Column("spent", Number, nullable=False),  # in pico-dollars, by calls whose outcome is known
    Column("reserved", Number, nullable=False),  # by the others, at their estimates
    Column("warned_at", Moment),  # when the event was told, which it is once
    Column("exceeded_at", Moment),
)
