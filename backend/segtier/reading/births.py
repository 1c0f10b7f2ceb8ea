"""What a fork server is asked, and what it tells of the readers it forks. Each message is msgpack, and one packet."""

from __future__ import annotations

import msgspec

MESSAGE_BYTES = 4096
"""None is longer."""


class Fork(msgspec.Struct, tag=True, frozen=True):
    """A reader, please. Comes with its channel and the end of its life."""

    memory_bytes: int
    niceness: int
    module: str


class Serve(msgspec.Struct, tag=True, frozen=True):
    """Hear another process too. Comes with the socket it will ask by."""


class Import(msgspec.Struct, tag=True, frozen=True):
    """Have this module for all readers that are forked from now on."""

    module: str


class Born(msgspec.Struct, tag=True, frozen=True):
    pid: int
    server: int


class Refused(msgspec.Struct, tag=True, frozen=True):
    """No process can be made; why, as `errno` says it."""

    errno: int


class Died(msgspec.Struct, tag=True, frozen=True):
    code: int
    """Negative for a signal."""
    peak_bytes: int
    """The most memory it had, beyond what it was born with."""


Order = Fork | Serve | Import
Word = Born | Refused | Died
