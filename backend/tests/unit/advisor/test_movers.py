"""Whether the inputs say what a segment is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor.segments.movers import worth_is_known
from segtier.model.profile import Profile
from tests.builders import a_profile, a_segment, a_wait, a_workload
from tests.unit.analysis.test_segment_rates import HOUR, loads, table

LOAD = loads(table((a_segment("A", 36_000, 3_600),)))["A"]


def waiting(share_of_a_session: float, **unknown: None) -> Profile:
    """So long in single-block reads."""
    profile = a_profile(a_workload((a_wait("db file sequential read", 3_600 * share_of_a_session, 10),)))
    return replace(profile, **unknown)


@pytest.mark.parametrize(
    ("profile", "known"),
    [
        (waiting(0.5), True),
        (waiting(0.5, buffered_read_requests_per_s=None), False),
        (waiting(5.0, buffered_read_requests_per_s=None), False),
        (replace(waiting(0.5, buffered_read_requests_per_s=None), demands=()), True),
    ],
)
def test_reads_that_are_waited_for_without_a_total(profile: Profile, known: bool) -> None:
    assert worth_is_known(profile, LOAD) is known


def test_a_segment_without_any_figure() -> None:
    assert not worth_is_known(a_profile(HOUR), replace(LOAD, read_requests_per_s=None, write_requests_per_s=None))
