"""Instance statistics of a RAC report: all of them over the database, eleven of them per instance, and parameters."""

from __future__ import annotations

from dataclasses import replace

from segtier.model.workload import InstanceStatistic, LoadMetric, Parameter
from segtier.reports.numbers import number, words
from segtier.reports.sections.mechanism import Column, Row, Section, column, key
from segtier.reports.sections.rac import INSTANCE, cell, each, instance_number
from segtier.units import KIB

_STATISTICS: dict[str, tuple[str, str, str]] = {
    "session logical reads": ("Logical Reads", "logical_reads_blocks", "Logical reads"),
    "physical reads": ("Physical Reads", "physical_reads_blocks", "Physical reads"),
    "physical writes": ("Physical Writes", "physical_writes_blocks", "Physical writes"),
    "redo size": ("Redo Size (k)", "redo_bytes", "Redo size"),
    "db block changes": ("Block Changes", "block_changes", "Block changes"),
    "user calls": ("User Calls", "user_calls", "User calls"),
    "execute count": ("Execs", "executes", "Executes"),
    "parse count (total)": ("Parses", "parses", "Parses"),
    "logons cumulative": ("Logons", "logons", "Logons"),
    "transactions": ("Txns", "transactions", "Transactions"),
}
"""Statistic: heading, load profile metric and its label in the instance report."""


def _kib(text: str) -> float | None:
    figure = number(text)
    return None if figure is None else figure * KIB


def _columns(ending: str) -> tuple[Column, ...]:
    return tuple(
        column(name, heading + ending, read=_kib if name == "redo size" else number, required=name == "physical reads")
        for name, (heading, _, _) in _STATISTICS.items()
    )


def _statistic(row: Row, name: str) -> InstanceStatistic | None:
    """Per instance only: the total of each is among all statistics. Redo is in thousands here, so it is not taken."""
    number_ = instance_number(row)
    if number_ is None or name in ("transactions", "redo size"):
        return None
    return InstanceStatistic(name, row[name], instance=number_, evidence=(cell(row, name),))


def _per_s(row: Row, name: str) -> LoadMetric:
    _, metric, label = _STATISTICS[name]
    return LoadMetric(metric, label, per_s=row[name], instance=instance_number(row), evidence=(cell(row, name),))


def _per_txn(row: Row, name: str) -> LoadMetric:
    _, metric, label = _STATISTICS[name]
    return LoadMetric(metric, label, per_txn=row[name], instance=instance_number(row), evidence=(cell(row, name),))


STATISTICS = Section(
    name="System Statistics",
    columns=(INSTANCE, *_columns("")),
    build=each(_statistic, _STATISTICS),
)
PER_SECOND = Section(
    name="Load Profile",
    headings=("System Statistics - Per Second",),
    core=True,
    columns=(INSTANCE, *_columns("/s")),
    build=each(_per_s, _STATISTICS),
)
PER_TRANSACTION = Section(
    name="Load Profile per Transaction",
    headings=("System Statistics - Per Transaction",),
    columns=(INSTANCE, *_columns("/tx")),
    build=each(_per_txn, _STATISTICS),
)
"""Its last row is the average of the instances' averages, so the total has no figure per transaction."""


def join_rates(per_s: tuple[LoadMetric, ...], per_txn: tuple[LoadMetric, ...]) -> tuple[LoadMetric, ...]:
    """The load profile: rates per second with the rates per transaction of the same instance."""
    other = {(row.instance, row.metric): row for row in per_txn}
    return tuple(_join(row, other.get((row.instance, row.metric))) for row in per_s)


def _join(row: LoadMetric, other: LoadMetric | None) -> LoadMetric:
    if other is None:
        return row
    return replace(row, per_txn=other.per_txn, evidence=(*row.evidence, *other.evidence))


def _total(row: Row) -> InstanceStatistic | None:
    return None if row["name"] is None else InstanceStatistic(**row.values, evidence=(row.evidence,))


ALL_STATISTICS = Section(
    name="Instance Activity Stats",
    headings=("System Statistics (Global)",),
    core=True,
    columns=(
        key("name", "Statistic"),
        column("total", "Total", required=True),
        column("per_s", "per Second", required=True),
        column("per_txn", "per Trans"),
    ),
    build=_total,
)


def _parameter(row: Row) -> Parameter | None:
    if row["name"] is None:
        return None
    values = {name: row[name] for name in ("name", "begin", "end", "pdb")}
    return Parameter(**values, instance=instance_number(row), evidence=(row.evidence,))


PARAMETERS = Section(
    name="Parameters",
    headings=("init.ora Parameters", "init.ora Multi-valued Parameters", "Modified Parameters", "Parameters modified*"),
    several=True,
    columns=(
        key("name", "Parameter Name"),
        INSTANCE,
        column("begin", "Begin value", read=words, required=True),
        column("end", "End value (if different)", read=words),
        column("pdb", "PDB Name", read=words),
    ),
    build=_parameter,
)
"""`*` where all instances have the value."""
