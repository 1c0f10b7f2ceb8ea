"""`share`: reads, a wait class, DB CPU, the unexplained rest or a wait event takes at most so much of DB time."""

from __future__ import annotations

from segtier.analysis.db_time import UNEXPLAINED
from segtier.analysis.unnamed import may_be
from segtier.dataclass import dataclass
from segtier.model.advice import Advice
from segtier.model.profile import READ_DEMANDS
from segtier.oracle.wait_events import event_facts, is_known
from segtier.policy.rule import Kind, Measured, Seen, at_most, most_words, not_known
from segtier.policy.values import number
from segtier.policy.waits import event_named, is_part_name, not_printed, part_of_db_time, parts_of

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
        small = parts_of(advice).get(self.of)
        if small is None:
            return self._not_known(not_printed(advice, self.of))
        return self._judged(advice, small.pct)

    def _reads(self, advice: Advice) -> Seen:
        """Waits without a name, or with one that no catalogue knows, may be reads or not: where that decides, nobody knows."""
        waits = parts_of(advice)
        reads = sum(part.pct for event, part in waits.items() if event_facts(event).demand in READ_DEMANDS)
        unknown = [part for event, part in waits.items() if not is_known(event)]
        perhaps = sum(part.pct for part in unknown if set(may_be(part.wait_class)) & set(READ_DEMANDS))
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

    def _judged(self, advice: Advice, part_pct: float) -> Seen:
        return at_most(min(part_pct, 100.0), self.at_most, _UNIT, advice.db_time.evidence)

    def _not_known(self, why: str) -> Seen:
        return not_known(most_words(self.at_most, _UNIT), why)


SHARE = Kind("share", Share, {"of": part_of_db_time(READS), "at-most": number("per cent of DB time", 100)})
