"""A question that several ask at the same time is worked out once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
_making: dict[Hashable, Future[Any]] = {}
"""Questions somebody works on now, and nothing else: an answer or a failure ends them."""
_guard = threading.Lock()


def once(key: Hashable, make: Callable[[], T]) -> T:
    """Who asks while it is made is given the same answer, or the same error; nothing is remembered."""
    with _guard:
        others = _making.get(key)
        mine: Future[T] = others or Future()
        _making[key] = mine
    if others is None:
        _make(key, make, mine)
    return mine.result()


def _make(key: Hashable, make: Callable[[], T], mine: Future[T]) -> None:
    try:
        answer = make()
    except BaseException as error:
        with _guard:
            del _making[key]
        mine.set_exception(error)
        return
    with _guard:
        del _making[key]
    mine.set_result(answer)
