"""The readers of one process: as many at once as are allowed, kept for the next file while they are good."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from segtier.reading.limits import ReadLimits
from segtier.reading.orders import Order
from segtier.reading.reader import Given, Reader, ReaderLost


class Readers:
    """Reader processes, started when needed; each imports `module` ahead of its first order."""

    def __init__(self, limits: ReadLimits, most: int, module: str | None = None) -> None:
        self._limits = limits
        self._module = module
        self._free = threading.BoundedSemaphore(most)
        self._guard = threading.Lock()
        self._idle: list[Reader] = []
        self._busy: set[Reader] = set()
        self._closed = False

    @contextmanager
    def ask(self, order: Order, *files: BinaryIO, data: bytes = b"") -> Iterator[Iterator[Given]]:
        """The answers to an order, from a reader of its own for so long; waits where all are at work.

        Raises what `Reader.carry_out` raises, and OSError where no process can be made.
        """
        with self._free:
            reader = self._take()
            answers = reader.carry_out(order, *files, data=data)
            try:
                yield answers
            finally:
                answers.close()
                self._put_back(reader)

    def warm_up(self, count: int) -> None:
        """Start so many ahead of the first file: a reader imports for a second. Raises OSError where none can be made."""
        for _ in range(count):
            reader = Reader(self._limits, self._module)
            with self._guard:
                self._idle.append(reader)

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

    def _take(self) -> Reader:
        with self._guard:
            if self._closed:
                raise ReaderLost("the readers are closed")
            reader = self._idle.pop() if self._idle else Reader(self._limits, self._module)
            self._busy.add(reader)
        return reader

    def _put_back(self, reader: Reader) -> None:
        with self._guard:
            self._busy.discard(reader)
            kept = reader.idle and not self._closed
            if kept:
                self._idle.append(reader)
        if not kept:
            reader.close()
