"""Counters that say no container beside a report that knows several: they are of nobody whom it lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor.advise import advise
from segtier.model.workload import Segment, Workload
from tests.builders import a_request
from tests.unit.analysis.test_timeline import an_hour


def segments(*containers: str | None) -> tuple[Segment, ...]:
    return tuple(
        Segment(
            "SHOP",
            "ORDERS",
            pdb=pdb,
            type="TABLE",
            physical_reads_blocks=1_000.0 * at,
            physical_read_requests=900.0 * at,
        )
        for at, pdb in enumerate(containers, 1)
    )


def export(*containers: str | None) -> Workload:
    source = replace(an_hour(0).source, kind="segment-counters", file="counters.csv", sha256="c" * 64)
    return Workload(source=source, segments=segments(*containers), segment_basis={"kind": "since-startup"})


@pytest.mark.parametrize(
    ("listed", "exported", "left_out"),
    [
        (("SALES", "STOCK"), (None,), True),
        (("SALES", "STOCK"), ("SALES", "STOCK"), False),
        (("SALES",), (None,), False),
        ((None,), (None,), False),
        (("SALES", "STOCK"), (), False),
    ],
)
def test_counters_of_no_container_are_left_out_where_several_have_the_name(
    listed: tuple[str | None, ...], exported: tuple[str | None, ...], left_out: bool
) -> None:
    report = replace(an_hour(0), segments=segments(*listed))
    answer = advise([report, export(*exported)], [], a_request(draws=40))
    assert ("counters-of-whom" in {warn.code for warn in answer.warnings}) is left_out
    if left_out:
        alone = advise([report], [], a_request(draws=40))
        assert (answer.segments, answer.options) == (alone.segments, alone.options)
