"""What the user asks: the flash at hand, what is known about the machine, and what must or must not move."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.constraints import Constraints
from segtier.model.device import StorageToday, Tier
from segtier.model.names import ObjectName
from segtier.model.storage_tier import FurtherTier
from segtier.model.timeline import DEFAULT_WINDOW, StatedHours, Window
from segtier.model.volume import Machine


@dataclass(frozen=True, slots=True)
class Users:
    """Who makes the load: a closed network of `count` users, each thinking between a response and the next request."""

    count: float
    think_time_s: float


@dataclass(frozen=True, slots=True)
class AdviceRequest:
    tier: Tier
    storage_today: StorageToday | None = None
    """None: inferred from the measured latencies, and said so."""
    flash_cache_os: bool | None = None
    """The database server runs Oracle Linux or Solaris; None = not known ("Linux x86 64-bit" does not tell)."""
    window: Window = DEFAULT_WINDOW
    """Which of several intervals to forecast."""
    hours: StatedHours | None = None
    """These intervals, whatever the window."""
    instances: tuple[int, ...] = ()
    """Of a cluster: the load of these alone. None: of all that the inputs are of."""
    users: Users | None = None
    """None: nobody said, so today's average active sessions are the users and do not think."""
    response_limit_s: float = 1.0
    """Response time at which users are counted."""
    price: float | None = None
    """What all of the flash costs, in any currency."""
    headroom_pct: float = 10.0
    """Share of the usable bytes kept free for growth, rebuilds and the device."""
    constraints: Constraints = Constraints()
    """What the placement of segments must keep to."""
    machine: Machine = Machine()
    """What the machine lets through to all storage together, where somebody said."""
    load: float = 1.0
    """Throughput at which DB time is foreseen, relative to today's: that of a period after a change, to be held against it."""
    assumed: tuple[tuple[str, float], ...] = ()
    """Inputs of the forecast that are stated, by the names of assumptions."""
    sets: tuple[ObjectName, ...] = ()
    """`label=NAME,NAME`: sets of segments to forecast beside the best."""
    first_tier: FurtherTier | None = None
    """The flash at hand, where it was stated as a tier among others."""
    further_tiers: tuple[FurtherTier, ...] = ()
    """Beside the flash at hand."""
    demotion: bool = False
    """Segments may go to a tier where they cost DB time, for the room they free."""
    draws: int = 400
    seed: int = 20_240_601
