"""The fork server: a process that has imported what readers import, and has nothing else. Each reader is a fork of it.

`python -P -m segtier.reading.fork_server DESCRIPTOR`, started with a cleaned environment. It has one thread, no setting, no
database and no descriptor but those it is asked by; it knows nothing that a reader must not know. It ends when nobody is left
who could ask it, and what it forked ends with it.

It is asked over sockets that keep messages apart. `Fork` comes with two descriptors: the channel of the new reader, and the
other end of its life, over which goes a `Born`, and in the end a `Died`; whoever closes theirs ends the reader. `Serve` comes
with a socket of another process that will ask.
"""

# Signals come before what takes a second to import.

from __future__ import annotations

import signal

if __name__ == "__main__":
    for _number in (signal.SIGINT, signal.SIGTERM):  # sent to a whole group or service: who asks says when to end
        signal.signal(_number, signal.SIG_IGN)

import ctypes
import gc
import os
import selectors
import socket
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import msgspec

from segtier.dataclass import dataclass
from segtier.reading import child
from segtier.reading.births import MESSAGE_BYTES, Born, Died, Fork, Import, Order, Refused, Serve, Word
from segtier.reading.channel import Channel
from segtier.reading.held import held_bytes
from segtier.reports.kinds import REPORTS

_PR_SET_PDEATHSIG = 1
_MOST_FILES = 2
_FOR_NOBODY_ELSE = 0o077
_order_of = msgspec.msgpack.Decoder(Order).decode
_encode = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True)
class _Life:
    """One reader, and who is told of its end."""

    pid: int
    end: socket.socket
    held_bytes: int
    """What it had when it was born."""


class _Server:
    def __init__(self, asked_by: socket.socket) -> None:
        self._watched = selectors.DefaultSelector()
        self._lives: dict[int, _Life] = {}
        self._askers = 0
        self._bells, bell = os.pipe()
        for one in (self._bells, bell):
            os.set_blocking(one, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # the wakeup descriptor has it
        signal.set_wakeup_fd(bell)
        self._watched.register(self._bells, selectors.EVENT_READ)
        self._serve(asked_by)

    def run(self) -> None:
        """Until nobody is left who could ask."""
        while self._askers:
            for key, _ in self._watched.select():
                match key.data:
                    case socket.socket() as asker:
                        self._hear(asker)
                    case _Life() as life:
                        self._let_go(life)
                    case None:
                        os.read(self._bells, 4096)
            self._bury()
        for life in self._lives.values():
            os.kill(life.pid, signal.SIGKILL)

    def _serve(self, asker: socket.socket) -> None:
        self._askers += 1
        self._watched.register(asker, selectors.EVENT_READ, asker)

    def _hear(self, asker: socket.socket) -> None:
        try:
            said, files, _, _ = socket.recv_fds(asker, MESSAGE_BYTES, _MOST_FILES)
        except OSError:
            said, files = b"", []
        if not said:
            self._watched.unregister(asker)
            asker.close()
            self._askers -= 1
            return
        match _order_of(said):
            case Fork() as order:
                self._fork(order, *files)
            case Serve():
                self._serve(socket.socket(fileno=files[0]))
            case Import(module):
                import_module(module)
                _settle()

    def _fork(self, order: Fork, channel: int, life: int) -> None:
        end, held, server = socket.socket(fileno=life), held_bytes(), os.getpid()
        try:
            pid = os.fork()
        except OSError as fault:
            _say(end, Refused(fault.errno or 0))
            end.close()
            os.close(channel)
            return
        if pid == 0:
            _be_a_reader(order, channel, server)
        os.close(channel)
        one = self._lives[pid] = _Life(pid, end, held)
        self._watched.register(end, selectors.EVENT_READ, one)
        _say(end, Born(pid, os.getpid()))

    def _let_go(self, life: _Life) -> None:
        """Nobody asks this reader any more. It is not waited for here, so that its number cannot be another's."""
        if life.pid in self._lives:
            self._watched.unregister(life.end)
            os.kill(life.pid, signal.SIGKILL)

    def _bury(self) -> None:
        """Tell of every end since."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            life = self._lives.pop(pid)
            with suppress(KeyError):
                self._watched.unregister(life.end)
            code = os.waitstatus_to_exitcode(status)
            _say(life.end, Died(code, max(used.ru_maxrss * 1024 - life.held_bytes, 0)))
            life.end.close()


def _say(end: socket.socket, message: Word) -> None:
    with suppress(OSError):  # nobody listens any more
        end.send(_encode(message))


def _be_a_reader(order: Fork, channel: int, server: int) -> NoReturn:
    """Never returns: what the server was doing is not this process's."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _end_with(server)
        for name in os.listdir("/proc/self/fd"):
            if int(name) > 2 and int(name) != channel:
                with suppress(OSError):
                    os.close(int(name))
        gc.enable()
        child.work(Channel(socket.socket(fileno=channel)), order.memory_bytes, order.niceness, order.module)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _end_with(parent: int) -> None:
    """The kernel ends this process when its parent ends; it may have ended before this process first ran."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _settle() -> None:
    """What is loaded by now is shared by all that are forked: nobody looks for garbage in it, which would copy it."""
    gc.collect()
    gc.freeze()


def main() -> None:
    os.umask(_FOR_NOBODY_ELSE)
    gc.disable()
    for report in REPORTS.values():
        report.reader()  # imported once, for all who are forked
    _settle()
    _Server(socket.socket(fileno=int(sys.argv[1]))).run()


if __name__ == "__main__":
    main()
