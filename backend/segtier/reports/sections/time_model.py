"""Time Model Statistics: where DB time and CPU went, in seconds."""

from __future__ import annotations

from segtier.model.workload import TimeModelRow
from segtier.reports.numbers import seconds
from segtier.reports.sections.mechanism import Row, Section, column, key


def _build(row: Row) -> TimeModelRow | None:
    if row["name"] is None:
        return None
    return TimeModelRow(row["name"], row["time_s"], row["db_time_pct"], evidence=(row.evidence,))


TIME_MODEL = Section(
    name="Time Model Statistics",
    headings=("Time Model System Stats",),
    core=True,
    columns=(
        key("name", "Statistic Name", "Statistic"),
        column("time_s", "Time (s)", read=seconds, required=True),
        column("db_time_pct", "% of DB Time", "% DB time"),
    ),
    build=_build,
)
