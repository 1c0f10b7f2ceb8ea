"""The backtest as Markdown, and its place in a page: between two marker lines, written by `segtier backtest --write`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segtier.backtest.cost import CostLine
from segtier.backtest.leave_out import LeftOutPaper
from segtier.backtest.reference_tables import constants_table, cost_table, defaults_table, not_addressed_table
from segtier.backtest.rows import Backtest, Row
from segtier.backtest.score import Report, Scored, Statistics
from segtier.backtest.table_text import number, percent, table
from segtier.errors import UnreadableInput
from segtier.forecast.draws import quantiles
from segtier.units import GIB

BEGIN = "<!-- segtier backtest --write: begin -->"
END = "<!-- segtier backtest --write: end -->"
WITH_DISPUTED = "all, and the counted or timed one of each contradicting pair"
FIGURES = {
    "throughput-ratio": "throughput, x",
    "response-ms": "response, ms",
    "response-ratio": "response, x faster",
    "users-at-1s": "users at 1 s",
    "users-at-1s-ratio": "throughput at 1 s, x",
    "users-at-1s-growth": "throughput at 1 s, x of the smaller cache",
    "disk-read-ms": "disk read, ms",
    "flash-read-ms": "SSD read, ms",
    "single-read-ms": "read, ms",
    "commit-ms": "log file sync, ms",
    "commit-ratio": "redo write time, x",
    "cpu-share-pct": "DB CPU, % of DB time",
    "hit-share-pct": "flash cache hits, %",
    "cost-saving-pct": "cost saved, %",
    "order": "order",
}


def replace_block(page: str, block: str) -> str:
    """The page with the text between the markers replaced. Raises UnreadableInput for a page without both markers."""
    begin, end = page.find(BEGIN), page.find(END)
    if begin < 0 or end < begin:
        raise UnreadableInput(
            "the page has no place for the table",
            code="no-markers",
            advice=f"Put the lines {BEGIN} and {END} where it belongs.",
        )
    return f"{page[: begin + len(BEGIN)]}\n\n{block}\n{page[end:]}"


def markdown(
    backtest: Backtest, report: Report, papers: Sequence[LeftOutPaper], cost: tuple[CostLine, CostLine]
) -> str:
    """Every table of the page, in reading order."""
    parts = (
        ("Statistics", statistics_table(backtest, report, papers)),
        ("Rows", rows_table(backtest, [one for one in report.scored if one.counted])),
        ("Orders", orders_table(backtest, report.scored)),
        ("Figures that contradict others, or that the model was set from", proofs_table(report.scored)),
        ("Rows missed", misses_list(report.scored)),
        ("Fitted hit curve", curve_text(report)),
        ("Inputs that papers leave out", defaults_table(backtest)),
        ("Constants of the model", constants_table()),
        ("The cost table of the 12c paper", cost_table(cost)),
        ("Published results that are not rows", not_addressed_table(backtest)),
    )
    return "\n".join(f"### {title}\n\n{text}\n" for title, text in parts)


def rows_table(backtest: Backtest, scored: Sequence[Scored]) -> str:
    """Published, forecast, error and band of the counted rows."""
    return table(
        ("Row", "Change", "Figure", "Published", "Forecast", "P10-P90", "Error", "Inside"),
        (
            (
                one.row.id,
                change_words(backtest, one.row),
                FIGURES[one.row.figure],
                number(one.row.published),
                number(one.forecast.expected),
                f"{number(one.forecast.low)} to {number(one.forecast.high)}",
                percent(one.error, signed=True),
                "yes" if one.in_band else "no",
            )
            for one in scored
            if one.forecast is not None
        ),
    )


def change_words(backtest: Backtest, row: Row) -> str:
    """What the row's system changed, and against what."""
    what = backtest.changes[row.change].what
    return f"{what}, against {backtest.changes[row.against].what}" if row.against else what


def orders_table(backtest: Backtest, scored: Sequence[Scored]) -> str:
    return table(
        ("Row", "Measure", "Published order, most first", "Forecast agrees"),
        (
            (
                one.row.id,
                str(one.row.measure),
                " > ".join(backtest.changes[change].what for change in one.row.order),
                "yes" if one.order_holds else "no",
            )
            for one in scored
            if one.order_holds is not None
        ),
    )


def proofs_table(scored: Sequence[Scored]) -> str:
    """The rows outside the statistics, each with its arithmetic and what the forecast would have been."""
    return table(
        ("Row", "Published", "Proof", "Arithmetic", "Forecast"),
        (
            (
                one.row.id,
                number(one.row.published),
                one.proof.kind,
                f"as {one.proof.with_row}: both leave" if one.proof.with_row else one.proof.text,
                number(one.forecast.expected) if one.forecast else "",
            )
            for one in scored
            if one.proof is not None
        ),
    )


def misses_list(scored: Sequence[Scored]) -> str:
    """Every missed row with its sentence; disputed ones too, though they are outside the statistics."""
    missed = [one for one in scored if one.missed]
    if not missed:
        return "None."
    lines = (f"* {one.row.id} ({percent(one.error, signed=True)}{_outside(one)}): {one.row.missed}" for one in missed)
    return "\n".join(lines)


def _outside(one: Scored) -> str:
    return "" if one.counted else ", contradicted"


def statistics_table(backtest: Backtest, report: Report, papers: Sequence[LeftOutPaper]) -> str:
    """Overall, then each paper, with its error when it takes no part in choosing the tuned constants."""
    left = {one.paper: one for one in papers}
    rows = [("all", *_statistics(report.overall), ""), (WITH_DISPUTED, *_statistics(report.with_disputed), "")]
    for paper, title in backtest.papers.items():
        alone = left.get(paper)
        apart = f"{percent(alone.median_error)} / {percent(alone.worst_error)}" if alone else "not computed"
        rows.append((title, *_statistics(report.papers[paper]), apart))
    head = ("Paper", "Rows", "Median error", "Worst", "Worst row", "Inside P10-P90", "Median P90/P10")
    return table((*head, "Left out of tuning: median / worst"), rows)


def _statistics(one: Statistics) -> tuple[str, ...]:
    return (
        str(one.rows),
        percent(one.median_error),
        percent(one.worst_error),
        one.worst_row or "",
        percent(one.in_band),
        number(one.median_spread),
    )


def curve_text(report: Report) -> str:
    """Both parameters over all draws: median, P10 and P90; and how far the points lie beside their curve."""
    fit = report.fit
    if fit is None:
        return "not fitted: no row needs it."
    hot = quantiles(np.concatenate([curve.hot_share for curve in fit.curves]))
    size = quantiles(np.concatenate([curve.working_set_bytes for curve in fit.curves]) / GIB)
    return (
        f"Hot share {hot.expected:.2f} ({hot.low:.2f} to {hot.high:.2f}), working set {size.expected:.0f} GiB "
        f"({size.low:.0f} to {size.high:.0f}); the points are {percent(fit.misfit)} off the curve (standard deviation)."
    )
