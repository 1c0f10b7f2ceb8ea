"""Exports of dba_heat_map_segment and dba_heat_map_seg_histogram: when segments were last used -> Inventory.

Dates are no counts: a table read once an hour has the date of one read all day. They tell which segments are cold, and rank
nothing. Source: Oracle Database Reference, DBA_HEAT_MAP_SEGMENT.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from segtier.model.evidence import Evidence
from segtier.model.inventory import Inventory, LastUsed
from segtier.model.workload import Section, Source
from segtier.reports.numbers import CellFault, as_given
from segtier.reports.segment_cells import container, object_number, time_of
from segtier.reports.tables.columns import Column, Columns, Reading
from segtier.reports.tables.rows import RowTable

SECTION = "Heat map"
_USES = ("written", "read", "full_scan", "lookup")
_YES = frozenset({"YES", "Y", "1", "TRUE"})


def _day(text: str) -> datetime | None:
    """A date with or without its hour. Raises CellFault where it cannot be told."""
    if not text:
        return None
    told = time_of(text) or time_of(f"{text} 00:00") or time_of(f"{text.split(maxsplit=1)[0]} 00:00")
    if told is None:
        raise CellFault(text)
    return told


def _yes(text: str) -> bool:
    return text.upper() in _YES


_WHERE = (
    Column("owner", ("OWNER",), as_given, required=True),
    Column("name", ("OBJECT_NAME", "SEGMENT_NAME"), as_given, required=True),
    Column("subobject", ("SUBOBJECT_NAME", "PARTITION_NAME"), as_given),
    Column("con_id", ("CON_ID",), object_number),
    Column("pdb", ("PDB_NAME", "CON_NAME", "CONTAINER_NAME"), as_given),
)
_KNOWN = frozenset({"OBJ#", "DATAOBJ#", "TS#", "TABLESPACE_NAME", "N_FTS", "N_LOOKUP", "N_WRITE"})


def _uses(names: tuple[str, str, str, str], read: Callable[[str], Any]) -> tuple[Column, ...]:
    """The first two are what the export cannot do without."""
    return tuple(Column(use, (name,), read) for use, name in zip(_USES, names, strict=True))


LATEST = Columns(
    (*_WHERE, *_uses(("SEGMENT_WRITE_TIME", "SEGMENT_READ_TIME", "FULL_SCAN", "LOOKUP_SCAN"), _day)), known=_KNOWN
)
TRACKED = Columns(
    (
        *_WHERE,
        Column("track_time", ("TRACK_TIME",), _day, required=True),
        *_uses(("SEGMENT_WRITE", "SEGMENT_READ", "FULL_SCAN", "LOOKUP_SCAN"), _yes),
    ),
    known=_KNOWN,
)
FORMS = (LATEST, TRACKED)


def columns_for(table: RowTable) -> Columns | None:
    """None for rows of anything else."""
    for columns in FORMS:
        there = columns.places(table)
        if not columns.missing(table) and there.keys() & {"written", "read"}:
            return columns
    return None


def read_heat_map(table: RowTable, columns: Columns, source: Source) -> Inventory:
    """Raises UnreadableInput where no row or only a few can be read."""
    reading = Reading(table, columns, SECTION)
    found: dict[tuple[str | None, ...], LastUsed] = {}
    for row in reading.rows():
        values = row.values
        pdb = container(values)
        key = (pdb, values["owner"], values["name"], values.get("subobject"))
        used = {use: _when(values, use) for use in _USES}
        before = found.get(key)
        if before is None:
            found[key] = LastUsed(*key[1:], pdb=pdb, **used, evidence=(Evidence(SECTION, 0, row.ordinal),))  # type: ignore[arg-type]
            continue
        for use, time in used.items():
            used[use] = max((one for one in (getattr(before, use), time) if one is not None), default=None)
        found[key] = LastUsed(*key[1:], pdb=pdb, **used, evidence=before.evidence)  # type: ignore[arg-type]
    reading.note_extra()
    printed = {name: table.columns[place] for name, place in columns.places(table).items()}
    return Inventory(
        source=Source("heat-map", source.file, source.sha256, source.bytes, source.encoding),
        last_used=tuple(found.values()),
        complete=False,
        sections=(Section(SECTION, "found", reading.good, printed),),
        warnings=tuple(reading.warnings),
    )


def _when(values: Any, use: str) -> datetime | None:
    """The date itself, or that of the row where it says yes."""
    told = values.get(use)
    return values["track_time"] if told is True else told or None
