"""Files beside the data, redo logs and temp: what they take on flash an inventory says, where one is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked
from segtier.advisor.options.option import Weighing
from segtier.forecast import Change
from segtier.model.option import SPECS, OptionName


def draft_files(case: Case, option: OptionName, change: Change, size_bytes: int | None) -> Draft:
    """Their size blocks them only where it is known; otherwise the scripts look it up."""
    what = SPECS[option].files
    stops = (
        *blocked.not_shared(case, what),
        *blocked.engineered(case),
        *blocked.on_flash_already(case, option),
        *(blocked.does_not_fit(case, size_bytes, f"the space of the {what}") if size_bytes is not None else ()),
    )
    return Draft(option, change, size_bytes, stops)


def join_files(weighing: Weighing, whole: Draft, alone: Draft) -> Draft | None:
    """They cannot be cut, so they take their bytes as they are; of unknown size they take none here."""
    used = (whole.used_bytes or 0) + (alone.used_bytes or 0)
    if used > weighing.case.capacity_bytes:
        return None
    one, other = whole.change, alone.change
    change = replace(one, redo=one.redo or other.redo, temp=one.temp or other.temp)
    return replace(whole, change=change, used_bytes=used)


def sum_of(sizes: Sequence[int | None]) -> int | None:
    """None where one is not known, or none is there."""
    known = [size for size in sizes if size is not None]
    return sum(known) if known and len(known) == len(sizes) else None
