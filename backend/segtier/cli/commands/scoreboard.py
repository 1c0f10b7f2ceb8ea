"""`segtier scoreboard`: exported scores of several teams together, beside the published ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from segtier.cli.support.terminal import cell, page, say_json

if TYPE_CHECKING:
    from rich.table import Table

    from segtier.model.scoreboard import PooledRow, Totals


@click.command("scoreboard", short_help="How accurate forecasts were: pool exported scores.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the pooled rows as one export.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Pools FILES that /api/v1/scoreboard/export wrote, misses first. Without files: the totals of papers and of the
    proving ground alone.

    Tokens are new in each export, so the same forecasts exported twice count twice: take one export per team.
    """
    from segtier.documents import decode, encode
    from segtier.model.scoreboard import ScoreExport
    from segtier.scoreboard import lab_scores, misses_first, published_scores, totals

    read = [decode(file.read_bytes(), ScoreExport, str(file)) for file in files]
    rows = misses_first([row for one in read for row in one.rows], lambda row: row.inside, lambda row: row.error)
    if as_json:
        say_json(encode(ScoreExport(rows)))
        return
    console = page(120)
    if rows:
        console.print(_table(rows))
    summed = totals([(row.error, row.inside) for row in rows])
    others = {"published": published_scores(), "proving ground": lab_scores()}
    counted = {name: totals([(row.error, row.inside) for row in rows if row.counted]) for name, rows in others.items()}
    for name, found in ({"measured": summed} | counted).items():
        console.print(cell(_line(name, found)))


def _table(rows: tuple[PooledRow, ...]) -> Table:
    from rich.table import Table

    table = Table("option", "P10-P90", "forecast", "measured", "error", "inside", "engine", box=None)
    for row in rows:
        span = row.forecast
        figures = (f"{span.low:.2f} to {span.high:.2f}", f"{span.expected:.2f}", f"{row.measured:.2f}")
        cells = (row.option, *figures, f"{row.error:+.0%}", "yes" if row.inside else "no", row.engine_version)
        table.add_row(*(cell(text) for text in cells))
    return table


def _line(name: str, found: Totals) -> str:
    if found.median_error is None or found.inside is None:
        return f"{name}: no forecast was scored"
    return f"{name}: {found.number} forecasts, median error {found.median_error:.0%}, {found.inside:.0%} inside P10-P90"
