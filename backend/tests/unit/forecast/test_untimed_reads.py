"""What moves of tablespaces whose read times are missing, and of a station that has less than all alike would take from it."""

import math

import numpy as np
import pytest

from segtier.analysis.storage.found import StorageSeen
from segtier.forecast import Basis, Change
from segtier.forecast.calibration import calibrate
from segtier.forecast.constants import KINDS_APART
from segtier.forecast.moved_to_each import moved_to_each
from segtier.forecast.untimed_reads import Untimed, end_of
from segtier.oracle.devices import tier
from tests.builders import a_profile
from tests.two_speeds import FAST, SLOW, two_speeds

SLOWER, FASTER = math.exp(KINDS_APART.high), math.exp(KINDS_APART.low)


@pytest.mark.parametrize(
    ("time", "named", "unseen", "all_", "least", "most"),
    [
        (0.5, 0.0, 0.0, 0.0, 0.5, 0.5),
        # All that moves is theirs, and all that stays is not.
        (0.4, 0.4, 0.0, 0.4, 0.4 * FASTER / (0.4 * FASTER + 0.6), 0.4 * SLOWER / (0.4 * SLOWER + 0.6)),
        # What no list names may be theirs, or may be the others'.
        (0.4, 0.0, 0.4, 0.4, 0.4 * FASTER / (0.4 * FASTER + 0.6), 0.4 * SLOWER / (0.4 * SLOWER + 0.6)),
        # All of it moves.
        (1.0, 0.3, 0.7, 0.5, 1.0, 1.0),
        # Nothing of theirs can move: it is what stays that may be slow, or fast.
        (0.6, 0.0, 0.0, 0.4, 0.6 / (0.6 + 0.4 * SLOWER), 0.6 / (0.6 + 0.4 * FASTER)),
    ],
)
def test_what_moves_takes(time: float, named: float, unseen: float, all_: float, least: float, most: float) -> None:
    untimed = Untimed(np.array([named]), np.array([unseen]), all_)
    found = [float(end_of(np.array([time]), untimed, apart)[0]) for apart in ("least", "most")]
    assert found == pytest.approx([least, most])


@pytest.mark.parametrize("named", [0.1, 0.25, 0.5])
def test_what_a_station_has_no_more_of_moves_from_the_others(named: float) -> None:
    """The first's reads move by name, and so much besides of which no list says where it is that all moves."""
    report, seen = two_speeds({SLOW: 12.0, FAST: 6.0}), StorageSeen()
    seen.add(report)
    basis = Basis(profile=a_profile(report), tier=tier(700 * 10**9), storage=seen.found(None), draws=50, seed=1)
    base = calibrate(basis)
    first, _ = base.todays[0].queues
    own = min(named, first.requests) / first.requests * first.credited_time
    change = Change(
        buffered_reads=named, reads_extra=1 - named, by_queue=((named, own, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
    )
    (moved,) = moved_to_each(change, base.draws, base.todays, 1.0)
    all_ = sum(one.credited_time for one in base.todays[0].queues)
    assert float(np.median(sum(one.time for one in moved.stations))) == pytest.approx(all_, abs=0.03)
