"""Which files share a queue, by their names: a disk group of ASM, or the path up to where the file systems may differ."""

from __future__ import annotations

import re
from collections.abc import Iterable

from segtier.analysis.setup import in_disk_group

MOUNT_DEPTH = 2
"""File systems are mounted at /u01 or /oracle/data1: what differs below that are directories of one."""
ONE_PLACE = "storage"
"""Of files whose names say nothing."""
_SEPARATOR = re.compile(r"[/\\]+")


def places_of(files: Iterable[str]) -> dict[str, str]:
    """The place of each file. Where no directory near the root tells files apart, those of a file system are in one place."""
    plain = {name: name.strip("'\" ") for name in files}
    paths = {name: _directories(text) for name, text in plain.items() if in_disk_group(text) is False}
    depth = _depth(list(paths.values()))
    found = {}
    for name, text in plain.items():
        if name in paths:
            found[name] = _joined(paths[name][:depth])
        else:
            found[name] = _SEPARATOR.split(text)[0].upper() if in_disk_group(text) else ONE_PLACE
    return found


def _directories(path: str) -> tuple[str, ...]:
    """("/", "u01", "oradata") or ("E:", "oradata")."""
    parts = _SEPARATOR.split(path)
    return tuple(parts[:-1]) if parts[0] else ("/", *parts[1:-1])


def _depth(paths: list[tuple[str, ...]]) -> int:
    """How many leading parts tell the places: one more than all have in common, where that is near the root."""
    if not paths:
        return 0
    common = next((at for at, parts in enumerate(zip(*paths, strict=False)) if len(set(parts)) > 1), None)
    if common is None:
        return min(map(len, paths))
    return common if common > MOUNT_DEPTH else common + 1


def _joined(parts: tuple[str, ...]) -> str:
    """As a DBA would write it."""
    return parts[0] + "/".join(parts[1:]) if parts[0] == "/" else "\\".join(parts)
