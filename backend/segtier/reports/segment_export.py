"""Exports of v$segment_statistics (or gv$) in long form: one row per segment and statistic -> Workload."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.model.evidence import Evidence
from segtier.model.workload import Section, Source, Workload
from segtier.reports.numbers import words
from segtier.reports.segment_counters import STATISTICS, WHERE_COLUMNS, Counters, whole_number
from segtier.reports.tables.columns import Column, Columns, Reading
from segtier.reports.tables.rows import RowTable

QUERY = (
    "SELECT inst_id, owner, object_name, subobject_name, tablespace_name, obj#, dataobj#, object_type,"
    " statistic_name, value FROM gv$segment_statistics WHERE value > 0"
)
SECTION = "Segment counters: "

COLUMNS = Columns(
    (
        *WHERE_COLUMNS[:2],
        Column("statistic", ("STATISTIC_NAME", "STAT_NAME"), words, required=True),
        Column("value", ("VALUE", "SUM(VALUE)"), whole_number, required=True),
        *WHERE_COLUMNS[2:],
    ),
    known=frozenset({"TS#", "STATISTIC#", "CON_DBID"}),
)


def read_counters(table: RowTable, source: Source) -> Workload:
    """Raises UnreadableInput where no row or only a few can be read."""
    reading = Reading(table, COLUMNS, SECTION.strip(": "))
    counters = Counters()
    rows: dict[str, int] = {}
    known: dict[str, tuple[str, str | None, str]] = {}
    for values, index, _ in reading.rows():
        printed = values["statistic"]
        if printed not in known:
            known[printed] = (printed.lower(), STATISTICS.get(printed.lower()), SECTION + printed.lower())
        statistic, name, section = known[printed]
        rows[statistic] = rows.get(statistic, 0) + 1
        entry = counters.segment(values)
        if name is None:
            counters.look_at(values["value"])
            continue
        counters.add(entry, name, values["value"])
        entry.evidence.append(Evidence(section, 0, index))
    reading.note_extra()
    basis: dict[str, str | None] = {"kind": "cumulative", "from": None, "to": None}
    value_heading = table.columns[COLUMNS.places(table)["value"]]
    return counters.workload(source, basis, _sections(rows, value_heading), reading.warnings)


def _sections(rows: dict[str, int], value_heading: str) -> Iterable[Section]:
    for statistic, name in STATISTICS.items():
        if statistic in rows:
            yield Section(SECTION + statistic, "found", rows[statistic], {name: value_heading})
        else:
            yield Section(SECTION + statistic, "missing", None, {}, "the export has no row of this statistic")
