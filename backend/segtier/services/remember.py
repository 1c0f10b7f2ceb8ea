"""Answers that follow from their inputs alone, kept for a while in this process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from segtier.answers.once import once

_KEPT = 64
T = TypeVar("T")


class Lately(Generic[T]):
    """Those used last, by what they follow from; any number of threads may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: Hashable) -> T | None:
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, value: T) -> None:
        with self._guard:
            self._kept[key] = value
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        with self._guard:
            self._kept.clear()


_answers: Lately[Any] = Lately(_KEPT)


def remembered(key: Hashable, make: Callable[[], T]) -> T:
    """The answer to the same question about the same documents, made once even when asked twice at a time."""
    known: T | None = _answers.get(key)
    if known is not None:
        return known
    answer = once(key, make)
    _answers.put(key, answer)
    return answer
