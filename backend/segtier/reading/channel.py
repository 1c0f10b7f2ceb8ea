"""Messages between a reader process and who asks it, over a socket: a message, bytes that belong to it, open files."""

from __future__ import annotations

import array
import os
import socket
import struct
from typing import NamedTuple

_HEAD = struct.Struct("!IQ")
"""Length of the message, length of the bytes."""
MOST_FILES = 250
"""In one message: Linux passes 253 descriptors at most."""
_PIECE_BYTES = 1 << 20


class Parcel(NamedTuple):
    message: bytes
    data: bytes
    files: tuple[int, ...]
    """Descriptors; whoever receives them closes them."""


class Closed(Exception):
    """The other side is gone."""


class Silent(Closed):
    """The other side has said nothing for too long."""


class Channel:
    """One end of a socket pair."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def patience(self, silence_s: float) -> None:
        """How long to wait for the other side, from now on."""
        self._end.settimeout(silence_s)

    def close(self) -> None:
        self._end.close()

    def send(self, message: bytes, data: bytes = b"", files: tuple[int, ...] = ()) -> None:
        """Raises Closed where nobody listens any more."""
        head = _HEAD.pack(len(message), len(data))
        try:
            if files:
                socket.send_fds(self._end, [head], list(files))
            else:
                self._end.sendall(head)
            self._end.sendall(message)
            self._end.sendall(data)
        except OSError as fault:
            raise Closed from fault

    def receive(self) -> Parcel:
        """The next message. Raises Closed."""
        try:
            head, files = self._head()
            message_bytes, data_bytes = _HEAD.unpack(head)
            message = self._exactly(message_bytes)
            return Parcel(bytes(message), bytes(self._exactly(data_bytes)), files)
        except TimeoutError as fault:
            raise Silent from fault
        except OSError as fault:
            raise Closed from fault

    def _head(self) -> tuple[bytes, tuple[int, ...]]:
        room = socket.CMSG_SPACE(MOST_FILES * array.array("i").itemsize)
        head, extra, _flags, _address = self._end.recvmsg(_HEAD.size, room)
        files = array.array("i")
        for level, kind, data in extra:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                files.frombytes(data[: len(data) - len(data) % files.itemsize])
        if not head:
            _close_all(files)
            raise Closed
        if len(head) < _HEAD.size:
            head += self._exactly(_HEAD.size - len(head))
        return head, tuple(files)

    def _exactly(self, size: int) -> bytearray:
        room = bytearray(size)
        view, got = memoryview(room), 0
        while got < size:
            count = self._end.recv_into(view[got : got + _PIECE_BYTES])
            if not count:
                raise Closed
            got += count
        return room


def _close_all(files: array.array[int]) -> None:
    for one in files:
        os.close(one)
