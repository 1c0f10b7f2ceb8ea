"""DB time one segment saves, against sums done on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.forecast import segment_benefit_s_per_hour
from segtier.model.profile import Demand, Profile, SegmentLoad
from segtier.oracle.devices import tier
from tests.builders import a_profile

FLASH = replace(tier(700 * 10**9), read_us=283.616)
"""A block is read in 300 µs; 1 MiB in 283.616 + 1,048,576 / 500 = 2,380.8 µs."""
READS = Demand("single-block-read", 400.0, 4.0)
MANY = Demand("multi-block-read", 100.0, 1.0)
SCANS = Demand("direct-read", 50.0, 1.0)
"""20 ms each, 40 requests a second of 1 MiB."""
STALLS = Demand("write-stall", 10.0, 2.0)
SCAN_GAIN = (1 - 2.3807680 / 20) * 0.15
PROFILE = replace(
    a_profile(),
    demands=(READS, MANY, SCANS, STALLS),
    buffered_read_requests_per_s=500.0,
    direct_read_requests_per_s=40.0,
    direct_read_bytes_per_s=40.0 * 2**20,
    data_write_requests_per_s=200.0,
)


def load(reads: float | None, direct: float = 0.0, writes: float | None = None) -> SegmentLoad:
    return SegmentLoad(
        ("A", "A", "T", None, "TABLE"), "TABLE", None, None, reads, direct, writes, None, None, False, None
    )


def reads_of(us: float) -> Profile:
    """All buffered reads take this long, 500 a second."""
    return replace(PROFILE, demands=(Demand("single-block-read", 500.0, 500.0 * us / 1e6),))


@pytest.mark.parametrize(
    ("what", "segment", "profile", "saved_s_per_hour"),
    [
        ("a tenth of 5 s of reads, of which 0.97 goes", load(50.0), PROFILE, 0.1 * 5 * 0.97 * 3600),
        ("half of the scans: 0.15 of what the device is faster", load(20.0, 20.0), PROFILE, 0.5 * SCAN_GAIN * 3600),
        (
            # 65,536 bytes at 500 a µs beside 283.616 µs, in place of 10 ms.
            "reads of eight blocks take longer on flash too",
            load(50.0),
            replace(PROFILE, data_read_bytes_per_s=500.0 * 65_536 + 40.0 * 2**20),
            0.1 * 5 * (1 - 0.414688 / 10) * 3600,
        ),
        ("both", load(70.0, 20.0), PROFILE, (0.1 * 5 * 0.97 + 0.5 * SCAN_GAIN) * 3600),
        ("a quarter of the writes: half of their 2 s of stalls", load(None, 0.0, 50.0), PROFILE, 0.25 * 2 * 0.5 * 3600),
        ("more reads than the instance has are all of them", load(900.0), PROFILE, 5 * 0.97 * 3600),
        ("fewer reads than scans are no reads", load(10.0, 20.0), PROFILE, 0.5 * SCAN_GAIN * 3600),
        ("nothing is known of it", load(None), PROFILE, None),
        ("reads below a millisecond: 0.05 goes", load(50.0), reads_of(500), 0.1 * 0.25 * 0.05 * 3600),
        ("none as slow as 1.5 ms is fast", load(50.0), reads_of(1_500), 0.1 * 0.75 * 0.8 * 3600),
        (
            # Between 1 and 1.5 ms the limit falls as a triangle: half way, a quarter of the chance is left.
            "a quarter of a chance that 1.25 ms are fast",
            load(50.0),
            reads_of(1_250),
            0.1 * 0.625 * (0.25 * 0.05 + 0.75 * 0.76) * 3600,
        ),
        ("the instance's reads are not known", load(50.0), replace(PROFILE, buffered_read_requests_per_s=None), None),
        ("no read was waited for", load(50.0), replace(PROFILE, demands=(STALLS,)), 0.0),
        ("scans without a wait", load(20.0, 20.0), replace(PROFILE, demands=(READS,)), 0.0),
        (
            "a scan of no bytes",
            load(20.0, 20.0),
            replace(PROFILE, direct_read_bytes_per_s=None),
            0.5 * 0.15 * (1 - 0.283616 / 20) * 3600,
        ),
    ],
)  # fmt: skip
def test_saved(what: str, segment: SegmentLoad, profile: Profile, saved_s_per_hour: float | None) -> None:
    found = segment_benefit_s_per_hour(profile, FLASH)(segment)
    assert found == (None if saved_s_per_hour is None else pytest.approx(saved_s_per_hour, rel=1e-6)), what


def test_scans_waited_for_that_no_counter_counts_save_nothing() -> None:
    profile = replace(PROFILE, direct_read_requests_per_s=0.0)
    assert segment_benefit_s_per_hour(profile, FLASH)(load(20.0, 20.0)) == 0.0
