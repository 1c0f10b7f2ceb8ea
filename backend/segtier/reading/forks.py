"""The fork server of this process, seen from those who ask it: started when first needed, and anew where it is gone."""

from __future__ import annotations

import atexit
import errno
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress

import msgspec

from segtier.reading.births import MESSAGE_BYTES, Born, Died, Fork, Import, Order, Refused, Serve, Word
from segtier.reading.process import End, environment

_word_of = msgspec.msgpack.Decoder(Word).decode
_encode = msgspec.msgpack.Encoder().encode
FORKS = sys.platform == "linux"
"""Elsewhere readers are spawned: the libraries of other systems are not made to be forked."""
_STARTS_S = 120.0
"""It imports for a second; on a machine that does much else, for many."""
_ANSWERS_S = 60.0
"""What it does takes milliseconds. Who waits for longer ends it, and all its readers with it."""
_ENDS_S = 10.0
_TRIES = 3


class _Gone(Exception):
    """The server is no more."""


class Forked:
    """A reader that a fork server made; it ends with this object's end of its life."""

    def __init__(self, life: socket.socket, born: Born) -> None:
        self.pid = born.pid
        self._server, self._life = born.server, life
        self._end: End | None = None
        self._waiting = threading.Lock()

    def is_orphan(self) -> bool:
        """Has the server gone, and the reader with it?"""
        self._life.settimeout(0)
        try:
            return not self._life.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def kill(self) -> None:
        """At once; without effect where it has ended. By the server, who knows whether the number is still its own."""
        with suppress(OSError):
            self._life.shutdown(socket.SHUT_WR)

    def wait(self) -> End:
        with self._waiting:
            if self._end is None:
                word = _heard(self._life, self._server, _ANSWERS_S)
                self._end = End(word.code, word.peak_bytes) if isinstance(word, Died) else End(None, 0)
                self._life.close()
            return self._end


class Forks:
    """A fork server, and the socket it is asked by."""

    def __init__(self, asked_by: socket.socket | None = None) -> None:
        """Starts one where there is none to ask; raises OSError where no process can be made."""
        self._process: subprocess.Popen[bytes] | None = None
        if asked_by is None:
            asked_by, theirs = _pair()
            command = [sys.executable, "-P", "-m", "segtier.reading.fork_server", str(theirs.fileno())]
            with theirs:
                self._process = subprocess.Popen(
                    command, pass_fds=[theirs.fileno()], env=environment(), stdin=subprocess.DEVNULL
                )
        self._asked_by = asked_by

    def fork(self, order: Fork, channel: socket.socket) -> Forked:
        """Raises OSError where no process can be made, _Gone where nobody answers."""
        ours, theirs = _pair()
        try:
            with theirs:
                self._ask(order, channel.fileno(), theirs.fileno())
            word = _heard(ours, self._process.pid if self._process else None, _STARTS_S)
        except BaseException:
            ours.close()
            raise
        if isinstance(word, Born):
            return Forked(ours, word)
        ours.close()
        if isinstance(word, Refused):
            raise OSError(word.errno, os.strerror(word.errno))
        raise _Gone

    def prepare(self, module: str) -> None:
        self._ask(Import(module))

    def another(self) -> socket.socket:
        """A socket for another process to ask by."""
        ours, theirs = _pair()
        with theirs:
            self._ask(Serve(), theirs.fileno())
        return ours

    def close(self) -> None:
        """Ask no more. A server that was started from here ends, unless others ask it still: then it is ended."""
        self._asked_by.close()
        if self._process is not None:
            try:
                self._process.wait(_ENDS_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _ask(self, order: Order, *files: int) -> None:
        try:
            socket.send_fds(self._asked_by, [_encode(order)], list(files))
        except OSError as fault:
            raise _Gone from fault


def _pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def _heard(life: socket.socket, server: int | None, patience_s: float) -> Word | None:
    """The next word over a life; None where the server is gone. One that stands still is ended."""
    life.settimeout(patience_s)
    while True:
        try:
            said = life.recv(MESSAGE_BYTES)
            return _word_of(said) if said else None
        except TimeoutError:
            if server is None:
                return None
            with suppress(ProcessLookupError):
                os.kill(server, signal.SIGKILL)
            server = None
        except OSError:
            return None


_guard = threading.Lock()
_current: Forks | None = None


def fork(order: Fork, channel: socket.socket) -> Forked:
    """A reader from the fork server of this process. Raises OSError where none can be made."""
    for _ in range(_TRIES):
        forks = _started()
        try:
            return forks.fork(order, channel)
        except _Gone:
            _discard(forks)
    raise OSError(errno.ECHILD, "no fork server stays")


def prepare(module: str) -> None:
    """Have it imported for the readers to come. Raises OSError where no process can be made."""
    forks = _started()
    try:
        forks.prepare(module)
    except _Gone:
        _discard(forks)


def start() -> None:
    """Ahead of the first reader: it imports meanwhile. Without effect where readers are spawned.

    Raises OSError where no process can be made.
    """
    if FORKS:
        _started()


def another() -> socket.socket | None:
    """A socket for a process that is started from here, to share the fork server by; None where there is none to share."""
    if not FORKS:
        return None
    forks = _started()
    try:
        return forks.another()
    except _Gone:
        _discard(forks)
        return None


def share(asked_by: socket.socket) -> None:
    """Ask the fork server of the process that started this one."""
    global _current  # noqa: PLW0603 - one for the process
    with _guard:
        _current = Forks(asked_by)


def _started() -> Forks:
    global _current  # noqa: PLW0603
    with _guard:
        if _current is None:
            _current = Forks()
        return _current


def _discard(forks: Forks) -> None:
    global _current  # noqa: PLW0603
    with _guard:
        if _current is forks:
            _current = None
            forks.close()


@atexit.register
def _close() -> None:
    if _current is not None:
        _discard(_current)


def _forget() -> None:
    """A process that was forked asks for itself, and ends no server of its parent's."""
    global _guard, _current
    _guard, _current = threading.Lock(), None


os.register_at_fork(after_in_child=_forget)
