"""`segtier compare`: before and after by wait event, beside the forecast."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from segtier.advisor import advise, alike, compare
from segtier.cli.input_files import read_bytes
from segtier.cli.inputs import read_inputs
from segtier.cli.request_options import make_request, request_options
from segtier.documents import encode
from segtier.model.advice import Comparison
from segtier.model.pair import Pair
from segtier.model.request import OPTIONS
from segtier.reports import read_document

_path = click.Path(exists=True, path_type=Path)


@click.command("compare", help="Measured before and after, beside what the forecast said.")
@click.argument("before", type=_path)
@click.argument("after", type=_path, required=False)
@request_options
@click.option("--with", "more", multiple=True, type=_path, help="Exports and sizes that belong to BEFORE.")
@click.option("--option", "option_name", type=click.Choice(OPTIONS), help="The option that was carried out.")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(
    before: Path, after: Path | None, more: tuple[Path, ...], option_name: str | None, format_: str, **options: Any
) -> None:
    """BEFORE and AFTER are reports or documents; a compare-period report (or a pair document) alone is both."""
    if after is None and (before.is_dir() or not isinstance(read_document(read_bytes(before), before.name), Pair)):
        raise click.UsageError("AFTER is missing: only a compare-period report holds both periods.")
    first, second = read_inputs([before, *more]), read_inputs([after or before], after=True)
    same_load = alike(first.workloads, second.workloads)
    advice = advise(same_load, first.inventories, make_request(**options))
    result = compare(same_load, second.workloads, advice, option_name)
    if format_ == "json":
        click.echo(encode(result, indent=2))
    else:
        _print(result)
    sys.exit(max(first.exit_code, second.exit_code))


def _print(result: Comparison) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else 140)
    if result.response_ratio is not None:
        console.print(f"DB time per transaction: {result.response_ratio:.2f} of what it was.")
    predicted = result.predicted_response_ratio
    if predicted is not None:
        within = {True: "inside", False: "outside", None: "not comparable with"}[result.within_forecast]
        text = f"{predicted.expected:.2f} ({predicted.low:.2f}-{predicted.high:.2f}); measured is {within} the range."
        console.print(f"Forecast for {result.option}: {text}")
    for reason in result.reasons:
        console.print(Text(f"- {reason}"))
    table = Table("event", "before s/h", "forecast s/h", "after s/h", "before ms/txn", "after ms/txn", box=None)
    for row in result.events[:20]:
        figures = (row.before_s_per_hour, row.predicted_s_per_hour, row.after_s_per_hour)
        per_txn = (row.before_ms_per_txn, row.after_ms_per_txn)
        cells = [_number(value, 0) for value in figures] + [_number(value, 3) for value in per_txn]
        table.add_row(Text(row.event), *cells)
    console.print(table)


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:,.{digits}f}"
