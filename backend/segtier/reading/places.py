"""Who works now: as many at once as are allowed, and whoever is waited for before what nobody waits for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Places:
    """Work in the background may have them all; then there is one more, for whoever is waited for."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = {"waited for": 0, "in background": 0}
        self._waiting = 0
        self._changed = threading.Condition()

    @contextmanager
    def one(self, *, in_background: bool = False) -> Iterator[None]:
        """A place for so long; waits until there is one."""
        kind = "in background" if in_background else "waited for"
        with self._changed:
            self._waiting += not in_background
            try:
                self._changed.wait_for(lambda: self._may(in_background))
            finally:
                self._waiting -= not in_background
                self._changed.notify_all()
            self._taken[kind] += 1
        try:
            yield
        finally:
            with self._changed:
                self._taken[kind] -= 1
                self._changed.notify_all()

    def _may(self, in_background: bool) -> bool:
        if sum(self._taken.values()) < self._most:
            return not (in_background and self._waiting)
        return not in_background and not self._taken["waited for"]
