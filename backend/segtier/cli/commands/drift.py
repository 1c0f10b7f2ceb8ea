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
from segtier.cli.support.flash import say_assumed_flash
from segtier.cli.support.input_path import InputPath
from segtier.cli.support.inputs import files_argument, read_inputs
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, request_options
from segtier.cli.support.terminal import cell, page, say, say_json
from segtier.cli.support.usage import said_by_options
from segtier.cli.support.warnings import say_warnings
from segtier.cli.support.which_reports import Which, which_options
from segtier.documents import decode, encode
from segtier.errors import Refused
from segtier.model.drift import AppliedPlans, DriftSegment
from segtier.model.plan_document import PlanDocument
from segtier.review import brought
from segtier.units import GIB


@click.command("drift", help="Say whether the segments on SSD still earn their place: what to take off, what to bring.")
@files_argument
@which_options
@jobs_option
@request_options
@click.option(
    "--plan",
    "plan_files",
    multiple=True,
    type=InputPath(),
    help="The applied plan as data (script --format json); several in the order in which they were applied.",
)
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
    base = base_of(request, _applied(plan_files))
    inputs = read_inputs(paths, jobs, which=Which(begin, end, skip, dbid))
    case = build_case(as_reports(inputs.workloads), inputs.inventories, request)
    found = drift_of(case, base)
    say_assumed_flash(request.tier, options)
    say_warnings(case.warnings)
    if format_ == "json":
        say_json(encode(found))
    else:
        say(found.text)
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
    sys.exit(inputs.exit_code)


def _applied(files: tuple[Path, ...]) -> AppliedPlans | None:
    """Of a file nobody knows when it was applied: all hours count."""
    with said_by_options():
        documents = [decode(one.read_bytes(), PlanDocument, one.name) for one in files]
        segments = brought(documents)
        if files and not segments:
            raise Refused(
                "these plans do not say which segments they move to one SSD",
                code="plan-without-segments",
                advice="Name the segments with --set.",
            )
    return AppliedPlans(tuple(one.name for one in files), None, segments) if files else None


def _print(rows: list[tuple[str, DriftSegment]]) -> None:
    from rich.table import Table

    table = Table("what", "segment", "GiB", "reads/h", "from-to", box=None)
    for way, one in rows:
        reads = one.reads_per_hour
        ends = f"{reads.low:,.0f}-{reads.high:,.0f}"
        table.add_row(way, cell(one.name), f"{one.size_bytes / GIB:,.1f}", f"{reads.expected:,.0f}", ends)
    page(120).print(table)
