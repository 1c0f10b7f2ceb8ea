"""What a forecast needed is gone with it: an answer looks at hundreds of changes, with a column for each draw."""

from __future__ import annotations

import gc
import weakref

from segtier.forecast.calibration import calibrate
from segtier.forecast.change import Change
from segtier.forecast.network import Network
from tests.unit.forecast.test_inputs_used import BASIS


def test_a_network_is_gone_before_anybody_looks_for_garbage() -> None:
    network = Network(calibrate(BASIS), Change(buffered_reads=0.6, redo=True))
    network.throughput()
    there = weakref.ref(network)
    gc.disable()
    try:
        del network
        assert there() is None
    finally:
        gc.enable()
