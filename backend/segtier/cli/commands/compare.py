"""`segtier compare`: before and after by wait event, beside the forecast."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise
from segtier.advisor.comparison.periods import alike, compare
from segtier.analysis.input_warnings import input_warnings
from segtier.cli.support.comparison_tables import print_comparison
from segtier.cli.support.flash import say_assumed_flash
from segtier.cli.support.input_files import InputFile
from segtier.cli.support.inputs import read_inputs, read_once
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, storage_options
from segtier.cli.support.terminal import say_document
from segtier.cli.support.warnings import say_warnings
from segtier.cli.support.which_reports import Which, after_options, which_options
from segtier.model.option import OPTIONS
from segtier.model.pair import Pair

_path = click.Path(exists=True, path_type=Path)


@click.command("compare", short_help="Measured before and after, beside what the forecast said.")
@click.argument("before", type=_path)
@click.argument("after", type=_path, required=False)
@which_options
@after_options
@jobs_option
@storage_options
@click.option("--with", "more", multiple=True, type=_path, help="Exports and sizes that belong to BEFORE.")
@click.option("--option", "option_name", type=click.Choice(OPTIONS), help="The option that was carried out.")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(
    before: Path,
    after: Path | None,
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
    """BEFORE and AFTER are reports, folders, archives or documents.

    A compare-period report (or a pair document) alone is both: its first period is before, its second is after. Of
    several reports of before, those with about the load of after count; the answer names the hours.

    With --after-from, BEFORE alone may hold both: an AWR dump, or a folder of reports. What is before ends there.
    """
    in_one = after is None and after_begin is not None
    if after is None and not in_one and (before.is_dir() or not _is_pair(before)):
        raise click.UsageError(
            "AFTER is missing: only a compare-period report holds both periods. --after-from says from when on BEFORE is after."
        )
    request = make_request(**options)
    earlier = Which(begin, end or after_begin if in_one else end, skip, dbid)
    later = Which(after_begin, after_end, skip, dbid)
    if in_one:
        both = read_once([before], jobs, earlier)
        first = (both.beside(read_once(more, jobs, earlier)) if more else both).inputs(earlier)
        second = both.inputs(later, after=True)
    else:
        first = read_inputs([before, *more], jobs, which=earlier)
        second = read_inputs([after or before], jobs, after=True, which=later)
    same_load = alike(first.workloads, second.workloads)
    advice = advise(same_load, first.inventories, request)
    result = compare(same_load, second.workloads, advice, option_name)
    say_assumed_flash(request.tier, options)
    say_warnings((*advice.warnings, *input_warnings(second.workloads)))
    if format_ == "json":
        say_document(result)
    else:
        given = sum(one.source.kind != "segment-counters" for one in first.workloads)
        print_comparison(result, given)
    sys.exit(max(first.exit_code, second.exit_code))


def _is_pair(path: Path) -> bool:
    (document,) = InputFile(path.name, str(path), path=path).documents()
    return isinstance(document, Pair)
