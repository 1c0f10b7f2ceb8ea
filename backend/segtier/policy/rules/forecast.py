"""`forecast`: DB time per transaction, after over before, lies in the P10-P90 range that was forecast."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.comparison import Comparison
from segtier.policy.rule import Kind, Measured, Seen, State, not_known

_UNIT = "of DB time per transaction before"
_RANGE = "inside the forecast's P10-P90 range"


@dataclass(frozen=True, slots=True)
class Inside:
    def look(self, measured: Measured) -> Seen:
        found = measured.comparison
        if found is None:
            return not_known(_RANGE, "There are no reports of before: give them with --before.")
        span = found.predicted_response_ratio
        if span is None:
            return not_known(_RANGE, "Nothing was forecast: the advice of before carries out no option.")
        limit = f"{span.low:.4g} to {span.high:.4g} {_UNIT} (P10-P90 of {found.option})"
        files = _files(found)
        if found.within_forecast is None or found.response_ratio is None:
            return Seen("unknown", limit, found.response_ratio, _UNIT, _reason(found), files=files)
        state: State = "held" if found.within_forecast else "broken"
        return Seen(state, limit, found.response_ratio, _UNIT, found.headline, files=files)


def _reason(found: Comparison) -> str:
    if found.comparable:
        return "No wait that the option shortens is another than before, so it was not held against the forecast."
    return " ".join(found.reasons) or found.headline


def _files(found: Comparison) -> tuple[str, ...]:
    """Of after first: they are what is checked."""
    return tuple(one.file for one in (*found.after, *found.before) if one.file and one.kind != "segment-counters")


FORECAST = Kind("forecast", Inside, {})
