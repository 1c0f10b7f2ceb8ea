"""`segtier segments`: the ranked segments of one database."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise
from segtier.advisor.segments.held import full_name
from segtier.cli.support.coverage import say_coverage
from segtier.cli.support.csv_text import csv_text
from segtier.cli.support.flash import say_assumed_flash
from segtier.cli.support.hours import say_hours
from segtier.cli.support.inputs import files_argument, read_inputs
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, request_options
from segtier.cli.support.terminal import cell, page, say, say_csv, say_json
from segtier.cli.support.warnings import say_warnings
from segtier.cli.support.which_reports import Which, which_options
from segtier.documents import encode
from segtier.model.advice import RankedSegment
from segtier.model.option import TIERS
from segtier.units import GIB

_COLUMNS = (
    "segment",
    "type",
    "tablespace",
    "GiB",
    "IO share %",
    "reads/writes",
    "saves s/h",
    "from",
    "to",
    "s/h per GiB",
    "in",
    "why",
)
_PLACE = _COLUMNS.index("tablespace") + 1
_WHERE = ("today", "then")
"""Beside the tablespace, where several tiers are asked for."""
_NONE = (
    "No segments: the reports list none. Add a report with its segment lists, a v$segment_statistics export, "
    "or a bundle of the collector."
)
_MOST_PRINTED = 500
"""Rows of a table, where nobody says how many: a thousand take a second to lay out."""


@click.command("segments", help="Rank the segments of a database by what SSD would save.")
@files_argument
@which_options
@jobs_option
@request_options
@click.option("--top", type=click.IntRange(min=1), help="Only the first N.")
@click.option("--format", "format_", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def command(
    paths: tuple[Path, ...],
    top: int | None,
    format_: str,
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
    **options: Any,
) -> None:
    request = make_request(**options)
    inputs = read_inputs(paths, jobs, which=Which(begin, end, skip, dbid))
    advice = advise(inputs.workloads, inputs.inventories, request)
    say_hours(advice)
    say_assumed_flash(request.tier, options)
    say_coverage(advice.quality)
    say_warnings(advice.warnings)
    tiers = advice.tiers is not None
    rows = tuple(advice.placed(TIERS)[:top]) if tiers else advice.segments[:top]
    if not rows:
        say(_NONE, err=True)
    if format_ == "json":
        say_json(encode({"items": rows, "coverage": advice.quality.coverage}, indent=2))
    elif format_ == "csv":
        say_csv(csv_text(_columns(tiers), (_cells(row, tiers) for row in rows)))
    elif rows:
        _print_table(rows if top else rows[:_MOST_PRINTED], tiers)
        if not top and len(rows) > _MOST_PRINTED:
            say(f"The first {_MOST_PRINTED} of {len(rows):,}; more with --top N, all with --format csv.", err=True)
    sys.exit(inputs.exit_code)


def _columns(tiers: bool) -> tuple[str, ...]:
    return (*_COLUMNS[:_PLACE], *(_WHERE if tiers else ()), *_COLUMNS[_PLACE:])


def _cells(row: RankedSegment, tiers: bool) -> tuple[str, ...]:
    return (
        full_name((row.pdb, row.owner, row.name, row.subobject, "")),
        row.type or "",
        row.tablespace or "",
        *((row.lies or "", row.tier or row.lies or "") if tiers else ()),
        _number(None if row.size_bytes is None else row.size_bytes / GIB, 2),
        _number(None if row.io_share is None else row.io_share * 100, 1),
        _number(row.read_write_ratio, 1),
        _number(row.benefit_s_per_hour, 0),
        _number(row.benefit_low_s_per_hour, 0),
        _number(row.benefit_high_s_per_hour, 0),
        _number(row.benefit_density_s_per_hour_per_gib, 1),
        "in" if row.included else "",
        row.reason,
    )


def _number(value: float | None, digits: int) -> str:
    """Empty where the figure is not known: never a zero."""
    return "" if value is None else f"{value:.{digits}f}"


def _print_table(rows: tuple[RankedSegment, ...], tiers: bool) -> None:
    from rich.table import Table

    table = Table(*_columns(tiers), box=None, pad_edge=False)
    for row in rows:
        table.add_row(*map(cell, _cells(row, tiers)))
    page(200).print(table)
