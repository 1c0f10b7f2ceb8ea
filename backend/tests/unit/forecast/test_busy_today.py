"""How busy disks are is told by reads, if there are any to speak of."""

import numpy as np
import pytest

from segtier.forecast.busy_today import Met, disk_utilisation
from segtier.forecast.draws import Draws
from segtier.forecast.today import Queue
from tests.builders import a_profile, a_wait, a_workload


@pytest.mark.parametrize(("reads", "tell"), [(0, False), (2, False), (99, False), (100, True), (1_000, True)])
def test_a_few_long_reads_make_no_busy_disks(reads: int, tell: bool) -> None:
    def busy(waited: int) -> float:
        waits = (a_wait("direct path read temp", 9_000, 5), a_wait("db file sequential read", waited * 0.2, 200))
        profile = a_profile(a_workload(waits))
        return float(np.median(disk_utilisation(profile, Queue(), None, Met(100.0, 10.0, 1.0), Draws(200, 1))))

    assert (busy(reads) > busy(0)) is tell
