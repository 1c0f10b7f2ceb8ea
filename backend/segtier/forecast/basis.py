"""What every forecast of one system starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Any

from segtier.dataclass import dataclass
from segtier.errors import NotUsable
from segtier.forecast.draws import Draws
from segtier.forecast.today import Today
from segtier.forecast.untold_scans import if_scanned
from segtier.model.device import StorageToday, Tier
from segtier.model.profile import Profile
from segtier.model.request import Users


@dataclass(frozen=True, kw_only=True)
class Basis:
    """Today's workload, storage and users, the flash at hand, and how uncertain inputs are drawn.

    Raises NotUsable for fewer than one user.
    """

    profile: Profile
    tier: Tier
    further: tuple[Tier, ...] = ()
    """Other tiers that segments may go to, beside the flash."""
    storage: StorageToday | None = None
    sampled: bool = False
    """Samples of sessions tell the read times of segments apart."""
    users: Users | None = None
    """Who made the profile; None: the average active sessions, and they do not think."""
    load: float = 1.0
    """Throughput at which a unit of work is timed, relative to the profile's: 1 is the same work."""
    draws: int
    seed: int
    pinned: Mapping[str, float] = field(default_factory=dict)
    """Inputs by name (constants.py) that are known here, instead of a draw."""

    def __post_init__(self) -> None:
        if not self.load > 0:
            raise ValueError(f"a load of {self.load:g} times today's is none")
        if self.users and self.users.count < 1:
            raise NotUsable("there must be at least one user", code="no-users")

    @cached_property
    def today(self) -> Today:
        """Today's storage, against this flash."""
        return Today(self.storage, self.tier, sampled=self.sampled)

    @cached_property
    def todays(self) -> tuple[Today, ...]:
        """The same against each tier, the flash first."""
        if not self.further:
            return (self.today,)
        return tuple(
            Today(self.storage, tier, may_be_slower=True, sampled=self.sampled) for tier in (self.tier, *self.further)
        )

    @cached_property
    def calibrated(self) -> dict[str, Any]:
        """What calibration.py made of it for the first forecast that asked, by how its inputs were drawn."""
        return {}

    @cached_property
    def if_scanned(self) -> Basis | None:
        """The same where as many reads are scans, and as large, as may be; None where the inputs count them."""
        found = if_scanned(self.profile)
        return None if found is None else replace(self, profile=found)

    def sample(self) -> Draws:
        """Nothing drawn yet."""
        return Draws(self.draws, self.seed, self.pinned)
