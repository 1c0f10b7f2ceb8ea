"""The reader process: takes orders from its parent over a socket, one after the other, each within its limits.

It has no database, no broker and no folder; the kernel ends it beyond its processor time, after too long a silence, and its
allocations fail beyond its memory. It is a fork of `fork_server`, or started as
`python -P -m segtier.reading.child DESCRIPTOR MEMORY_BYTES NICENESS MODULE`; the module, if any, is imported first.
"""

# Signals come before what takes a second to import.

from __future__ import annotations

import signal

if __name__ == "__main__":
    for _number in (signal.SIGINT, signal.SIGTERM):  # sent to a whole group or service: the parent says when to end
        signal.signal(_number, signal.SIG_IGN)

import fcntl
import os
import resource
import socket
import sys
import traceback
from collections.abc import Iterator
from importlib import import_module
from typing import BinaryIO

import msgspec

from segtier import garbage
from segtier.errors import SegtierError
from segtier.passing import passing_fault
from segtier.reading import tasks
from segtier.reading.channel import Channel, Closed, Parcel
from segtier.reading.held import held_bytes
from segtier.reading.orders import (
    AdviceOrder,
    Advise,
    Answer,
    Bounds,
    Compare,
    Crashed,
    Done,
    Fetch,
    Fetched,
    Fetching,
    FindDrift,
    KeepHours,
    ListNames,
    LocateFigures,
    MapHours,
    MaskFile,
    OfferVolumes,
    Order,
    OutOfMemory,
    ReadDump,
    ReadFile,
    ReadMeasured,
    ReadSizes,
    ShowPlace,
    ThinDocuments,
    Waits,
    WritePlan,
)
from segtier.reading.problems import as_problem

_decoder = msgspec.msgpack.Decoder(Bounds)
_order_of = msgspec.msgpack.Decoder(Order).decode
_fetched_of = msgspec.msgpack.Decoder(Fetched).decode
_encode = msgspec.msgpack.Encoder(order=None).encode


def main() -> None:
    descriptor, memory_bytes, niceness, module = sys.argv[1:]
    work(Channel(socket.socket(fileno=int(descriptor))), int(memory_bytes), int(niceness), module)


def work(channel: Channel, memory_bytes: int, niceness: int, module: str) -> None:
    """Until the parent is gone. The memory is what it may take beside what it has when it begins."""
    os.nice(niceness)
    if module:
        import_module(module)
    garbage.look_seldom()
    began_bytes, most_bytes = held_bytes(), held_bytes("VmData") + memory_bytes
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
    while True:
        try:
            _carry_out(channel, _decoder.decode(channel.receive().message), channel.receive(), began_bytes)
        except Closed:
            return


def _carry_out(channel: Channel, bounds: Bounds, parcel: Parcel, began_bytes: int) -> None:
    files: list[BinaryIO] = []
    _allow(bounds.cpu_limit_s)
    try:
        files.extend(map(_opened, parcel.files))
        _breathe(bounds.silence_limit_s)
        fetch = _fetching(channel, bounds)
        for answer, data in _answers(_order_of(parcel.message), parcel.data, files, fetch):
            _say(channel, answer, data)
            _breathe(bounds.silence_limit_s)
    except SegtierError as fault:
        _say(channel, as_problem(fault))
    except MemoryError:
        _say(channel, OutOfMemory())
        raise Closed from None  # what is left of the memory is nobody's
    except Closed:
        raise
    except Exception as fault:
        _say(channel, _own_fault(fault))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for file in files:
            file.close()
    _say(channel, Done(max(held_bytes() - began_bytes, 0)))


def _fetching(channel: Channel, bounds: Bounds) -> Fetching:
    def fetch(wanted: Fetch) -> tuple[bytes, ...]:
        _say(channel, wanted)
        fetched = _fetched_of(channel.receive().message)
        _breathe(bounds.silence_limit_s)
        return fetched.parts

    return fetch


def _answers(order: Order, data: bytes, files: list[BinaryIO], fetch: Fetching) -> Iterator[tasks.Said]:
    if isinstance(order, AdviceOrder):
        return _advised(order, files, fetch)
    match order:
        case ReadFile():
            return tasks.read_file(order, files[0])
        case ReadDump():
            return tasks.read_dump_files(order, files)
        case MaskFile():
            return tasks.mask_file(order, data, files[0], files[1])
        case ReadSizes():
            return tasks.read_sizes(files[0])
        case ReadMeasured():
            return tasks.read_measured(order, files[0])
        case LocateFigures():
            return tasks.locate_figures(order, files[0])
        case ShowPlace():
            return tasks.show_place(order, files[0])


def _advised(order: AdviceOrder, files: list[BinaryIO], fetch: Fetching) -> Iterator[tasks.Said]:
    from segtier.reading import answering  # noqa: PLC0415 - the advisor, which a process that only reads files goes without

    match order:
        case Advise():
            return answering.advise(order, files[0], fetch)
        case Compare():
            return answering.compare(order, fetch)
        case FindDrift():
            return answering.find_drift(order, fetch)
        case MapHours():
            return answering.map_hours(order, fetch)
        case KeepHours() | ThinDocuments():
            return answering.keep_hours(order, fetch)
        case ListNames():
            return answering.list_names(order, fetch)
        case OfferVolumes():
            return answering.offer_volumes(order, fetch)
        case WritePlan():
            return answering.write_plan(order, files[0], fetch)


def _opened(descriptor: int) -> BinaryIO:
    may_write = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY
    return os.fdopen(descriptor, "r+b" if may_write else "rb")


def _own_fault(fault: Exception) -> Answer:
    passing = passing_fault(fault)
    if passing is not None:
        return Waits(passing.code, passing.detail)
    return Crashed(type(fault).__name__, traceback.format_exc())


def _say(channel: Channel, answer: Answer, data: bytes = b"") -> None:
    """Send an answer. The parent may take its time: only silence of one's own counts."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    channel.send(_encode(answer), data)


def _allow(cpu_s: int) -> None:
    """So much processor time from now on; the kernel ends the process beyond it.

    A timer, not RLIMIT_CPU: that limit counts ticks from the start of the process, and `getrusage` may say less than they do.
    """
    signal.setitimer(signal.ITIMER_PROF, cpu_s)


def _breathe(silence_s: float) -> None:
    """A sign of progress: the kernel ends the process where none follows for so long."""
    signal.setitimer(signal.ITIMER_REAL, silence_s)


if __name__ == "__main__":
    main()
