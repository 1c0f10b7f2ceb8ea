"""What holds the files of today: ASM or a file system, by the first file names the inputs give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from segtier.analysis.setup import PLACES, in_disk_group
from segtier.model.hour import Setup
from segtier.model.inventory import Inventory


def on_asm(
    moved: Callable[[Inventory], list[str]], setups: Sequence[Setup], inventories: Sequence[Inventory]
) -> bool | None:
    """True where the files an option moves lie in disk groups, False in a file system, None where it cannot be told.

    `moved`: those of them that an inventory names (redo members, temp files). They come first, then data files, then what the
    parameters name. A mixture is not told: None.
    """
    for names in _named(moved, setups, inventories):
        kinds = {kind for name in names if (kind := in_disk_group(name)) is not None}
        if kinds:
            return kinds.pop() if len(kinds) == 1 else None
    return None


def _named(
    moved: Callable[[Inventory], list[str]], setups: Sequence[Setup], inventories: Sequence[Inventory]
) -> Iterable[list[str]]:
    yield [name for one in inventories for name in moved(one)]
    yield [file.name for one in inventories for file in one.datafiles]
    yield [name for one in setups for name in one.files]
    for name in PLACES:
        values = (one.parameters.get(name) for one in setups)
        yield [part for value in values if value for part in value.split(",")]
