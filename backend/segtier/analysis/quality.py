"""How far the inputs can be trusted: a grade from A to D, each step down with its reason."""

from __future__ import annotations

from segtier.analysis.coverage import FEW_LISTED, HALF_LISTED, reads_beyond_total
from segtier.analysis.doubt import doubt_of_reads
from segtier.analysis.facts import Facts
from segtier.analysis.figures import statistic_per_s
from segtier.analysis.input_warnings import broken_off, lacks_rows
from segtier.analysis.since_startup import since_start
from segtier.analysis.told import IN_PART, NEEDED
from segtier.analysis.words import ms, pct
from segtier.model.advice import Grade, Quality
from segtier.model.profile import UNNAMED_IO
from segtier.units import S_PER_HOUR

TWO_COUNTS_DIFFER = 1.3
MUCH_UNTOLD = 0.15
"""Of DB time."""
BUSY_READS_PER_S = 20.0
FASTEST_READ_US = 5.0
MANY_WAITS = 1_000
MATTERS = 0.02
"""Of DB time: below it an average may be what it likes."""
SHORTEST_S = 300.0
_GRAVE_STEPS = 2
"""C at most: sections behind a break may be missing that nothing else asks for, or most reads are nobody's."""

GRADES: dict[Grade, str] = {
    "A": "nothing speaks against the data",
    "B": "one weakness; the answer should hold",
    "C": "two weaknesses, or one that is grave; take the figures as rough",
    "D": "three weaknesses or more; take the figures as a hint",
}
_LETTERS = tuple(GRADES)


def grade(facts: Facts) -> Quality:
    """A without a fault, one letter down for each serious reason, two for a grave one, D at the lowest."""
    grave = [*_broken_off(facts), *_unsound(facts), *_few_listed(facts)]
    faults = [
        *grave,
        *_lacking_rows(facts),
        *_missing(facts),
        *_told_in_part(facts),
        *_of_other_time(facts),
        *_sums(facts),
        *_window(facts),
        *_two_counts(facts),
        *_more_than_all(facts),
        *_impossible(facts),
    ]
    minor = [*_coverage(facts), *_long_hour(facts)]
    steps = min(max(len(faults) + (1 if minor else 0), _GRAVE_STEPS if grave else 0), 3)
    letter = _LETTERS[steps]
    return Quality(
        grade=letter,
        coverage={"physical_reads": facts.segments.named_reads, "physical_writes": facts.segments.named_writes},
        coverage_of="listed" if facts.segments.of_other_time else facts.segments.basis,
        reasons=(*faults, *minor),
        meaning=GRADES[letter],
    )


def _broken_off(facts: Facts) -> list[str]:
    said = broken_off(facts.workload)
    return [] if said is None else [said]


def _unsound(facts: Facts) -> list[str]:
    return [f"The figures cannot be right: {reason}." for reason in dict.fromkeys(facts.unsound)]


def _lacking_rows(facts: Facts) -> list[str]:
    if not lacks_rows(facts.workload):
        return []
    return ["Tables of the dump could not be read whole: their figures are not known where rows may be missing."]


def _missing(facts: Facts) -> list[str]:
    if facts.workload.source.kind == "typed":
        return ["Typed figures, not a report."]
    listed = bool(facts.workload.segments) or facts.segments.basis == "export"
    absent = [name for name in NEEDED if not (listed if name == "segments" else getattr(facts.workload, name))]
    unread = {section.name for section in facts.workload.sections if section.state == "unreadable"}
    return [
        f"{NEEDED[name]} could not be read." if NEEDED[name] in unread else f"{NEEDED[name]} is not in the report."
        for name in absent
    ]


def _told_in_part(facts: Facts) -> list[str]:
    return [f"{warn.message}." for warn in facts.workload.warnings if warn.code == IN_PART]


def _of_other_time(facts: Facts) -> list[str]:
    part = facts.segments.of_other_time
    if part < MUCH_UNTOLD:
        return []
    return [
        f"For {pct(part)} of the reads, the segment is known only from counters of another time, not from the hour itself."
    ]


def _sums(facts: Facts) -> list[str]:
    profile = facts.profile
    faults = []
    rest = profile.unexplained_share
    if rest > MUCH_UNTOLD:
        faults.append(f"{pct(rest)} of DB time is unexplained.")
    if (nameless := profile.share(UNNAMED_IO)) > MUCH_UNTOLD:
        faults.append(f"{pct(nameless)} of DB time is in waits without a name.")
    if profile.double_counted_share > 0.05:
        faults.append("CPU and waits exceed DB time.")
    return faults


def _two_counts(facts: Facts) -> list[str]:
    """IOStat and the instance statistics count the same reads; where they differ one of them is wrong."""
    workload = facts.workload
    by_file = [r.read_requests_per_s for r in workload.io_filetypes if not r.filetype.upper().startswith("TOTAL")]
    counted = sum(rate for rate in by_file if rate is not None)
    stated = statistic_per_s(workload, "physical read total IO requests")
    if (
        not by_file
        or not stated
        or stated < BUSY_READS_PER_S
        or 1 / TWO_COUNTS_DIFFER < counted / stated < TWO_COUNTS_DIFFER
    ):
        return []
    return [f"IOStat counts {counted:,.0f} read requests/s, the instance statistics {stated:,.0f}."]


def _more_than_all(facts: Facts) -> list[str]:
    beyond = reads_beyond_total(facts.workload)
    if facts.segments.basis == "export" or beyond is None:
        return []
    listed, total = beyond
    return [f"The listed segments make {listed:,.0f} physical reads, the instance only {total:,.0f}."]


def _impossible(facts: Facts) -> list[str]:
    """Averages that say nothing about a device, and those below the time a CPU needs to ask for a block."""
    doubt = doubt_of_reads(facts.profile)
    faults = [doubt] if doubt and facts.profile.share("single-block-read", "multi-block-read") >= MATTERS else []
    return [
        *faults,
        *(
            f"{row.event} averages {ms(row.avg_wait_us)} over {waits:,} waits, which no device does."
            for row in facts.profile.events_of("single-block-read", "multi-block-read")
            if (waits := round((row.waits_per_s or 0.0) * facts.profile.elapsed_s)) >= MANY_WAITS
            and row.avg_wait_us is not None
            and row.avg_wait_us < FASTEST_READ_US
        ),
    ]


def _window(facts: Facts) -> list[str]:
    if since_start(facts.workload):
        days = facts.profile.elapsed_s / 86_400
        return [f"The figures are averages over {days:.1f} days since start-up: busy hours are lost in them."]
    if facts.longest_interval_s is not None and facts.longest_interval_s > 2 * S_PER_HOUR:
        return [f"A report covers {facts.longest_interval_s / S_PER_HOUR:.1f} hours."]
    if facts.profile.elapsed_s < SHORTEST_S:
        return [f"The reports cover {facts.profile.elapsed_s:.0f} seconds: a moment, not a load."]
    return []


def _long_hour(facts: Facts) -> list[str]:
    longest = facts.longest_interval_s or 0.0
    return (
        [f"A report covers {longest / 60:.0f} minutes; an hour or less is better."] if 3_900 < longest <= 7_200 else []
    )


def _few_listed(facts: Facts) -> list[str]:
    """Four reads of five are of segments without a name: which segments to move is then answered for the fifth alone."""
    seen = facts.segments.named_reads
    if facts.segments.basis == "export" or seen is None or seen >= FEW_LISTED:
        return []
    return [f"{_named(facts, seen)} Which others are worth a move, nobody can tell."]


def _coverage(facts: Facts) -> list[str]:
    """An export names every segment: what it leaves open no further file would tell."""
    seen, counted = facts.segments.named_reads, facts.segments.basis == "export"
    if facts.segments.of_other_time:
        return []
    if seen is None:
        told = counted or reads_beyond_total(facts.workload) is not None
        return [] if told else ["How much of the reads the listed segments make is not known."]
    if seen >= HALF_LISTED or (seen < FEW_LISTED and not counted):
        return []
    return [_named(facts, seen)]


def _named(facts: Facts, seen: float) -> str:
    which = "counted" if facts.segments.basis == "export" else "listed"
    return f"The {which} segments make {pct(seen)} of the physical reads."
