"""What the forecast says for the figures the papers published, over all draws of their inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from segtier.backtest.fitted_curves import FittedCurves
from segtier.backtest.inputs import Drawn
from segtier.backtest.moves import change_of, tier_of
from segtier.backtest.rows import Backtest, Row
from segtier.backtest.system import Baseline, baseline
from segtier.forecast import Basis, Change, HitCurve, Solved, solve, users_at_response
from segtier.forecast.draws import Column

LIMIT_S = 1.0
"""The response time at which the papers count users."""


class Place(NamedTuple):
    """One system with one flash at hand."""

    system: str
    tier: str


class Bench:
    """Every system under every draw of the inputs its paper leaves out. Rows that share a solution share the work."""

    def __init__(
        self,
        backtest: Backtest,
        inputs: Sequence[Drawn],
        draws: int,
        fit: FittedCurves | None = None,
        pinned: Mapping[str, float] | None = None,
    ) -> None:
        self.backtest, self.inputs, self.draws, self.fit, self.pinned = backtest, inputs, draws, fit, pinned
        self._bases: dict[str, list[Baseline]] = {}
        self._solved: dict[tuple[Place, str], list[Solved]] = {}
        self._users: dict[tuple[Place, str], Column] = {}

    def bases(self, system: str) -> list[Baseline]:
        if system not in self._bases:
            self._bases[system] = [baseline(self.backtest.systems[system], drawn) for drawn in self.inputs]
        return self._bases[system]

    def changes(self, system: str, change: str) -> list[Change]:
        row = self.backtest.systems[system]
        curves: Sequence[HitCurve | None] = self.fit.curves if self.fit else [None] * len(self.inputs)
        return [
            change_of(self.backtest, change, drawn, row, curve)
            for drawn, curve in zip(self.inputs, curves, strict=True)
        ]

    def _cases(self, place: Place, change: str) -> Iterator[tuple[Basis, Change]]:
        """What is forecast, for each draw of the inputs."""
        tier = tier_of(self.backtest.tiers[place.tier])
        cases = zip(self.bases(place.system), self.changes(place.system, change), strict=True)
        for seed, (base, made) in enumerate(cases):
            basis = Basis(
                profile=base.profile,
                tier=tier,
                storage=base.storage,
                users=base.users,
                draws=self.draws,
                seed=seed,
                pinned=self.pinned or {},
            )
            yield basis, made

    def solved(self, place: Place, change: str) -> list[Solved]:
        """The operating points after the change, as many users as before."""
        if (place, change) not in self._solved:
            self._solved[place, change] = [solve(basis, made) for basis, made in self._cases(place, change)]
        return self._solved[place, change]

    def users_at_limit(self, place: Place, change: str) -> Column:
        """Users at one second, all draws together."""
        if (place, change) not in self._users:
            carried = [users_at_response(basis, made, LIMIT_S) for basis, made in self._cases(place, change)]
            self._users[place, change] = np.concatenate(carried)
        return self._users[place, change]

    def samples(self, row: Row) -> Column | None:
        """Every drawn value of the row's figure; None where it is a claim no forecast addresses (a price)."""
        place = Place(row.system, row.tier)
        if row.figure == "cost-saving-pct":
            return None
        if row.figure == "hit-share-pct":
            return self._hit_shares(row)
        if row.figure == "users-at-1s":
            return self.users_at_limit(place, row.change)
        if row.figure == "users-at-1s-ratio":
            return self.users_at_limit(place, row.change) / self.users_at_limit(place, "none")
        if row.figure == "users-at-1s-growth":
            return self.users_at_limit(place, row.change) / self.users_at_limit(place, str(row.against))
        cases = zip(self.solved(place, row.change), self.bases(row.system), strict=True)
        found = np.concatenate([_FIGURES[row.figure](solved, base) for solved, base in cases])
        fitted = self.fit if self.backtest.changes[row.change].fitted_curve else None
        return found * fitted.beside(row.id, len(found)) if fitted else found

    def responses_ms(self, row: Row) -> Column:
        """Every drawn response time after the row's change."""
        return np.concatenate(
            [_response_s(solved) * 1e3 for solved in self.solved(Place(row.system, row.tier), row.change)]
        )

    def order_holds(self, row: Row) -> bool:
        """Whether the medians of the changes fall in the order the paper found, most first."""
        place = Place(row.system, row.tier)
        medians = [
            float(np.median(np.concatenate([_measured(solved, row) for solved in self.solved(place, change)])))
            for change in row.order
        ]
        return all(more > less for more, less in pairwise(medians))

    def _hit_shares(self, row: Row) -> Column:
        made = self.changes(row.system, row.change)
        shares = [one.hit_curve.hit_share(one.flash_cache_bytes) for one in made if one.hit_curve]
        return np.concatenate(shares) * 100


def _measured(solved: Solved, row: Row) -> Column:
    return solved.throughput_ratio if row.measure == "throughput" else solved.demand_s["write-stall"]


def _response_s(solved: Solved) -> Column:
    if solved.response_s is None:
        raise ValueError("every baseline of the backtest has transactions per second")
    return solved.response_s


def _commit_ratio(solved: Solved, base: Baseline) -> Column:
    today = base.profile.demand("commit").latency_us or np.nan
    return solved.latency_us["commit"] / today


def _db_cpu_pct(solved: Solved, base: Baseline) -> Column:
    """DB CPU as AWR counts it: time on a thread, not the wait for one.

    Past one busy thread a core, each further thread does `smt_yield` of a core's work in a whole thread's time.
    """
    profile, x = base.profile, solved.throughput_ratio
    cores = profile.cores or np.inf
    threads = profile.threads or cores
    gained = solved.assumptions.get("smt_yield", np.ones_like(x))
    work = x * profile.cpu_per_s
    busy = np.minimum(np.where(work > cores, cores + (work - cores) / gained, work), threads)
    db_time = x * _response_s(solved) * (profile.txn_per_s or np.nan)
    share: Column = busy / db_time * 100
    return share


_FIGURES: dict[str, Callable[[Solved, Baseline], Column]] = {
    "throughput-ratio": lambda solved, _base: solved.throughput_ratio,
    "response-ms": lambda solved, _base: _response_s(solved) * 1e3,
    "response-ratio": lambda solved, base: base.response_s / _response_s(solved),
    "disk-read-ms": lambda solved, _base: solved.latency_us["disk-read"] / 1e3,
    "flash-read-ms": lambda solved, _base: solved.latency_us["flash-read"] / 1e3,
    "single-read-ms": lambda solved, _base: solved.latency_us["single-block-read"] / 1e3,
    "commit-ms": lambda solved, _base: solved.latency_us["commit"] / 1e3,
    "commit-ratio": _commit_ratio,
    "cpu-share-pct": _db_cpu_pct,
}
