"""Volumes that are rented: limits for requests and for bytes, a part that is free, prices, and the machine above them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.forecast import Range
from segtier.model.names import Word

LimitName = Literal["volume-requests", "volume-bytes", "machine-requests", "machine-bytes"]
LIMITS: dict[LimitName, str] = {
    "volume-requests": "requests/s of the volume",
    "volume-bytes": "bytes/s of the volume",
    "machine-requests": "requests/s of the machine",
    "machine-bytes": "bytes/s of the machine",
}


@dataclass(frozen=True, slots=True)
class VolumeModel:
    """A kind of volume of the catalogue. None: no source says; a price of None is not known, one of 0 is free."""

    id: Word
    name: Word
    read_us_low: float
    read_us: float
    read_us_high: float
    free_requests_per_s: float
    most_requests_per_s: float | None
    requests_per_s_per_gib: float | None
    free_bytes_per_s: float
    most_bytes_per_s: float | None
    bytes_per_s_per_gib: float | None
    bytes_per_request_per_s: float | None
    """Bytes a second are bought no further than so many for each request a second."""
    counted_bytes: int | None
    """A larger request counts several times."""
    bought: bool
    """Requests and bytes a second are ordered by themselves; False: they come with the size."""
    price_gb_month: float | None
    price_request_per_s_month: float | None
    price_mb_per_s_month: float | None
    currency: Word
    as_of: date
    stale_after_days: int
    source: Word
    confidence: Literal["A", "B", "K"] = "K"


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine lets through to all of its volumes together; None: not stated."""

    requests_per_s: float | None = None
    bytes_per_s: float | None = None

    @property
    def stated(self) -> bool:
        return self.requests_per_s is not None or self.bytes_per_s is not None


@dataclass(frozen=True, slots=True)
class Volume:
    """One volume as it is ordered."""

    model: VolumeModel
    bytes: int
    requests_per_s: float
    bytes_per_s: float
    """Infinite where no source gives a limit."""


@dataclass(frozen=True, slots=True)
class IoLoad:
    """Requests and bytes a second; requests as they come, however large."""

    requests_per_s: float
    bytes_per_s: float

    @property
    def bytes_per_request(self) -> float:
        return self.bytes_per_s / self.requests_per_s if self.requests_per_s else 0.0

    def less(self, part: IoLoad) -> IoLoad:
        """The rest, never below nothing."""
        requests, size = self.requests_per_s - part.requests_per_s, self.bytes_per_s - part.bytes_per_s
        return IoLoad(max(requests, 0.0), max(size, 0.0))


@dataclass(frozen=True, slots=True)
class Binding:
    """The limit that a load meets first, and how many times that load it lets through; infinite where there is none."""

    limit: LimitName | None
    times: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked: a budget a month, DB time that must go, or neither."""

    budget: float | None = None
    less_db_time: float | None = None
    """Part of today's DB time, 0 to 1."""


@dataclass(frozen=True, slots=True)
class InHours:
    """What the load of each interval of the inputs would take of the limits."""

    intervals: int
    near: int
    """Those that take four fifths of a limit or more: throttled now and then."""
    past: int
    """Those that ask for more than a limit lets through."""
    most: float
    """Part of the limit that the heaviest interval takes."""
    most_begin: datetime | None
    most_limit: LimitName | None
    """None where there is no limit."""


@dataclass(frozen=True, slots=True)
class VolumeOffer:
    """A volume for the best segments of its size, ordered with something to spare, and what it gains."""

    bytes: int
    """To order: what moves, and what is kept free."""
    moves: int
    requests_per_s: float | None
    bytes_per_s: float | None
    """To order; None where no source gives a limit."""
    month: float | None
    """Price; None where a price is not known."""
    response_ratio: Range
    binding: LimitName | None
    """The limit that the load meets first."""
    times: float | None
    """How many times the load it lets through; None where there is no limit."""
    hours: InHours | None
    """None where the inputs cover one interval."""


@dataclass(frozen=True, slots=True)
class VolumeAnswer:
    """One kind of volume against this database."""

    model: VolumeModel
    stale: bool
    """Looked up more than a year ago."""
    knee: VolumeOffer | None
    """Beyond it more bytes gain less than on average."""
    most: VolumeOffer | None
    """With room for every segment that saves something; the largest that can carry its load."""
    for_budget: VolumeOffer | None = None
    """The shortest DB time whose price is known and within the budget."""
    for_target: VolumeOffer | None = None
    """The least price at which DB time falls as far as asked; the least bytes where no price is known."""
    text: str = ""
    """Why there is none where there is none."""


@dataclass(frozen=True, slots=True)
class VolumeAnswers:
    """Every kind of volume against this database. Prices a month."""

    machine: Machine
    volumes: tuple[VolumeAnswer, ...]
    budget: float | None
    less_db_time: float | None
    """Asked for, as a part of today's DB time."""
    load: IoLoad
    """All that the database asks of storage in the hours used, redo and temp included."""
    moves: int
    """All that save something."""
    throttled: str = ""
    """What holds today's storage back, and so perhaps a new volume; empty where nothing is seen to."""
    schema: str = "segtier.volumes/1"
