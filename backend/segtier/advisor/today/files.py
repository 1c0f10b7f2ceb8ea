"""What holds the files of today: ASM or a file system, by the first file names the inputs give."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from segtier.analysis.figures import parameter
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload

_PATH = re.compile(r"/|[A-Za-z]:[\\/]")
_PARAMETERS = ("db_create_file_dest", "control_files")


def on_asm(
    moved: Callable[[Inventory], list[str]], workloads: Sequence[Workload], inventories: Sequence[Inventory]
) -> bool | None:
    """True where the files an option moves lie in disk groups, False in a file system, None where it cannot be told.

    `moved`: those of them that an inventory names (redo members, temp files). They come first, then data files, then what the
    parameters name. A mixture is not told: None.
    """
    for names in _named(moved, workloads, inventories):
        kinds = {kind for name in names if (kind := _in_disk_group(name)) is not None}
        if kinds:
            return kinds.pop() if len(kinds) == 1 else None
    return None


def _in_disk_group(name: str) -> bool | None:
    """None for what is neither: a masked name, or a part of one."""
    plain = name.strip("'\" ")
    if plain.startswith("+"):
        return True
    return False if _PATH.match(plain) else None


def _named(
    moved: Callable[[Inventory], list[str]], workloads: Sequence[Workload], inventories: Sequence[Inventory]
) -> Iterable[list[str]]:
    yield [name for one in inventories for name in moved(one)]
    yield [file.name for one in inventories for file in one.datafiles]
    yield [row.file for one in workloads for row in one.file_io]
    for name in _PARAMETERS:
        values = (parameter(one, name) for one in workloads)
        yield [part for value in values if value for part in value.split(",")]
