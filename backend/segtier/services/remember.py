"""Answers that follow from their inputs alone, kept for a while in this process."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from segtier.answers.lately import Lately
from segtier.answers.once import once

_KEPT = 64
T = TypeVar("T")


_answers: Lately[Any] = Lately(_KEPT)


def remembered(key: Hashable, make: Callable[[], T]) -> T:
    """The answer to the same question about the same documents, made once even when asked twice at a time."""
    known: T | None = _answers.get(key)
    if known is not None:
        return known
    answer = once(key, make)
    _answers.put(key, answer)
    return answer
