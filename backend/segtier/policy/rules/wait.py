"""`wait`: one wait of an event takes at most so many milliseconds on average."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.policy.rule import Kind, Measured, Seen, at_most, most_words, not_known
from segtier.policy.values import number
from segtier.policy.waits import event_named, not_printed, wait_event
from segtier.units import US_PER_MS

_UNIT = "ms"


@dataclass(frozen=True, slots=True)
class Wait:
    event: str
    at_most_ms: float

    def look(self, measured: Measured) -> Seen:
        advice = measured.advice
        limit = most_words(self.at_most_ms, _UNIT)
        row = event_named(advice, self.event)
        if row is not None and row.avg_wait_us is not None:
            return at_most(row.avg_wait_us / US_PER_MS, self.at_most_ms, _UNIT, row.evidence)
        if row is not None:
            return not_known(limit, f"The reports print no average of {self.event}.", row.evidence)
        if any(one.event == self.event for one in advice.wait_events_today):
            return not_known(limit, f"{self.event} takes too little of DB time to be among the events of the advice.")
        return not_known(limit, not_printed(advice, self.event))


WAIT = Kind("wait", Wait, {"event": wait_event, "at-most-ms": number("milliseconds", 1e9)})
