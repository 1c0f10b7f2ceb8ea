"""The redo logs on flash."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options.files_beside import draft_files, join_files, sum_of
from segtier.advisor.options.option import Option, Weighing
from segtier.analysis.words import ms
from segtier.forecast import Change
from segtier.forecast.constants import LOG_WRITES_MOST_US
from segtier.model.inventory import Inventory


def redo_bytes(inventories: Sequence[Inventory]) -> int | None:
    """One member of every online group, as the scripts make them; None where a size is missing."""
    listed = next((one.redo_groups for one in reversed(inventories) if one.redo_groups), ())
    return sum_of([group.size_bytes for group in listed if not group.standby])


def _draft(weighing: Weighing) -> Draft:
    case = weighing.case
    return draft_files(case, "redo", Change(redo=True), _size_bytes(case))


def _size_bytes(case: Case) -> int | None:
    return redo_bytes(case.inventories)


def _beyond_disks(case: Case, _: Draft) -> str | None:
    if case.facts.throttle is not None:
        return f"{case.facts.throttle.text} Faster redo logs behind it gain nothing."
    sync_us, most_us = case.profile.demand("commit").latency_us or 0.0, LOG_WRITES_MOST_US.high
    if case.profile.redo_write_us or sync_us <= most_us:
        return None
    return (
        f"A commit takes {ms(sync_us)}, longer than its log writes take on any disk: bandwidth, archiving or CPU may delay "
        "it, and the report does not show the log write itself."
    )


def _unseen_write(case: Case) -> str:
    if case.profile.redo_write_us is not None:
        return ""
    return " The report does not show the log write itself: look at log file parallel write before you buy."


def _members(inventory: Inventory) -> list[str]:
    return [member for group in inventory.redo_groups for member in group.members]


OPTION = Option(
    "redo",
    _draft,
    join_files,
    doubt=_beyond_disks,
    caution=_unseen_write,
    size_bytes=_size_bytes,
    files_today=_members,
)
