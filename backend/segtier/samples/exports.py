"""The two exports, as SQL*Plus writes them with `set markup csv on`: segment counters in long form, and sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from segtier.samples.schema import SegmentSpec
from segtier.samples.workload_model import BLOCK_BYTES, SegmentHour

Cell = str | int | None
_STATISTICS: tuple[tuple[str, Callable[[SegmentHour], int]], ...] = (
    ("logical reads", lambda s: s.gets),
    ("buffer busy waits", lambda s: s.buffer_busy),
    ("gc buffer busy", lambda _: 0),
    ("db block changes", lambda s: s.changes),
    ("physical reads", lambda s: s.read_blocks),
    ("physical writes", lambda s: s.write_blocks),
    ("physical read requests", lambda s: s.read_requests),
    ("physical write requests", lambda s: s.write_requests),
    ("physical reads direct", lambda s: s.direct_blocks),
    ("physical writes direct", lambda s: s.direct_write_blocks),
    ("optimized physical reads", lambda _: 0),
    ("optimized physical writes", lambda _: 0),
    ("gc cr blocks received", lambda _: 0),
    ("gc current blocks received", lambda _: 0),
    ("ITL waits", lambda s: s.itl),
    ("row lock waits", lambda s: s.row_lock),
    ("space used", lambda s: round(s.spec.size_bytes * 0.004)),
    ("space allocated", lambda s: round(s.spec.size_bytes * 0.005 / 65_536) * 65_536),
    ("segment scans", lambda s: s.scans),
)
_COUNTER_COLUMNS = (
    "OWNER",
    "OBJECT_NAME",
    "SUBOBJECT_NAME",
    "TABLESPACE_NAME",
    "TS#",
    "OBJ#",
    "DATAOBJ#",
    "OBJECT_TYPE",
    "STATISTIC_NAME",
    "STATISTIC#",
    "VALUE",
)
_SIZE_COLUMNS = (
    "OWNER",
    "SEGMENT_NAME",
    "PARTITION_NAME",
    "SEGMENT_TYPE",
    "TABLESPACE_NAME",
    "BYTES",
    "BLOCKS",
    "EXTENTS",
)
_TABLESPACE_NUMBERS = ("SYSTEM", "SYSAUX", "UNDOTBS1", "TEMP")


def segment_counters_csv(segments: Sequence[SegmentHour]) -> bytes:
    """v$segment_statistics: every statistic of every segment the instance has touched, since start-up."""
    names = sorted({s.spec.tablespace for s in segments} - set(_TABLESPACE_NUMBERS))
    numbers = {name: i for i, name in enumerate((*_TABLESPACE_NUMBERS, *names))}
    rows = (
        (
            *_names(s.spec),
            numbers[s.spec.tablespace],
            s.spec.object_id,
            s.spec.data_object_id,
            s.spec.type,
            name,
            i,
            counted(s),
        )
        for s in segments
        if s.spec.listed
        for i, (name, counted) in enumerate(_STATISTICS)
    )
    return _csv(_COUNTER_COLUMNS, rows)


def _names(spec: SegmentSpec) -> tuple[Cell, ...]:
    return (spec.owner, spec.name, spec.subobject, spec.tablespace)


def segment_sizes_csv(specs: Sequence[SegmentSpec]) -> bytes:
    """dba_segments: every segment of the database with its bytes; undo segments too, temporary tables not."""
    rows = [_size_row(s, _segment_type(s)) for s in specs if s.listed and s.tablespace != "TEMP"]
    undo = next(s for s in specs if s.name == "undo")
    each = undo.size_bytes // 10
    for i in range(1, 11):
        name = f"_SYSSMU{i}_{1_900_400_000 + 7_717 * i}$"
        rows.append(("SYS", name, None, "TYPE2 UNDO", "UNDOTBS1", each, each // BLOCK_BYTES, 96))
    return _csv(_SIZE_COLUMNS, rows)


def _size_row(spec: SegmentSpec, kind: str) -> tuple[Cell, ...]:
    extents = max(1, spec.size_bytes // 67_108_864)
    blocks = spec.size_bytes // BLOCK_BYTES
    return (spec.owner, spec.name, spec.subobject, kind, spec.tablespace, spec.size_bytes, blocks, extents)


def _segment_type(spec: SegmentSpec) -> str:
    if spec.type == "LOB":
        return "LOBSEGMENT"
    return "LOBINDEX" if spec.name.startswith("SYS_IL") else spec.type


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    lines = ["", ",".join(f'"{name}"' for name in columns)]
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - the count is printed below the rows
        lines.append(",".join(_quoted(cell) for cell in row))
    return "\n".join([*lines, "", f"{count} rows selected.", ""]).encode()


def _quoted(cell: Cell) -> str:
    if cell is None:
        return ""
    return str(cell) if isinstance(cell, int) else '"' + cell.replace('"', '""') + '"'
