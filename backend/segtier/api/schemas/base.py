"""What every schema shares."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, PlainSerializer


class Answer(BaseModel):
    """An answer made from a frozen value of the same shape."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


class Question(BaseModel):
    """A request body: unknown fields are refused, so that nothing is silently ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _rfc3339(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


UtcTime = Annotated[datetime, PlainSerializer(_rfc3339, return_type=str, when_used="json")]
"""A time in UTC, printed as RFC 3339 with a Z."""
