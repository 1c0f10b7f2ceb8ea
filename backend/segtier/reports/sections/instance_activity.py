"""Instance Activity Stats: one table up to 11.2.0.3, Key + Other in 11.2.0.4, Key + all of them from 12.1 on."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.model.workload import InstanceStatistic
from segtier.reports.sections.mechanism import Row, Section, column, key


def _build(row: Row) -> InstanceStatistic | None:
    return None if row["name"] is None else InstanceStatistic(**row.values, evidence=(row.evidence,))


INSTANCE_ACTIVITY = Section(
    name="Instance Activity Stats",
    headings=("Key Instance Activity Stats", "Other Instance Activity Stats"),
    several=True,
    columns=(
        key("name", "Statistic"),
        column("total", "Total", required=True),
        column("per_s", "per Second", required=True),
        column("per_txn", "per Trans"),
    ),
    build=_build,
)


def once(rows: Iterable[InstanceStatistic]) -> tuple[InstanceStatistic, ...]:
    """The rows without those of a later table that an earlier one has: from 12.1 on key statistics stand among all again.

    Within a table of text several names may have been cut to the same letters.
    """
    tables: dict[str, int] = {}
    return tuple(row for row in rows if tables.setdefault(row.name, _table(row)) == _table(row))


def _table(row: InstanceStatistic) -> int:
    return row.evidence[0].occurrence
