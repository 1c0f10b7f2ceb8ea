"""The shared memory of device.h: writes the models into it, reads the counters."""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from lab.ground.device.distributions import POINTS, Service
from lab.ground.device.model import DeviceModel
from segtier.dataclass import dataclass

GROUPS, SERVERS, PLACES, FILES, STRIPES, FOLDER = 8, 64, 16, 4096, 256, 256
REQUESTS = ("read", "scan", "write", "sync")
ROLES = ("data", "redo", "temp")
NS_PER_MS = 1e6
Role = Literal["data", "redo", "temp"]
_int64, _int32 = ctypes.c_int64, ctypes.c_int32
_Table = _int64 * POINTS


class CGroup(ctypes.Structure):
    _fields_ = (
        *((name, _int32) for name in "servers any read_choices write_copies write_turns scan_blocks".split()),
        *((name, _int64) for name in "block_ns write_ahead_ns sync_ahead_ns cache_ns".split()),
        ("destage", ctypes.c_double),
        ("reorder", ctypes.c_double),
        *((name, _Table) for name in "read_ns write_ns sync_ns".split()),
        ("server_of", ctypes.c_uint8 * STRIPES),
        ("next_free", _int64 * SERVERS),
        ("busy_ns", _int64),
    )


class CPlace(ctypes.Structure):
    _fields_ = (
        ("folder", ctypes.c_char * FOLDER),
        ("group", _int32),
        ("role", _int32),
        *((name, _int64 * len(REQUESTS)) for name in "requests wait_ns service_ns".split()),
        ("blocks", _int64),
        ("late_ns", _int64),
    )


class CFile(ctypes.Structure):
    _fields_ = (("inode", ctypes.c_uint64), ("requests", _int64 * 3), ("wait_ns", _int64 * 3), ("blocks", _int64))


class CDevice(ctypes.Structure):
    _fields_ = (
        ("on", _int32),
        ("hurry", _int32),
        ("lost", _int64),
        ("groups", CGroup * GROUPS),
        ("places", CPlace * PLACES),
        ("files", CFile * FILES),
    )


@dataclass(frozen=True, slots=True)
class Group:
    """A model with as many servers as this configuration has; `slowed`: how many times slower than the real device."""

    model: DeviceModel
    servers: int
    slowed: float = 1.0


@dataclass(frozen=True, slots=True)
class Place:
    """Files below a folder belong to a group. Of several that hold a file the last one counts."""

    name: str
    folder: Path
    group: int
    role: Role


class Counted(NamedTuple):
    """Of one kind of request at one place, or of several."""

    requests: int = 0
    wait_s: float = 0.0
    """Queue and service, as the callers saw it."""
    service_s: float = 0.0


class PlaceCount(NamedTuple):
    read: Counted = Counted()
    scan: Counted = Counted()
    write: Counted = Counted()
    sync: Counted = Counted()
    blocks: int = 0
    late_s: float = 0.0


class FileCount(NamedTuple):
    read: Counted = Counted()
    scan: Counted = Counted()
    write: Counted = Counted()
    blocks: int = 0


class Memory:
    """The device of one cluster, in a file that its processes map."""

    def __init__(self, path: Path) -> None:
        self.path = path
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            os.ftruncate(handle, ctypes.sizeof(CDevice))
            os.fchmod(handle, 0o666)  # the database may run as another user
            self._map = mmap.mmap(handle, ctypes.sizeof(CDevice))
        finally:
            os.close(handle)
        self.raw = CDevice.from_buffer(self._map)
        self._places: tuple[Place, ...] = ()

    def place(self, places: tuple[Place, ...]) -> None:
        self._places = places
        for row, place in zip(self.raw.places, places, strict=False):
            row.folder = f"{place.folder}/".encode()
            row.group, row.role = place.group, ROLES.index(place.role)

    def model(self, groups: tuple[Group, ...]) -> None:
        """Empty queues of these models; counters stay."""
        for row, group in zip(self.raw.groups, groups, strict=False):
            _write_group(row, group)

    def on(self, hurry: int = 1) -> None:
        """Requests take their time from here on; `hurry`: an integer they are faster by."""
        self.raw.hurry, self.raw.on = hurry, 1

    def off(self) -> None:
        self.raw.on = 0

    @property
    def lost(self) -> int:
        """Requests of files that no counter had room for."""
        return int(self.raw.lost)

    def counts(self) -> dict[str, PlaceCount]:
        """By place."""
        return {place.name: _place_count(row) for row, place in zip(self.raw.places, self._places, strict=False)}

    def files(self) -> dict[int, FileCount]:
        """By inode."""
        return {row.inode: _file_count(row) for row in self.raw.files if row.inode}


def _place_count(row: CPlace) -> PlaceCount:
    read, scan, write, sync = map(Counted, row.requests, _seconds(row.wait_ns), _seconds(row.service_ns))
    return PlaceCount(read, scan, write, sync, row.blocks, row.late_ns / 1e9)


def _file_count(row: CFile) -> FileCount:
    read, scan, write = map(Counted, row.requests, _seconds(row.wait_ns))
    return FileCount(read, scan, write, row.blocks)


def _seconds(ns: Iterable[int]) -> list[float]:
    return [one / 1e9 for one in ns]


def _write_group(row: CGroup, group: Group) -> None:
    model, slow_ns = group.model, NS_PER_MS * group.slowed
    cache = model.cache
    row.servers, row.any = group.servers, int(model.any_server)
    row.read_choices, row.write_copies, row.write_turns = model.read_choices, model.write_copies, model.write_turns
    row.scan_blocks, row.block_ns = model.scan_blocks, round(model.block_ms * slow_ns)
    row.write_ahead_ns = round((cache.ahead_ms if cache else model.write_ahead_ms) * slow_ns)
    row.sync_ahead_ns = round(cache.ahead_ms * slow_ns) if cache else 0
    row.cache_ns = round(cache.write_ms * slow_ns) if cache else 0
    row.destage = cache.destage if cache else 1.0
    row.reorder = model.reorder
    row.read_ns, row.write_ns, row.sync_ns = (_table(one, slow_ns) for one in (model.read, model.write, model.sync))
    row.server_of = (ctypes.c_uint8 * STRIPES)(*_stripes(group.servers, model.hot_share))
    row.next_free = (_int64 * SERVERS)()


def _table(service: Service, slow_ns: float) -> ctypes.Array[ctypes.c_int64]:
    return _Table(*(round(ms * slow_ns) for ms in service.table()))


def _stripes(servers: int, hot_share: float | None) -> list[int]:
    """The first server has the hot share, the others the rest evenly."""
    if hot_share is None or servers == 1:
        return [stripe % servers for stripe in range(STRIPES)]
    hot = round(STRIPES * hot_share)
    return [0] * hot + [1 + stripe % (servers - 1) for stripe in range(STRIPES - hot)]
