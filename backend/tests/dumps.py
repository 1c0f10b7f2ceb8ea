"""Writes Data Pump files as Oracle's were observed to be: the row bytes are those of Oracle, checked on 83 tables of real dumps.

For tests alone. Columns of AWR's tables are in `cases/dumps/columns.json`, by release.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

BLOCK = 4096
JOB = bytes(range(16))
TEXT, NUMBER, DATE, CLOB, TIMESTAMP, INTERVAL, RAW = 1, 2, 12, 112, 180, 183, 23
_LONG = (CLOB, 113)
_PIECE = 65_520
_OWNER, _MASTER = "SYS", "SYS_EXPORT_TABLE_01"
_MASTER_COLUMNS = (
    *(("PROCESS_ORDER", NUMBER), ("DUPLICATE", NUMBER), ("DUMP_LENGTH", NUMBER), ("COMPLETED_ROWS", NUMBER)),
    *(
        ("OBJECT_TYPE", TEXT),
        ("OBJECT_NAME", TEXT),
        ("OBJECT_SCHEMA", TEXT),
        ("PARTITION_NAME", TEXT),
        ("XML_CLOB", CLOB),
    ),
)

Columns = Sequence[tuple[str, int]]
"""(name, Oracle's number of its type)."""


class TableData(NamedTuple):
    """A table or a partition of it, to be written."""

    name: str
    columns: Columns
    rows: Sequence[Sequence[Any]]
    partition: str | None = None
    owner: str = _OWNER
    listed: int | None = None
    """Rows that the master table says it has; as many as there are where None."""


@cache
def awr_columns(release: str) -> dict[str, tuple[tuple[str, int], ...]]:
    """AWR's tables in `11.2` or `19c`."""
    path = Path(__file__).parent / "cases" / "dumps" / "columns.json"
    return {
        name: tuple((one, kind) for one, kind in columns)
        for name, columns in json.loads(path.read_text())[release].items()
    }


def one_file(tables: Iterable[TableData], **options: Any) -> bytes:
    """A dump in one file."""
    (data,) = dump_files(tables, **options)
    return data


def dump_files(
    tables: Iterable[TableData],
    *,
    version: int = 0x0501,
    release: str = "19.0.0.0",
    files: int = 1,
    job: bytes = JOB,
    master: bool = True,
) -> list[bytes]:
    """The files of a dump. Tables are cut where a file is full; the master table lies in the last one."""
    bodies, listed = [], []
    for number, one in enumerate(tables, 1):
        body, length = table_object(one, 5000 + number)
        bodies.append(body)
        rows = len(one.rows) if one.listed is None else one.listed
        listed.append((number, 0, length, rows, "TABLE_DATA", one.name, one.owner, one.partition, None))
    last, _ = table_object(TableData(_MASTER, _MASTER_COLUMNS, listed), 99_001)
    stream = b"".join(bodies)
    blocks = -(-len(stream) // BLOCK)
    most = max(1, -(-blocks // files)) * BLOCK
    parts = [stream[at : at + most] for at in range(0, len(stream), most)] or [b""]
    for number, part in enumerate(parts, 1):
        is_last = number == len(parts)
        place = len(part) // BLOCK + 2 if is_last and master else 0
        parts[number - 1] = header(number, place, version, release, job) + part + (last if is_last and master else b"")
    return parts


def header(number: int, master_block: int, version: int, release: str, job: bytes) -> bytes:
    block = bytearray(BLOCK)
    struct.pack_into(">HI", block, 0, version, 0x11223344)
    block[6:10] = b"\x00\x67\x80\xbc"
    struct.pack_into(">IB", block, 0x0A, 99_001, 1)
    block[0x0F:0x1F] = job
    struct.pack_into(">IIH", block, 0x1F, number, BLOCK, 873)
    struct.pack_into(">H5B", block, 0x29, 2024, 5, 17, 10, 3, 31)
    struct.pack_into(">IHIQ", block, 0x30, 0x202 if version >= 0x401 else 2, 0x200, master_block, 0)
    name = f'"{_OWNER}"."{_MASTER}"'.encode()
    block[0x43 : 0x43 + len(name)] = name
    numbers = [int(part) for part in release.split(".")]
    if version >= 0x401:
        struct.pack_into(">HBB", block, 0x14C, numbers[0], numbers[1] << 4, numbers[3] if len(numbers) > 3 else 0)
    else:
        text = b".".join(b"%02d" % part for part in [*numbers, 0, 0, 0, 0, 0][:5])
        block[0x1DD : 0x1DD + len(text)] = text
    return bytes(block)


def table_object(one: TableData, number: int) -> tuple[bytes, int]:
    """(its blocks, its length without the last block's filling)."""
    xml = b"\x03\x69" + _description(one, number)
    rows = b"".join(map(row_bytes(one.columns), one.rows))
    rows_at = BLOCK + len(_padded(xml, 8))
    tail_at = rows_at + len(_padded(rows, 8))
    head = b"\xff\xff\x24\x24\x0a\x00" + struct.pack(">6Q", len(xml), BLOCK, len(rows), rows_at, 8, tail_at)
    body = _padded(head, BLOCK) + _padded(xml, 8) + _padded(rows, 8) + bytes(8)
    return _padded(body, BLOCK), tail_at + 8


def _description(one: TableData, number: int) -> bytes:
    """Oracle leaves the partition's name out."""
    items = "".join(
        f"<COL_LIST_ITEM><OBJ_NUM>{number}</OBJ_NUM><COL_NUM>{place}</COL_NUM><COL_SORTKEY>{place}</COL_SORTKEY>"
        f"<NAME>{escape(name)}</NAME><TYPE_NUM>{kind}</TYPE_NUM><LENGTH>22</LENGTH><CHARSETFORM>{int(kind in (TEXT, CLOB))}"
        "</CHARSETFORM></COL_LIST_ITEM>"
        for place, (name, kind) in enumerate(one.columns, 1)
    )
    return (
        '<?xml version="1.0"?><ROWSET><ROW>\n  <STRMTABLE_T><VERS_MAJOR>1</VERS_MAJOR><VERS_MINOR>2 </VERS_MINOR>'
        f"<CHARSET>AL32UTF8</CHARSET><NCHARSET>AL16UTF16</NCHARSET><OBJ_NUM>{number}</OBJ_NUM><OWNER_NAME>{escape(one.owner)}"
        f"</OWNER_NAME><NAME>{escape(one.name)}</NAME><PROPERTY>536870912</PROPERTY><COL_LIST>{items}</COL_LIST></STRMTABLE_T>"
        "</ROW></ROWSET>"
    ).encode()


def row_bytes(columns: Columns) -> Any:
    """A function from a row to its bytes. Long values come last, each in pieces of its own; such rows say no lengths."""
    short = [at for at, (_, kind) in enumerate(columns) if kind not in _LONG]
    long = [at for at, (_, kind) in enumerate(columns) if kind in _LONG]

    def written(row: Sequence[Any]) -> bytes:
        cells = [_encoded(row[at], columns[at][1]) for at in short]
        values = _without_nulls([_encoded(row[at], columns[at][1]) for at in long])
        if values:
            return bytes([8, len(cells)]) + b"".join(map(_cell, cells)) + b"".join(_pieces(values))
        cells = _without_nulls(cells)
        body = bytes([len(cells)]) + b"".join(map(_cell, cells))
        return b"\x0c" + body if long else b"\x3c" + struct.pack(">H", len(body) + 3) + body

    return written


def _without_nulls(cells: list[bytes | None]) -> list[bytes | None]:
    """Those at the end are left out."""
    while cells and cells[-1] is None:
        cells = cells[:-1]
    return cells


def _pieces(values: Sequence[bytes | None]) -> Iterator[bytes]:
    for place, value in enumerate(values):
        last = 4 if place == len(values) - 1 else 0
        if value is None:
            yield bytes([last, 1, 0xFF])
            continue
        parts = [value[at : at + _PIECE] for at in range(0, len(value), _PIECE)] or [b""]
        for number, part in enumerate(parts):
            flags = (2 if number else 0) | (1 if number < len(parts) - 1 else last)
            yield bytes([flags, 1, 0xFE]) + struct.pack(">H", len(part)) + part


def _cell(cell: bytes | None) -> bytes:
    if cell is None:
        return b"\xff"
    return (bytes([len(cell)]) if len(cell) < 0xFE else b"\xfe" + struct.pack(">H", len(cell))) + cell


def _encoded(value: Any, kind: int) -> bytes | None:
    if value is None:
        return None
    match kind:
        case 2:
            return number(value)
        case 12:
            return date(value)
        case 180:
            return timestamp(value)
        case 183:
            return interval(value)
        case 112:
            return bytes(value.encode("utf-16-be"))
        case _:
            return value if isinstance(value, bytes) else bytes(value.encode())


@lru_cache(maxsize=65_536, typed=True)
def number(value: float) -> bytes:
    """NUMBER, in powers of 100."""
    if value == 0:
        return b"\x80"
    whole, _, rest = format(abs(value), "f" if isinstance(value, float) else "d").partition(".")
    whole, rest = whole.lstrip("0"), rest.rstrip("0")
    digits = "0" * (len(whole) % 2) + whole + rest + "0" * (len(rest) % 2)
    pairs = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    power = (len(whole) + 1) // 2 - 1
    while pairs[0] == 0:
        pairs, power = pairs[1:], power - 1
    while pairs[-1] == 0:
        pairs = pairs[:-1]
    pairs = pairs[:20]
    if value < 0:
        return bytes([62 - power]) + bytes(101 - one for one in pairs) + (b"\x66" if len(pairs) < 20 else b"")
    return bytes([193 + power]) + bytes(one + 1 for one in pairs)


def date(moment: datetime) -> bytes:
    year = moment.year
    return bytes(
        (
            year // 100 + 100,
            year % 100 + 100,
            moment.month,
            moment.day,
            moment.hour + 1,
            moment.minute + 1,
            moment.second + 1,
        )
    )


def timestamp(moment: datetime) -> bytes:
    return date(moment) + ((moment.microsecond * 1000).to_bytes(4, "big") if moment.microsecond else b"")


def interval(time: timedelta) -> bytes:
    hours, rest = divmod(time.seconds, 3600)
    return (
        (time.days + 0x80000000).to_bytes(4, "big")
        + bytes((hours + 60, rest // 60 + 60, rest % 60 + 60))
        + (time.microseconds * 1000 + 0x80000000).to_bytes(4, "big")
    )


def _padded(data: bytes, to: int) -> bytes:
    return data + bytes(-len(data) % to)
