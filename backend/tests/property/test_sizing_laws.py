"""Laws of the target tablespaces: what they hold and may grow to is within the flash, and the headroom is theirs."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.model.request import AdviceRequest
from segtier.placement.problem import NOWHERE, one_device
from segtier.placement.solve import solve
from segtier.plan.operations.arrivals import Arrival
from segtier.plan.storage.sizing import ALLOWANCE, sizes
from segtier.units import GIB, MIB
from tests.unit.plan.requests import TIER

HEADROOM = AdviceRequest(TIER).headroom_pct / 100
LARGEST_EXTENT = 64 * MIB

segments = st.lists(
    st.tuples(
        st.integers(64 * 1024, 300 * GIB),
        st.sampled_from(["SSD_DATA", "SSD_INDX"]),
        st.sampled_from([None, "PDB1", "PDB2"]),
        st.floats(0.1, 1e5),
    ),
    min_size=1,
    max_size=25,
)


@settings(max_examples=200)
@given(segments, st.integers(50 * GIB, 3_000 * GIB))
def test_what_the_placement_chose_fits_and_can_grow(
    rows: list[tuple[int, str, str | None, float]], usable: int
) -> None:
    moves = [arrival(*row[:3]) for row in rows]
    gains, held = np.array([row[3] for row in rows]), np.array([row[0] for row in rows], np.int64)
    places = solve(one_device(gains, held, int(usable * (1 - HEADROOM)))).places
    placed = [move for move, place in zip(moves, places, strict=True) if place != NOWHERE]
    if not placed:
        return

    planned = sizes(placed, usable)

    assert sum(size.most_mib for size in planned.values()) * MIB <= usable
    rounding = (len(placed) * LARGEST_EXTENT) + len(planned) * 4 * MIB
    growth = sum(size.most_mib - size.first_mib for size in planned.values()) * MIB
    assert growth >= (HEADROOM - ALLOWANCE) * usable - rounding
    for key, size in planned.items():
        inside = sum(move.size_bytes or 0 for move in placed if move.key == key)
        assert inside <= size.first_bytes <= size.most_mib * MIB
        assert 0 < size.next_mib <= max(size.most_mib - size.first_mib, 1)


@settings(max_examples=50)
@given(segments)
def test_order_makes_no_difference(rows: list[tuple[int, str, str | None, float]]) -> None:
    moves = [arrival(*row[:3]) for row in rows]
    assert sizes(moves, 9_000 * GIB) == sizes(moves[::-1], 9_000 * GIB)


def arrival(size_bytes: int, target: str, pdb: str | None) -> Arrival:
    return Arrival(pdb or "", target, "SOE", "USERS", "TABLE", size_bytes)
