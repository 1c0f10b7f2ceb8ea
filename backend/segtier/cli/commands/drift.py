"""`segtier drift`: whether the segments on SSD still earn their place."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from segtier.advisor.case import build_case
from segtier.advisor.drift.answer import drift_of
from segtier.advisor.drift.base import base_of
from segtier.analysis.inputs import as_reports
from segtier.cli.support.applied_plan import applied_in, plan_option
from segtier.cli.support.flash import say_assumed_flash
from segtier.cli.support.inputs import files_argument, read_inputs
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, request_options
from segtier.cli.support.terminal import cell, page, say, say_json
from segtier.cli.support.warnings import say_warnings
from segtier.cli.support.which_reports import Which, which_options
from segtier.documents import encode
from segtier.model.drift import DriftSegment
from segtier.units import GIB


@click.command(
    "drift", help="Check whether the segments on SSD still earn their place: what to move off, what to move on."
)
@files_argument
@which_options
@jobs_option
@request_options
@plan_option
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(
    paths: tuple[Path, ...],
    plan_files: tuple[Path, ...],
    format_: str,
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
    **options: Any,
) -> None:
    request = make_request(**options)
    base = base_of(request, applied_in(plan_files))
    inputs = read_inputs(paths, jobs, which=Which(begin, end, skip, dbid))
    case = build_case(as_reports(inputs.workloads), inputs.inventories, request)
    found = drift_of(case, base)
    say_assumed_flash(request.tier, options)
    say_warnings(case.warnings)
    if format_ == "json":
        say_json(encode(found))
    else:
        say(found.text)
        if found.state == "nothing-applied":
            say("Name them with --set, --plan or --storage: segtier drift --help.")
        rows = [("take off", one) for one in found.take_off] + [("bring", one) for one in found.bring]
        if rows:
            _print(rows)
        for group in found.calendar:
            for line in (
                group.text,
                f"  {', '.join(group.segments)}",
                *(f"  {offer}" for offer in group.offers),
            ):
                say(line)
        growth = found.growth
        for one in (*growth.trends, *growth.limits, *((growth.keep_free,) if growth.keep_free else ())):
            say(one.text)
    sys.exit(inputs.exit_code)


def _print(rows: list[tuple[str, DriftSegment]]) -> None:
    from rich.table import Table

    table = Table("what", "segment", "GiB", "reads/h", "from-to", box=None)
    for way, one in rows:
        reads = one.reads_per_hour
        ends = f"{reads.low:,.0f}-{reads.high:,.0f}"
        table.add_row(way, cell(one.name), f"{one.size_bytes / GIB:,.1f}", f"{reads.expected:,.0f}", ends)
    page(120).print(table)
