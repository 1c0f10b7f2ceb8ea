"""The readers of one process: as many at once as are allowed, kept for the next file while they are good."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from segtier.reading import forks
from segtier.reading.limits import ReadLimits
from segtier.reading.orders import Fetching, Order
from segtier.reading.places import Places
from segtier.reading.reader import Given, Reader, ReaderLost


class Readers:
    """Reader processes, started when needed; each imports `module` ahead of its first order.

    Who is waited for and who works in the background have processes of their own: none can come to the fore again.
    """

    def __init__(self, limits: ReadLimits, most: int, module: str = "") -> None:
        self._limits = limits
        self._most = most
        self._module = module
        self._places = Places(most)
        self._guard = threading.Lock()
        self._idle: list[Reader] = []
        self._busy: set[Reader] = set()
        self._closed = False

    @contextmanager
    def ask(
        self,
        order: Order,
        *files: BinaryIO,
        data: bytes = b"",
        fetch: Fetching | None = None,
        in_background: bool = False,
    ) -> Iterator[Iterator[Given]]:
        """The answers to an order, from a reader of its own for so long; waits where all are at work.

        `fetch`: gives what an order asks back. `in_background`: nobody waits for them, and whoever is waited for goes first.

        Raises what `Reader.carry_out` raises, and OSError where no process can be made.
        """
        with self._places.one(in_background=in_background):
            reader = self._take(in_background)
            answers = reader.carry_out(order, *files, data=data, fetch=fetch)
            try:
                yield answers
            finally:
                answers.close()
                self._put_back(reader)

    def warm_up(self) -> None:
        """Import ahead of the first order what takes a second. Raises OSError where no process can be made."""
        if not forks.FORKS:
            self._put_back(self._take(in_background=False))
        elif self._module:
            forks.prepare(self._module)
        else:
            forks.start()

    def close(self) -> None:
        """End all readers, those at work too."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
            busy = list(self._busy)
        for reader in idle:
            reader.close()
        for reader in busy:
            reader.kill()  # whoever uses it closes it

    def _take(self, in_background: bool) -> Reader:
        with self._guard:
            if self._closed:
                raise ReaderLost("the readers are closed")
            good = [one for one in self._idle if not one.is_orphan()]
            same = [one for one in good if one.in_background == in_background][-1:]
            full = len(good) + len(self._busy) >= self._most
            kept = [one for one in good if one not in same] if same or not full else []
            dropped, self._idle = [one for one in self._idle if one not in (*same, *kept)], kept
            self._busy.update(same)
        for one in dropped:
            one.close()
        if same:
            return same[0]
        reader = Reader(self._limits, self._module, in_background=in_background)
        with self._guard:
            self._busy.add(reader)
            if not self._closed:
                return reader
        self._put_back(reader)
        raise ReaderLost("the readers are closed")

    def _put_back(self, reader: Reader) -> None:
        with self._guard:
            self._busy.discard(reader)
            kept = reader.idle and not self._closed
            if kept:
                self._idle.append(reader)
        if not kept:
            reader.close()
