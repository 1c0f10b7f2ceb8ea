"""Answers that follow from their inputs alone, kept for a while in this process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

_KEPT = 64
T = TypeVar("T")
_answers: OrderedDict[Hashable, Any] = OrderedDict()
_making: dict[Hashable, Future[Any]] = {}
"""Questions somebody works on now, and nothing else: an answer or a failure ends them."""
_guard = threading.Lock()


def remembered(key: Hashable, make: Callable[[], T]) -> T:
    """The answer to the same question about the same documents, made once even when asked twice at a time."""
    with _guard:
        if key in _answers:
            _answers.move_to_end(key)
            return _answers[key]  # type: ignore[no-any-return] # stored below under the same key
    answer = once(key, make)
    with _guard:
        _answers[key] = answer
        while len(_answers) > _KEPT:
            _answers.popitem(last=False)
    return answer


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
