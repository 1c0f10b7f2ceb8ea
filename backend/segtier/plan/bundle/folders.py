"""Where each file of a bundle stands: what is read or filled in at the top, what is run or called in a folder.

Everything is run from the top, so calls and logs need no path of their own: `sqlplus / as sysdba @steps/00_precheck.sql`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, Step

Row = TypeVar("Row", Step, Operation)
FOLDERS = ("steps", "os", "rollback", "verify", "lib")
_STARTS = {"10": "os", "11": "os", "80": "verify", "90": "rollback", "91": "rollback", "list_": "lib", "lib_": "lib"}
_CALL = re.compile(r"@@([a-z0-9_./]+\.sql)")


def path_of(name: str) -> str:
    """`40_move_tables.sql` is `steps/40_move_tables.sql`, `1_redo/90_x.sql` is `1_redo/rollback/90_x.sql`."""
    part, slash, file = name.rpartition("/")
    return part + slash + _folder(file) + file


def _folder(file: str) -> str:
    found = next((folder for start, folder in _STARTS.items() if file.startswith(start)), "")
    found = found or ("steps" if file[:2].isdigit() else "")
    return f"{found}/" if found else ""


def placed(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Steps or operations, their files by the place in the bundle."""
    return tuple(replace(row, file=path_of(row.file)) for row in rows)


def in_folders(files: Iterable[BundleFile]) -> list[BundleFile]:
    """The files at their places; a call `@@name` becomes one from the top of the bundle."""
    return [replace(file, path=path_of(file.path), text=_CALL.sub(_called, file.text)) for file in files]


def _called(call: re.Match[str]) -> str:
    return f"@{path_of(call[1])}"
