"""Whether the clock may be believed where something is deleted by its age. Nothing else gives a `Believed`.

A wall clock that leaps makes everything old in a moment. So each look compares it with a clock that only counts the time that
goes by, and with what it said at the last look of any process, which the database keeps. A leap stays known, whoever starts anew
(docs/internals/decisions/0049-when-a-clock-is-believed.md), until
* the clock leaps back,
* it has gone on for as long as it leapt: an hour's leap is believed after an hour, a year's after a year, or
* somebody with the machine says that it is right (`segtier trust-clock`).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.account import ITSELF, System
from segtier.moments import LEEWAY
from segtier.store import audit, clock
from segtier.store.clock import Belief, Believed
from segtier.store.engine import Store, now, one_at_a_time

MOST_OFF = timedelta(days=3)
"""Between the last look of one process and the first of another so much may go by: a long weekend."""
_ANOTHER_ZONE = timedelta(days=1)
_NOUGHT = timedelta()
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """What one process saw last: the clock, its own count of seconds, and how far ahead the clock was believed to be."""

    wall: datetime
    lived_s: float
    ahead_s: float


def lived_s() -> float:
    """Seconds that went by, a machine's sleep included, whatever is done to its clock."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def judged(belief: Belief, last: Look | None, wall: datetime, lived: float) -> Belief:
    """What to believe of a clock that says `wall`; `last` is None at the first look of a process."""
    ahead = kept = timedelta(seconds=belief.ahead_s)
    if last is None:
        step = wall - belief.seen_at
        if not -LEEWAY <= step <= MOST_OFF:
            ahead = kept + step
            if -LEEWAY <= ahead <= MOST_OFF:  # it leapt back while Segtier was off
                ahead = _NOUGHT
    else:
        step = wall - last.wall - timedelta(seconds=lived - last.lived_s)
        leapt = timedelta(seconds=last.ahead_s) + step
        if abs(step) > LEEWAY and abs(leapt - kept) > LEEWAY:  # and no other process has noted it
            ahead = leapt
    since = wall if ahead != kept else belief.since
    if abs(ahead) <= LEEWAY or since is None or wall - since >= abs(ahead):
        return Belief(wall)
    return Belief(wall, ahead.total_seconds(), since)


def doubt(belief: Belief | None) -> str | None:
    """Why the clock is not believed; None where it is."""
    if belief is None or belief.since is None:
        return None
    how_far, when = _span(abs(belief.ahead_s)), f"{belief.since:%Y-%m-%d %H:%M} UTC"
    if belief.ahead_s > 0:
        return f"the clock jumped ahead by {how_far} (to {when}), or Segtier was off that long"
    return f"the clock went back by {how_far} (to {when}), or was ahead before"


def disagreement(here: datetime, at: datetime) -> str | None:
    """Of this machine and its database about the time; None where they agree."""
    apart = abs(here - at)
    return f"this machine and the database differ by {_span(apart.total_seconds())}" if apart > LEEWAY else None


def _span(seconds: float) -> str:
    minutes = round(seconds / 60)
    return (
        f"{minutes / 1440:,.0f} days"
        if minutes >= 2880
        else f"{minutes / 60:.1f} h"
        if minutes >= 60
        else f"{minutes} min"
    )


class TrustedClock:
    """One for each process, asked by any of its threads."""

    def __init__(self, lived: Callable[[], float] = lived_s) -> None:
        self._lived = lived
        self._last: Look | None = None
        self._guard = threading.Lock()

    def look(self, store: Store) -> tuple[datetime, str | None]:
        """What the database's clock says, and why it is not believed."""
        with self._guard:
            with store.write(ITSELF) as tx:
                wall = now(tx)
                before = clock.hold(tx, wall)
                wall, lived = now(tx), self._lived()  # others may have held it for long
                belief = judged(before, self._last, wall, lived)
                clock.keep(tx, belief)
            self._last = Look(wall, lived, belief.ahead_s)  # not before it is committed: a leap is noted or seen again
        _tell(before, belief)
        return wall, doubt(belief) or disagreement(datetime.now(UTC), wall)

    def believed(self, store: Store) -> Believed | None:
        """Now, where something may be deleted by its age; None, with a line in the log, where the clock is not believed."""
        at, why = self.look(store)
        if why is not None:
            _log.warning("nothing is deleted by its age: %s", why)
            return None
        return Believed(at)


def doubt_now(store: Store) -> str | None:
    """Why a process that starts now would not believe the clock; None where it would. Nothing is noted."""
    with store.read() as tx:
        at, belief = now(tx), clock.read(tx)
    return doubt(belief and judged(belief, None, at, 0.0)) or disagreement(datetime.now(UTC), at)


def trust(store: Store, by: System, today: date) -> str | None:
    """Somebody has looked at another clock, which shows that day: this one is right. Gives why it was not believed.

    Raises Refused where this clock shows another day.
    """
    with store.write(by) as tx:
        one_at_a_time(tx)
        at = now(tx)
        if abs(at.date() - today) > _ANOTHER_ZONE:
            raise Refused(
                f"the clock says {at:%Y-%m-%d %H:%M} UTC, and not {today}",
                code="wrong-clock",
                advice="Correct the clock of the database's machine first.",
            )
        before = judged(clock.hold(tx, at), None, at, 0.0)
        why = doubt(before)
        clock.keep(tx, Belief(at))
        if why is not None:
            audit.append(tx, by, "clock.trusted", "clock", {"ahead_s": round(before.ahead_s)})
    return why


def _tell(before: Belief, belief: Belief) -> None:
    if before.ahead_s == belief.ahead_s:
        return
    why = doubt(belief)
    if why is None:
        _log.warning("the clock is believed again")
    else:
        _log.warning("%s: nothing is deleted by its age", why)
