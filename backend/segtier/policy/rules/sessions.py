"""`sessions`: at most so many sessions active on average."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.policy.rule import Kind, Measured, Seen, at_most, most_words, not_known
from segtier.policy.values import number

_UNIT = "active sessions"


@dataclass(frozen=True, slots=True)
class Sessions:
    at_most: float

    def look(self, measured: Measured) -> Seen:
        found = measured.advice.db_time
        if found.average_active_sessions is None:
            return not_known(most_words(self.at_most, _UNIT), "The reports do not say DB time.")
        return at_most(found.average_active_sessions, self.at_most, _UNIT, found.evidence)


SESSIONS = Kind("sessions", Sessions, {"at-most": number("active sessions", 1e9)})
