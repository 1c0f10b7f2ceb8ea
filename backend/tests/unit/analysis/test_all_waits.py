"""What Oracle counts of all waits closes a table of events that has no end."""

from dataclasses import replace

import pytest

from segtier.analysis.profile import unnamed_alone
from segtier.model.document_kind import DUMP
from segtier.model.workload import WaitEvent, Workload
from tests.builders import a_wait, a_workload

READS, COMMITS = a_wait("db file sequential read", 2_000, 10), a_wait("log file sync", 500, 2)
IDLE = a_wait("SQL*Net message from client", 90_000, 100)
UNTOLD = replace(COMMITS, time_s=None, avg_wait_us=None)
REST_S = 3_000.0


def dump(waits: tuple[WaitEvent, ...], all_s: float | None, kind: str = DUMP, rest_s: float = REST_S) -> Workload:
    """`all_s`: of all waits, as the instance counts them."""
    counted = {} if all_s is None else {"non-idle wait time": all_s * 100}
    made = a_workload(waits, rest_s=rest_s, statistics=counted, wait_classes=())
    return replace(made, source=replace(made.source, kind=kind))


@pytest.mark.parametrize(
    ("workload", "open_s"),
    [
        (dump((READS, COMMITS), None), REST_S),
        (dump((READS, COMMITS), 2_500), 0.0),
        (dump((READS, COMMITS, IDLE), 2_500), 0.0),
        # Background processes may have made the rest of it.
        (dump((READS, COMMITS), 2_900), 400.0),
        (dump((READS, COMMITS), 90_000), REST_S),
        # A row that is missing, and one whose time is.
        (dump((READS,), 2_500, rest_s=REST_S + 500), 500.0),
        (dump((READS, UNTOLD), 2_500, rest_s=REST_S + 500), REST_S + 500),
    ],
)
def test_what_may_be_a_wait_without_a_row(workload: Workload, open_s: float) -> None:
    assert sum(one.time_s for one in unnamed_alone(workload)) == pytest.approx(open_s)
