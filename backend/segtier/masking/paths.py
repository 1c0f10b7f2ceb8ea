"""Paths keep their form, for plans and queues go by it: in a disk group, in a directory, below /dev, on a drive."""

from __future__ import annotations

import re
from collections.abc import Callable

_DISK_GROUP = re.compile(r"\+([^/]*)")
_ROOT = re.compile(r"/|[A-Za-z]:[\\/]")
_STEP = re.compile(r"(?<![^/\\])[^/\\]++(?=[/\\])")


def mask_path(path: str, whole: str, group: Callable[[str], str], directory: Callable[[str], str]) -> str:
    """`whole` is the token of the path. A disk group and each directory have a token of their own, the same in every path: so
    masked files still lie where others do.
    """
    plain = path.strip("'\" ")
    if in_group := _DISK_GROUP.match(plain):
        place = "+" + group(in_group[1].upper())
        return place if path == "+" + in_group[1].upper() else f"{place}/{whole}"
    if plain.startswith("/dev/"):
        return "/dev/" + whole
    root = _ROOT.match(plain)
    if not root:
        return whole
    steps = _STEP.finditer(plain, root.end())
    return "".join((root[0], *(directory(plain[: one.end()]) + plain[one.end()] for one in steps), whole))
