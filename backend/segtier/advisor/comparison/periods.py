"""Before and after: what really happened, per transaction, beside what the forecast said."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.advisor.advise import describe_inputs
from segtier.advisor.comparison.classes import compared_classes
from segtier.advisor.comparison.comparable import Period, reasons
from segtier.advisor.comparison.figures import compared_figures, db_time_per_txn, load_grown, shortened
from segtier.advisor.comparison.noise import band, hours_of
from segtier.advisor.comparison.outcome import say_outcome
from segtier.analysis.inputs import is_interval, sort_inputs
from segtier.analysis.intervals import sort_intervals
from segtier.analysis.merge import merge_slots, reports_of, usable
from segtier.analysis.profile import build_profile
from segtier.errors import NotUsable
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.comparison import ComparedEvent, Comparison
from segtier.model.forecast import EventAfter, Range
from segtier.model.option import NONE, specs
from segtier.model.profile import Profile
from segtier.model.workload import Workload
from segtier.units import S_PER_HOUR


def alike(before: Sequence[Workload], after: Sequence[Workload]) -> tuple[Workload, ...]:
    """The reports of `before` whose load is within a third of the load after; all of them where none is.

    A quiet night says nothing about a busy noon: compare what did about the same work. Exports are kept.
    """
    reports = [w for w in after if is_interval(w)]
    goal = _period(reports).profile.txn_per_s if reports else None
    near = [w for w in before if not is_interval(w) or _near(w, goal)]
    return tuple(near) if any(map(is_interval, near)) else tuple(before)


def _near(workload: Workload, goal: float | None) -> bool:
    try:
        rate = build_profile(workload).txn_per_s
    except NotUsable:
        return False
    return bool(rate and goal and 3 / 4 <= rate / goal <= 4 / 3)


def _period(reports: Sequence[Workload]) -> Period:
    slots, _ = sort_intervals(usable(sort_inputs(reports).intervals))
    merged = merge_slots(slots)
    return Period(merged, build_profile(merged, reports_of(slots)))


def compare(
    before: Sequence[Workload], after: Sequence[Workload], advice: Advice | None, option: str | None
) -> Comparison:
    """The two periods side by side; with an advice, the forecast of `option` (or of the one it recommends) as well."""
    first, second = _period(before), _period(after)
    old, new = first.profile, second.profile
    chosen = _chosen(advice, option)
    found = reasons(first, second)
    ratio = _response_ratio(old, new)
    comparable = ratio is not None and not any(reason.means_nothing for reason in found)
    predicted = chosen.response_ratio if chosen else None
    events = _events(old, new, chosen if predicted else None)
    hours = hours_of(before), hours_of(after)
    figures = compared_figures(old, new, hours)
    helps = {kind for spec in specs(chosen.parts) for kind in spec.helps} if chosen else set()
    judged = comparable and shortened(figures, helps)
    classes = compared_classes(events, old, new, predicted, judged=judged)
    said = say_outcome(
        comparable=comparable,
        ratio=ratio,
        noise=band(hours, db_time_per_txn),
        grown=load_grown(old, new),
        figures=figures,
        classes=classes,
        events=events,
    )
    return Comparison(
        before=describe_inputs(before),
        after=describe_inputs(after),
        outcome=said.outcome,
        headline=said.headline,
        text=said.text,
        figures=figures,
        made_by=said.made_by,
        option=chosen.option if chosen else None,
        comparable=comparable,
        reasons=(*(reason.said for reason in found), *_what_was_done(chosen)),
        before_txn_per_s=old.txn_per_s,
        after_txn_per_s=new.txn_per_s,
        before_db_time_s_per_hour=old.db_time_s_per_hour,
        after_db_time_s_per_hour=new.db_time_s_per_hour,
        response_ratio=ratio,
        predicted_response_ratio=predicted,
        within_forecast=_within(ratio, predicted) if judged else None,
        events=events,
        classes=classes,
    )


def _chosen(advice: Advice | None, option: str | None) -> OptionAdvice | None:
    """None too where no option is advised: nothing was foreseen."""
    wanted = option or (advice.verdict.option if advice else NONE)
    if advice is None or wanted == NONE:
        return None
    return next((row for row in advice.options if row.option == wanted), None)


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


def _events(old: Profile, new: Profile, chosen: OptionAdvice | None) -> tuple[ComparedEvent, ...]:
    """DB CPU, every event and the rest. The forecast is scaled to the work done after the change."""
    before, after = _times(old), _times(new)
    work = new.txn_per_s / old.txn_per_s if old.txn_per_s and new.txn_per_s else 1.0
    predicted = {row.event: row for row in chosen.wait_events_after} if chosen else {}
    classes = {row.event: row.wait_class for row in (*new.events, *old.events)}
    names = sorted({*before, *after, *predicted}, key=lambda n: (-max(before.get(n, 0.0), after.get(n, 0.0)), n))
    averages = [{row.event: row.avg_wait_us for row in profile.events} for profile in (old, new)]
    return tuple(
        ComparedEvent(
            event=name,
            wait_class=classes.get(name, "User I/O" if name.startswith("db flash") else name),
            before_s_per_hour=before.get(name, 0.0),
            predicted_s_per_hour=_predicted(predicted, name, work).expected if chosen else None,
            after_s_per_hour=after.get(name, 0.0),
            before_ms_per_txn=_ms_per_txn(before.get(name, 0.0), old),
            after_ms_per_txn=_ms_per_txn(after.get(name, 0.0), new),
            before_avg_wait_us=averages[0].get(name),
            after_avg_wait_us=averages[1].get(name),
            predicted_range=_predicted(predicted, name, work) if chosen else None,
        )
        for name in names
    )


def _predicted(rows: dict[str, EventAfter], name: str, work: float) -> Range:
    """At the work done after the change; an event the forecast does not have takes no time in it."""
    row = rows.get(name)
    if row is None:
        return Range(0.0, 0.0, 0.0)
    low = row.time_s if row.time_s_low is None else row.time_s_low
    high = row.time_s if row.time_s_high is None else row.time_s_high
    return Range(low * work, row.time_s * work, high * work)


def _times(profile: Profile) -> dict[str, float]:
    """Seconds per hour by event, with DB CPU and the unexplained rest."""
    times = {"DB CPU": profile.cpu_per_s * S_PER_HOUR}
    for row in profile.events:
        times[row.event] = times.get(row.event, 0.0) + row.time_per_s * S_PER_HOUR
    times["unexplained"] = profile.unexplained_per_s * S_PER_HOUR
    return {name: seconds for name, seconds in times.items() if seconds > 0}


def _ms_per_txn(s_per_hour: float, profile: Profile) -> float | None:
    return s_per_hour / S_PER_HOUR / profile.txn_per_s * 1e3 if profile.txn_per_s else None
