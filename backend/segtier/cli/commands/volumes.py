"""`segtier volumes`: rented volumes for the best segments, with their price and their gain."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from segtier.advisor.renting.volumes import volume_answers
from segtier.cli.support.catalogue_lists import print_catalogue
from segtier.cli.support.csv_text import csv_text
from segtier.cli.support.flash import say_unused_flash
from segtier.cli.support.inputs import maybe_files_argument, need_files, read_inputs
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import make_request, renting_options, request_options
from segtier.cli.support.terminal import cell, page, say_csv, say_document
from segtier.cli.support.usage import said_by_options
from segtier.cli.support.which_reports import Which, which_options
from segtier.model.forecast import Range
from segtier.model.volume import LIMITS, InHours, VolumeAnswer, VolumeAnswers, VolumeModel, VolumeOffer
from segtier.oracle.machines import machine_models
from segtier.oracle.volumes import find_volume, read_volumes, volume_models
from segtier.question import RENTING_ROWS, Renting, compose_wanted
from segtier.units import format_bytes, minute

_COLUMNS = (
    "volume",
    "for",
    "volumes",
    "size",
    "moves",
    "requests/s",
    "MB/s",
    "price a month",
    "freed a month",
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
@maybe_files_argument
@which_options
@jobs_option
@request_options
@renting_options
@click.option("--volume", "wanted", multiple=True, metavar="ID", help="Only these volume types from the catalogue.")
@click.option(
    "--catalogue",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="YAML: your own limits and prices, as in docs/use/volumes.md.",
)
@click.option(
    "--list",
    "listed",
    is_flag=True,
    help="Print the catalogue: every figure with its sources, and the types of machines.",
)
@click.option("--format", "format_", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def command(
    paths: tuple[Path, ...],
    wanted: tuple[str, ...],
    listed: bool,
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
        asked = compose_wanted(Renting(**{row.name: options.pop(row.name) for row in RENTING_ROWS}))
    today = datetime.now(UTC).date()
    if listed:
        print_catalogue(models, () if wanted else machine_models(), today)
        return
    need_files(paths)
    request = make_request(**options)
    say_unused_flash(options)
    inputs = read_inputs(paths, jobs, which=Which(begin, end, skip, dbid))
    answers = volume_answers(inputs.workloads, inputs.inventories, request, models, asked, today)
    if format_ == "json":
        say_document(answers)
    elif format_ == "csv":
        say_csv(csv_text(_COLUMNS, _rows(answers)))
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
    if answers.machine.said:
        console.print(cell(answers.machine.said), soft_wrap=True)
    if answers.throttled:
        console.print(cell(answers.throttled), soft_wrap=True)
    table = Table(*_COLUMNS, box=None, pad_edge=False)
    before = ""
    for name, *cells in _rows(answers):
        table.add_row(*map(cell, ("" if name == before else name, *cells)))
        before = name
    console.print(table)
    if answers.budget is not None and answers.less_db_time is not None:
        console.print(
            cell("Budget and DB time are answered separately: an offer for one may miss the other."),
            soft_wrap=True,
        )
    for answer in answers.volumes:
        if answer.text:
            console.print(cell(f"{answer.model.name}: {answer.text}"), soft_wrap=True)
    _print_rivals(console, answers)
    for answer in answers.volumes:
        if answer.unpriced:
            console.print(cell(f"{answer.model.name}: {answer.unpriced}"), soft_wrap=True)
    once = [name for answer in answers.volumes if (name := _told_once(answer.model))]
    if once:
        console.print(cell(f"Prices with a single source: {', '.join(once)}."), soft_wrap=True)
    console.print(cell(answers.prices_as_of), soft_wrap=True)
    stale = [answer.model.name for answer in answers.volumes if answer.stale]
    if stale:
        console.print(cell(f"More than a year old: {', '.join(stale)}. Give your own with --catalogue."))


def _rows(answers: VolumeAnswers) -> Iterator[tuple[str, ...]]:
    for answer in answers.volumes:
        for what, offer in _offers(answers, answer):
            yield (answer.model.name, what, *_cells(answer, offer))


def _print_rivals(console: Console, answers: VolumeAnswers) -> None:
    """What else could be bought, in a table of its own: none of it is ordered by size."""
    table = Table("or", "how much", "price a month", "DB time, same work", "", box=None, pad_edge=False)
    for rival in answers.rivals:
        unit = "GiB" if rival.name == "memory" else "disks"
        amount = "not known" if rival.amount is None else f"{rival.amount:,.4g} {unit} more"
        month = "not known" if rival.month is None else f"{rival.month:,.2f}"
        ratio = "not known" if rival.response_ratio is None else _ratio(rival.response_ratio)
        table.add_row(*(cell(text) for text in (rival.title, amount, month, ratio, rival.text)))
    console.print(table)
    prices = answers.prices
    if prices.today_gib is not None:
        whose = f" ({prices.today_from})" if prices.today_from else ""
        console.print(
            cell(
                f"Freed: what moves at {prices.today_gib:,.4g} a GiB and month of today's storage{whose}. "
                "You save it only if you can give that space back."
            ),
            soft_wrap=True,
        )


def _freed(offer: VolumeOffer) -> str:
    if offer.freed_month is None:
        return "not known"
    return f"{offer.freed_month:,.2f}" + ("" if offer.net_month is None else f" (net {offer.net_month:,.2f})")


def _told_once(model: VolumeModel) -> str:
    figures = [one for one in model.figures if one.name.startswith("price") and len(one.sources) < 2]
    return f"{model.name} ({', '.join(one.name for one in figures)})" if figures else ""


def _ratio(ratio: Range) -> str:
    return f"{ratio.expected:.2f} ({ratio.low:.2f}-{ratio.high:.2f})"


def _offers(answers: VolumeAnswers, answer: VolumeAnswer) -> list[tuple[str, VolumeOffer]]:
    if answers.budget is None and answers.less_db_time is None:
        whole = answer.most is not None and answer.most.moves == answers.moves
        asked = [("the knee", answer.knee), ("all that saves" if whole else "the most it carries", answer.most)]
    else:
        asked = [("the budget", answer.for_budget), ("the DB time", answer.for_target)]
    return [(what, offer) for what, offer in asked if offer is not None]


def _cells(answer: VolumeAnswer, offer: VolumeOffer) -> tuple[str, ...]:
    requests = "no limit known" if offer.requests_per_s is None else f"{offer.requests_per_s:,.0f}"
    times = "" if offer.times is None else f", {_times(offer.times)} x load"
    return (
        f"{offer.count}",
        format_bytes(offer.bytes),
        f"{offer.moves:,}",
        requests,
        "no limit known" if offer.bytes_per_s is None else f"{offer.bytes_per_s / 1e6:,.0f}",
        "not known" if offer.month is None else f"{offer.month:,.2f} {answer.model.currency}".strip(),
        _freed(offer),
        _ratio(offer.response_ratio),
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
