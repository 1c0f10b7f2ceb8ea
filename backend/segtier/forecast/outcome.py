"""The forecast of one change: both readings, the ranges, what limits next, and what the range hangs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segtier.forecast.basis import Basis
from segtier.forecast.calibration import Calibration, calibrate
from segtier.forecast.change import Change
from segtier.forecast.draws import Column, all_quantiles, median, quantiles
from segtier.forecast.influence import influences
from segtier.forecast.inputs_used import THE_MODELS_OWN, inputs_used
from segtier.forecast.moved import Moved, stacked
from segtier.forecast.moved_to_each import Apart, moved_to_each
from segtier.forecast.network import Network
from segtier.forecast.repeats import with_repeats
from segtier.forecast.shared_out import left_by, shared_out
from segtier.model.forecast import Forecast, Range
from segtier.model.profile import UNNAMED_IO, Profile
from segtier.units import S_PER_HOUR

_LIMITS = {
    "cpu": "CPU",
    "disks": "the disks that keep the rest of the I/O",
    "flash": "the SSD's own limit",
    "commit": "commits (log file sync)",
    "locks": "locks",
    "cluster": "cluster waits",
    "concurrency": "latches and buffer busy waits",
    "parsing": "parsing",
    "log-stall": "redo log stalls",
    "write-stall": "writes (free buffer waits)",
    "unexplained": "time the report does not explain",
    "direct-read": "large scans",
    "single-block-read": "single-block reads",
    "multi-block-read": "multi-block reads",
    "cell-read": "reads from the storage cells",
    "temp-read": "temp reads",
    "temp-write": "temp writes",
    "network": "the network",
    "unnamed-io": "unnamed waits",
}


_SETTLED = 1e-5
"""Relative error of the operating point found."""
_SHORTENED = 0.995
"""Of today's time: a demand whose ratio is less is one that the change shortens."""


class Outcome:
    """One calibration with one change: its operating point, and what each demand takes there."""

    def __init__(self, base: Calibration, change: Change, moved: Sequence[Moved] = ()) -> None:
        self.base, self.change = base, change
        self.network = network = Network(base, change, moved)
        one = np.ones(base.draws.count)
        load = one * base.load
        self.x = one if change.empty else network.throughput()
        # Where the change cannot carry the load, the most it carries stands for it; a station may be full just there.
        settled = (self.x > load * (1 - _SETTLED)) & np.isfinite(network.response(load))
        carried = np.where(settled, load, np.minimum(self.x, load))
        self._after = network.queueing(network.times(carried), carried)
        today = base.profile.db_time_per_s
        self.response: Column = one if change.empty else network.db_time(self._after) / today
        self.saved_s_per_hour: Column = (1 - self.response) * today * S_PER_HOUR

    @property
    def demand_ratios(self) -> dict[str, Column]:
        """Of the demands that take time; 1 in draws in which one takes none."""
        return {
            kind: np.divide(
                self._after[kind], seconds, out=np.ones(self.base.draws.count), where=np.asarray(seconds) > 0
            )
            for kind, seconds in self.base.seconds.items()
            if np.any(seconds)
        }

    @property
    def shortens(self) -> set[str]:
        """Demands that the change shortens."""
        return {kind for kind, ratio in self.demand_ratios.items() if median(ratio) < _SHORTENED}


def forecast_change(basis: Basis, change: Change) -> Forecast:
    """What `change` does to this workload. An empty change gives ratios of exactly 1.

    The range ends where what the inputs do not tell is as storage would have it, and where it is not: DB time without a name, how
    much of a commit is the log write, how many reads are scans, what moves of the I/O no list names. Expected is between.
    """
    told = _foreseen(basis, change)
    others = [
        reach
        for system in (basis, basis.if_scanned)
        for one in _as_it_may_be(change)
        if system is not None and not (system is basis and one is change)
        for reach in _reaches(system, one)
    ]
    return with_repeats(_widened(told, *others), basis)


def _as_it_may_be(change: Change) -> Iterator[Change]:
    """It, and what else it may be: more is read directly, or requests that nobody counted are shared the other way round."""
    for one in (change, *change.others):
        yield one
        if one.not_counted is not None and one.not_counted.crossed != one.not_counted:
            yield replace(one, not_counted=one.not_counted.crossed)


def _widened(told: Forecast, *wide: _Reach) -> Forecast:
    """To where these reach."""
    return replace(
        told,
        response_ratio=_joined(told.response_ratio, *(one.response_ratio for one in wide)),
        db_time_saved_s_per_hour=_joined(
            told.db_time_saved_s_per_hour, *(one.db_time_saved_s_per_hour for one in wide)
        ),
        throughput_ratio=_joined(told.throughput_ratio, *(one.throughput_ratio for one in wide)),
    )


class _Reach(NamedTuple):
    """How far an outcome reaches, as `Forecast` has it."""

    response_ratio: Range
    db_time_saved_s_per_hour: Range
    throughput_ratio: Range


def _reach(outcome: Outcome) -> _Reach:
    return _Reach(*all_quantiles([outcome.response, outcome.saved_s_per_hour, outcome.x]))


def _foreseen(basis: Basis, change: Change) -> Forecast:
    """The same before what does not repeat."""
    system = _System(basis.profile, calibrate(basis), change)
    told = _told(system)
    if not _may_be_apart(system):
        return _explained(told, system.expected)
    base = system.base
    drawn = Outcome(base, change, moved_to_each(change, base.draws, base.todays, apart="drawn"))
    return _explained(_widened(told, _reach(drawn), *_apart(system)), drawn)


def _reaches(basis: Basis, change: Change) -> list[_Reach]:
    """How far that of a change goes which it may as well be: nobody asks what to expect of it, nor what it hangs on."""
    system = _System(basis.profile, calibrate(basis), change)
    if _may_be_apart(system):
        return _apart(system)
    return [_reach(one) for one in _ends(system)] or [_reach(system.expected)]


def _may_be_apart(system: _System) -> bool:
    """Whether what moves may be read slower or faster than what stays."""
    base, change = system.base, system.change
    untimed = base.today.untimed_share or change.untimed
    return bool((base.today.reads_apart is not None or untimed) and not change.empty and 0 < change.buffered_reads < 1)


def _apart(system: _System) -> list[_Reach]:
    """What moves may be read so much slower or faster than the rest in every draw: both ends of the range."""
    base, change = system.base, system.change
    wide = []
    for unseen, apart in _APART:
        moved = moved_to_each(
            change, base.draws, base.todays, unseen if change.open else None, perhaps=bool(unseen), apart=apart
        )
        wide.append(_reach(Outcome(system.best_of_all if unseen else system.worst, change, moved)))
        if unseen and base.may_be_slower:
            wide.append(_reach(Outcome(system.worst, change, moved)))
    return wide


_APART: tuple[tuple[float, Apart], ...] = ((1.0, "most"), (0.0, "least"))


class _System:
    """What the inputs tell of the system and of one change to it, and what they leave open; each made when it is asked for."""

    def __init__(self, profile: Profile, base: Calibration, change: Change) -> None:
        self.profile, self.base, self.change = profile, base, change

    @cached_property
    def expected(self) -> Outcome:
        """What has no name is shared out."""
        shared = self.base.sharing(shared_out(self.profile, self.base.draws)) if self.profile.unnamed else self.base
        return Outcome(shared, self.change)

    @cached_property
    def left(self) -> dict[str, float]:
        """Of each demand what the change leaves where all that has no name is storage's."""
        if not self.profile.unnamed:
            return {UNNAMED_IO: 1.0}
        return left_by(self.profile, self.expected.shortens, self.base.follows)

    @cached_property
    def best(self) -> Calibration:
        """What they do not tell is as storage would have it."""
        return self.base.at_best().sharing(self.left)

    @cached_property
    def best_of_all(self) -> Calibration:
        """The same with what a forecast has a range by, and is one."""
        best = self.base.at_best().if_following() if self.profile.may_follow else self.base.at_best()
        return best.sharing(self.left).if_cached().if_loaded()

    @cached_property
    def worst(self) -> Calibration:
        """It is not."""
        return self.base.at_worst()

    @property
    def extra(self) -> bool:
        """Whether what moves is open, or what a cache makes of it."""
        base, change = self.base, self.change
        perhaps = change.perhaps or any(one.perhaps for one in change.onto)
        reads = change.buffered_reads or change.flash_cache_bytes
        return bool(perhaps or change.open or (reads and base.cache_read_ratio is not None))

    @property
    def worse(self) -> bool:
        """Whether CPU, load or what follows may be more than what is told."""
        return bool(self.base.cpu_untold or self.base.load_untold or self.profile.may_follow)


def _ends(system: _System) -> tuple[Outcome, ...]:
    """The best, the worst, and what else may be; nothing where the inputs leave nothing open."""
    base, change = system.base, system.change
    if change.empty or not (system.profile.unnamed or base.untold or system.worse or system.extra):
        return ()
    all_, none = (
        moved_to_each(change, base.draws, base.todays, unseen, perhaps=bool(unseen)) if system.extra else ()
        for unseen in (1.0, 0.0)
    )
    ends = Outcome(system.best_of_all, change, all_), Outcome(system.worst, change, none)
    slower = base.may_be_slower and change.open
    return (*ends, Outcome(system.worst, change, all_)) if slower else ends


def _told(system: _System) -> Forecast:
    """With a read of each tablespace as long as it is known to be."""
    base, change = system.base, system.change
    forecast, ends = _forecast(system.expected), _ends(system)
    if not ends:
        return forecast
    best, worst, *slower = ends
    forecast = _widened(_between(forecast, best, worst, sum(system.left.values())), *map(_reach, slower))
    if not (system.profile.unnamed or base.untold):
        return forecast
    if system.extra or system.worse:  # by what these leave open a forecast has a range, and is one
        best, worst = Outcome(system.best, change), Outcome(base, change)
    return replace(forecast, untold_share=median(worst.response) - median(best.response))


def _forecast(outcome: Outcome) -> Forecast:
    base, change = outcome.base, outcome.change
    limited_by, text = _limit(outcome.network, outcome.x)
    ratios = outcome.demand_ratios
    return Forecast(
        *_reach(outcome),
        demand_ratio=dict(
            zip(ratios, all_quantiles([outcome.network.erring(one) for one in ratios.values()]), strict=True)
        ),
        flash_read_s_per_hour=_flash_reads(outcome.network, base),
        flash_hit_share=quantiles(outcome.network.arrivals.flash_hits) if change.flash_cache_bytes else None,
        limited_by=limited_by,
        limited_by_text=text,
    )


def _explained(forecast: Forecast, outcome: Outcome) -> Forecast:
    """With what this outcome hangs on."""
    draws = outcome.base.draws
    used = inputs_used(draws, outcome.change)
    shares = influences(outcome.response, draws.ranks(used))
    nameable = [] if outcome.change.empty else [name for name in shares if name not in THE_MODELS_OWN]
    return replace(
        forecast,
        assumptions=tuple(
            replace(row, influence=shares.get(name)) for name, row in draws.assumptions.items() if name in used
        ),
        dominant_input=max(nameable, key=lambda name: shares[name], default=None),
    )


def _between(shared: Forecast, best: Outcome, worst: Outcome, left: float) -> Forecast:
    """The forecast with its ranges from the one end to the other. `left`: of what has no name, where all that can go is gone."""
    return replace(
        shared,
        response_ratio=_spanned(shared.response_ratio, best.response, worst.response),
        db_time_saved_s_per_hour=_spanned(
            shared.db_time_saved_s_per_hour, worst.saved_s_per_hour, best.saved_s_per_hour
        ),
        throughput_ratio=_spanned(shared.throughput_ratio, worst.x, best.x),
        demand_ratio={**shared.demand_ratio, UNNAMED_IO: Range(left, (left + 1) / 2, 1.0)},
    )


def _spanned(expected: Range, *ends: Column) -> Range:
    """Where more that moves fills the flash, the end in storage's favour may be the worse one."""
    return _joined(expected, *map(quantiles, ends))


def _joined(*ranges: Range) -> Range:
    """From the lowest to the highest; expected is what the first expects."""
    return Range(min(one.low for one in ranges), ranges[0].expected, max(one.high for one in ranges))


def responses(basis: Basis) -> Callable[[Change], Column]:
    """For looking at many changes of one system: a function from a change to its response at today's work, relative to today's.

    One for each draw; infinite where the change cannot carry the work. What `forecast_change` says of it without looking further.
    """
    base = calibrate(basis)
    today = np.ones(basis.draws)

    def ratios(change: Change) -> Column:
        response: Column = Network(base.fork(), change).response(today) / basis.profile.db_time_per_s
        return response

    return ratios


def many_responses(basis: Basis) -> Callable[[Sequence[Change]], NDArray[np.float64]]:
    """(changes, draws): the same for many changes that differ in the three shares alone, all at once."""
    base = calibrate(basis)
    today = np.ones(basis.draws)

    def ratios(changes: Sequence[Change]) -> NDArray[np.float64]:
        fork = base.fork()
        each = [moved_to_each(change, fork.draws, fork.todays) for change in changes]
        moved = [stacked(list(to_one)) for to_one in zip(*each, strict=True)]
        response: NDArray[np.float64] = Network(fork, changes[0], moved).response(today) / basis.profile.db_time_per_s
        return response

    return ratios


def same_work(basis: Basis) -> Callable[[Change], float]:
    """The median of these, for choosing."""
    ratios = responses(basis)
    return lambda change: median(ratios(change))


def _flash_reads(network: Network, base: Calibration) -> Range | None:
    if not network.change.flash_cache_bytes:
        return None
    seconds = (base.seconds["single-block-read"] + base.seconds["multi-block-read"]) * network.arrivals.read_growth
    hits = (1 - network.arrivals.moved.reads) * network.arrivals.flash_hits
    return quantiles(seconds * hits * base.flash_read_ratio * S_PER_HOUR)


def _limit(network: Network, x: Column) -> tuple[str, str]:
    """The resource that binds at throughput x: a full station, else the largest part of the response."""
    base = network.base
    if base.servers is not None and median(x * base.cpu_busy / base.servers) > 0.85:
        return "cpu", _LIMITS["cpu"]
    if any(median(busy) > 0.85 for busy in network.disks_busy(x)):
        return "disks", _LIMITS["disks"]
    if median(sum(network.arrivals.at_flash(x))) > 0.85:
        return "flash", _LIMITS["flash"]
    times = network.times(x)
    medians = [median(part) for part in times.values()]
    largest = list(times)[int(np.argmax(medians))]
    name = largest.removeprefix("wait:")
    return name, _LIMITS.get(name, name)
