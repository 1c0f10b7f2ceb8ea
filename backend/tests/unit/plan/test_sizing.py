"""How large the tablespaces of a plan start and grow, and that the flash is never promised twice."""

from __future__ import annotations

import pytest

from segtier.errors import Infeasible
from segtier.plan.operations.arrivals import Arrival
from segtier.plan.storage.sizing import sizes, whole_extents_bytes
from segtier.units import GIB, KIB, MIB

EXTENTS = [
    ("nothing", 0, 0),
    ("one byte", 1, 64 * KIB),
    ("small steps", 65 * KIB, 128 * KIB),
    ("whole MB", 5 * MIB + 1, 6 * MIB),
    ("8 MB steps", 65 * MIB, 72 * MIB),
    ("64 MB steps", GIB + 1, GIB + 64 * MIB),
    ("whole already", 10 * GIB, 10 * GIB),
]


@pytest.mark.parametrize(("size", "whole"), [row[1:] for row in EXTENTS], ids=[row[0] for row in EXTENTS])
def test_whole_extents(size: int, whole: int) -> None:
    assert whole_extents_bytes(size) == whole


def a_move(target: str = "SSD_DATA", size_bytes: int | None = 2 * GIB, type_: str | None = "TABLE") -> Arrival:
    return Arrival("", target, "SOE", "USERS", type_, size_bytes)


def test_starts_with_its_segments_and_may_take_the_rest() -> None:
    (size,) = sizes([a_move(size_bytes=100 * GIB)], 200 * GIB).values()
    assert (size.first_mib, size.most_mib, size.next_mib) == (102_401 + 2_049, 204_800, 1_024)
    assert (size.first_bytes, size.most_bytes) == (104_450 * MIB, 200 * GIB)


def test_room_to_grow_goes_where_the_data_is() -> None:
    planned = sizes([a_move(size_bytes=90 * GIB), a_move("SSD_INDX", size_bytes=30 * GIB)], 200 * GIB)
    growth = {target: size.most_mib - size.first_mib for (_, target), size in planned.items()}
    assert growth["SSD_DATA"] == pytest.approx(3 * growth["SSD_INDX"], rel=0.01)


def test_unknown_sizes_start_small_and_grow() -> None:
    moves = [a_move(size_bytes=None), a_move("SSD_INDX", type_=None, size_bytes=50 * GIB)]
    planned = sizes(moves, 100 * GIB)
    assert {size.first_mib for size in planned.values()} == {66}
    assert planned["", "SSD_INDX"].most_mib > 50 * 1024


def test_nothing_is_left_to_grow_where_the_segments_fill_the_flash() -> None:
    (size,) = sizes([a_move(size_bytes=100 * GIB)], 100 * GIB + MIB).values()
    assert size.first_mib == size.most_mib == 100 * 1024 + 1


def test_the_allowance_may_take_the_last_of_the_room() -> None:
    """104 and 48 MiB, a header of 1 MiB each; 2 % of 105 are 3 MiB, of 49 one: 158 MiB in all."""
    moves = [a_move(size_bytes=104 * MIB), a_move("SSD_INDX", size_bytes=48 * MIB)]
    planned = sizes(moves, 158 * MIB)
    assert [(size.first_mib, size.most_mib) for size in planned.values()] == [(108, 108), (50, 50)]


def test_what_fits_only_without_whole_extents_is_refused() -> None:
    with pytest.raises(Infeasible, match="whole extents"):
        sizes([a_move(size_bytes=GIB + 1), a_move("SSD_INDX", size_bytes=GIB)], 2 * GIB + MIB)
