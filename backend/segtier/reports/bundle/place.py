"""Evidence back to a bundle: which file, which line, which cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager

from segtier.errors import NotFound
from segtier.model.evidence import Evidence, Place
from segtier.reports.bundle.counters import COUNTERS, WHERE
from segtier.reports.bundle.files import BY_NAME, BundleFile
from segtier.reports.bundle.load import find_manifest
from segtier.reports.bundle.packed import Files

_DEFAULT_CODEC = "utf-8"


def locate_in_bundle(files: Files, evidence: Evidence, field: str | None) -> Place:
    """The row an evidence names, and the cell of `field` in it. Raises NotFound where the bundle has no such row."""
    with open_in_bundle(files, evidence.section) as (text, declared):
        return _in_lines(text, declared, evidence, field)


@contextmanager
def open_in_bundle(files: Files, section: str) -> Iterator[tuple[io.TextIOWrapper, BundleFile]]:
    """A file of a bundle as text, line ends as they are, and what it holds. Raises NotFound."""
    manifest = find_manifest(files)
    name = section.removesuffix(".csv")
    if manifest is None or name not in BY_NAME:
        raise NotFound(f"a bundle has no file {section[:80]!r}")
    wanted = f"{manifest.folder}{name}.csv"
    for one in files.open(lambda path: path.lower() == wanted.lower()):
        if one.stream is not None:
            text = io.TextIOWrapper(
                io.BufferedReader(one.stream),  # type: ignore[type-var]  # raw streams
                encoding=manifest.codec or _DEFAULT_CODEC,
                errors="replace",
                newline="",
            )
            yield text, BY_NAME[name]
            return
    raise NotFound(f"the bundle does not hold {section!r}")


def _in_lines(text: io.TextIOWrapper, declared: BundleFile, evidence: Evidence, field: str | None) -> Place:
    reader = csv.reader(text)
    header = tuple(cell.strip().lower().removeprefix("\ufeff").strip('"') for cell in next(reader, []))
    needed = [header.index(one.name) for one in declared.fields if one.required and one.name in header]
    last_line = reader.line_num
    for row, cells in enumerate(_kept(reader, len(header), needed)):
        if row == evidence.row:
            column = _column(header, evidence, field)
            place = None if column is None else header.index(column)
            return Place(
                section=evidence.section,
                table_heading=evidence.section,
                row=evidence.row,
                column=column,
                raw_text=None if place is None else cells[place],
                line=last_line + 1,
                column_in_line=None if place is None else _offset(cells, place),
                row_cells=tuple(cells),
                headings=header,
            )
        last_line = reader.line_num
    raise NotFound(f"{evidence.section} has no row {evidence.row}")


def _kept(reader: Iterator[list[str]], width: int, needed: list[int]) -> Iterator[list[str]]:
    """The rows that are counted: those the reading of the file takes."""
    return (row for row in reader if len(row) == width and all(row[at] for at in needed))


def _column(header: tuple[str, ...], evidence: Evidence, field: str | None) -> str | None:
    """By the field's name, by the counter's, else the evidence's own column."""
    candidates = (
        evidence.column,
        field,
        COUNTERS.get(field or ""),
        WHERE.get(field or ""),
        *_NAMED.get(field or "", ()),
    )
    return next((one for one in candidates if one in header), None)


_NAMED = {
    "size_bytes": ("bytes", "current_bytes"),
    "waits": ("total_waits_fg", "total_waits", "wait_count", "waits"),
    "time_s": ("time_waited_us_fg", "time_waited_us", "value_us"),
    "total": ("value",),
    "per_s": ("value",),
    "name": ("segment_name", "object_name"),
    "avg_wait_us": ("time_waited_us_fg", "time_waited_us"),
    "pct_of_waits": ("wait_count",),
}
"""Columns behind a field where neither has the other's name; the first that the file has."""


def _offset(cells: list[str], place: int) -> int:
    """Where the value begins in a line whose values are all in quotes, counted from 1."""
    return sum(len(cell) + cell.count('"') + 3 for cell in cells[:place]) + 2
