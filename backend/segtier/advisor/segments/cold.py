"""Segments that Oracle's heat map has not seen used for long: what they would take on SSD, told and never ranked by.

A date says when, not how much: nothing is known of a segment that the map does not list, and one in daily use may still be
worth little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from segtier.advisor.segments.held import full_name
from segtier.analysis.sizes import join_sizes
from segtier.model.advice import RankedSegment
from segtier.model.evidence import Warn
from segtier.model.inventory import Inventory, LastUsed
from segtier.plurals import plural
from segtier.units import format_bytes

COLD = timedelta(days=30)
"""Before the last date of the map: past the closing of a month."""
_SHOWN = 3


def cold_segments(inventories: Sequence[Inventory], ranked: Sequence[RankedSegment]) -> Iterator[Warn]:
    """One warning for all data, and one for those that the advice would move all the same."""
    used = [row for inventory in inventories for row in inventory.last_used]
    last = max((one for row in used if (one := row.latest) is not None), default=None)
    if last is None:
        return
    cold = [row for row in used if (latest := row.latest) is not None and last - latest > COLD]
    if not cold:
        return
    sizes = join_sizes(inventories)
    found = [sizes.find((*_place(row), None)) for row in cold]
    known = [row.size_bytes for row in found if row is not None and row.size_bytes is not None]
    of_some = "in all" if len(known) == len(cold) else f"in the {len(known):,} of known size"
    room = f", {format_bytes(sum(known))} {of_some}," if known else ""
    names = "; ".join(_told(row) for row in cold[:_SHOWN])
    yield Warn(
        "cold-segments",
        f"By the heat map {plural(len(cold), 'segment')}{room} {'was' if len(cold) == 1 else 'were'} "
        f"last used more than {COLD.days} days before {_date(last)}:"
        f" {names}. It says when a segment was used,"
        " not how much, so it decides nothing; all data on SSD would include these too.",
    )
    moved = {(row.pdb, row.owner, row.name, row.subobject) for row in ranked if row.included}
    both = [row for row in cold if _place(row) in moved]
    if both:
        yield Warn(
            "cold-segments-moved",
            f"{plural(len(both), 'of them is', 'of them are')} among the "
            f"segments to move ({'; '.join(_told(row) for row in both[:_SHOWN])}):"
            " the reports show them busy and the heat map does not. Check whether the reports are from another time.",
        )


def _place(row: LastUsed) -> tuple[str | None, str, str, str | None]:
    return row.pdb, row.owner, row.name, row.subobject


def _told(row: LastUsed) -> str:
    """`APP.ORDERS, last read 3 Oct 2026`."""
    uses = {"read": row.read, "full scan": row.full_scan, "lookup": row.lookup, "write": row.written}
    known = {name: time for name, time in uses.items() if time is not None}
    name = max(known, key=lambda one: known[one])
    return f"{full_name((row.pdb, row.owner, row.name, row.subobject, None))}, last {name} {_date(known[name])}"


def _date(time: datetime) -> str:
    return f"{time.day} {time:%b %Y}"
