"""Exports of v$segment_statistics (or gv$) in long form: one row per segment and statistic -> Workload."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import compress

from segtier.model.workload import Section, Source, Workload
from segtier.reports.numbers import words
from segtier.reports.segment_cells import STATISTICS, WHERE_COLUMNS, whole_number, whole_numbers
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
        Column("value", ("VALUE", "SUM(VALUE)"), whole_number, required=True, read_plain=whole_numbers),
        *WHERE_COLUMNS[2:],
    ),
    known=frozenset({"TS#", "STATISTIC#", "CON_DBID"}),
    lasting=frozenset(one.field for one in WHERE_COLUMNS),
)


_FIELDS = tuple(STATISTICS.values())


def read_counters(table: RowTable, source: Source) -> Workload:
    """Raises UnreadableInput where no row or only a few can be read."""
    import numpy as np  # noqa: PLC0415 - reports go without

    from segtier.reports.segment_counters import Counters  # noqa: PLC0415 - numpy

    reading = Reading(table, COLUMNS, SECTION.strip(": "))
    counters = Counters()
    rows: Counter[str] = Counter()
    for some in reading.blocks():
        numbers, printed = counters.segments(some), some.values["statistic"]
        counters.look_at(some.values["value"])
        rows.update(map(_statistic, printed))
        fields, figures = np.array(list(map(_field, printed))), np.array(some.values["value"], np.float64)
        for number, name in enumerate(_FIELDS):
            at = np.flatnonzero(fields == number)
            counters.add(name, numbers[at], figures[at])
        counted = fields >= 0
        counters.found_in(numbers[counted], map(_section, compress(printed, counted)), compress(some.ordinals, counted))
    reading.note_extra()
    basis: dict[str, str | None] = {"kind": "cumulative", "from": None, "to": None}
    value_heading = table.columns[COLUMNS.places(table)["value"]]
    return counters.workload(source, basis, _sections(rows, value_heading), reading.warnings)


@lru_cache(maxsize=256)
def _statistic(printed: str) -> str:
    return printed.lower()


@lru_cache(maxsize=256)
def _section(printed: str) -> str:
    return SECTION + _statistic(printed)


@lru_cache(maxsize=256)
def _field(printed: str) -> int:
    """Its place among the fields; -1 where the document has none for it."""
    name = STATISTICS.get(_statistic(printed))
    return -1 if name is None else _FIELDS.index(name)


def _sections(rows: dict[str, int], value_heading: str) -> Iterable[Section]:
    for statistic, name in STATISTICS.items():
        if statistic in rows:
            yield Section(SECTION + statistic, "found", rows[statistic], {name: value_heading})
        else:
            yield Section(SECTION + statistic, "missing", None, {}, "the export has no row of this statistic")
