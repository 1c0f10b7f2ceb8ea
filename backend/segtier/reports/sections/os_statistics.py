"""Operating System Statistics: `*_TIME` are differences in centiseconds, the rest are values at the snapshots."""

from __future__ import annotations

from segtier.model.workload import OsStatistic
from segtier.reports.sections.mechanism import Row, Section, column, key


def _build(row: Row) -> OsStatistic | None:
    if row["name"] is None:
        return None
    return OsStatistic(row["name"], row["value"], row["end_value"], evidence=(row.evidence,))


OS_STATISTICS = Section(
    name="Operating System Statistics",
    headings=("OS Statistics",),
    columns=(
        key("name", "Statistic"),
        column("value", "Value", "Total", required=True),
        column("end_value", "End Value"),
    ),
    build=_build,
)
