"""Threads apart for what may take long: it keeps nobody waiting but its own kind."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

P = ParamSpec("P")
T = TypeVar("T")


class Turns:
    """At most so many at a time; who comes next waits without a thread."""

    def __init__(self, name: str, most: int) -> None:
        self._limiter: RunVar[CapacityLimiter] = RunVar(name)
        """Of each event loop."""
        self._most = most

    async def take(self, do: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What it gives or raises, in one of these threads."""
        try:
            limiter = self._limiter.get()
        except LookupError:
            limiter = CapacityLimiter(self._most)
            self._limiter.set(limiter)
        return await to_thread.run_sync(partial(do, *args, **named), limiter=limiter)


ADVICE = Turns("advice", most=20)
"""Half as many threads as answer all else: an adviser may take seconds, and there are two."""


FILES = Turns("files", most=20)
"""Half as many likewise: whoever stores a file, or opens one, may wait a minute for an object store that does not answer."""


def waits_for_advisers(answer: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A route that may have something worked out, in the threads apart."""
    return _apart(ADVICE, answer)


def waits_for_files(answer: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A route that stores or opens uploaded files, likewise."""
    return _apart(FILES, answer)


def _apart(turns: Turns, answer: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    @wraps(answer)
    async def taken(*args: P.args, **named: P.kwargs) -> T:
        return await turns.take(answer, *args, **named)

    return taken
