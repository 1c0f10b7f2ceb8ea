"""Sizes of segments: exports of dba_segments, and sizes typed or pasted by hand -> Inventory.

A size that is not given stays None; nothing is ever taken as 0. Typed units are binary, as in Oracle's SIZE clause:
`12.5G` is 12.5 x 2^30 bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from segtier.errors import UnreadableInput
from segtier.model.evidence import Evidence, Warn
from segtier.model.inventory import Inventory, InventorySegment
from segtier.model.workload import Section, Source
from segtier.reports.numbers import CellFault, as_given, words
from segtier.reports.segment_cells import container, integer, object_number, whole_number
from segtier.reports.size_units import SizeCells, cells_of, says_units, size_column, untold
from segtier.reports.tables.columns import Column, Columns, Reading, Row
from segtier.reports.tables.delimited import header_of
from segtier.reports.tables.rows import RowTable, column_name
from segtier.units import GIB, KIB, MIB, MOST_COUNTED, TIB

QUERY = "SELECT owner, segment_name, partition_name, segment_type, tablespace_name, bytes FROM dba_segments"
SECTION = "Segment sizes"
_WHOLE_DATABASE = {"ROLLBACK", "TYPE2 UNDO"}
"""Segment types only an export without a filter holds."""
_SHOWN = 3


_BYTES = ("BYTES", "SUM(BYTES)", "SIZE_BYTES")
_OTHERS = frozenset(
    {
        *(
            "SEGMENT_SUBTYPE",
            "HEADER_FILE",
            "HEADER_BLOCK",
            "INITIAL_EXTENT",
            "NEXT_EXTENT",
            "MIN_EXTENTS",
            "MAX_EXTENTS",
        ),
        *("MAX_SIZE", "RETENTION", "MINRETENTION", "PCT_INCREASE", "FREELISTS", "FREELIST_GROUPS", "RELATIVE_FNO"),
        *("BUFFER_POOL", "FLASH_CACHE", "CELL_FLASH_CACHE", "INMEMORY", "INMEMORY_PRIORITY", "INMEMORY_DISTRIBUTE"),
        *("INMEMORY_DUPLICATE", "INMEMORY_COMPRESSION", "CELLMEMORY"),
    }
)
"""The rest of dba_segments, for `SELECT *`."""

COLUMNS = Columns(
    (
        Column("owner", ("OWNER",), as_given, required=True),
        Column("name", ("SEGMENT_NAME",), as_given, required=True),
        Column("size_bytes", _BYTES, SizeCells(1, whole=whole_number), required=True),
        Column("subobject", ("PARTITION_NAME", "SUBOBJECT_NAME"), as_given),
        Column("type", ("SEGMENT_TYPE",), words),
        Column("tablespace", ("TABLESPACE_NAME",), as_given),
        Column("con_id", ("CON_ID",), object_number),
        Column("pdb", ("PDB_NAME", "CON_NAME", "CONTAINER_NAME"), as_given),
        Column("blocks", ("BLOCKS",), whole_number),
        Column("extents", ("EXTENTS",), whole_number),
        Column("dbid", ("DBID",), integer),
    ),
    known=_OTHERS,
)


def columns_for(table: RowTable) -> Columns:
    """The columns with the size in the unit that its name or all its values say, where there is none in bytes."""
    if "size_bytes" in COLUMNS.places(table):
        return _with_sizes(_BYTES, SizeCells(1, whole=whole_number))
    found = size_column(table)
    if found is not None:
        return _with_sizes((found[0],), SizeCells(found[1], cells_of(table, found[0])))
    unit = untold(table)
    name = None if unit is None else column_name(unit)
    if name is None or not says_units(table, name):
        return COLUMNS
    return _with_sizes((name,), SizeCells(None, cells_of(table, name)))


def _with_sizes(names: tuple[str, ...], read: SizeCells) -> Columns:
    others = tuple(one for one in COLUMNS.columns if one.field != "size_bytes")
    return Columns((*others, Column("size_bytes", names, read, required=names == _BYTES)), known=COLUMNS.known)


def read_sizes(table: RowTable, source: Source) -> Inventory:
    """Raises UnreadableInput where no row or only a few can be read."""
    chosen = columns_for(table)
    reading = Reading(table, chosen, SECTION)
    segments: dict[object, InventorySegment] = {}
    repeated: list[int] = []
    for row in reading.rows():
        segment = _segment(row)
        known = segments.setdefault((segment.key, segment.type), segment)
        if known is not segment:
            repeated.append(row.line)
    reading.note_extra()
    whole = any(one.type in _WHOLE_DATABASE for one in segments.values())
    columns = {name: table.columns[place] for name, place in chosen.places(table).items()}
    (sizes,) = (one for one in chosen.columns if one.field == "size_bytes")
    warnings = (*reading.warnings, *_warn_about_repeats(repeated), *_warn_about_units(sizes, columns["size_bytes"]))
    return Inventory(
        source=Source("segment-sizes", source.file, source.sha256, source.bytes, source.encoding),
        segments=tuple(segments.values()),
        complete=False if reading.bad else whole or None,
        sections=(Section(SECTION, "found", reading.good, columns),),
        warnings=warnings,
    )


def _segment(row: Row) -> InventorySegment:
    values = row.values
    return InventorySegment(
        owner=values["owner"],
        name=values["name"],
        subobject=values.get("subobject"),
        pdb=container(row.values),
        type=values.get("type"),
        tablespace=values.get("tablespace"),
        size_bytes=values.get("size_bytes"),
        evidence=(Evidence(SECTION, 0, row.ordinal),),
    )


def _warn_about_repeats(lines: list[int]) -> Iterable[Warn]:
    if lines:
        shown = ", ".join(str(line) for line in lines[:_SHOWN])
        message = f"{len(lines)} segment(s) stand twice (line {shown}); the first size counts"
        yield Warn("repeated-segment", message, SECTION, lines[0])


def _warn_about_units(sizes: Column, heading: str) -> Iterable[Warn]:
    others = sizes.read.others if isinstance(sizes.read, SizeCells) else []
    if others:
        message = f"sizes under {heading} say another unit ({', '.join(others)}): each counts in its own"
        yield Warn("size-units", message, SECTION)


_PART = r'(?:"([^"\n]{1,128})"|([A-Za-z][\w$#]{0,127}|\*\*?))'
_JOINT = r"\s{0,40}[.,;\t]\s{0,40}"
_SEPARATOR = r"[\s,;=:|]{1,200}"
_TYPED = re.compile(
    rf"{_PART}{_JOINT}{_PART}(?:{_JOINT}{_PART})?{_SEPARATOR}([\d.,]{{1,40}})\s{{0,40}}([KMGTP]?)(i?)(B|bytes)?",
    re.IGNORECASE,
)
_UNITS = {"": 1, "K": KIB, "M": MIB, "G": GIB, "T": TIB, "P": 1024 * TIB}
_TYPED_ADVICE = "Write OWNER.NAME 12.5G, or OWNER.NAME.PARTITION 512M, one segment per line."


def read_typed_sizes(text: str) -> tuple[Inventory, tuple[UnreadableInput, ...]]:
    """Sizes typed or pasted, one segment per line: `OWNER.NAME[.SUBOBJECT] 12.5G`, or CSV with a header.

    Lines that cannot be read come back as errors with their line; the others count. Blank lines and lines that begin
    with `#` or `--` are skipped.
    """
    table = header_of(text)
    if table is not None and not columns_for(table).missing(table):
        return _pasted_csv(table)
    segments: dict[object, InventorySegment] = {}
    rejected: list[UnreadableInput] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith(("#", "--")):
            continue
        try:
            segment = _typed_line(line, number)
        except UnreadableInput as fault:
            rejected.append(fault)
        else:
            segments[segment.key] = segment
    section = Section("Typed sizes", "found" if segments else "missing", len(segments))
    inventory = Inventory(source=Source(kind="typed"), segments=tuple(segments.values()), sections=(section,))
    return inventory, tuple(rejected)


def _pasted_csv(table: RowTable) -> tuple[Inventory, tuple[UnreadableInput, ...]]:
    try:
        return read_sizes(table, Source(kind="typed")), ()
    except UnreadableInput as fault:
        return Inventory(source=Source(kind="typed")), (fault,)


def _typed_line(line: str, number: int) -> InventorySegment:
    match = _TYPED.fullmatch(line.strip())
    if match is None:
        raise _rejected(line, number, "is not OWNER.NAME and a size")
    quoted_or_plain = match.groups()
    owner, name, subobject = (_identifier(*quoted_or_plain[at : at + 2]) for at in (0, 2, 4))
    try:
        figure = whole_number(match[7])
    except CellFault:
        figure = None
    if figure is None or owner is None or name is None:
        raise _rejected(line, number, "has no size")
    size_bytes = round(figure * _UNITS[match[8].upper()])
    if size_bytes > MOST_COUNTED:
        raise _rejected(line, number, "has a size no segment has")
    if size_bytes <= 0:
        raise _rejected(line, number, "has a size of 0; leave the line out where the size is not known")
    return InventorySegment(
        owner, name, subobject, size_bytes=size_bytes, evidence=(Evidence("Typed sizes", 0, number - 1),)
    )


def _identifier(quoted: str | None, plain: str | None) -> str | None:
    return quoted if quoted is not None else plain.upper() if plain is not None else None


def _rejected(line: str, number: int, reason: str) -> UnreadableInput:
    excerpt = " ".join(line.split())[:80]
    return UnreadableInput(
        f"line {number} {reason}", code="bad-size", line=number, column=1, excerpt=excerpt, advice=_TYPED_ADVICE
    )
