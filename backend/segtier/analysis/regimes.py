"""The two loads of a database that does something else at other hours, such as a batch by night, told apart by hours of the week.

Of all stretches of the day, and of the weekend, the one whose load differs most from the rest is the other regime, if it explains
much of how the intervals differ and something else leads there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from segtier.analysis.words import pct
from segtier.dataclass import dataclass
from segtier.model.component import COMPONENTS, STORAGE, ComponentName
from segtier.model.profile import Profile

LEAST_INTERVALS = 4
"""In each: one or two hours are no habit."""
EXPLAINED = 0.5
"""Of how the intervals differ from each other. Each counts the same: one that is ten times as busy makes no habit."""
WORTH_TELLING = 0.1
"""Of DB time: what the other load takes at least, and how far apart waits for storage are where the same leads in both."""
_SATURDAY, _DAY = 5, 24
_ROUNDING = 1e-9
_LED_BY: dict[ComponentName, str] = {
    "cpu": "CPU",
    "unexplained": "time that no wait holds",
    "reads": "buffered reads",
    "scans": "direct reads",
    "unnamed-io": "unnamed waits",
    "locks": "lock waits",
    "held-back": "waits for the resource manager",
    "cluster": "waits for other instances",
    "network": "waits for the network",
    "other": "other waits",
}
"""The others are called by their name."""
_PLACE = {one.name: place for place, one in enumerate(COMPONENTS)}
_OF_DEMAND = {demand: place for place, one in enumerate(COMPONENTS) for demand in one.demands}
_STORED = [_PLACE[name] for name in STORAGE]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Regime:
    """Intervals of a load of its own."""

    hours: str
    """`02:00 to 05:00`, `Saturday and Sunday`, and outside them."""
    places: tuple[int, ...]
    db_time_share: float
    """Of the DB time of both, 0 to 1."""
    leads: ComponentName
    storage: tuple[float, float]
    """Waits for storage, parts of its DB time: by name, and with all that has none."""

    @property
    def text(self) -> str:
        least, most = self.storage
        waits = pct(most) if most - least < 0.02 else f"{pct(least)} to {pct(most)}"
        return f"most is {led_by(self.leads)}, waits for storage are {waits}"


def led_by(component: ComponentName) -> str:
    return _LED_BY.get(component, component.replace("-", " "))


def seconds(profiles: Sequence[Profile]) -> Floats:
    """(intervals, components): seconds of DB time."""
    rows = np.zeros((len(profiles), len(COMPONENTS)))
    for row, profile in zip(rows, profiles, strict=True):
        for demand in profile.demands:
            row[_OF_DEMAND[demand.kind]] += demand.time_per_s
        row[_PLACE["cpu"]] += profile.cpu_per_s
        row[_PLACE["unexplained"]] += profile.unexplained_per_s
        row[:] *= profile.elapsed_s
    return rows


def leading(component_s: Floats) -> ComponentName:
    """The component that takes most of the seconds: of one interval, or of several added up."""
    return COMPONENTS[int(component_s.argmax())].name


def regimes(begins: Mapping[int, datetime | None], profiles: Mapping[int, Profile]) -> tuple[Regime, Regime] | None:
    """The two, that with more DB time first; None where the load is of one kind, or times are not known.

    `begins`: when each interval begins, by its place.
    """
    places, when = list(profiles), [begins[place] for place in profiles]
    known = [begin for begin in when if begin is not None]
    if len(places) < 2 * LEAST_INTERVALS or len(known) < len(places):
        return None
    rows = seconds(list(profiles.values()))
    totals = np.array([profile.db_time_per_s * profile.elapsed_s for profile in profiles.values()])
    name, inside = _other_hours(known, rows / totals[:, None])
    if inside is None:
        return None
    both = (
        _regime(name, places, inside, rows, totals),
        _regime(f"outside {name}", places, ~inside, rows, totals),
    )
    more, less = sorted(both, key=lambda one: -one.db_time_share)
    apart = max(more.storage[0] - less.storage[1], less.storage[0] - more.storage[1])
    differ = more.leads != less.leads or apart >= WORTH_TELLING
    return (more, less) if differ and less.db_time_share >= WORTH_TELLING else None


def _other_hours(when: Sequence[datetime], shares: Floats) -> tuple[str, npt.NDArray[np.bool_] | None]:
    """The stretch that explains most of the variance of the shares; None where none explains enough."""
    away = shares - shares.mean(axis=0)
    best = EXPLAINED * float((away**2).sum()) + _ROUNDING
    found: tuple[str, npt.NDArray[np.bool_] | None] = ("", None)
    for name, inside in _stretches(when):
        count = int(inside.sum())
        if min(count, len(when) - count) < LEAST_INTERVALS:
            continue
        # Of two groups: each mean is as far from the common one as the group is small.
        apart = count * len(when) / (len(when) - count) * float((away[inside].mean(axis=0) ** 2).sum())
        if apart > best:
            best, found = apart, (name, inside)
    return found


def _stretches(when: Sequence[datetime]) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """The shorter side of each cut: the rest is the usual load."""
    hours, days = np.array([one.hour for one in when]), np.array([one.weekday() for one in when])
    yield "Saturday and Sunday", days >= _SATURDAY
    for length in range(1, _DAY // 2 + 1):
        for first in range(_DAY):
            yield f"{first:02}:00 to {(first + length) % _DAY:02}:00", (hours - first) % _DAY < length


def _regime(hours: str, places: Sequence[int], inside: npt.NDArray[np.bool_], rows: Floats, totals: Floats) -> Regime:
    own, total_s = rows[inside].sum(axis=0), float(totals[inside].sum())
    named_s = float(own[_STORED].sum())
    storage = (min(named_s / total_s, 1.0), min((named_s + own[_PLACE["unnamed-io"]]) / total_s, 1.0))
    taken = tuple(place for place, one in zip(places, inside, strict=True) if one)
    return Regime(hours, taken, total_s / float(totals.sum()), leading(own), storage)
