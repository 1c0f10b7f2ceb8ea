"""`segtier backtest`: the forecast against published measurements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from segtier.cli.support.terminal import cell, page, say, say_json
from segtier.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from segtier.backtest import Backtest, Report, Row
    from segtier.backtest.leave_out import LeftOutPaper


@click.command("backtest", short_help="Compare the forecast with published measurements.")
@click.option("--row", "row_ids", multiple=True, metavar="ID", help="Only this row; repeat for several.")
@click.option("--leave-out", is_flag=True, help="Also the error of each paper left out of tuning (a minute more).")
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option(
    "--write",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Write the tables between the markers of this Markdown page (with --leave-out).",
)
def command(row_ids: tuple[str, ...], leave_out: bool, format_: str, write: Path | None) -> None:
    """Forecasts every published result of five papers, with its error and whether the P10-P90 band holds it."""
    from segtier.backtest import load_backtest, run_backtest

    if row_ids and write:
        raise click.UsageError("--write needs every row; leave --row away")
    backtest = load_backtest()
    rows = [_find(backtest, row_id) for row_id in row_ids]
    report = run_backtest(backtest, rows or None)
    papers = _left_out(backtest) if leave_out or write else []
    if write:
        _write(write, backtest, report, papers)
    elif format_ == "json":
        say_json(_json(backtest, report))
    else:
        _print(report, papers)


def _find(backtest: Backtest, row_id: str) -> Row:
    if row_id in backtest.not_addressed:
        raise NotFound(f"{row_id} is not a row: {backtest.not_addressed[row_id]}", code="unknown-row")
    return backtest.row(row_id)


def _left_out(backtest: Backtest) -> list[LeftOutPaper]:
    from segtier.backtest.leave_out import leave_out

    return [one for paper in backtest.papers if (one := leave_out(backtest, paper)) is not None]


def _write(page: Path, backtest: Backtest, report: Report, papers: Sequence[LeftOutPaper]) -> None:
    from segtier.backtest.cost import cost_lines
    from segtier.backtest.inputs import expected_inputs
    from segtier.backtest.system import baseline
    from segtier.backtest.table import markdown, replace_block
    from segtier.documents import encode
    from segtier.scoreboard.published import FILE, scores_of

    scores = Path(__file__).parents[2] / "scoreboard" / FILE
    measured = baseline(backtest.systems["SD"], expected_inputs(backtest)).profile
    cost = cost_lines(backtest, measured.txn_per_s or 0.0)
    text = replace_block(page.read_text(encoding="utf-8"), markdown(backtest, report, papers, cost))
    page.write_text(text, encoding="utf-8")
    scores.write_bytes(encode(scores_of(backtest, report), indent=2) + b"\n")
    say(f"{page}: tables written, and {scores.name}")


def _json(backtest: Backtest, report: Report) -> str:
    from segtier.backtest.document import row_document
    from segtier.documents import encode

    return encode([row_document(backtest, one) for one in report.scored], indent=2).decode()


def _print(report: Report, papers: Sequence[LeftOutPaper]) -> None:
    console = page(150)
    for table in _tables(report, papers):
        console.print(table)
        console.print()


def _tables(report: Report, papers: Sequence[LeftOutPaper]) -> list[Any]:
    from rich.table import Table

    from segtier.backtest.table import FIGURES, curve_text
    from segtier.backtest.table_text import number, percent

    rows = Table("row", "change", "figure", "published", "forecast", "P10-P90", "error", "inside", box=None)
    for one in report.scored:
        change = " > ".join(one.row.order) or one.row.change
        cells = [one.row.id, change, FIGURES[one.row.figure], number(one.row.published)]
        if one.forecast is not None:
            band = f"{number(one.forecast.low)} to {number(one.forecast.high)}"
            inside = ("yes" if one.in_band else "no") if one.counted else "left out"
            cells += [number(one.forecast.expected), band, percent(one.error, signed=True), inside]
        elif one.order_holds is not None:
            cells += ["as published" if one.order_holds else "another order"]
        rows.add_row(*(cell(text) for text in cells))
    shown: list[Any] = [rows]
    shown += [
        cell(f"{one.row.id} left out{f' with {one.proof.with_row}' if one.proof.with_row else ''}: {one.proof.text}.")
        for one in report.scored
        if one.proof
    ]
    statistics = Table("paper", "rows", "median", "worst", "worst row", "inside", "P90/P10", box=None)
    everything = (("all", report.overall), ("all, with disputed", report.with_disputed))
    for paper, found in (*everything, *report.papers.items()):
        figures = (percent(found.median_error), percent(found.worst_error), found.worst_row or "")
        statistics.add_row(paper, str(found.rows), *figures, percent(found.in_band), number(found.median_spread))
    shown += [statistics, cell(f"Hit curve of the flash cache size test: {curve_text(report)}")]
    for left in papers:
        figures_text = f"median {percent(left.median_error)}, worst {percent(left.worst_error)}"
        shown.append(cell(f"{left.paper} left out of tuning: {figures_text}"))
    return shown
