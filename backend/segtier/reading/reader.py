"""One reader process, seen from its parent: give it an order and a file, take its answers, find out why it ended."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Generator, Sequence
from typing import BinaryIO, NamedTuple

import msgspec

from segtier.errors import SegtierError
from segtier.passing import Passing, PassingFault
from segtier.reading import forks
from segtier.reading.births import Fork
from segtier.reading.channel import Channel, Closed, Silent
from segtier.reading.limits import (
    ReadLimits,
    advice_needs_memory,
    advice_took_too_long,
    file_needs_memory,
    file_took_too_long,
    grows,
)
from segtier.reading.orders import (
    AdviceOrder,
    Answer,
    Bounds,
    Crashed,
    Done,
    Fetch,
    Fetched,
    Fetching,
    Order,
    OutOfMemory,
    Problem,
    Waits,
)
from segtier.reading.problems import as_error
from segtier.reading.process import Process, Spawned

_log = logging.getLogger(__name__)
_decoder = msgspec.msgpack.Decoder(Answer)
_encode = msgspec.msgpack.Encoder().encode
_NEARLY = 0.75
"""A process that crashed with so much of its memory in use crashed for want of memory: not all libraries say so."""
_HEAD_BYTES = 4
_WORN = 0.25
"""A process that keeps so much of its memory is not used again."""
_GRACE_S = 10.0
"""The kernel ends a silent process by itself; a stopped one it does not."""
_STOOD_STILL = "stood still"
_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)
_NICENESS = 10
"""Of what nobody waits for. A process that shares its processor is told apart by processor time, not by the clock."""


class ReaderFailed(Exception):
    """A fault of Segtier: the reader crashed on the file, or stood still."""


class ReaderLost(Exception):
    """The reader was ended by somebody else: an operator, or a machine out of memory."""


class Given(NamedTuple):
    """An answer and the bytes that belong to it."""

    answer: Answer
    data: bytes


class Reader:
    """A child process, one thread's at a time; any other may `kill` it, its owner closes it."""

    def __init__(self, limits: ReadLimits, module: str = "", *, in_background: bool = False) -> None:
        """`module` is imported ahead of the first order; `in_background`: whoever is waited for goes first.

        Raises OSError where no process can be made.
        """
        self.in_background = in_background
        self._limits = limits
        ours, theirs = socket.socketpair()
        niceness = _NICENESS if in_background else 0
        try:
            with theirs:
                self._process: Process = (
                    forks.fork(Fork(limits.memory_bytes, niceness, module), theirs)
                    if forks.FORKS
                    else Spawned(theirs, limits.memory_bytes, niceness, module)
                )
        except BaseException:
            ours.close()
            raise
        self._channel = Channel(ours)
        self.idle = True

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_orphan(self) -> bool:
        """Has it ended with what made it?"""
        return self._process.is_orphan()

    def carry_out(
        self, order: Order, *files: BinaryIO, data: bytes = b"", fetch: Fetching | None = None
    ) -> Generator[Given]:
        """The answers to an order and the open files it is about, as they come; what is asked back is fetched.

        Raises the expected error the order was refused with (also beyond a limit), `Passing`, `ReaderFailed` or `ReaderLost`.
        Whoever stops before the end kills the reader: half an answer is worth nothing.
        """
        self.idle = False
        message = _encode(order)
        for file in files:
            file.seek(0)
            os.lseek(
                file.fileno(), 0, os.SEEK_SET
            )  # the reader shares the descriptor: seeking in a buffer alone is not enough
        length, packed = _stored(order) if isinstance(order, AdviceOrder) else _length(files)
        cpu_limit_s = self._limits.cpu_limit_s(length, packed=packed)
        bounds = Bounds(cpu_limit_s, self._limits.silence_limit_s(cpu_limit_s))
        self._channel.patience(bounds.silence_limit_s + _GRACE_S)
        try:
            self._channel.send(_encode(bounds))
            self._channel.send(message, data, tuple(file.fileno() for file in files))
            wrong: SegtierError | Passing | ReaderFailed | None = None
            while True:
                parcel = self._channel.receive()
                answer = _decoder.decode(parcel.message)
                if isinstance(answer, Done):
                    self.idle = answer.grown_bytes < _WORN * self._limits.memory_bytes
                    if wrong is not None:
                        raise wrong
                    return
                if isinstance(answer, Fetch):
                    assert fetch is not None
                    self._channel.send(_encode(Fetched(fetch(answer))))
                    continue
                wrong = self._wrong(answer, order)
                if wrong is None:
                    yield Given(answer, parcel.data)
        except Silent:
            self.kill()
            raise ReaderFailed(_STOOD_STILL) from None
        except Closed:
            raise self._why(order, cpu_limit_s) from None
        finally:
            if not self.idle:
                self.kill()

    def kill(self) -> None:
        """End the process at once; harmless where it has ended."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self._channel.close()

    def _wrong(self, answer: Answer, order: Order) -> SegtierError | Passing | ReaderFailed | None:
        """What an answer says was wrong; the reader stays good after it. Raises where it does not."""
        match answer:
            case Problem():
                return as_error(answer)
            case Waits():
                return Passing(PassingFault(answer.code, answer.detail))
            case Crashed():
                _log.error(f"the reader failed with {answer.kind}: {answer.traceback}")
                return ReaderFailed(answer.kind)
            case OutOfMemory():
                raise self._needs_memory(order)
        return None

    def _why(self, order: Order, cpu_limit_s: int) -> SegtierError | ReaderFailed | ReaderLost:
        """Why the process ended in the middle of an order."""
        code, peak_bytes = self._process.wait()
        if code is None:
            return ReaderLost("what forks readers was ended")
        if code == -signal.SIGPROF:
            about_advice = isinstance(order, AdviceOrder)
            return advice_took_too_long(cpu_limit_s) if about_advice else file_took_too_long(cpu_limit_s)
        if -code in _OUTSIDE:
            return ReaderLost(f"the reader was ended by signal {-code}")
        if code == -signal.SIGALRM:
            return ReaderFailed(_STOOD_STILL)
        if peak_bytes > _NEARLY * self._limits.memory_bytes:
            return self._needs_memory(order)
        return ReaderFailed(f"ended with {code}")

    def _needs_memory(self, order: Order) -> SegtierError:
        beyond = advice_needs_memory if isinstance(order, AdviceOrder) else file_needs_memory
        return beyond(self._limits.memory_bytes)


def _stored(order: AdviceOrder) -> tuple[int, bool]:
    """The same of the documents it is about."""
    return sum(one.stored_bytes for one in order.documents), True


def _length(files: Sequence[BinaryIO]) -> tuple[int, bool]:
    """In bytes, and whether they are longer unpacked: the first one tells."""
    size = sum(os.fstat(file.fileno()).st_size for file in files)
    return size, grows(os.pread(files[0].fileno(), _HEAD_BYTES, 0))
