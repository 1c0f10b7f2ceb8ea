"""What the inventories know that decides the move of a segment: its own facts, its table's and its tablespace's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from segtier.analysis.sizes import Sizes, join_sizes, total_sizes
from segtier.model.inventory import Inventory, InventorySegment, Tablespace
from segtier.oracle.moving import gather_facts

T = TypeVar("T")
_Name = tuple[str | None, str, str]


class KnownFacts:
    """Built once for all segments and hours of an advice, or a plan; a later inventory is believed before an earlier one."""

    def __init__(self, inventories: Sequence[Inventory]) -> None:
        self.sizes: Sizes = join_sizes(inventories)
        self._inventories = inventories
        self._tables: dict[_Name, InventorySegment] = {}
        self._tablespaces: dict[tuple[str | None, str], Tablespace] = {}
        self._block_size = last_known([one.database.block_size_bytes for one in inventories])
        self._redo_must_be_whole = (
            last_known([one.standby for one in inventories]) is True
            and last_known([one.force_logging for one in inventories]) is False
        )
        for inventory in inventories:
            self._tablespaces |= {(one.pdb, one.name): one for one in inventory.tablespaces}
        for row in self.sizes.rows.values():
            self._note_table(row)

    @cached_property
    def totals(self) -> tuple[int | None, int | None]:
        """Bytes of everything that `all` moves, and of the indexes; None where the sizes are not complete."""
        return total_sizes(self._inventories)

    def of(self, row: InventorySegment) -> dict[str, bool | str | None]:
        """Empty where nothing is known beside size and place."""
        table = self._tables.get((row.pdb, row.parent_owner or row.owner, row.parent_name)) if row.parent_name else None
        tablespace = self._tablespaces.get((row.pdb, row.tablespace)) if row.tablespace else None
        return gather_facts(row, table, tablespace, self._block_size, self._redo_must_be_whole)

    def _note_table(self, row: InventorySegment) -> None:
        """An index-organized table has no segment of its own name: its index says what it is."""
        if row.key[4] == "TABLE":
            self._tables.setdefault((row.pdb, row.owner, row.name), row)
        elif row.parent_name is not None and (row.facts or {}).get("iot") == "IOT":
            self._tables.setdefault((row.pdb, row.parent_owner or row.owner, row.parent_name), row)


def last_known(values: Sequence[T | None]) -> T | None:
    """The value of the last inventory that says one."""
    return next((value for value in reversed(values) if value is not None), None)
