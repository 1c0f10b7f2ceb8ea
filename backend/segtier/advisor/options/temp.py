"""The temporary tablespace on flash."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options.files_beside import draft_files, join_files, sum_of
from segtier.advisor.options.option import Option, Weighing
from segtier.forecast import Change
from segtier.model.inventory import Inventory
from segtier.plan.storage.sizing import with_headroom


def temp_bytes(inventories: Sequence[Inventory]) -> int | None:
    """The most ever in use with the scripts' headroom, else the temp files as they are; None where neither is known."""
    peak = max((one.temp_peak_bytes for one in inventories if one.temp_peak_bytes), default=None)
    if peak is not None:
        return with_headroom(peak)
    listed = next((one.temp_files for one in reversed(inventories) if one.temp_files), ())
    return sum_of([file.size_bytes for file in listed])


def _draft(weighing: Weighing) -> Draft:
    case = weighing.case
    return draft_files(case, "temp", Change(temp=True), _size_bytes(case))


def _size_bytes(case: Case) -> int | None:
    return temp_bytes(case.inventories)


def _files(inventory: Inventory) -> list[str]:
    return [file.name for file in inventory.temp_files]


OPTION = Option("temp", _draft, join_files, size_bytes=_size_bytes, files_today=_files)
