"""Cells of segments' rows: names, numbers as any locale writes them, containers, times; and what statistics are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from segtier.oracle.names import numbered_container
from segtier.reports.numbers import CellFault, as_given, counted, identifier, split_number, words
from segtier.reports.tables.columns import Column
from segtier.reports.times import report_time
from segtier.units import MOST_COUNTED

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

_GROUPED = re.compile(r"([+-]?[1-9]\d{0,2}(?:([., '’\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?")
_PLAIN_COMMA = re.compile(r"([+-]?\d+),(\d+)")
_SCIENTIFIC_COMMA = re.compile(r"[+-]?\d,\d+[eE][+-]?\d{1,3}", re.ASCII)
"""`9,46E+10`, as a sheet of a session with decimal comma has it: before the comma of this notation there is one digit."""
_ISO_TIME = re.compile(r"(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?")
ROOT_CONTAINERS = (0, 1)


class Rounded(float):
    """A figure printed in E notation: SQL*Plus shortens what is wider than its column."""


def whole_number(text: str) -> float | None:
    """A counter, with whatever separators the client's locale wrote: `1,234`, `1.234`, `1 234`, `1234,0`, `1.234,0`.

    A single group of three digits is a thousand: counters have no decimals. E notation gives a Rounded.
    """
    if text.isascii() and text.isdigit():
        return counted(float(text), text)
    text = text.strip()
    grouped = _GROUPED.fullmatch(text)
    if grouped is not None and grouped[3] != grouped[2]:
        return counted(float(re.sub(r"[^\d+-]", "", grouped[1]) + "." + (grouped[4] or "0")), text)
    comma = _PLAIN_COMMA.fullmatch(text)
    if comma is not None:
        return counted(float(f"{comma[1]}.{comma[2]}"), text)
    return _figure(text)


def whole_numbers(cells: Sequence[str]) -> list[float] | None:
    """Many of `whole_number` at once; None where one is not of digits only."""
    text = "".join(cells)
    if not (text.isascii() and text.isdigit() and all(cells)):
        return None
    figures = list(map(float, cells))
    return figures if max(figures) <= MOST_COUNTED else None


def object_numbers(cells: Sequence[str]) -> list[int] | None:
    """Many of `object_number` at once; None where one is not of digits only."""
    figures = whole_numbers(cells)
    return None if figures is None else list(map(int, figures))


def _figure(text: str) -> float | None:
    if "," in text:
        if _SCIENTIFIC_COMMA.fullmatch(text) is None:
            raise CellFault(text)
        text = text.replace(",", ".")
    parts = split_number(text)
    if parts is None:
        return None
    figure, suffix = parts
    if suffix:
        raise CellFault(text)
    return Rounded(figure) if "E" in text.upper() else figure


def integer(text: str) -> int | None:
    """An identifier, with whatever separators the client's locale wrote."""
    digits = text.strip().removeprefix("-")
    return identifier(text) if digits.isdecimal() else _whole(whole_number(text))


def object_number(text: str) -> int | None:
    """The number of an object, container or instance; None for -1, which stands for objects that are gone."""
    return None if text.strip() == "-1" else _whole(whole_number(text))


def _whole(figure: float | None) -> int | None:
    return None if figure is None else int(figure)


WHERE_COLUMNS = (
    Column("owner", ("OWNER",), as_given, required=True),
    Column("name", ("OBJECT_NAME",), as_given, required=True),
    Column("subobject", ("SUBOBJECT_NAME",), as_given),
    Column("type", ("OBJECT_TYPE",), words),
    Column("tablespace", ("TABLESPACE_NAME",), as_given),
    Column("object_id", ("OBJ#", "OBJECT_ID"), object_number, read_plain=object_numbers),
    Column("data_object_id", ("DATAOBJ#", "DATA_OBJECT_ID"), object_number, read_plain=object_numbers),
    Column("inst_id", ("INST_ID", "INSTANCE_NUMBER"), object_number, read_plain=object_numbers),
    Column("con_id", ("CON_ID",), object_number, read_plain=object_numbers),
    Column("pdb", ("PDB_NAME", "CON_NAME", "CONTAINER_NAME"), as_given),
    Column("dbid", ("DBID",), integer),
    Column("export_time", ("EXPORT_TIME", "SNAP_TIME", "SAMPLE_TIME", "SYSDATE", "SYSTIMESTAMP"), words),
    Column("startup_time", ("STARTUP_TIME",), words),
)
"""Which segment, on which instance and when: the same in every export of counters."""


def container(values: Mapping[str, object]) -> str | None:
    """The PDB's name, or its number where only that is exported; None for the root and for a database without PDBs."""
    return container_of(values.get("pdb"), values.get("con_id"))


def container_of(name: object, con_id: object) -> str | None:
    if isinstance(name, str):
        return name
    return None if con_id is None or con_id in ROOT_CONTAINERS else numbered_container("CON_ID", con_id)


def time_of(text: str | None) -> datetime | None:
    """A time as Oracle's clients print it, with at least hours and minutes; None where it cannot be told."""
    if not text:
        return None
    iso = _ISO_TIME.match(text)
    try:
        if iso is not None:
            return datetime(*(int(part or 0) for part in iso.groups()))  # type: ignore[arg-type]  # noqa: DTZ001
        return report_time(text)
    except (CellFault, ValueError):
        return None
