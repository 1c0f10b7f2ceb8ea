"""The same segments on the same SSD have one forecast, whatever option or set names them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.option import OptionName
from segtier.model.workload import WaitClass, WaitEvent, Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes

WAITS = (a_wait("db file sequential read", 18_000, 10),)
ROWS = (a_segment("ORDERS", 1_100_000), a_segment("ORDERS_PK", 300_000, kind="INDEX"))
"""Of 1,800,000 reads: the list leaves some out."""
SIZES = (("ORDERS", 400), ("ORDERS_PK", 6))


def _workload(waits: tuple[WaitEvent, ...] = WAITS, rest_s: float = 0.0) -> Workload:
    return a_workload(waits, segments=ROWS, cache_factor_at_double=None, rest_s=rest_s)


def _advice(workload: Workload, *sizes: tuple[str, float]) -> Advice:
    return advise([workload], [some_sizes(*sizes)], a_request(10 * GIB, draws=80))


def _option(advice: Advice, name: OptionName) -> OptionAdvice:
    return next(one for one in advice.options if one.option == name)


UNNAMED = replace(_workload(rest_s=1_500.0), wait_classes=(WaitClass("User I/O", time_s=19_500.0),))


@pytest.mark.parametrize("workload", [_workload(), UNNAMED], ids=["all named", "waits without a name"])
def test_one_forecast_for_the_same_segments(workload: Workload) -> None:
    advice = _advice(workload, *SIZES)
    indexes, best = _option(advice, "indexes"), _option(advice, "segments")
    assert indexes.moves is not None
    assert best.moves is not None
    assert (indexes.moves.segments, indexes.moves.bytes) == (best.moves.segments, best.moves.bytes) == (1, 6 * GIB)
    assert indexes.response_ratio == best.response_ratio
    assert indexes.throughput_ratio == best.throughput_ratio
    assert advice.best_segments is not None
    named = advice.best_segments.sets[0]
    assert (named.segments, named.response_ratio) == (1, best.response_ratio)


@pytest.mark.parametrize(
    "sizes",
    [(*SIZES, ("OTHER_IX", 1)), SIZES[:1]],
    ids=["an index that no list of reads names", "indexes whose sizes are not known"],
)
def test_all_indexes_are_more_than_those_named(sizes: tuple[tuple[str, float], ...]) -> None:
    """What they read nobody knows, so the range holds that of the named and reaches further."""
    whole, named = _option(_advice(_workload(), *sizes), "indexes"), _option(_advice(_workload(), *SIZES), "indexes")
    assert whole.response_ratio is not None
    assert named.response_ratio is not None
    assert whole.response_ratio.low < named.response_ratio.low
    assert whole.response_ratio.high >= named.response_ratio.high
