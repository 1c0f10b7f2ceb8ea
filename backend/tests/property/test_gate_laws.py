"""The gates hold whatever the figures: counted wrongly, not counted at all, fast or slow."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.model.workload import IoFunction, Workload
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.gates import broken_gates

SIZES = some_sizes(("T1", 20), ("T2", 4), ("T3_IX", 1))
seconds = st.integers(0, 20_000)


@st.composite
def workloads(draw: st.DrawFn) -> Workload:
    waits = tuple(
        a_wait(event, draw(seconds), draw(st.floats(0.05, 60)))
        for event in (
            "db file sequential read",
            "db file scattered read",
            "direct path read",
            "direct path read temp",
            "free buffer waits",
            "log file sync",
        )
    )
    segments = tuple(
        a_segment(name, draw(st.integers(0, 3_000_000)), draw(st.integers(0, 300_000)), kind)
        for name, kind in (("T1", "TABLE"), ("T2", "TABLE"), ("T3_IX", "INDEX"))
    )
    workload = a_workload(waits, cpu_s=draw(st.integers(60, 20_000)), segments=segments)
    if draw(st.booleans()):
        functions = (
            IoFunction("Direct Reads", read_requests_per_s=draw(st.floats(0, 3_000))),
            IoFunction("Buffer Cache Reads", read_requests_per_s=draw(st.floats(0, 3_000))),
        )
        workload = replace(workload, io_functions=functions[: draw(st.integers(1, 2))])
    return uncounted(workload) if draw(st.booleans()) else workload


def uncounted(workload: Workload) -> Workload:
    """As 10.2 has it: blocks, and no requests."""
    return replace(
        workload,
        io_filetypes=(),
        instance_statistics=tuple(row for row in workload.instance_statistics if "IO requests" not in row.name),
        segments=tuple(
            replace(row, physical_read_requests=None, physical_write_requests=None) for row in workload.segments
        ),
    )


@settings(max_examples=60, deadline=None)
@given(workloads())
def test_the_gates_hold(workload: Workload) -> None:
    case = build_case([workload], [SIZES], a_request(draws=60))
    assert broken_gates(case, advise([workload], [SIZES], a_request(draws=60))) == []
