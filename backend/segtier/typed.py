"""Plain values as typed ones, safe among threads.

msgspec learns what a class is made of when it first meets it, and keeps that with the class from the moment it begins: a second
thread that meets the class meanwhile reads what is half written, and the process ends with a segmentation fault (msgspec 0.22.0).
So a class is learned by one thread at a time, before it is used.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_learned: set[Any] = set()
_learning = threading.Lock()


def learned(type_: type[T]) -> type[T]:
    """The class, known to msgspec with all it is made of."""
    if type_ not in _learned:
        with _learning:
            msgspec.json.Decoder(type_)
            _learned.add(type_)
    return type_


def converted(value: Any, type_: type[T], *, from_attributes: bool = False) -> T:
    """The value as that class. Raises msgspec.ValidationError where it is none."""
    return msgspec.convert(value, learned(type_), from_attributes=from_attributes)
