"""Documents as JSON: one way in and one way out for every frozen value (RFC 8259, UTF-8, no NaN)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from segtier.errors import UnreadableInput
from segtier.later import Later
from segtier.typed import learned

T = TypeVar("T")
_ROWS_AT_ONCE = 2000

_NO_JSON = "Check that the file is whole, and the one you meant."


def encode(value: Any, *, indent: int = 0) -> bytes:
    """JSON bytes of a frozen value; `indent` > 0 for people. Non-finite numbers become null."""
    raw = msgspec.json.encode(value, order=None, enc_hook=_plain)
    return msgspec.json.format(raw, indent=indent) if indent else raw


def encoded_in_pieces(value: Any, field: str, *, indent: int = 0) -> Iterator[bytes]:
    """The same bytes one after the other, some thousand rows of the tuple in that field at a time."""
    rows, gap = getattr(value, field), "\n" + " " * indent if indent else ""
    key = f'{gap}"{field}":{" " if indent else ""}'.encode()
    head, _, rest = encode(replace(value, **{field: ()}), indent=indent).partition(key + b"[]")
    yield head + key
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[first : first + _ROWS_AT_ONCE]
        text = (
            encode({field: some}, indent=indent)
            .removeprefix(b"{" + key + b"[")
            .removesuffix(f"{gap}]{gap[:1]}}}".encode())
        )
        yield (b"," if first else b"[") + text
    yield (f"{gap}]".encode() if rows else b"[]") + rest


def as_builtins(value: Any) -> Any:
    """The same in lists, dictionaries and plain values."""
    return msgspec.to_builtins(value, enc_hook=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Later):
        return value.made()
    raise NotImplementedError(f"a {type(value).__name__} is no part of a document")


def decode(raw: bytes | str, type_: type[T], what: str = "document") -> T:
    """The value in JSON text; unknown fields are ignored, absent ones take their defaults.

    Raises UnreadableInput naming the JSON path of the first fault.
    """
    try:
        return msgspec.json.decode(raw, type=learned(type_))
    except msgspec.ValidationError as fault:
        raise UnreadableInput(f"{what}: {fault}", code="bad-document") from fault
    except msgspec.DecodeError as fault:
        raise UnreadableInput(f"{what} is not JSON: {fault}", code="bad-json", advice=_NO_JSON) from fault
