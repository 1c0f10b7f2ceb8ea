"""Volumes that are rented: limits for requests and for bytes, a part that is free, prices, and the machine above them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from segtier.dataclass import dataclass
from segtier.model.forecast import Range
from segtier.model.names import Sentence, Word

LimitName = Literal["volume-requests", "volume-bytes", "machine-requests", "machine-bytes"]
LIMITS: dict[LimitName, str] = {
    "volume-requests": "requests/s of the volume",
    "volume-bytes": "bytes/s of the volume",
    "machine-requests": "requests/s of the machine",
    "machine-bytes": "bytes/s of the machine",
}


@dataclass(frozen=True, slots=True)
class VolumeFigure:
    """One figure of the catalogue as its file has it, and who says it."""

    name: Word
    value: Sentence
    sources: tuple[Sentence, ...]
    """None: assumed. One: nobody else was found to say the same."""


@dataclass(frozen=True, slots=True)
class VolumeModel:
    """A kind of volume of the catalogue. None: no source says; a price of None is not known, one of 0 is free."""

    id: Word
    name: Word
    read_us_low: float
    read_us: float
    read_us_high: float
    least_requests_per_s: float
    """Fewer are not sold."""
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
    least_bytes: int
    """Of one volume: less is not sold."""
    most_bytes: int | None
    """Of one volume."""
    most_count: int | None
    """Volumes that may stand side by side as one; 1: nothing stripes over them."""
    price_gib_month: float | None
    price_request_per_s_month: float | None
    price_mb_per_s_month: float | None
    currency: Word
    region: Word
    """Where the prices hold; they are list prices."""
    as_of: date
    stale_after_days: int
    source: Sentence
    confidence: Literal["A", "B", "K"] = "K"
    runs_on: Word = ""
    """Where a database runs that can have it; empty: not said."""
    figures: tuple[VolumeFigure, ...] = ()
    """Every figure above that is known, with its sources."""


@dataclass(frozen=True, slots=True)
class MachineModel:
    """A type of machine: what it lets through for as long as one likes, bursts left out. None: no source says."""

    id: Word
    """With * for what makes no difference: `c3-*-88`."""
    provider: Word
    requests_per_s: float | None
    bytes_per_s: float | None
    sources: tuple[Sentence, ...]
    """Of both figures."""
    as_of: date
    stale_after_days: int
    note: Sentence = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine lets through to all of its volumes together; None: not stated."""

    requests_per_s: float | None = None
    bytes_per_s: float | None = None
    type: Word | None = None
    """As stated; a figure that was stated goes before that of the type."""
    said: Sentence = ""
    """What the catalogue says of the type."""

    @property
    def stated(self) -> bool:
        return self.requests_per_s is not None or self.bytes_per_s is not None


@dataclass(frozen=True, slots=True)
class Volume:
    """One volume as it is ordered, or several of one kind and size that ASM stripes over; the figures are of all together."""

    model: VolumeModel
    bytes: int
    requests_per_s: float
    bytes_per_s: float
    """Infinite where no source gives a limit."""
    count: int = 1


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
class Prices:
    """What is paid today, and for the rivals of a volume; a month each, in the currency of the volumes. None: nobody said."""

    today_gib: float | None = None
    """Of a GiB of today's storage."""
    today_from: Word = ""
    """Whose price it is, where it was not typed: that of a kind of the catalogue."""
    memory_gib: float | None = None
    disk: float | None = None
    """Of one more disk like today's."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked: a budget a month, DB time that must go, or neither."""

    budget: float | None = None
    less_db_time: float | None = None
    """Part of today's DB time, 0 to 1."""
    count: int = 1
    """Volumes of each kind, side by side."""
    prices: Prices = Prices()


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

    count: int
    """The figures are of all of them together."""
    bytes: int
    """To order: what moves, and what is kept free."""
    freed_bytes: int
    """What moves, and so is free on today's storage."""
    moves: int
    requests_per_s: float | None
    bytes_per_s: float | None
    """To order; None where no source gives a limit."""
    month: float | None
    """Price; None where a price is not known."""
    freed_month: float | None
    """What the room that becomes free costs today; None where nobody said. Saved only where it can be given back."""
    net_month: float | None
    """The one less the other; None where one of them is not known."""
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
    unpriced: str = ""
    """Which prices the catalogue has not, and how to give them."""


RivalName = Literal["memory", "disks"]


@dataclass(frozen=True, slots=True)
class Rival:
    """What else could be bought, forecast like a volume."""

    name: RivalName
    title: Word
    amount: float | None
    """GiB of memory or disks to buy; None where that is not known."""
    response_ratio: Range | None
    """None where nothing says what it would change."""
    month: float | None
    """Price; None where nobody said it, or how much is bought is not known."""
    text: Sentence = ""


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
    rivals: tuple[Rival, ...]
    prices: Prices
    prices_as_of: Sentence
    """How old limits and prices are, and what kind of prices."""
    throttled: str = ""
    """What holds today's storage back, and so perhaps a new volume; empty where nothing is seen to."""
    schema: str = "segtier.volumes/2"
