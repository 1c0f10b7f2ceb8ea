"""Databases and typed sizes as the API shows them."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from segtier.api.schemas.base import NO_NUL, Answer, Question


class DatabaseItem(Answer):
    """A database with what is stored about it. `first_time` and `last_time` are in the database's own time zone."""

    id: str
    name: str
    dbid: int | None
    release: str | None
    rac: bool | None
    platform: str | None
    sample: bool
    reports: int
    first_time: datetime | None
    last_time: datetime | None
    has_segment_counters: bool
    has_sizes: bool
    after_reports: int


class DatabaseList(Answer):
    items: list[DatabaseItem]
    next_cursor: str | None


class SizesText(Question):
    """Sizes as typed or pasted, one segment per line: `OWNER.NAME 12.5G` or CSV."""

    text: str = Field(min_length=1, max_length=4_000_000, pattern=NO_NUL)


class RejectedLine(Answer):
    line: int | None
    excerpt: str | None
    message: str
    advice: str | None


class SizesTaken(Answer):
    accepted: int
    rejected: list[RejectedLine]
