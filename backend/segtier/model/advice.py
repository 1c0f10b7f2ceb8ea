"""The advice document (`segtier.advice/2`): the whole story, from where the time goes to what to do about it."""

from __future__ import annotations

from dataclasses import field, fields, replace
from datetime import datetime
from typing import Any, Literal, TypeVar, assert_never, cast, get_args

from segtier.dataclass import dataclass
from segtier.model.demand import DemandName
from segtier.model.device import StorageToday, Tier, TierFigure
from segtier.model.document_kind import DocumentKind
from segtier.model.evidence import Evidence, Warn
from segtier.model.forecast import Assumption, EventAfter, LoadLimit, LoadPoint, Range
from segtier.model.latency import LatencyHistogram
from segtier.model.load_profile import LoadRow
from segtier.model.names import ObjectName, Sentence, Word
from segtier.model.option import COMBINATION, SPECS, TIERS, OptionName, Spec
from segtier.model.placement import BestSegments, Frontier, SolverMethod
from segtier.model.tier_answer import TierAnswer
from segtier.model.timeline import HoursUsed, Timeline
from segtier.model.verdict import Blocker, NotKnown, OptionState, Verdict
from segtier.model.workload import Database
from segtier.units import GIB

Severity = Literal["info", "warning", "critical"]
Grade = Literal["A", "B", "C", "D"]


@dataclass(frozen=True, slots=True)
class Input:
    file: str | None
    sha256: str | None
    kind: DocumentKind
    begin_time: datetime | None = None
    end_time: datetime | None = None
    elapsed_s: float | None = None


@dataclass(frozen=True, slots=True)
class TimeSlice:
    """A part of DB time per hour of elapsed time: CPU, a wait class, or the unexplained rest."""

    name: str
    """DB CPU | a wait class | unexplained"""
    time_s_per_hour: float | None
    """None, as all rates, where nothing says how long the interval was."""
    db_time_pct: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class DbTime:
    """DB time and its parts. `double_counted_s_per_hour` > 0 where the parts exceed DB time (CPU counted under waits)."""

    db_time_s_per_hour: float | None
    average_active_sessions: float | None
    slices: tuple[TimeSlice, ...] = ()
    double_counted_s_per_hour: float | None = 0.0
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class TopEvent:
    event: str
    wait_class: str | None
    demand: DemandName
    helped_by: tuple[OptionName, ...]
    """Options that can shorten it and whose gain can be counted on; empty = none. Waits for locks: as far as their holders wait
    for storage, which no report tells.
    """
    waits_per_hour: float | None
    time_s_per_hour: float | None
    avg_wait_us: float | None
    db_time_pct: float | None
    below_1ms_pct: float | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class TopStatement:
    """A statement of the reports' lists of those that read most. Shares are not disjoint: a block's holds its statements'."""

    sql_id: str
    """Of Statspack the old hash value, digits only."""
    pdb: str | None
    module: str | None
    plsql: bool | None
    """A PL/SQL block or call: what the statements it calls read is counted with it."""
    physical_reads_blocks_per_hour: float | None
    reads_share: float | None
    """Of the instance's physical reads, 0 to 1; of several intervals the least it can be. None: the total is not known."""
    executions_per_hour: float | None
    reads_per_execution: float | None
    elapsed_s_per_hour: float | None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    severity: Severity
    text: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Quality:
    grade: Grade
    coverage: dict[str, float | None] = field(default_factory=dict)
    """physical_reads, physical_writes: I/O of the segments named / the instance's, None where the total is not known."""
    reasons: tuple[str, ...] = ()
    meaning: str = ""
    """What the grade says, in words."""
    coverage_of: Literal["listed", "export"] = "listed"
    """listed: the segments a report's lists name; export: all that a counter export or a bundle counts."""


MOVES_NONE = "This option moves no segment."
NAMED = "Moves with this option."
NOT_NAMED = "Not in this option."


@dataclass(frozen=True, slots=True)
class RankedSegment:
    """One segment in the order of its worth. Rates are per hour of the interval; None is unknown, not zero."""

    pdb: str | None
    owner: str
    name: str
    subobject: str | None
    type: str | None
    tablespace: str | None
    size_bytes: int | None
    physical_read_requests_per_hour: float | None
    physical_write_requests_per_hour: float | None
    physical_reads_blocks_per_hour: float | None
    physical_writes_blocks_per_hour: float | None
    requests_estimated: bool
    """True: the report has blocks only; requests follow from the instance's blocks per request."""
    io_share: float | None
    read_write_ratio: float | None
    benefit_s_per_hour: float | None
    benefit_density_s_per_hour_per_gib: float | None
    movable: bool
    included: bool
    reason: str
    benefit_low_s_per_hour: float | None = None
    benefit_high_s_per_hour: float | None = None
    """The ends of what it saves, P10 and P90; None where the best segments are not forecast."""
    rank: int = 0
    """From 1, by what it saves."""
    options: tuple[OptionName, ...] = ()
    """Those that move it."""
    reason_beside: str = ""
    """Why it is in or out of the combination, where that is another reason."""
    evidence: tuple[Evidence, ...] = ()
    fast_today: bool = False
    """Reads where it lies take no longer than from the SSD, as far as their times are told apart: moving it saves nothing."""
    lies: Word | None = None
    """Where further tiers are asked for: the tier it lies on today, else the place that holds its tablespace; None: not known."""
    tier: Word | None = None
    """Over several tiers the one it is on then; None: on none of them."""
    tier_reason: Sentence = ""
    """Why it goes there, or stays where it is."""
    tier_rank: int | None = None
    """From 1, by what it saves over the tiers."""
    tier_benefit_s_per_hour: float | None = None
    """What it saves there; of one that stays, what it would save on the tier where that is most."""
    tier_benefit_low_s_per_hour: float | None = None
    tier_benefit_high_s_per_hour: float | None = None

    def placed(self, option: OptionName) -> RankedSegment:
        """The same with its place in that option, why, and over several tiers what it saves there."""
        included = option in self.options
        row = replace(self, included=included, reason=self._reason(SPECS[option], included))
        if option != TIERS or self.tier_rank is None:
            return row
        return replace(
            row,
            rank=self.tier_rank,
            benefit_s_per_hour=self.tier_benefit_s_per_hour,
            benefit_low_s_per_hour=self.tier_benefit_low_s_per_hour,
            benefit_high_s_per_hour=self.tier_benefit_high_s_per_hour,
            benefit_density_s_per_hour_per_gib=self.tier_density_s_per_hour_per_gib,
        )

    @property
    def tier_density_s_per_hour_per_gib(self) -> float | None:
        benefit, size = self.tier_benefit_s_per_hour, self.size_bytes
        return benefit / (size / GIB) if benefit is not None and size else None

    def _reason(self, spec: Spec, included: bool) -> str:
        if spec.name == COMBINATION:
            return self.reason_beside or self.reason
        if spec.name == TIERS:
            return self.tier_reason or self.reason
        if not spec.places_data:
            return MOVES_NONE
        if spec.chooses or not self.movable or included == self.included:
            return self.reason
        return NAMED if included else NOT_NAMED


@dataclass(frozen=True, slots=True)
class FlashCacheUse:
    """Segments by STORAGE (FLASH_CACHE ...), the first of them by name; all others are DEFAULT."""

    keep: tuple[ObjectName, ...]
    keep_count: int
    keep_bytes: int
    none: tuple[ObjectName, ...]
    none_count: int


@dataclass(frozen=True, slots=True)
class FlashCachePoint:
    """A size of one instance's cache beside the others."""

    size_bytes: int
    metadata_bytes: int
    hit_ratio: Range
    response_ratio: float | None
    """Expected, at the same work; None where today's work cannot be carried."""


@dataclass(frozen=True, slots=True)
class FlashCacheSkip:
    """Blocks that left the buffer cache and were not taken in, by reason."""

    reason: str
    """As the statistic has it."""
    per_s: float


@dataclass(frozen=True, slots=True)
class FlashCacheInUse:
    """What the inputs show of today's; each None where they do not."""

    size_bytes: int | None
    """Of the instance with the largest."""
    hits_per_s: float | None
    """Of all instances, in the hours used."""
    hit_share: float | None
    """Of the reads through the buffer cache, 0 to 1."""
    inserts_per_s: float | None = None
    """Blocks taken in."""
    evictions_per_s: float | None = None
    """Blocks that left it, for whatever reason."""
    skipped: tuple[FlashCacheSkip, ...] = ()
    """Blocks that it might have taken in, the most frequent reason first."""
    stays_s: float | None = None
    """How long a block stays at most: its size over what comes in."""
    stalled_pct: float | None = None
    """Of DB time, in free buffer waits: sessions wait for DBWR, which fills it too."""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FlashCacheSizing:
    """Size for one instance; metadata is taken from the buffer cache."""

    size_bytes: int
    metadata_bytes: int
    hit_ratio: Range
    buffer_cache_bytes: int
    use: FlashCacheUse
    in_use: FlashCacheInUse | None = None
    """None where the inputs show no flash cache."""


@dataclass(frozen=True, slots=True)
class Moves:
    """How many segments an option moves and leaves, and their bytes (None where a size is missing)."""

    segments: int
    left: int
    bytes: int | None


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option beside the others."""

    option: OptionName
    title: str
    feasible: bool
    not_known: NotKnown | None = None
    """What is said instead of a forecast."""
    state: OptionState = "no-gain"
    state_text: str = ""
    """The state in a few words."""
    blocked_by: tuple[Blocker, ...] = ()
    used_bytes: int | None = None
    """None: not known because a size is missing."""
    moves: Moves | None = None
    """The segments it moves; None where it moves none by name."""
    response_ratio: Range | None = None
    db_time_saved_s_per_hour: Range | None = None
    throughput_ratio: Range | None = None
    ranges_only: bool = False
    """True: less than half of the reads are of segments with a name, so low and high count and `expected` promises nothing."""
    limited_by: str = ""
    limited_by_text: str = ""
    parts: tuple[OptionName, ...] = ()
    endurance_years: float | None = None
    cost: float | None = None
    """What the flash costs, in the currency the price was given in; None where no price was given."""
    cost_per_txn_per_s: float | None = None
    """Cost of each transaction per second gained; None without a price, transactions or a gain."""
    load_limit: LoadLimit | None = None
    """How many users it carries; None where nothing is forecast."""
    flash_cache: FlashCacheSizing | None = None
    dominant_input: str | None = None
    notes: tuple[str, ...] = ()
    """What fewer moves, the constraints asked for, and more flash would change; a sentence each."""
    worth_it: bool = False
    """The gain is clear of zero over the whole range and material."""
    worth_text: str = ""


@dataclass(frozen=True, slots=True)
class OptionAdvice(OptionLine):
    """An option in depth."""

    wait_events_after: tuple[EventAfter, ...] = ()
    load_curve: tuple[LoadPoint, ...] = ()
    flash_cache_curve: tuple[FlashCachePoint, ...] = ()
    """By size; the size advised is one of them."""
    assumptions: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class SolverReport:
    """How good the placement of the best segments is. The first four of the linear problem at its own point, which is what is
    proved; the full model is no more than met there.
    """

    method: SolverMethod
    """exact: no placement gains more by the slopes at this one."""
    gap: float
    """At most this part of the bound is missing."""
    greedy_gap: float
    """The same of the choice by density alone."""
    bound_s_per_hour: float | None = None
    saved_s_per_hour: float | None = None
    """By the full model, the median at the same work."""
    rest_s_per_hour: float | None = None
    """What the option saves more than its segments' own parts add up to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What an advice says on its first page, however large the database and however many the reports."""

    database: Database
    storage_today: StorageToday
    devices: tuple[Tier, ...]
    verdict: Verdict
    findings: tuple[Finding, ...]
    quality: Quality
    db_time: DbTime
    top_events: tuple[TopEvent, ...]
    options: tuple[OptionLine, ...]
    solver: SolverReport | None
    tiers: TierAnswer | None = None
    """None where nobody asked for further tiers."""
    best_segments: BestSegments | None = None
    """None where no segment with a known size saves anything."""
    warnings: tuple[Warn, ...] = ()
    """The first of them; `Sources` has them all."""
    warnings_total: int = 0
    interval_hours: float | None = None
    hours: HoursUsed | None = None
    """Which of the inputs' hours it is made from."""
    statements: tuple[TopStatement, ...] = ()
    """Those that read most, first, as far as there is room; empty where no report lists them. `Sources` has them all."""
    statements_total: int = 0
    segments_ranked: int = 0
    segments_sized: int = 0
    engine_version: str = ""
    schema: str = "segtier.advice/2"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionDetails:
    """The options in depth: assumptions, wait events and load curve of each."""

    options: tuple[OptionAdvice, ...]
    wait_events_today: tuple[EventAfter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What the answer is made from, and what speaks against it."""

    inputs: tuple[Input, ...]
    flash: tuple[TierFigure, ...] = ()
    """Figures of the flash at hand, measured or a data sheet's."""
    timeline: Timeline | None = None
    warnings: tuple[Warn, ...] = ()
    statements: tuple[TopStatement, ...] = ()
    latencies: tuple[LatencyHistogram, ...] = ()
    """Of the events that storage decides, the heaviest first; without those that no report used has a histogram of."""
    load_profile: tuple[LoadRow, ...] = ()
    """Empty where no report used prints one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierPiece:
    """What the best segments save for every amount of flash."""

    frontier: Frontier | None = None
    """None where no segment with a known size may move."""


_MOST_LISTED, _MOST_PLACES = 5, 2
"""In a summary: warnings and statements; places of a figure, which an average of a month has in each of its reports."""


Piece = Literal["summary", "options", "frontier", "sources"]
PIECES: tuple[Piece, ...] = get_args(Piece)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice(Summary):
    """The whole answer. It is given out in pieces; each is a part of its fields."""

    options: tuple[OptionAdvice, ...]
    wait_events_today: tuple[EventAfter, ...] = ()
    inputs: tuple[Input, ...]
    flash: tuple[TierFigure, ...] = ()
    timeline: Timeline | None = None
    latencies: tuple[LatencyHistogram, ...] = ()
    load_profile: tuple[LoadRow, ...] = ()
    frontier: Frontier | None = None
    segments: tuple[RankedSegment, ...]
    """By what they save."""

    @property
    def summary(self) -> Summary:
        return replace(
            narrowed(Summary, self),
            options=tuple(narrowed(OptionLine, option) for option in self.options),
            warnings=self.warnings[:_MOST_LISTED],
            storage_today=self.storage_today.in_short,
            statements=_with_few_places(self.statements[:_MOST_LISTED]),
            findings=_with_few_places(self.findings),
            top_events=_with_few_places(self.top_events),
            db_time=replace(
                self.db_time,
                evidence=self.db_time.evidence[:_MOST_PLACES],
                slices=_with_few_places(self.db_time.slices),
            ),
        )

    def placed(self, option: OptionName) -> list[RankedSegment]:
        """The segments as that option places them, by what they save there."""
        return sorted((row.placed(option) for row in self.segments), key=lambda row: row.rank)

    @property
    def details(self) -> OptionDetails:
        return narrowed(OptionDetails, self)

    @property
    def sources(self) -> Sources:
        return narrowed(Sources, self)

    def piece(self, name: Piece) -> Summary | OptionDetails | FrontierPiece | Sources:
        match name:
            case "summary":
                return self.summary
            case "options":
                return self.details
            case "frontier":
                return narrowed(FrontierPiece, self)
            case "sources":
                return self.sources
            case _:
                assert_never(name)

    @classmethod
    def of(
        cls,
        summary: Summary,
        details: OptionDetails,
        frontier: FrontierPiece,
        sources: Sources,
        segments: tuple[RankedSegment, ...],
    ) -> Advice:
        parts = (summary, details, frontier, sources)
        return cls(**{name: value for part in parts for name, value in _fields(part).items()}, segments=segments)


T = TypeVar("T")


def _with_few_places(rows: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(replace(cast(Any, row), evidence=cast(Any, row).evidence[:_MOST_PLACES]) for row in rows)


def narrowed(piece: type[T], whole: Any) -> T:
    """The piece that holds some of the fields of `whole`."""
    return piece(**{one.name: getattr(whole, one.name) for one in fields(cast(Any, piece))})


def _fields(piece: Any) -> dict[str, Any]:
    return {one.name: getattr(piece, one.name) for one in fields(piece)}
