"""`db-time`: at most so many seconds of DB time in an hour."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.policy.rule import Kind, Measured, Seen, at_most, most_words, not_known
from segtier.policy.values import number

_UNIT = "s an hour"


@dataclass(frozen=True, slots=True)
class DbTimeLimit:
    at_most: float
    """Seconds of DB time in an hour of elapsed time."""

    def look(self, measured: Measured) -> Seen:
        found = measured.advice.db_time
        if found.db_time_s_per_hour is None:
            return not_known(most_words(self.at_most, _UNIT), "The reports do not say DB time.")
        return at_most(found.db_time_s_per_hour, self.at_most, _UNIT, found.evidence)


DB_TIME = Kind("db-time", DbTimeLimit, {"at-most": number("seconds of DB time in an hour", 1e12)})
