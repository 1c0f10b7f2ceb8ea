"""What the inventories know that decides the move of a segment: its own facts, its table's and its tablespace's."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, TypeVar

from segtier.analysis.dated_sizes import DatedSize, dated_lists, weekly_sizes
from segtier.analysis.movable import unmovable_reason
from segtier.analysis.sizes import Sizes, in_several_containers, join_sizes, size_of_list, total_sizes
from segtier.model.inventory import Inventory, InventorySegment, Tablespace
from segtier.model.workload import Segment, SegmentKey, Workload
from segtier.oracle.moving import gather_facts

T = TypeVar("T")
_Name = tuple[str | None, str, str]
_CUT = "The text report cuts its name; the HTML report or a counter export gives it whole."


class About(NamedTuple):
    """What is known of a segment whatever the hour."""

    key: SegmentKey
    type: str | None
    tablespace: str | None
    size_bytes: int | None
    unmovable_reason: str | None


class KnownFacts:
    """Built once for all segments and hours of an advice, or a plan; a later inventory is believed before an earlier one."""

    def __init__(self, inventories: Sequence[Inventory], keys: Iterable[SegmentKey] = ()) -> None:
        """`keys`: of all segments that facts may be asked of."""
        self.sizes: Sizes = replace(join_sizes(inventories), shared=in_several_containers(keys))
        self._inventories = inventories
        self._export: tuple[Workload, list[About]] | None = None
        self._abouts: dict[Hashable, About] = {}
        self._tables: dict[_Name, InventorySegment] = {}
        self._tablespaces: dict[tuple[str | None, str], Tablespace] = {}
        self._unlogged_indexes: set[_Name] = set()
        """Tables with an index that moves with them and is NOLOGGING."""
        self._block_size = last_known([one.database.block_size_bytes for one in inventories])
        self._redo_must_be_whole = (
            last_known([one.standby for one in inventories]) is True
            and last_known([one.force_logging for one in inventories]) is False
        )
        for inventory in inventories:
            self._tablespaces |= {(one.pdb, one.name): one for one in inventory.tablespaces}
        for row in self.sizes.rows.values():
            self._note_table(row)
            self._note_index(row)

    @cached_property
    def totals(self) -> tuple[int | None, int | None]:
        """Bytes of everything that `all` moves, and of the indexes; None where the sizes are not complete."""
        return total_sizes(self._inventories)

    @cached_property
    def dated(self) -> list[tuple[datetime, Inventory]]:
        """Lists of every segment, by when they were made."""
        return dated_lists(self._inventories)

    @cached_property
    def weekly(self) -> list[DatedSize]:
        """Bytes of everything that `all` moves, week by week."""
        return weekly_sizes(self.dated, size_of_list)

    def of(self, row: InventorySegment) -> dict[str, bool | str | None]:
        """Empty where nothing is known beside size and place."""
        table = self._tables.get((row.pdb, row.parent_owner or row.owner, row.parent_name)) if row.parent_name else None
        along = self._takes_unlogged_along(row, table)
        return gather_facts(row, table, self._place(row), self._block_size, self._redo_must_be_whole, along)

    def about(self, row: Segment) -> About:
        """Worked out once for all hours that list it alike."""
        told = (row.key, row.type, row.tablespace, row.size_bytes, row.name_cut)
        if told not in self._abouts:
            self._abouts[told] = self._about(row)
        return self._abouts[told]

    def _about(self, row: Segment) -> About:
        known = self.sizes.find(row.key)
        kind = row.type or (known.type if known else None)
        tablespace = (known.tablespace if known else None) or row.tablespace
        size_bytes = row.size_bytes if row.size_bytes is not None else (known.size_bytes if known else None)
        if row.name_cut:
            return About(row.key, kind, tablespace, size_bytes, _CUT)
        facts = self.of(known) if known is not None else None
        reason = unmovable_reason(row.owner, row.name, kind, tablespace, known, facts)
        return About(row.key, kind, tablespace, size_bytes, reason)

    def of_export(self, export: Workload) -> list[About]:
        """About each segment of the one export that an advice stands on: the same in each of its hours."""
        if self._export is None or self._export[0] is not export:
            self._export = export, list(map(self.about, export.segments))
        return self._export[1]

    def _place(self, row: InventorySegment) -> Tablespace | None:
        return self._tablespaces.get((row.pdb, row.tablespace)) if row.tablespace else None

    def _takes_unlogged_along(self, row: InventorySegment, table: InventorySegment | None) -> bool:
        """A whole table writes its indexes anew, a whole LOB its table too; of parts the scripts ask the dictionary."""
        if row.type in ("TABLE", "NESTED TABLE"):
            return (row.pdb, row.owner, row.name) in self._unlogged_indexes
        if row.type != "LOBSEGMENT" or row.parent_name is None:
            return False
        unlogged = table is not None and self._is_unlogged(table)
        return unlogged or (row.pdb, row.parent_owner or row.owner, row.parent_name) in self._unlogged_indexes

    def _is_unlogged(self, row: InventorySegment) -> bool:
        place = self._place(row)
        return (row.facts or {}).get("logging") is False and not (place is not None and place.force_logging is True)

    def _note_index(self, row: InventorySegment) -> None:
        kept_up = row.type == "INDEX" and row.column is None and not (row.facts or {}).get("iot")
        if kept_up and row.parent_name is not None and self._is_unlogged(row):
            self._unlogged_indexes.add((row.pdb, row.parent_owner or row.owner, row.parent_name))

    def _note_table(self, row: InventorySegment) -> None:
        """An index-organized table has no segment of its own name: its index says what it is."""
        if row.key[4] == "TABLE":
            self._tables.setdefault((row.pdb, row.owner, row.name), row)
        elif row.parent_name is not None and (row.facts or {}).get("iot") == "IOT":
            self._tables.setdefault((row.pdb, row.parent_owner or row.owner, row.parent_name), row)


def last_known(values: Sequence[T | None]) -> T | None:
    """The value of the last inventory that says one."""
    return next((value for value in reversed(values) if value is not None), None)
