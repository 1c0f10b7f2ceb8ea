"""Where the SSD is too small, or a size is missing, the answer names what would gain more and what stands in its way."""

from __future__ import annotations

import pytest

from segtier.advisor import advise
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.constraints import Constraints
from segtier.model.workload import WaitClass
from segtier.units import GIB, at_least_gb
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import like, tells

READS, SYNC = a_wait("db file sequential read", 16_000, 9), a_wait("log file sync", 1_500, 10)
WRITES = a_wait("log file parallel write", 1_400, 9, foreground=False)
ROWS = (a_segment("ORDERS", 1_000_000), a_segment("ORDERS_PK", 300_000, kind="INDEX"), a_segment("TINY", 50))
SIZES = (("ORDERS", 40), ("ORDERS_PK", 10), ("TINY", 6))


def _advice(gib: float, *waits: object, unnamed_s: float = 0.0, **constraints: int) -> Advice:
    classes = {"wait_classes": (WaitClass("User I/O", time_s=16_000 + unnamed_s),)} if unnamed_s else {}
    workload = a_workload((READS, *waits), segments=ROWS, cache_factor_at_double=None, rest_s=unnamed_s, **classes)  # type: ignore[arg-type]
    request = a_request(int(gib * GIB), draws=80, constraints=Constraints(**constraints))
    return advise([workload], [some_sizes(*SIZES)], request)


def _best(advice: Advice) -> OptionAdvice:
    return next(one for one in advice.options if one.option == "segments")


@pytest.mark.parametrize("unnamed_s", [0.0, 500.0], ids=["all named", "waits without a name"])
def test_nothing_of_use_fits(unnamed_s: float) -> None:
    """A segment of 6 GiB that hardly anybody reads is of no use: 10 GiB are the least, and 12 GB with a tenth kept free."""
    advice = _advice(5, unnamed_s=unnamed_s)
    verdict, best = advice.verdict, _best(advice)
    assert (verdict.cause, verdict.state, verdict.option) == ("nothing-fits", "needs", "segments")
    assert (best.used_bytes, [stop.code for stop in best.blocked_by]) == (10 * GIB, ["does-not-fit"])
    assert best.not_known is None
    for told in ("SHOP.ORDERS_PK", "10 GiB", "12 GB", "56 GiB"):
        assert told in verdict.text
    assert "12 GB" in verdict.headline
    assert advice.solver is None


def test_a_limit_of_what_moves_is_no_lack_of_room() -> None:
    assert [stop.code for stop in _best(_advice(500, most_moved_bytes=5 * GIB)).blocked_by] == ["past-limits"]


def test_a_small_gain_that_fits_does_not_hide_a_larger() -> None:
    verdict = _advice(5, SYNC, WRITES).verdict
    assert verdict.option == "redo"
    assert tells(verdict.text, like("advisor/would-gain-more"))
    assert "56 GiB" in verdict.text
    assert "everything on SSD" in verdict.headline


def test_where_it_fits_no_larger_one_is_named() -> None:
    assert not tells(_advice(500, SYNC, WRITES).verdict.text, like("advisor/would-gain-more"))


@pytest.mark.parametrize(
    ("size", "told"),
    [(10 * GIB / 0.9, "12 GB"), (12e9, "12 GB"), (1.2e9, "1.2 GB"), (4e6, "0.004 GB"), (1_234.5e9, "1,240 GB")],
)
def test_a_device_that_holds_it(size: float, told: str) -> None:
    assert at_least_gb(size) == told
