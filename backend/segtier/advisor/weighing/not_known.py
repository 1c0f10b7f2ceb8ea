"""Options whose gain hangs on what the inputs do not tell: between which ends, why, and what would tell."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.options.blocked import NONE_SAVES
from segtier.advisor.today.on_flash_today import all_others
from segtier.analysis.words import pct
from segtier.forecast import forecast_change
from segtier.model.evidence import AS_WRITTEN
from segtier.model.forecast import Forecast, Range
from segtier.model.option import SPECS
from segtier.model.profile import Unnamed, UnnamedWhy
from segtier.model.verdict import NotKnown

MOST_UNTOLD = 0.1
"""Part of DB time by which a forecast may hang on what nobody tells, and still be one."""
_WAITS = ("Foreground Wait Events", "Foreground Wait Class", "Top Foreground Events", "Wait Events")
_REPORT = "Upload the whole report of that hour: its list of foreground wait events names the waits."
_MASK, _UNMASKED = "**", "Upload the report with the names of its waits: they are masked."
_BRING: dict[UnnamedWhy, str] = {
    "no-names": _REPORT,
    "unknown-event": "Look up what these events wait for, and tell us: the catalogue of events lacks them.",
    "list-cut": _REPORT,
    "no-list": _REPORT,
    "no-figure": "Upload the report as Oracle wrote it: the time of a wait that it counts cannot be read.",
}


def not_known(case: Case, draft: Draft, forecast: Forecast) -> NotKnown | None:
    """None where the forecast stands."""
    if forecast.untold_share <= MOST_UNTOLD:
        return None
    part = _heaviest(case, draft)
    return _log_write(forecast.response_ratio) if part is None else _between(case, part, forecast.response_ratio)


def nothing_chosen(case: Case, draft: Draft) -> Range | NotKnown | None:
    """Of an option that moves nothing, for no wait it shortens has a name: what all data on SSD would take off at the most."""
    part = _heaviest(case, draft)
    saves = all(stop.code != NONE_SAVES for stop in draft.blocked_by)
    if saves or not SPECS[draft.option].chooses or part is None:
        return None
    ratio = forecast_change(case.basis, all_others(case)).response_ratio
    most = Range(ratio.low, 1.0, 1.0)
    return _between(case, part, most) if 1 - ratio.low > MOST_UNTOLD else most


def _between(case: Case, part: Unnamed, ratio: Range) -> NotKnown:
    share, fault = part.time_s / (case.profile.db_time_per_s * case.profile.elapsed_s), _unreadable(case)
    return NotKnown(
        *_ends(ratio),
        why="unreadable" if fault else part.why,
        text=f"{pct(share)} of DB time {_why(part)}{f', for {fault}' if fault else ''}.",
        bring=AS_WRITTEN if fault else _bring(case, part),
    )


def _bring(case: Case, part: Unnamed) -> str:
    masked = any(_MASK in row.event for row in case.workload.wait_events)
    return _UNMASKED if masked and part.why == "unknown-event" else _BRING[part.why]


def _log_write(ratio: Range) -> NotKnown:
    text = (
        "The inputs do not show the log write itself (log file parallel write), so its share of a commit is not known."
    )
    return NotKnown(
        *_ends(ratio), "log-write", text, "Upload a report with Background Wait Events and Instance Activity Stats."
    )


def _ends(ratio: Range) -> tuple[float, float]:
    """Least and most, in per cent; a draw's last digits are no growth."""
    least, most = (round(100 * (1 - end), 6) + 0.0 for end in (ratio.high, ratio.low))
    return least, most


def _heaviest(case: Case, draft: Draft) -> Unnamed | None:
    """Of what may be waits that the option shortens."""
    helped = {demand for spec in draft.specs for demand in spec.helps}
    own = (one for one in case.profile.unnamed if helped.intersection(one.demands))
    return max(own, key=lambda one: one.time_s, default=None)


def _why(part: Unnamed) -> str:
    of_class = f"of class {part.wait_class} " if part.wait_class else ""
    if part.why == "unknown-event":
        return f"is in waits {of_class}missing from the event catalogue"
    if part.why == "no-names":
        return f"is in waits {of_class}that the inputs do not name"
    if part.why == "list-cut":
        return "may be in waits beyond the end of the list"
    if part.why == "no-figure":
        return "may be in waits that the inputs give no time for"
    return "may be in waits that the inputs do not list"


def _unreadable(case: Case) -> str | None:
    """Which list of waits is there and could not be read."""
    found = (s for s in case.workload.sections if s.name in _WAITS and s.state == "unreadable")
    section = next(found, None)
    return None if section is None else f"{section.name} could not be read: {section.message}"
