"""`share`: reads, a wait class, DB CPU, the unexplained rest or a wait event takes at most so much of DB time."""

from __future__ import annotations

from segtier.analysis.db_time import DB_CPU, UNEXPLAINED
from segtier.analysis.unnamed import may_be
from segtier.dataclass import dataclass
from segtier.model.advice import Advice
from segtier.model.profile import READ_DEMANDS
from segtier.oracle.wait_events import event_facts, is_known
from segtier.policy.rule import Kind, Measured, Seen, at_most, most_words, not_known
from segtier.policy.values import number
from segtier.policy.waits import event_named, is_part_name, not_printed, part_of_db_time

_UNIT = "% of DB time"
READS = "reads"


@dataclass(frozen=True, slots=True)
class Share:
    of: str
    at_most: float
    """Percent."""

    def look(self, measured: Measured) -> Seen:
        advice = measured.advice
        if self.of == READS:
            return self._reads(advice)
        if is_part_name(self.of):
            part = next((one for one in advice.db_time.slices if one.name == self.of), None)
            if part is None:
                return self._not_known(f"The reports print no {self.of}.")
            evidence = advice.db_time.evidence if part.name == UNEXPLAINED else part.evidence
            return at_most(part.db_time_pct, self.at_most, _UNIT, evidence)
        event = event_named(advice, self.of)
        if event is not None and event.db_time_pct is not None:
            return at_most(event.db_time_pct, self.at_most, _UNIT, event.evidence)
        small = next((one.time_s for one in advice.wait_events_today if one.event == self.of), None)
        if small is None:
            return self._not_known(not_printed(advice, self.of))
        return self._judged(advice, small)

    def _reads(self, advice: Advice) -> Seen:
        """Waits without a name, or with one that no catalogue knows, may be reads or not: where that decides, nobody knows."""
        waits = [one for one in advice.wait_events_today if one.event not in (DB_CPU, UNEXPLAINED)]
        reads = sum(one.time_s for one in waits if event_facts(one.event).demand in READ_DEMANDS)
        unknown = [one for one in waits if not is_known(one.event)]
        perhaps = sum(one.time_s for one in unknown if set(may_be(one.wait_class)) & set(READ_DEMANDS))
        if not waits:
            return self._not_known("The reports print no wait events.")
        evidence = tuple(e for one in advice.top_events if one.demand in READ_DEMANDS for e in one.evidence[:1])
        seen, most = self._judged(advice, reads), self._judged(advice, reads + perhaps)
        if seen.state == "held" and most.state == "broken":
            why = (
                f"Named reads take {seen.value:.4g} %; with the waits that no event names it may be {most.value:.4g} %."
            )
            return self._not_known(why)
        return Seen(seen.state, seen.limit, seen.value, seen.unit, seen.why, evidence)

    def _judged(self, advice: Advice, time_s: float) -> Seen:
        total = advice.db_time.db_time_s_per_hour
        if not total:
            return self._not_known("The reports do not say DB time.")
        return at_most(min(time_s / total, 1.0) * 100, self.at_most, _UNIT, advice.db_time.evidence)

    def _not_known(self, why: str) -> Seen:
        return not_known(most_words(self.at_most, _UNIT), why)


SHARE = Kind("share", Share, {"of": part_of_db_time(READS), "at-most": number("per cent of DB time", 100)})
