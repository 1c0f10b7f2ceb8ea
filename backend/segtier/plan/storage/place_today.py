"""Where a tablespace is today: the disk group or the directory of its files."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.inventory import DatabaseFile


def place_today(tablespace: str, files: Sequence[DatabaseFile]) -> str | None:
    """None where no file of it is listed, or where its files lie in several places."""
    found = places_today([one for one in files if (one.tablespace or "").upper() == tablespace.upper()])
    return found[0] if len(found) == 1 else None


def places_today(files: Sequence[DatabaseFile]) -> list[str]:
    """Every disk group or directory that holds one of them."""
    return sorted({_place(one.name) for one in files})


def _place(file: str) -> str:
    if file.startswith("+"):
        return file.partition("/")[0]
    return file.rpartition("\\" if "\\" in file else "/")[0]
