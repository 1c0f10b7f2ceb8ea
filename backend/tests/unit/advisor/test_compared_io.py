"""I/O of tablespaces, functions and redo before and after: each figure is that of all hours of its period, or not known."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from segtier.advisor.comparison.figures import compared_redo
from segtier.advisor.comparison.io import MOST, compared_functions, compared_tablespaces
from segtier.advisor.comparison.period import Period, hours_of, period_of
from segtier.model.comparison import IoFigures
from segtier.model.workload import Instance, IoFunction, TablespaceIo, Workload
from tests.builders import a_workload

TXN = 360_000
"""Of each hour (`a_workload`)."""
DATA = TablespaceIo("DATA", read_requests=2.0 * TXN, avg_read_us=8_000, write_requests=1.0 * TXN)
FAST = replace(DATA, avg_read_us=400)
INDX = replace(DATA, tablespace="INDX")


def period(*hours: Sequence[TablespaceIo], functions: Sequence[Sequence[IoFunction]] = (), **changed: object) -> Period:
    """An hour for each list of rows."""
    work = functions or [()] * len(hours)
    return period_of([_hour(at, rows, work[at], **changed) for at, rows in enumerate(hours)])


def _hour(at: int, rows: Sequence[TablespaceIo], functions: Sequence[IoFunction], **changed: object) -> Workload:
    one = a_workload(snaps=(at, at + 1), **changed)
    return replace(one, tablespace_io=tuple(rows), io_functions=tuple(functions))


def figures(reads: float | None, read_us: float | None, writes: float | None) -> IoFigures:
    return IoFigures(reads_per_txn=reads, wait_us=read_us, writes_per_txn=writes)


SPACES = [
    ("one hour", [[DATA]], figures(2, 8_000, 1)),
    ("times weigh by reads", [[DATA], [replace(FAST, read_requests=6.0 * TXN)]], figures(4, 2_300, 1)),
    ("rates alone", [[TablespaceIo("DATA", read_requests_per_s=200, avg_read_us=8_000)]], figures(2, 8_000, None)),
    ("no time printed", [[replace(DATA, avg_read_us=None)]], figures(2, None, 1)),
    ("an hour does not print it", [[DATA], [INDX]], figures(None, None, None)),
    ("an hour does not count its reads", [[DATA], [replace(DATA, read_requests=None)]], figures(None, None, 1)),
]


@pytest.mark.parametrize(("hours", "told"), [case[1:] for case in SPACES], ids=[case[0] for case in SPACES])
def test_a_tablespace_before_and_after(hours: list[list[TablespaceIo]], told: IoFigures) -> None:
    row = next(one for one in compared_tablespaces(period(*hours), period([FAST])) if one.name == "DATA")
    assert row.before == told
    assert row.after == figures(2, 400, 1)


def test_one_that_a_period_does_not_print_is_not_zero() -> None:
    rows = {one.name: one for one in compared_tablespaces(period([DATA, INDX]), period([DATA]))}
    assert rows["INDX"].after == figures(None, None, None)


def test_rows_of_some_instances_are_not_the_database() -> None:
    both = {"instances": (Instance(number=1, cpus=8), Instance(number=2, cpus=8))}
    one, other = (replace(DATA, instance=number) for number in (1, 2))
    half, all_of_it = (
        next(iter(compared_tablespaces(_alone(replace(a_workload(), tablespace_io=rows, **both)), period([DATA]))))
        for rows in ((one,), (one, other))
    )
    assert half.before == figures(None, None, None)
    assert all_of_it.before == figures(4, 8_000, 2)


def _alone(workload: Workload) -> Period:
    return period_of([workload])


def test_the_busiest_come_first_and_their_number_is_limited() -> None:
    many = [TablespaceIo(f"T{at}", read_requests=float(at)) for at in range(MOST + 5)]
    rows = compared_tablespaces(period(many), period(many))
    assert [one.name for one in rows] == [f"T{at}" for at in range(MOST + 4, 4, -1)]


def test_containers_tell_tablespaces_of_one_name_apart() -> None:
    rows = compared_tablespaces(
        period([replace(DATA, pdb="A"), replace(DATA, pdb="B")]), period([replace(DATA, pdb="A")])
    )
    assert [one.name for one in rows] == ["DATA (A)", "DATA (B)"]


LGWR = IoFunction("LGWR", write_requests=1.0 * TXN, write_bytes=TXN * 4096, waits=10, avg_wait_us=700)


def test_functions_before_and_after() -> None:
    others = IoFunction("Others", read_requests_per_s=50)
    rows = {
        one.name: one
        for one in compared_functions(period([], functions=[[LGWR]]), period([], functions=[[LGWR, others]]))
    }
    assert rows["LGWR"].before == IoFigures(writes_per_txn=1, write_bytes_per_txn=4096, wait_us=700)
    assert (rows["Others"].before, rows["Others"].after) == (IoFigures(), IoFigures(reads_per_txn=0.5))


def test_redo_before_and_after() -> None:
    old = _hour(0, (), ())
    new = _hour(1, (), (), statistics={"redo size": 1e9, "redo writes": 200_000.0})
    rows = {
        one.name: one for one in compared_redo(period_of([old]), period_of([new]), (hours_of([old]), hours_of([new])))
    }
    size, writes = rows["redo"], rows["redo writes"]
    assert (size.before, size.after) == (pytest.approx(2e9 / TXN), pytest.approx(1e9 / TXN))
    assert (writes.before, writes.after) == (pytest.approx(0.5556, rel=1e-3), pytest.approx(0.5556, rel=1e-3))
