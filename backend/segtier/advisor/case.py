"""Everything one advice is made from, prepared once and passed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property

from segtier.advisor.users import users_that_do_not_fit
from segtier.analysis.counters import ChosenCounters, beside_the_hour, choose_counters, of_known_containers
from segtier.analysis.coverage import listed_coverage
from segtier.analysis.direct_reads import said_of_untold
from segtier.analysis.events import is_possible
from segtier.analysis.facts import Facts
from segtier.analysis.input_warnings import input_warnings
from segtier.analysis.inputs import Given, as_reports, sort_inputs
from segtier.analysis.intervals import Slot, sort_intervals
from segtier.analysis.known_facts import KnownFacts
from segtier.analysis.latencies import Latencies
from segtier.analysis.merge import figures_of, merge_slots, unnamed_of
from segtier.analysis.of_instances import of_instances, perhaps_others, said_of_chosen
from segtier.analysis.profile import build_profile, profile_of
from segtier.analysis.report import Report
from segtier.analysis.same_database import check_one_database
from segtier.analysis.segment_names import with_named
from segtier.analysis.segments import segment_table, with_no_less_than
from segtier.analysis.sizes import sizes_differ, whose_is_unknown
from segtier.analysis.sound import unsound
from segtier.analysis.storage.classes import FAST_INTERVALS
from segtier.analysis.storage.own_times import own_times, samples
from segtier.analysis.throttle import throttle_of
from segtier.analysis.timeline import choose_window
from segtier.analysis.two_periods import two_periods
from segtier.dataclass import dataclass
from segtier.errors import NotUsable
from segtier.forecast import Basis
from segtier.forecast.read_latency import read_latency_us
from segtier.forecast.today import TIME
from segtier.model.device import Media, StorageGroup, StorageToday, Tier
from segtier.model.evidence import Warn
from segtier.model.inventory import Inventory
from segtier.model.profile import ALREADY_FAST_US, CountedBy, Profile, SegmentLoad, SegmentTable
from segtier.model.request import AdviceRequest
from segtier.model.timeline import Timeline
from segtier.model.workload import SegmentKey, Workload
from segtier.oracle.gates import engineered
from segtier.question.sets import read_set


@dataclass(frozen=True)
class Case:
    request: AdviceRequest
    facts: Facts
    timeline: Timeline
    storage: StorageToday
    warnings: tuple[Warn, ...]
    known: KnownFacts
    """What the inventories say of segments."""
    inventories: tuple[Inventory, ...] = ()
    hours: tuple[Report, ...] = ()
    """The reports of the window, each by itself."""
    slots: tuple[Slot, ...] = ()
    """All intervals, in order of time."""
    counters: ChosenCounters = ChosenCounters()
    latencies: Latencies = field(default_factory=Latencies)
    """Of the reports of the window."""

    @property
    def workload(self) -> Workload:
        """All intervals merged."""
        return self.facts.workload

    @property
    def profile(self) -> Profile:
        return self.facts.profile

    @property
    def segments(self) -> SegmentTable:
        return self.facts.segments

    @cached_property
    def on_flash_today(self) -> tuple[SegmentLoad, ...]:
        """Segments that lie on flash already, as stated."""
        return tuple(load for load in self.segments.loads if load.on_flash)

    @cached_property
    def basis(self) -> Basis:
        """What all forecasts start from."""
        request = self.request
        return Basis(
            profile=self.profile,
            tier=request.tier,
            storage=self.storage,
            sampled=samples(self.workload).tell_segments,
            users=request.users,
            load=request.load,
            draws=request.draws,
            seed=request.seed,
            pinned=dict(request.assumed),
        )

    @cached_property
    def over_tiers(self) -> Basis:
        """The same, with the further tiers that segments may go to."""
        further = tuple(one.tier for one in self.request.further_tiers)
        return replace(
            self.basis,
            further=further,
            storage=self.storage.beside([self.request.tier.read_us, *(t.read_us for t in further)]),
        )

    @cached_property
    def own_times(self) -> dict[SegmentKey, float]:
        """Of segments that samples of sessions tell apart: their read time, times what their tablespaces' say."""
        today, times = self.basis.today, self.storage.read_times
        if not self.workload.segment_waits or not today.apart or times is None:
            return {}
        by_files = {
            load.key: max((load.read_requests_per_s or 0.0) - load.direct_read_requests_per_s, 0.0)
            * float(today.weights(load.key[0], load.tablespace)[:, TIME].sum())
            for load in self.segments.loads
        }
        return own_times(self.workload, by_files, times.error)

    @property
    def rac(self) -> bool:
        return self.workload.database.rac is True

    def reaches(self, tier: Tier) -> bool:
        """Every node of a cluster sees it, so files of the database can lie there; of engineered storage nobody asks who does."""
        database = self.workload.database
        return not self.rac or tier.shared or engineered(database) is not None

    @property
    def capacity_bytes(self) -> int:
        """What a placement may fill: usable bytes less the headroom."""
        return int(self.request.tier.usable_bytes * self._filled)

    def flash_for(self, placed_bytes: int) -> float:
        """Usable bytes of an SSD that holds so many and the headroom."""
        return placed_bytes / self._filled

    @property
    def _filled(self) -> float:
        """The part of the flash a placement may fill."""
        return 1 - self.request.headroom_pct / 100


def build_case(given: Sequence[Given], inventories: Sequence[Inventory], request: AdviceRequest) -> Case:
    """Merge, profile and rank.

    Raises NotUsable where no interval with DB time is among them, Refused where they are of several databases.
    """
    everything = as_reports(given)
    reports = of_instances(everything, request.instances)
    check_one_database(reports, inventories)
    inputs = sort_inputs(reports)
    intervals = inputs.intervals
    if not intervals:
        raise NotUsable(
            "there is no report among the inputs, only segment counters or sizes",
            code="no-interval",
            advice="Add at least one AWR report of a busy hour of the same database.",
        )
    slots, warnings = sort_intervals(intervals, inputs.instances)
    chosen, timeline = choose_window(slots, request.window, request.hours)
    timeline = replace(timeline, notes=(*said_of_chosen(everything, reports), *timeline.notes))
    latencies = Latencies()
    merged = merge_slots(chosen, latencies)
    profile = build_profile(merged, unnamed_of(chosen))
    counters = choose_counters(inputs.exports, merged.interval)
    counters = of_known_containers(beside_the_hour(counters, merged), merged)
    counted = () if counters.workload is None else counters.workload.segments
    known = KnownFacts(inventories, (row.key for row in (*merged.segments, *counted)))
    storage = latencies.storage.found(request.storage_today)
    if any(one.guess == "fast-here" for station in storage.stations for one in station.classes):
        for slot in _witnesses(slots, chosen):
            latencies.storage.witness(figures_of(slot))
        storage = latencies.storage.found(request.storage_today)
    if not storage.groups:
        storage = replace(storage, groups=infer_storage(profile).groups)
    alone = len(merged.instances) < 2 and sum(len(slot.reports) for slot in chosen) == 1
    table = segment_table(merged, counters, known, profile, storage.tablespaces_on_flash, alone=alone)
    table = with_named(table, [name for text in request.sets for name in read_set(text).names], known)
    profile = with_no_less_than(table.loads, profile)
    listed_reads, listed_writes = listed_coverage(merged)
    lengths = [w.interval.elapsed_s for w in intervals if w.interval.elapsed_s]
    used = [point for point in timeline.points if point.used]
    throttle = throttle_of(merged, profile, timeline.points, used, request.machine)
    facts = Facts(
        merged,
        profile,
        table,
        len(chosen),
        max(lengths, default=None),
        listed_reads,
        listed_writes,
        throttle,
        _unsound(slots, chosen),
    )
    return Case(
        request,
        facts,
        timeline,
        storage,
        _warnings(
            merged,
            profile,
            (
                *input_warnings((*reports, *inventories)),
                *sizes_differ(inventories),
                *whose_is_unknown(known.sizes),
                *inputs.warnings,
                *warnings,
                *(() if request.instances else perhaps_others(slots, inputs.instances)),
                *two_periods(timeline.points),
                *counters.warnings,
                *users_that_do_not_fit(request.users, profile),
                *said_of_untold(table.loads),
                *_not_there(storage, table, latencies.storage.unmatched(storage)),
            ),
        ),
        known=known,
        inventories=tuple(inventories),
        hours=tuple(report for slot in chosen for report in slot.reports),
        slots=slots,
        counters=counters,
        latencies=latencies,
    )


def hour_of(case: Case, slot: Slot) -> Case | None:
    """The same case as if its window were this interval alone; None where that holds no DB time."""
    if slot.lacking:
        return None
    merged = figures_of(slot)
    try:
        profile = build_profile(merged, unnamed_of([slot]))
    except NotUsable:
        return None
    alone = len(merged.instances) < 2 and len(slot.reports) == 1
    flash = case.storage.tablespaces_on_flash
    table = segment_table(merged, case.counters, case.known, profile, flash, alone=alone)
    profile = with_no_less_than(table.loads, profile)
    return replace(case, facts=replace(case.facts, workload=merged, profile=profile, segments=table, intervals=1))


def own_hour_of(case: Case, slot: Slot) -> Case | None:
    """The same by the interval's own lists: counters of another time are in every hour alike."""
    return hour_of(replace(case, counters=ChosenCounters()), slot)


def _unsound(slots: Sequence[Slot], chosen: Sequence[Slot]) -> tuple[str, ...]:
    """Why some of the chosen are none to stand on."""
    used = set(map(id, chosen))
    places = {place: profile_of(slot) for place, slot in enumerate(slots) if id(slot) in used}
    return tuple(unsound(slots, {place: one for place, one in places.items() if one is not None}).values())


def _witnesses(slots: Sequence[Slot], chosen: Sequence[Slot]) -> Sequence[Slot]:
    """A few of the other intervals, evenly over time: whether a place that reads fast always does."""
    counted = set(map(id, chosen))
    others = [slot for slot in slots if id(slot) not in counted]
    few = 2 * FAST_INTERVALS
    return others if len(others) <= few else [others[at * len(others) // few] for at in range(few)]


def infer_storage(profile: Profile) -> StorageToday:
    """Today's storage as one group: disks where single blocks take over 4 ms, flash or array cache below 1 ms."""
    latency = profile.demand("single-block-read").latency_us or read_latency_us(profile)
    media: Media = "unknown"
    if latency is not None and latency >= 4_000:
        media = "hdd"
    elif latency is not None and latency < ALREADY_FAST_US:
        media = "cached-array"
    return StorageToday((StorageGroup("storage", media=media, inferred=True),))


def _not_there(storage: StorageToday, table: SegmentTable, unmatched: Sequence[str]) -> Iterator[Warn]:
    """What was stated of tablespaces and files that no input shows."""
    stated = {name.upper() for group in storage.groups if group.media == "flash" for name in group.tablespaces}
    unknown = sorted(stated - {(load.tablespace or "").upper() for load in table.loads})
    if unknown:
        text = f"Stated as on SSD today, but the inputs have no segment there: {', '.join(unknown[:3])[:300]}."
        yield Warn("no-segment-on-flash", text)
    if unmatched:
        yield Warn(
            "no-such-file",
            f"Stated for today's storage, but no file in the inputs begins like this: {', '.join(unmatched[:3])[:300]}.",
        )


_NOT_COUNTED: dict[CountedBy, str] = {
    "waits": "The inputs do not count read requests; Segtier counts each read that sessions waited for as one.",
    "blocks": "The inputs do not count read requests; Segtier counts each block read as one.",
}


def _warnings(merged: Workload, profile: Profile, found: tuple[Warn, ...]) -> tuple[Warn, ...]:
    below_zero = [row.event for row in merged.wait_events if not is_possible(row)]
    if below_zero:
        text = f"{', '.join(below_zero[:3])}: negative waits or time; skipped."
        found = (*found, Warn("impossible-wait", text))
    if profile.reads_counted_by in _NOT_COUNTED:
        found = (*found, Warn("requests-not-counted", _NOT_COUNTED[profile.reads_counted_by]))
    if merged.interval.elapsed_s:
        return found
    untold = (
        "The inputs do not say how long the interval was, so rates are not known; "
        "Segtier assumes an hour to judge full CPUs and devices."
    )
    return (*found, Warn("elapsed-unknown", untold))
