"""`segtier compare`: before and after by wait event, beside the forecast."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from segtier.advisor.comparison.held import hold_against
from segtier.analysis.input_warnings import input_warnings
from segtier.analysis.inputs import is_interval
from segtier.cli.support.comparison_tables import print_comparison
from segtier.cli.support.dump_files import paths_by_dump
from segtier.cli.support.flash import say_assumed_flash
from segtier.cli.support.input_files import InputFile, is_archive, is_dump_file
from segtier.cli.support.input_path import InputPath
from segtier.cli.support.inputs import Inputs, read_inputs, read_once
from segtier.cli.support.option_names import ANY
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, storage_options
from segtier.cli.support.terminal import say_document
from segtier.cli.support.two_windows import after_is_missing
from segtier.cli.support.warnings import say_warnings
from segtier.cli.support.which_reports import EVERYTHING, Which, after_options, which_options
from segtier.errors import NotUsable
from segtier.model.pair import Pair
from segtier.model.timeline import StatedHours

_path = InputPath()


@click.command("compare", short_help="Measured before and after, compared with the forecast.")
@click.argument("paths", nargs=-1, required=True, metavar="BEFORE [AFTER]", type=_path)
@which_options
@after_options
@jobs_option
@storage_options
@click.option("--with", "more", multiple=True, type=_path, help="Exports and sizes that belong to BEFORE.")
@click.option("--option", "option_name", type=ANY, help="The option that was applied.")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(
    paths: tuple[Path, ...],
    more: tuple[Path, ...],
    option_name: str | None,
    format_: str,
    begin: datetime | None,
    end: datetime | None,
    after_begin: datetime | None,
    after_end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
    **options: Any,
) -> None:
    """BEFORE and AFTER are reports, folders, archives, documents or AWR dumps; of a dump in several files name all.

    A compare-period report (or a pair document) alone is both: its first period is before, its second is after. Of
    several reports those count that find one with about their load in the other period; the answer names the hours.

    With --after-from, BEFORE alone may hold both: an AWR dump, or a folder of reports. What is before ends there.
    """
    before, *others = paths_by_dump(paths)
    if len(others) > 1:
        raise click.UsageError(
            f"{len(others) + 1} inputs, and compare takes BEFORE and AFTER: put the files of each into a folder of its own."
        )
    in_one = not others and after_begin is not None
    if not others and not in_one and not _is_pair(before):
        raise after_is_missing(read_once(before, jobs, Which(skip=skip)).inputs(Which(dbid=dbid)).workloads)
    after = others[0] if others else before
    request = make_request(**options)
    before_hours, after_hours = StatedHours(begin, end), StatedHours(after_begin, after_end)
    ahead = before_hours.ahead_of(after_hours) if in_one else before_hours
    earlier = Which(ahead.begin, ahead.end, skip, dbid)
    later = Which(after_begin, after_end, skip, dbid)
    if in_one:
        both = read_once(before, jobs, earlier)
        first = (both.beside(read_once(more, jobs, earlier)) if more else both).inputs(earlier, or_else=later)
        second = both.inputs(later, after=True, or_else=EVERYTHING)
    else:
        first = read_inputs([*before, *more], jobs, which=earlier)
        second = read_inputs(after, jobs, after=True, which=later)
    _refuse_none("BEFORE", first)
    _refuse_none("AFTER", second)
    result, advice = hold_against(first.workloads, second.workloads, first.inventories, request, option_name)
    say_assumed_flash(request.tier, options)
    say_warnings((*advice.warnings, *input_warnings(second.workloads)))
    if format_ == "json":
        say_document(result)
    else:
        print_comparison(result, *(sum(map(is_interval, one.workloads)) for one in (first, second)))
    sys.exit(max(first.exit_code, second.exit_code))


def _refuse_none(side: str, inputs: Inputs) -> None:
    """Raises NotUsable where one side holds no load."""
    if not any(map(is_interval, inputs.workloads)):
        raise NotUsable(
            f"{side} holds no report, only segment counters or sizes",
            code="no-interval",
            advice=f"Name a report, a dump or a folder with reports as {side}; sizes and counters go with --with.",
        )


def _is_pair(paths: list[Path]) -> bool:
    path = paths[0]
    if len(paths) > 1 or path.is_dir() or is_archive(path) or is_dump_file(path):
        return False
    (document,) = InputFile(path.name, str(path), path=path).documents()
    return isinstance(document, Pair)
