"""`segtier advise`: an answer on one screen, all of it as tables, or the advice document."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise
from segtier.cli.support.coverage import coverage_text
from segtier.cli.support.flash import assumed_flash
from segtier.cli.support.hours import hours_told
from segtier.cli.support.inputs import files_argument, read_inputs
from segtier.cli.support.option_names import ANY
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, request_options
from segtier.cli.support.terminal import say, say_csv, say_document
from segtier.cli.support.warnings import warnings_told
from segtier.cli.support.which_reports import Which, which_options
from segtier.model.advice import PIECES, Advice, Piece


@click.command("advise", help="Show where DB time goes, what each option would change, and what to do.")
@files_argument
@which_options
@jobs_option
@request_options
@click.option("--option", "wanted", multiple=True, type=ANY, help="Only these options.")
@click.option("--format", "format_", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@click.option("--detail", is_flag=True, help="All tables and warnings; without it, what fits a screen.")
@click.option("--piece", type=click.Choice(PIECES), help="Which part of the JSON; default: summary.")
def command(
    paths: tuple[Path, ...],
    wanted: tuple[str, ...],
    format_: str,
    detail: bool,
    piece: Piece | None,
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
    **options: Any,
) -> None:
    if piece is not None and format_ != "json":
        raise click.UsageError(f"--piece {piece} is a part of the JSON: give --format json with it.")
    request = make_request(**options)
    inputs = read_inputs(paths, jobs, which=Which(begin, end, skip, dbid))
    advice = advise(inputs.workloads, inputs.inventories, request)
    if wanted:
        advice = replace(advice, options=tuple(o for o in advice.options if o.option in wanted))
    beside = [*hours_told(advice), *assumed_flash(request.tier, options), coverage_text(advice.quality)]
    if format_ == "table" and not detail:
        _say_screen(advice, beside)
        sys.exit(inputs.exit_code)
    for text in (*beside, *warnings_told(advice.warnings)):
        say(text, err=True)
    if format_ == "json":
        say_document(advice.piece(piece or "summary"))
    elif format_ == "csv":
        from segtier.cli.support.option_rows import option_rows

        say_csv(option_rows(advice))
    else:
        from segtier.cli.support.advice_tables import print_advice

        print_advice(advice)
    sys.exit(inputs.exit_code)


def _say_screen(advice: Advice, beside: list[str]) -> None:
    from segtier.cli.support.answer_screen import columns, notes, screen, sentences

    width = columns()
    told = [line for text in beside for line in sentences(text, 2, width)]
    told += notes(warnings_told(advice.warnings), width)
    for line in told:
        say(line, err=True)
    for line in screen(advice, len(told), width):
        say(line)
