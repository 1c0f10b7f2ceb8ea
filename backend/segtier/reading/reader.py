"""One reader process, seen from its parent: give it an order and a file, take its answers, find out why it ended."""

from __future__ import annotations

import logging
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import suppress
from typing import BinaryIO, NamedTuple

import msgspec

from segtier.errors import SegtierError
from segtier.passing import Passing, PassingFault
from segtier.reading.channel import Channel, Closed, Silent
from segtier.reading.limits import (
    ReadLimits,
    advice_needs_memory,
    advice_took_too_long,
    file_needs_memory,
    file_took_too_long,
    grows,
)
from segtier.reading.orders import AdviceOrder, Answer, Bounds, Crashed, Done, Order, OutOfMemory, Problem, Waits
from segtier.reading.problems import as_error

_log = logging.getLogger(__name__)
_decoder = msgspec.msgpack.Decoder(Answer)
_encode = msgspec.msgpack.Encoder().encode
_NEARLY = 0.75
"""A process that crashed with so much of its memory in use crashed for want of memory: not all libraries say so.

The kernel counts what the parent had when it started the child; a parent is smaller than this.
"""
_HEAD_BYTES = 4
_WORN = 0.25
"""A process that once took so much of its memory is not used again: Python gives little of it back."""
_GRACE_S = 10.0
"""The kernel ends a silent process by itself; a stopped one it does not."""
_STOOD_STILL = "stood still"
_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)


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

    def __init__(self, limits: ReadLimits, module: str | None = None) -> None:
        """`module` is imported ahead of the first order. Raises OSError where no process can be made."""
        self._limits = limits
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-m", "segtier.reading.child", str(theirs.fileno()), str(limits.memory_bytes)]
        command += [module] if module else []
        try:
            with theirs:
                self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=_environment())
        except BaseException:
            ours.close()
            raise
        self._channel = Channel(ours)
        self._inherited_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        self._ended = threading.Lock()
        self._peak_bytes = 0
        self._code: int | None = None
        self.idle = True

    @property
    def pid(self) -> int:
        return self._process.pid

    def carry_out(self, order: Order, *files: BinaryIO, data: bytes = b"") -> Generator[Given]:
        """The answers to an order and the open files it is about, as they come.

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
        length, packed = (len(message), True) if isinstance(order, AdviceOrder) else _length(files[0])
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
                    self.idle = answer.peak_bytes < _WORN * self._limits.memory_bytes
                    if wrong is not None:
                        raise wrong
                    return
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
        """End the process at once; harmless where it has ended.

        Not by `Popen.kill`, which first looks whether it has ended, and then takes away what `_end` waits for.
        """
        if self._code is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)
        self._end()

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
        code = self._end()
        if code == -signal.SIGPROF:
            about_advice = isinstance(order, AdviceOrder)
            return advice_took_too_long(cpu_limit_s) if about_advice else file_took_too_long(cpu_limit_s)
        if -code in _OUTSIDE:
            return ReaderLost(f"the reader was ended by signal {-code}")
        if code == -signal.SIGALRM:
            return ReaderFailed(_STOOD_STILL)
        if self._peak_bytes > max(_NEARLY * self._limits.memory_bytes, self._inherited_bytes):
            return self._needs_memory(order)
        return ReaderFailed(f"ended with {code}")

    def _needs_memory(self, order: Order) -> SegtierError:
        beyond = advice_needs_memory if isinstance(order, AdviceOrder) else file_needs_memory
        return beyond(self._limits.memory_bytes)

    def _end(self) -> int:
        """Wait for the end and keep how much memory it took at most; the exit code, negative for a signal.

        The kernel counts what the parent took before it became the reader, so less than that says nothing.
        """
        with self._ended:
            if self._code is None:
                _pid, status, used = os.wait4(self._process.pid, 0)
                self._peak_bytes = used.ru_maxrss * 1024
                self._code = self._process.returncode = os.waitstatus_to_exitcode(status)
            return self._code


def _environment() -> dict[str, str]:
    """No setting, address or password reaches a reader; libraries start no threads in it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SEGTIER_")}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _length(file: BinaryIO) -> tuple[int, bool]:
    """In bytes, and whether it is longer unpacked."""
    descriptor = file.fileno()
    return os.fstat(descriptor).st_size, grows(os.pread(descriptor, _HEAD_BYTES, 0))
