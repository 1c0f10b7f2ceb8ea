"""Work that a request does not wait for to its end, in threads of this process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from segtier.errors import NotFound, SegtierError

_REFUSED_KEPT = 1_000
T = TypeVar("T")


class Ahead:
    """No thread is there before something is asked for."""

    def __init__(self, most: int = 1) -> None:
        """`most`: at once."""
        self._thread = ThreadPoolExecutor(most, thread_name_prefix="ahead")
        self._asked: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._guard = threading.RLock()

    def ask(self, key: Hashable, make: Callable[[], T]) -> Future[T]:
        """Who asks while it is made or waits is given the same. What it makes is not kept; that it was refused is, so that
        nothing is refused again and again.
        """
        with self._guard:
            if key not in self._asked:
                self._asked[key] = future = self._thread.submit(make)
                future.add_done_callback(lambda done: self._end(key, done))
                return future
            return self._asked[key]

    def close(self) -> None:
        """What waits is dropped."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _end(self, key: Hashable, done: Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        with self._guard:
            if not isinstance(error, SegtierError) or isinstance(error, NotFound):
                del self._asked[key]
            while len(self._asked) > _REFUSED_KEPT and next(iter(self._asked.values())).done():
                self._asked.popitem(last=False)
