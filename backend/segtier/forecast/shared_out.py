"""How DB time without a name is shared out among the demands it may be of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from segtier.forecast.draws import Column, Draws
from segtier.model.profile import STORAGE_DEMANDS, UNNAMED_IO, Profile, Unnamed


def shared_out(profile: Profile, draws: Draws) -> dict[str, Column | float]:
    """Parts of all of it by demand, drawn: of each kind every way of sharing it out is as likely as another."""
    shares: dict[str, Column | float] = defaultdict(float)
    for place, (one, part) in enumerate(_parts(profile)):
        kinds = _kinds(one)
        for kind, share in zip(kinds, draws.shared(f"unnamed {place}", len(kinds)), strict=True):
            shares[kind] = shares[kind] + part * share
    return dict(shares)


def left_by(profile: Profile, shortened: Collection[str], follow: Collection[str]) -> dict[str, float]:
    """Parts of all of it that are none of these waits for storage for sure, by what they are at best: of a demand that follows
    the rest, else other waits for storage.
    """
    left: dict[str, float] = defaultdict(float)
    for one, part in _parts(profile):
        kinds = _kinds(one)
        if not any(kind in STORAGE_DEMANDS and kind in shortened for kind in kinds):
            best = (*(kind for kind in kinds if kind in follow), *(kind for kind in kinds if kind in STORAGE_DEMANDS))
            left[next(iter(best), UNNAMED_IO)] += part
    return dict(left)


def followers(profile: Profile, follow: Collection[str]) -> Iterator[tuple[str, str, float]]:
    """(demand, demand that follows, part of the first that may be the second) of what has no name and is no storage.

    Locks first: they follow by more than the rest does.
    """
    for one in profile.may_follow:
        kind, *others = _kinds(one)
        whole_s = profile.demand(one.demands[0]).time_per_s * profile.elapsed_s
        follower = next((other for other in ("locks", "unexplained") if other in follow and other in others), None)
        if follower is not None and kind not in follow and whole_s > 0:
            yield kind, follower, min(one.time_s / whole_s, 1.0)


def _parts(profile: Profile) -> list[tuple[Unnamed, float]]:
    """Each with its part of all."""
    total = sum(one.time_s for one in profile.unnamed)
    return [(one, one.time_s / total) for one in profile.unnamed]


def _kinds(one: Unnamed) -> tuple[str, ...]:
    """As the calibration calls them."""
    kinds = tuple(f"wait:{kind}" if kind == "cpu" else kind for kind in one.demands)
    return (*kinds, "unexplained") if one.or_rest else kinds
