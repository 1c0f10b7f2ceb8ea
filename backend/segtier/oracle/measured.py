"""The flash at hand with what somebody measured in place of the data sheet's figures."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from segtier.errors import Refused
from segtier.model.device import Tier, TierFigure
from segtier.model.measured import FIGURES, KINDS, LATENCIES, Figure, FigureName, Measured

ONE_HOUR = 0.25
"""Of a latency measured once, without percentiles: a quarter either way, as of any hour (docs/internals/how-advice-works.md)."""


def with_measured(tier: Tier, measured: Measured, sheet: str) -> Tier:
    """What was measured replaces the figure; what was not stays. `sheet` is where that is from; `figures` shows all."""
    figures = tuple(_merged(_by_data_sheet(tier, name, sheet), measured.of(name), tier.count) for name in FIGURES)
    changes: dict[str, Any] = {"figures": figures}
    for figure in figures:
        if figure.taken_from != "data-sheet":
            changes[figure.name] = figure.value
            if figure.low is not None:
                changes |= {f"{figure.name}_low": figure.low, f"{figure.name}_high": figure.high}
    return replace(tier, **changes)


def as_stated(tier: Tier) -> Tier:
    """The same where what takes the data sheet's place was stated and not measured: it is no faster than a cache for that."""
    figures = (replace(one, taken_from="stated") if one.taken_from == "measured" else one for one in tier.figures)
    return replace(tier, figures=tuple(figures))


def _by_data_sheet(tier: Tier, name: FigureName, source: str) -> TierFigure:
    kind = KINDS[name]
    low, high = (getattr(tier, f"{name}_{end}") if name in LATENCIES else None for end in ("low", "high"))
    return TierFigure(
        name, kind.title, kind.unit, getattr(tier, name), low, high, taken_from="data-sheet", source=source
    )


def _merged(sheet: TierFigure, figure: Figure | None, devices: int) -> TierFigure:
    """A bound changes only what lies beyond it."""
    if figure is None:
        return sheet
    if sheet.low is not None and sheet.high is not None:
        return _latency(sheet, figure, sheet.low, sheet.high)
    of_all = f"; taken for all {devices} devices together" if devices > 1 else ""
    if not figure.bound:
        return replace(sheet, value=figure.value, taken_from="measured", source=f"{figure.source}{of_all}")
    if figure.value > sheet.value:
        return replace(sheet, value=figure.value, taken_from="bound", source=f"at least: {figure.source}{of_all}")
    return _stays(sheet, figure)


def _latency(sheet: TierFigure, figure: Figure, low: float, high: float) -> TierFigure:
    most = figure.value
    if not figure.bound:
        low = most * (1 - ONE_HOUR) if figure.low is None else figure.low
        high = most * (1 + ONE_HOUR) if figure.high is None else figure.high
        return replace(sheet, value=most, low=low, high=high, taken_from="measured", source=figure.source)
    if most >= high:
        return _stays(sheet, figure)
    return replace(
        sheet,
        value=min(sheet.value, most),
        low=min(low, most),
        high=most,
        taken_from="bound",
        source=f"at most: {figure.source}; below that {sheet.source}",
    )


def _stays(sheet: TierFigure, figure: Figure) -> TierFigure:
    return replace(sheet, source=f"{sheet.source}; not spoken against by {figure.source}")


def refuse_impossible(name: FigureName, value: float, where: str, *, bound: bool = False) -> None:
    """Raises Refused for what no flash does. Any device does little at least, and takes long at most."""
    kind = KINDS[name]
    least = 0.0 if bound and name not in LATENCIES else kind.least
    most = math.inf if bound and name in LATENCIES else kind.most
    if not least <= value <= most:
        raise Refused(
            f"{where}: {kind.title} of {value:,.4g} {kind.unit} is no SSD's",
            code="impossible-figure",
            advice=f"Between {kind.least:,.0f} and {kind.most:,.0f} {kind.unit}. A read faster than that comes from memory: "
            "measure with direct=1, on more than the cache holds.",
        )
