"""Before and after: what really happened, per transaction, beside what the forecast said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from segtier.advisor.advise import advise, describe_inputs
from segtier.advisor.comparison.changes import Changes
from segtier.advisor.comparison.classes import compared_classes, with_load_before
from segtier.advisor.comparison.comparable import reasons
from segtier.advisor.comparison.events import compared_events
from segtier.advisor.comparison.figures import (
    compared_figures,
    compared_redo,
    db_time_per_txn,
    load_grown,
    shortened,
)
from segtier.advisor.comparison.io import compared_functions, compared_tablespaces
from segtier.advisor.comparison.judged import forecast_judged, judged_classes
from segtier.advisor.comparison.noise import band
from segtier.advisor.comparison.outcome import Measured, say_outcome
from segtier.advisor.comparison.parts import compared_parts
from segtier.advisor.comparison.period import hours_of, period_of
from segtier.advisor.option_called import option_called
from segtier.analysis.inputs import Given, as_reports
from segtier.forecast.constants import REPEATS
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.comparison import Comparison
from segtier.model.forecast import Range
from segtier.model.inventory import Inventory
from segtier.model.option import NONE, specs
from segtier.model.profile import Profile
from segtier.model.request import AdviceRequest

Foresee = Callable[[float], Advice]
"""An advice for so many times the load before."""


def foreseen(before: Sequence[Given], inventories: Sequence[Inventory], request: AdviceRequest) -> Foresee:
    """How what was asked is answered at another load, from all hours before the change: each figure before is their average."""
    asked = replace(request, window="average", hours=None)
    return lambda load: advise(before, inventories, replace(asked, load=load))


def compare(
    before: Sequence[Given],
    after: Sequence[Given],
    advice: Advice | None,
    option: str | None,
    ratios: tuple[float, float] | None = None,
    foresee: Foresee | None = None,
    left_out: Sequence[str] = (),
) -> Comparison:
    """The two periods side by side; with an advice (`foreseen`), the forecast of `option` (or of the one it recommends) as well.

    `ratios`, `left_out`: as `LikeHours` has them. `foresee`: the same advice at another load. With it the forecast is that of the
    load that was measured: queues, locks and commits take another time in a transaction at another load.
    """
    first, second = period_of(before), period_of(after)
    old, new = first.profile, second.profile
    chosen = at_load_before = _chosen(advice, option)
    load = _load(old, new) if chosen and chosen.response_ratio and foresee else 1.0
    if chosen and foresee and load != 1.0:
        chosen = option_called(chosen.option, foresee(load).options)
    found = reasons(first, second)
    ratio = _response_ratio(old, new)
    comparable = ratio is not None and not any(reason.means_nothing for reason in found)
    predicted = chosen.response_ratio if chosen else None
    hours = hours_of(before), hours_of(after)
    changes = Changes(first, second, hours)
    events = compared_events(first, second, chosen if predicted else None, changes, comparable=comparable)
    figures = compared_figures(first, second, hours)
    helps = {kind for spec in specs(chosen.parts) for kind in spec.helps} if chosen else set()
    judged = comparable and shortened(figures, helps)
    classes = judged_classes(
        compared_classes(events, old, new, predicted, changes, comparable=comparable, judged=judged), judged=judged
    )
    if at_load_before and load != 1.0:
        other = compared_events(first, second, at_load_before, changes, comparable=comparable)
        classes = with_load_before(
            classes,
            compared_classes(other, old, new, at_load_before.response_ratio, changes, comparable=False, judged=False),
        )
    parts = compared_parts(first, second, events) if comparable else ()
    measured = None
    if comparable and ratio is not None:
        noise = band([[db_time_per_txn(hour) for hour in period] for period in hours])
        measured = Measured(
            ratio, noise, load_grown(old, new), changes.least_s * 1e3, figures, events, classes, parts, ratios
        )
    said = say_outcome(measured)
    state, forecast = forecast_judged(chosen, measured, judged=judged)
    return Comparison(
        before=describe_inputs(as_reports(before)),
        after=describe_inputs(as_reports(after)),
        outcome=said.outcome,
        headline=said.headline,
        text=said.text,
        figures=figures,
        made_by=said.made_by,
        option=chosen.option if chosen else None,
        comparable=comparable,
        reasons=(*(reason.said for reason in found), *left_out, *_at_load(load), *_what_was_done(chosen)),
        before_txn_per_s=old.txn_per_s,
        after_txn_per_s=new.txn_per_s,
        before_db_time_s_per_hour=old.db_time_s_per_hour,
        after_db_time_s_per_hour=new.db_time_s_per_hour,
        response_ratio=ratio,
        predicted_response_ratio=predicted,
        within_forecast=_within(ratio, predicted) if judged else None,
        events=events,
        classes=classes,
        parts=parts,
        tablespaces=compared_tablespaces(first, second) if comparable else (),
        functions=compared_functions(first, second) if comparable else (),
        redo=compared_redo(first, second, hours) if comparable else (),
        forecast_state=state,
        forecast_text=forecast,
    )


def _chosen(advice: Advice | None, option: str | None) -> OptionAdvice | None:
    """None too where no option is advised: nothing was foreseen."""
    wanted = option or (advice.verdict.option if advice else NONE)
    if advice is None or wanted == NONE:
        return None
    return option_called(wanted, advice.options)


def _load(old: Profile, new: Profile) -> float:
    """Of the period after, relative to that before; 1 where both are as good as the same, or nobody knows."""
    if not old.txn_per_s or not new.txn_per_s:
        return 1.0
    load = new.txn_per_s / old.txn_per_s
    return 1.0 if abs(load - 1) < REPEATS else load


def _at_load(load: float) -> list[str]:
    return [] if load == 1.0 else [f"The forecast is for the load of the period after, {load:.3g} times that before."]


def _response_ratio(old: Profile, new: Profile) -> float | None:
    if not old.txn_per_s or not new.txn_per_s:
        return None
    return (new.db_time_per_s / new.txn_per_s) / (old.db_time_per_s / old.txn_per_s)


def _within(ratio: float | None, predicted: Range | None) -> bool | None:
    if ratio is None or predicted is None:
        return None
    return predicted.low <= ratio <= predicted.high


def _what_was_done(chosen: OptionAdvice | None) -> list[str]:
    """A report does not say which segments were moved before it."""
    if chosen is None or not any(spec.places_data for spec in specs(chosen.parts)):
        return []
    return [f"The forecast is for {chosen.title} as chosen here; the reports do not say what was really moved."]
