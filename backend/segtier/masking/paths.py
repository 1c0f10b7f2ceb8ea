"""Paths keep their form, for plans go by it: in a disk group, in a file system, below /dev, on a drive."""

from __future__ import annotations

import re
from collections.abc import Callable

_DISK_GROUP = re.compile(r"\+([^/]*)")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def mask_path(path: str, whole: str, group_token: Callable[[str], str]) -> str:
    """`whole` is the token of the path; a disk group has the token of its name, the same in every path of it."""
    plain = path.strip("'\" ")
    group = _DISK_GROUP.match(plain)
    if group:
        place = "+" + group_token(group[1].upper())
        return place if path == "+" + group[1].upper() else f"{place}/{whole}"
    for start in ("/dev/", "/"):
        if plain.startswith(start):
            return start + whole
    drive = _DRIVE.match(plain)
    return (drive[0] if drive else "") + whole
