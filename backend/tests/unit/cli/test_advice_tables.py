"""Figures of the statements' table: one execution in a day is not none."""

from __future__ import annotations

import pytest

from segtier.advisor import advise
from segtier.cli.support.advice_tables import print_advice
from segtier.model.statement import Statement
from tests.builders import a_request, a_segment, a_wait, a_workload


@pytest.mark.parametrize(
    ("executions", "told"),
    [(0, "0"), (1, "0.04"), (22, "0.9"), (24, "1.0"), (60, "2.5"), (2_400_000, "100,000"), (None, "")],
)
def test_executions_an_hour(executions: int | None, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    statement = Statement("7m2v0c4tqk81x", physical_reads_blocks=240_000.0, executions=executions)
    print_advice(advise([a_workload(elapsed_s=86_400.0, statements=(statement,))], [], a_request()))
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("7m2v0c4tqk81x"))
    cells = row.split()
    assert cells[2] == "10,000"
    assert cells[3:4] == ([told] if told else [])


def test_a_figure_that_is_hardly_any(capsys: pytest.CaptureFixture[str]) -> None:
    statement = Statement("7m2v0c4tqk81x", physical_reads_blocks=1.0, executions=100_000)
    print_advice(advise([a_workload(statements=(statement,))], [], a_request()))
    assert "<0.001" in capsys.readouterr().out


def test_cpu_stands_among_the_events(capsys: pytest.CaptureFixture[str]) -> None:
    waits = (a_wait("db file sequential read", 6_000, 9), a_wait("log file sync", 1_000, 2))
    print_advice(advise([a_workload(waits, cpu_s=3_000)], [], a_request()))
    rows = capsys.readouterr().out.partition("top events")[2].splitlines()[1:4]
    assert [row.split("  ")[0] for row in rows] == ["db file sequential read", "DB CPU", "log file sync"]
    assert rows[1].split()[2] == "30.0"


def test_segments_of_two_containers_are_told_apart_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    rows = tuple(
        a_segment("ORDERS", reads, 1.0, pdb=pdb) for pdb, reads in (("SALES", 900_000.0), ("STOCK", 800_000.0))
    )
    print_advice(advise([a_workload(segments=rows)], [], a_request()))
    assert [line.split(" (")[0].strip() for line in capsys.readouterr().out.splitlines() if "(TABLE, " in line] == [
        "SALES:SHOP.ORDERS",
        "STOCK:SHOP.ORDERS",
    ]
