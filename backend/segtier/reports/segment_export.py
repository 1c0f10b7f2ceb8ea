"""Exports of v$segment_statistics (or gv$) in long form, one row per segment and statistic -> Workload.

The counters are cumulative since instance start-up (or since the segment's data object was made), so the workload's
`segment_basis` is `cumulative`. Values of several instances are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from segtier.model.evidence import Evidence, Warn
from segtier.model.workload import Section, Segment, Source, Workload
from segtier.reports.numbers import CellFault, split_number, words
from segtier.reports.tables.csv_columns import CsvColumn, CsvColumns, CsvReading, CsvRow
from segtier.reports.tables.delimited import Delimited

QUERY = (
    "SELECT inst_id, owner, object_name, subobject_name, tablespace_name, obj#, dataobj#, object_type,"
    " statistic_name, value FROM gv$segment_statistics WHERE value > 0"
)

STATISTICS = {
    "logical reads": "logical_reads_blocks",
    "physical reads": "physical_reads_blocks",
    "physical read requests": "physical_read_requests",
    "optimized physical reads": "optimized_read_requests",
    "physical reads direct": "direct_reads_blocks",
    "physical writes": "physical_writes_blocks",
    "physical write requests": "physical_write_requests",
    "physical writes direct": "direct_writes_blocks",
    "db block changes": "block_changes",
    "segment scans": "table_scans",
    "buffer busy waits": "buffer_busy_waits",
    "row lock waits": "row_lock_waits",
    "itl waits": "itl_waits",
}
"""Statistic names (lower case) of v$segstat_name that the document has a field for."""

_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[., '\u00a0\u202f]\d{3})+")
_ROOT_CONTAINERS = (0, 1)
SECTION = "Segment counters: "


def whole_number(text: str) -> float | None:
    """A counter, with whatever thousands separator the client's locale wrote; E notation is rounded by SQL*Plus."""
    text = text.strip()
    if _GROUPED.fullmatch(text):
        return float(re.sub(r"[^\d+-]", "", text))
    parts = split_number(text)
    if parts is None:
        return None
    figure, suffix = parts
    if suffix:
        raise CellFault(text)
    return figure


def _whole(text: str) -> int | None:
    figure = whole_number(text)
    return None if figure is None else int(figure)


COLUMNS = CsvColumns(
    (
        CsvColumn("owner", ("OWNER",), words, required=True),
        CsvColumn("name", ("OBJECT_NAME",), words, required=True),
        CsvColumn("statistic", ("STATISTIC_NAME",), words, required=True),
        CsvColumn("value", ("VALUE",), whole_number, required=True),
        CsvColumn("subobject", ("SUBOBJECT_NAME",), words),
        CsvColumn("type", ("OBJECT_TYPE",), words),
        CsvColumn("tablespace", ("TABLESPACE_NAME",), words),
        CsvColumn("object_id", ("OBJ#", "OBJECT_ID"), _whole),
        CsvColumn("data_object_id", ("DATAOBJ#", "DATA_OBJECT_ID"), _whole),
        CsvColumn("inst_id", ("INST_ID",), _whole),
        CsvColumn("con_id", ("CON_ID",), _whole),
        CsvColumn("pdb", ("PDB_NAME", "CON_NAME", "CONTAINER_NAME"), words),
        CsvColumn("ts", ("TS#",), _whole),
        CsvColumn("statistic_number", ("STATISTIC#",), _whole),
    )
)


@dataclass(slots=True)
class _Counted:
    """A segment while its rows are added up."""

    first: CsvRow
    values: dict[str, float] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)


def read_counters(table: Delimited, source: Source) -> Workload:
    """Raises UnreadableInput where no row or only a few can be read."""
    reading = CsvReading(table, COLUMNS, SECTION.strip(": "))
    counted: dict[object, _Counted] = {}
    rows: dict[str, int] = {}
    lowest: float | None = None
    containers: set[str | None] = set()
    for row in reading.rows():
        lowest = row.values["value"] if lowest is None else min(lowest, row.values["value"])
        statistic = row.values["statistic"].lower()
        rows[statistic] = rows.get(statistic, 0) + 1
        containers.add(container(row))
        if statistic in STATISTICS:
            _add(counted, row, statistic)
    reading.note_extra()
    value_heading = table.columns[COLUMNS.places(table)["value"]]
    return Workload(
        source=_as_kind(source),
        segments=tuple(_segment(entry, rows, lowest or 0.0) for entry in counted.values()),
        segment_basis={"kind": "cumulative", "from": None, "to": None},
        sections=tuple(_sections(rows, value_heading)),
        warnings=(*reading.warnings, *_warn_about_containers(containers)),
    )


def _as_kind(source: Source) -> Source:
    return Source("segment-counters", source.file, source.sha256, source.bytes, source.encoding)


def container(row: CsvRow) -> str | None:
    """The PDB's name, or its number where only that is exported; None for the root and for a database without PDBs."""
    name, con_id = row.values.get("pdb"), row.values.get("con_id")
    if isinstance(name, str):
        return name
    return None if con_id is None or con_id in _ROOT_CONTAINERS else f"CON_ID {con_id}"


def _add(counted: dict[object, _Counted], row: CsvRow, statistic: str) -> None:
    values = row.values
    key = (container(row), values["owner"], values["name"], values.get("subobject"), values.get("type"))
    entry = counted.setdefault(key, _Counted(row))
    name = STATISTICS[statistic]
    entry.values[name] = entry.values.get(name, 0.0) + values["value"]
    entry.evidence.append(Evidence(SECTION + statistic, 0, row.index))


def _segment(entry: _Counted, rows: dict[str, int], lowest: float) -> Segment:
    """`below`: an export cut by value (WHERE value > 0, the largest N) leaves out figures under its lowest one."""
    first = entry.first.values
    exported = {STATISTICS[name] for name in rows if name in STATISTICS}
    return Segment(
        owner=first["owner"],
        name=first["name"],
        subobject=first.get("subobject"),
        pdb=container(entry.first),
        type=first.get("type"),
        tablespace=first.get("tablespace"),
        object_id=first.get("object_id"),
        data_object_id=first.get("data_object_id"),
        **entry.values,  # type: ignore[arg-type]  # keys are the field names of STATISTICS
        below=dict.fromkeys(sorted(exported - entry.values.keys()), lowest) if lowest > 0 else {},
        evidence=tuple(entry.evidence),
    )


def _sections(rows: dict[str, int], value_heading: str) -> Iterable[Section]:
    for statistic, name in STATISTICS.items():
        if statistic in rows:
            yield Section(SECTION + statistic, "found", rows[statistic], {name: value_heading})
        else:
            yield Section(SECTION + statistic, "missing", None, {}, "the export has no row of this statistic")


def _warn_about_containers(containers: set[str | None]) -> Iterable[Warn]:
    unnamed = sorted(name for name in containers if name is not None and name.startswith("CON_ID "))
    if unnamed:
        message = f"PDBs are known by number only ({', '.join(unnamed)}): add their names to match them with a report"
        yield Warn("pdb-unnamed", message)
