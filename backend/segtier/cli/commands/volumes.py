"""`segtier volumes`: rented volumes for the best segments, with their price and their gain."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from segtier.advisor.segments.volumes import volume_answers
from segtier.cli.support.flash import say_unused_flash
from segtier.cli.support.inputs import files_argument, read_inputs
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, request_options
from segtier.cli.support.terminal import cell, page, say_document
from segtier.cli.support.usage import said_by_options
from segtier.cli.support.which_reports import Which, which_options
from segtier.model.volume import LIMITS, InHours, VolumeAnswer, VolumeAnswers, VolumeOffer, Wanted
from segtier.oracle.volumes import find_volume, read_volumes, volume_models
from segtier.units import format_bytes, minute

_COLUMNS = (
    "volume",
    "for",
    "size",
    "moves",
    "requests/s",
    "MB/s",
    "price a month",
    "DB time, same work",
    "meets first",
    "heaviest hour",
)

_NEAR_ONE = 2.0


@click.command(
    "volumes",
    help="Rented volumes for the best segments: size, requests and bytes a second, price and gain. Their figures are the "
    "catalogue's: --ssd, --device, --measured and --figure are not used.",
)
@files_argument
@which_options
@jobs_option
@request_options
@click.option("--budget", type=click.FloatRange(min=0, max=1e12, min_open=True), help="At most this price a month.")
@click.option(
    "--less-db-time",
    type=click.FloatRange(min=0, max=100, min_open=True, max_open=True),
    help="Per cent to take off DB time.",
)
@click.option("--volume", "wanted", multiple=True, metavar="ID", help="Only these kinds of the catalogue.")
@click.option(
    "--catalogue",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="YAML: your own limits and prices, in the form of docs/volumes.md.",
)
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(
    paths: tuple[Path, ...],
    budget: float | None,
    less_db_time: float | None,
    wanted: tuple[str, ...],
    catalogue: Path | None,
    format_: str,
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
    **options: Any,
) -> None:
    with said_by_options():
        known = volume_models() if catalogue is None else read_volumes(catalogue.read_bytes(), catalogue.name)
        models = [find_volume(one, known) for one in wanted] or known
    request = make_request(**options)
    say_unused_flash(options)
    inputs = read_inputs(paths, jobs, which=Which(begin, end, skip, dbid))
    asked = Wanted(budget, None if less_db_time is None else less_db_time / 100)
    today = datetime.now(UTC).date()
    answers = volume_answers(inputs.workloads, inputs.inventories, request, models, asked, today)
    if format_ == "json":
        say_document(answers)
    else:
        _print(answers)
    sys.exit(inputs.exit_code)


def _print(answers: VolumeAnswers) -> None:
    console = page(230)
    load = answers.load
    console.print(
        cell(
            f"Storage carries {load.requests_per_s:,.0f} requests and {load.bytes_per_s / 1e6:,.0f} MB a second today."
        )
    )
    if answers.throttled:
        console.print(cell(answers.throttled), soft_wrap=True)
    table = Table(*_COLUMNS, box=None, pad_edge=False)
    for answer in answers.volumes:
        for number, (what, offer) in enumerate(_offers(answers, answer)):
            table.add_row(
                *(cell(text) for text in (answer.model.name if not number else "", what, *_cells(answer, offer)))
            )
    console.print(table)
    for answer in answers.volumes:
        if answer.text:
            console.print(cell(f"{answer.model.name}: {answer.text}"), soft_wrap=True)
    dates = sorted({f"{answer.model.as_of}" for answer in answers.volumes})
    console.print(
        cell(f"Limits and prices as looked up on {', '.join(dates)}; they change: hold them against your provider's.")
    )
    stale = [answer.model.name for answer in answers.volumes if answer.stale]
    if stale:
        console.print(cell(f"More than a year old: {', '.join(stale)}. Give your own with --catalogue."))


def _offers(answers: VolumeAnswers, answer: VolumeAnswer) -> list[tuple[str, VolumeOffer]]:
    if answers.budget is None and answers.less_db_time is None:
        whole = answer.most is not None and answer.most.moves == answers.moves
        asked = [("the knee", answer.knee), ("all that saves" if whole else "the most it carries", answer.most)]
    else:
        asked = [("the budget", answer.for_budget), ("the DB time", answer.for_target)]
    return [(what, offer) for what, offer in asked if offer is not None]


def _cells(answer: VolumeAnswer, offer: VolumeOffer) -> tuple[str, ...]:
    ratio = offer.response_ratio
    requests = "no limit known" if offer.requests_per_s is None else f"{offer.requests_per_s:,.0f}"
    times = "" if offer.times is None else f", {_times(offer.times)} x load"
    return (
        format_bytes(offer.bytes),
        f"{offer.moves:,}",
        requests,
        "no limit known" if offer.bytes_per_s is None else f"{offer.bytes_per_s / 1e6:,.0f}",
        "not known" if offer.month is None else f"{offer.month:,.2f} {answer.model.currency}".strip(),
        f"{ratio.expected:.2f} ({ratio.low:.2f}-{ratio.high:.2f})",
        "" if offer.binding is None else f"{LIMITS[offer.binding]}{times}",
        _heaviest(offer.hours),
    )


def _times(times: float) -> str:
    """Near 1 the second digit tells whether there is room."""
    return f"{times:.2f}" if times < _NEAR_ONE else f"{times:.1f}"


def _heaviest(hours: InHours | None) -> str:
    """How full the volume is in the heaviest interval, and in how many it throttles."""
    if hours is None or hours.most_limit is None:
        return ""
    when = "" if hours.most_begin is None else f" ({minute(hours.most_begin)})"
    throttled = f", {hours.past} of {hours.intervals} throttled" if hours.past else ""
    near = f", {hours.near} of {hours.intervals} near it" if hours.near and not hours.past else ""
    return f"{hours.most:.0%} of {LIMITS[hours.most_limit]}{when}{throttled}{near}"
