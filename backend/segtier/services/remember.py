"""Answers that follow from their inputs alone, kept for a while in this process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from segtier.answers import once

_KEPT = 64
T = TypeVar("T")
_answers: OrderedDict[Hashable, Any] = OrderedDict()
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
