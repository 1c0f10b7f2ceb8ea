"""What every schema shares."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from segtier.unseen import unseen


class Answer(BaseModel):
    """An answer made from a frozen value of the same shape."""

    model_config = ConfigDict(from_attributes=True, frozen=True)

    @classmethod
    def made_of(cls, *parts: object, **own: object) -> Self:
        """From several values by the names of their fields, the later ones before the earlier; `own` before them all."""
        named = {name: getattr(part, name) for part in parts for name in cls.model_fields if hasattr(part, name)}
        return cls.model_validate(named | own)


class Question(BaseModel):
    """A request body: unknown fields are refused, so that nothing is silently ignored.

    Nor is anything read as what it is not: false is no 0, 1 is no true, "5" is no 5. In JSON 5.0 is an integer.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _whole_numbers(cls, body: Any) -> Any:
        return {name: _whole(value) for name, value in body.items()} if isinstance(body, dict) else body


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _rfc3339(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


UtcTime = Annotated[
    datetime,
    PlainSerializer(_rfc3339, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time", "pattern": "Z$"}),
]
"""A time in UTC, printed as RFC 3339 with a Z."""


def _utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise PydanticCustomError("out-of-range", "it is not a time in the years 1 to 9999 (UTC)") from error


Moment = Annotated[AwareDatetime, AfterValidator(_utc)]
"""A time that somebody states, with its offset; UTC from here on."""

NO_NUL = r"^[^\x00]*$"
"""No database and no file name holds the character NUL."""
Text = Annotated[str, Field(pattern=NO_NUL)]

_NEVER_SEEN = (
    r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufff8\ufffc"
)
"""What a pattern can say of `segtier.unseen`: those of the first plane that are refused wherever they stand."""


def _seen(text: str) -> str:
    found = unseen(text)
    if found is not None:
        raise PydanticCustomError(
            "unseen-character",
            "it holds the character {character}, which is invisible, hides others or reverses text",
            {"character": f"U+{ord(found):04X}"},
        )
    return text


SeenText = Annotated[str, AfterValidator(_seen), Field(json_schema_extra={"pattern": f"^[^{_NEVER_SEEN}]*$"})]
"""What people write for others to read: it says what it shows."""
