"""Laws of the ledger: it is the sum of the segments that the statements write anew, whatever the plan is.

Counted a second way: from the rows of a database made up here, not from the operations.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor.today.known import with_known
from segtier.model.inventory import Inventory, InventorySegment
from segtier.model.plan import Plan, PlanRequest, PlanSegment
from segtier.plan.write_plan import write_plan
from segtier.units import GIB
from tests.unit.plan.inventories import HEAP, INDEX, LOB
from tests.unit.plan.requests import TIER, a_request

SIZE = st.integers(64 * 1024, 40 * GIB)
RELEASES = st.sampled_from(["11.2.0.4.0", "12.1.0.2.0", "12.2.0.1.0", "19.0.0.0.0", "23.0.0.0.0"])


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[InventorySegment, bool]]:
    """The segments of a few tables, each with LOBs and indexes; True: the placement moves it."""
    found: list[tuple[InventorySegment, bool]] = []
    for number in range(draw(st.integers(1, 4))):
        name = f"T{number}"
        table = InventorySegment("SOE", name, type="TABLE", tablespace="USERS", size_bytes=draw(SIZE), facts=HEAP)
        found.append((table, draw(st.booleans())))
        for kind, most in (("LOBSEGMENT", 2), ("INDEX", 3)):
            for each in range(draw(st.integers(0, most))):
                part = InventorySegment(
                    "SOE", f"{kind[:3]}{number}_{each}", type=kind, tablespace="USERS" if kind[0] == "L" else "INDX",
                    size_bytes=draw(SIZE), parent_owner="SOE", parent_name=name,
                    column=f"C{each}" if kind[0] == "L" else None, facts=LOB if kind[0] == "L" else INDEX,
                )  # fmt: skip
                found.append((part, draw(st.booleans())))
    return found


def planned(rows: list[tuple[InventorySegment, bool]], request: PlanRequest) -> Plan | None:
    moving = tuple(
        PlanSegment(row.owner, row.name, None, None, row.type, row.tablespace, row.size_bytes, "hot")
        for row, moves in rows
        if moves
    )
    if not moving:
        return None
    inventory = Inventory(segments=tuple(row for row, _ in rows), complete=True)
    return write_plan(with_known(replace(request, move=moving), [inventory]))


@settings(max_examples=150, deadline=None)
@given(tables(), RELEASES, st.sampled_from(["EE", "SE2", None]))
def test_the_ledger_is_what_is_written_anew(
    rows: list[tuple[InventorySegment, bool]], release: str, edition: str | None
) -> None:
    request = a_request(release=release, edition=edition, tier=replace(TIER, usable_bytes=10**13, raw_bytes=2 * 10**13))
    plan = planned(rows, request)
    if plan is None:
        return
    ledger = plan.ledger
    assert ledger is not None
    assert not plan.refused
    written = [row.size_bytes or 0 for one in plan.operations for row in one.rewrites]
    assert (
        ledger.redo_bytes == ledger.archive_bytes == sum(step.redo_bytes or 0 for step in ledger.steps) == sum(written)
    )

    # every segment that moves arrives once, and what arrives is the room on flash
    arriving = sorted(row.name for row, moves in rows if moves)
    there = [row for one in plan.operations for row in one.rewrites if row.target != row.home]
    assert sorted(row.name for row in there) == arriving
    on_flash = sum(one.bytes or 0 for one in ledger.room if one.why == "arrives")
    assert on_flash == sum(row.size_bytes or 0 for row, moves in rows if moves)

    # a table is written anew once, if it or a LOB of it moves; then every index of it is too
    rewritten = {row.parent_name or row.name for row, moves in rows if moves and row.type != "INDEX"}
    by_table = sum(
        row.size_bytes or 0
        for row, moves in rows
        if (row.type == "TABLE" and row.name in rewritten)
        or (row.type == "INDEX" and row.parent_name in rewritten)
        or (row.type == "LOBSEGMENT" and moves)
    )
    by_themselves = {one.index for one in plan.operations if one.index is not None}
    assert sum(written) == by_table + sum(row.size_bytes or 0 for row, _ in rows if row.name in by_themselves)
    assert sum(one.index is None for one in plan.operations) == len(rewritten)
