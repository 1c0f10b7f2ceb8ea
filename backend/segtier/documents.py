"""Documents as JSON: one way in and one way out for every frozen value (RFC 8259, UTF-8, no NaN)."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from segtier.errors import UnreadableInput
from segtier.typed import learned

T = TypeVar("T")


def encode(value: Any, *, indent: int = 0) -> bytes:
    """JSON bytes of a frozen value; `indent` > 0 for people. Non-finite numbers become null."""
    raw = msgspec.json.encode(value, order=None)
    return msgspec.json.format(raw, indent=indent) if indent else raw


def decode(raw: bytes | str, type_: type[T], what: str = "document") -> T:
    """The value in JSON text; unknown fields are ignored, absent ones take their defaults.

    Raises UnreadableInput naming the JSON path of the first fault.
    """
    try:
        return msgspec.json.decode(raw, type=learned(type_))
    except msgspec.ValidationError as fault:
        raise UnreadableInput(f"{what}: {fault}", code="bad-document") from fault
    except msgspec.DecodeError as fault:
        raise UnreadableInput(f"{what} is not JSON: {fault}", code="bad-json") from fault
