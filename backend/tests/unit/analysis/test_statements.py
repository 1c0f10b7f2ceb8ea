"""Statements that read most: added up over intervals and instances, and named before anything is bought."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.cli.support.advice_tables import _statements
from segtier.model.advice import Advice, Finding
from segtier.model.evidence import Evidence
from segtier.model.statement import Statement
from segtier.model.workload import Coverage, Database, Instance, Workload
from tests.builders import a_request, a_segment, a_wait, a_workload, merge_intervals
from tests.sentences import like, tells, worded

DISK = a_wait("db file sequential read", 18_000, 10)
READS = 1_800_000
"""Of the hour above."""
CODE = "few-statements-dominate"
A, B, C = "0aaaaaaaaaaaa", "0bbbbbbbbbbbb", "0cccccccccccc"


def a_statement(sql_id: str, share: float, executions: int | None = 1_000, **changed: Any) -> Statement:
    evidence = (Evidence("SQL ordered by Reads", 0, int(share * 100)),)
    return Statement(
        sql_id,
        physical_reads_blocks=share * READS,
        executions=executions,
        evidence=evidence,
        **{"plsql": False, **changed},
    )


def with_statements(
    *rows: Statement, captured: float | None = None, total: float | None = READS, **changed: Any
) -> Workload:
    waits = changed.pop("waits", (DISK,))
    stated = total is not None or captured is not None
    covered = Coverage(captured=None if captured is None else captured * READS, total=total) if stated else None
    return replace(a_workload(waits, **changed), statements=rows, statement_coverage=covered)


def advice(*workloads: Workload) -> Advice:
    return advise(list(workloads), [], a_request(window="average"))


def found(*workloads: Workload) -> Finding | None:
    return next((one for one in advice(*workloads).findings if one.code == CODE), None)


SAYS = [
    (
        "one makes half of it",
        with_statements(a_statement(A, 0.5), a_statement(B, 0.1)),
        worded("analysis/statement-makes", f"SQL id {A}", worded("analysis/physical-reads", "", "50 %"))
        + worded("analysis/blocks-hour", " 900,000")
        + " in 1,000 executions, 900 each. "
        + worded("analysis/tune-first-index-rewrite"),
    ),
    (
        "two make nearly two thirds",
        with_statements(a_statement(A, 0.4), a_statement(B, 0.25, 360_000), captured=0.7),
        worded(
            "analysis/statements-make",
            f"SQL ids {A} and {B}",
            worded("analysis/physical-reads", "", "65 %"),
            "40 % and 25 %",
        )
        + f" {A}:"
        + worded("analysis/blocks-hour", " 720,000")
        + f" in 1,000 executions, 720 each. {B}:"
        + worded("analysis/blocks-hour", " 450,000")
        + " in 360,000 executions, 1.2 each. Tune first",
    ),
    (
        "its block is not named beside it",
        with_statements(a_statement(C, 0.9, plsql=True), a_statement(A, 0.8)),
        f"SQL id {A} makes 80 %",
    ),
    (
        "a block whose statements are many",
        with_statements(a_statement(C, 0.9, 1, plsql=True), a_statement(A, 0.2), a_statement(B, 0.2)),
        like("analysis/pl-sql-block-statements", f"SQL id {C}", worded("analysis/physical-reads", "", "90 %")),
    ),
    (
        "two that hold each other's reads are not added up",
        with_statements(a_statement(A, 0.7), a_statement(B, 0.6), captured=0.75),
        f"The statement with SQL id {A} makes 70 %",
    ),
    (
        "never above all of them, whatever the list counts",
        with_statements(a_statement(A, 0.7), a_statement(B, 0.45), captured=1.2),
        like(
            "analysis/statements-make",
            f"SQL ids {A} and {B}",
            worded("analysis/physical-reads", "", "100 %"),
            "70 % and 45 %",
        ),
    ),
    (
        "one of which no execution ended",
        with_statements(a_statement(A, 0.6, 0)),
        worded("analysis/no-execution-ended", worded("analysis/blocks-hour", "1,080,000")),
    ),
    (
        "one whose executions are not known",
        with_statements(a_statement(A, 0.6, None)),
        worded("analysis/blocks-hour", "1,080,000") + ". Tune",
    ),
    (
        "Statspack names it by its hash value",
        with_statements(a_statement("839312984", 0.6)),
        "hash value 839312984 makes 60 %",
    ),
    ("without the list's total the statistic counts", with_statements(a_statement(A, 0.6), total=None), "makes 60 %"),
    (
        "the same one in several PDBs",
        with_statements(*(a_statement(A, 0.2, pdb=f"P{n}") for n in range(3)), captured=0.9),
        worded("analysis/physical-reads", "", "makes 60 %")
        + ":"
        + worded("analysis/blocks-hour", " 1,080,000")
        + " in 3,000 executions, 360 each.",
    ),
    (
        "no other storage is on offer beside storage cells",
        replace(with_statements(a_statement(A, 0.6)), database=Database(engineered="exadata")),
        like("analysis/tune-first-index", "83 %"),
    ),
]


@pytest.mark.parametrize(("name", "workload", "text"), SAYS, ids=[case[0] for case in SAYS])
def test_what_dominates_is_named(name: str, workload: Workload, text: str | re.Pattern[str]) -> None:
    finding = found(workload)
    assert finding is not None, name
    assert tells(finding.text, text)
    assert finding.severity == "warning"
    assert finding.evidence
    assert all(one.section == "SQL ordered by Reads" and one.source == "0" * 64 for one in finding.evidence)


KEEPS_SILENT = [
    ("no list", with_statements(total=None)),
    ("none stands out", with_statements(*(a_statement(f"{n:013d}", 0.1) for n in range(9)), captured=0.9)),
    ("two of a fifth each", with_statements(a_statement(A, 0.45), a_statement(B, 0.19), captured=0.9)),
    ("the second is small", with_statements(a_statement(A, 0.49), a_statement(B, 0.14), captured=0.9)),
    ("two that make more than was captured", with_statements(a_statement(A, 0.45), a_statement(B, 0.4), captured=0.5)),
    ("the list covers little", with_statements(a_statement(A, 0.02), a_statement(B, 0.01), captured=0.03)),
    ("more than all reads is no share of them", with_statements(a_statement(A, 1.2))),
    ("unreadable reads", with_statements(replace(a_statement(A, 0.9), physical_reads_blocks=None))),
    ("storage is a small part", with_statements(a_statement(A, 0.9), waits=(DISK,), cpu_s=200_000)),
    ("a block that is not half", with_statements(a_statement(C, 0.49, plsql=True), a_statement(A, 0.1))),
]


@pytest.mark.parametrize(("name", "workload"), KEEPS_SILENT, ids=[case[0] for case in KEEPS_SILENT])
def test_what_proves_nothing_is_not_said(name: str, workload: Workload) -> None:
    assert found(workload) is None, name


def test_reads_at_flash_latency_are_no_alarm() -> None:
    fast = with_statements(a_statement(A, 0.9), waits=(a_wait("db file sequential read", 18_000, 0.5),), total=None)
    reads = {"physical reads": float(READS)}
    finding = found(replace(fast, instance_statistics=a_workload((DISK,), statistics=reads).instance_statistics))
    assert finding is not None
    assert finding.severity == "info"
    assert "Reads take 0.5 ms already" in finding.text


def test_the_verdict_that_moves_data_says_what_to_look_at_first() -> None:
    segments = tuple(a_segment(f"T{number}", 90_000.0, size_bytes=10**10) for number in range(20))
    tuned = advice(with_statements(a_statement(A, 0.6), segments=segments)).verdict
    plain = advice(with_statements(a_statement(A, 0.2), segments=segments)).verdict
    assert tuned.move_allowed
    assert tuned.text.endswith(
        worded("analysis/look-first", f"SQL id {A}", "makes", worded("analysis/physical-reads", "", "60 %"))
    )
    assert tuned.text.startswith(plain.text)
    assert (tuned.recommendation, tuned.option) == (plain.recommendation, plain.option)


def an_hour(first: int, *rows: Statement, **changed: Any) -> Workload:
    return with_statements(*rows, snaps=(first, first + 1), **changed)


def test_statements_of_several_hours_add_up_and_shares_are_the_least_they_can_be() -> None:
    """The third report lists no statements: its reads count, and what all statements of all three made is not known."""
    first = an_hour(1, a_statement(A, 0.6, elapsed_s=10.0, reads_pct=60.0), a_statement(B, 0.3), captured=0.9)
    second = an_hour(2, a_statement(A, 0.9, 0, elapsed_s=None, reads_pct=90.0), captured=0.95)
    third = replace(an_hour(3), statement_coverage=None)
    merged, _ = merge_intervals([first, second, third])
    row = next(one for one in merged.statements if one.sql_id == A)
    assert (row.physical_reads_blocks, row.executions, row.elapsed_s, row.reads_pct) == (1.5 * READS, 1_000, 10.0, None)
    assert len(merged.statements) == 2
    assert merged.statement_coverage is not None
    assert (merged.statement_coverage.total, merged.statement_coverage.captured) == (None, None)

    answer = advice(first, second, third)
    assert [(one.sql_id, one.reads_share) for one in answer.statements] == [(A, 0.5), (B, pytest.approx(0.1))]
    assert answer.statements[0].physical_reads_blocks_per_hour == READS / 2
    finding = next(one for one in answer.findings if one.code == CODE)
    assert (
        worded("analysis/physical-reads", "", f"SQL id {A} makes at least 50 %")
        + ":"
        + worded("analysis/blocks-hour", " 900,000")
        + " in 333 executions"
        in finding.text
    )


def test_statements_of_two_instances_add_up() -> None:
    one = with_statements(a_statement(A, 0.5, instance=1), a_statement(A, 0.25, instance=2))
    assert [row.reads_share for row in advice(one).statements] == [0.75]
    both = [an_hour(1, a_statement(A, 0.5)), replace(an_hour(1, a_statement(A, 0.25)), instances=(Instance(number=2),))]
    assert [row.reads_share for row in advice(*both).statements] == [0.375]


def test_the_advice_lists_the_heaviest_first_with_what_is_known() -> None:
    rows = (
        a_statement(B, 0.1, 0, module="m", elapsed_s=90.0),
        a_statement(A, 0.2),
        replace(a_statement(C, 0), physical_reads_blocks=None),
    )
    first, second = advice(with_statements(*rows)).statements
    assert (first.sql_id, first.reads_share, first.reads_per_execution, first.executions_per_hour) == (
        A,
        0.2,
        360.0,
        1_000,
    )
    assert (second.sql_id, second.module, second.reads_per_execution, second.executions_per_hour) == (B, "m", None, 0)
    assert (second.elapsed_s_per_hour, first.elapsed_s_per_hour) == (90.0, None)
    assert advice(a_workload((DISK,))).statements == ()


def test_the_command_line_tells_the_pdbs_of_one_statement_apart() -> None:
    rows = tuple(a_statement(A, share, pdb=pdb) for share, pdb in ((0.3, "P1"), (0.2, "P2"), (0.1, None)))
    table = _statements(advise([with_statements(*rows)], [], a_request()))
    assert [str(cell) for cell in table.columns[0].cells] == [f"{A} P1", f"{A} P2", A]
