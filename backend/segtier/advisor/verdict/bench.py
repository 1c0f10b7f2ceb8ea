"""What the rules look at, how a verdict is said, and where DB time weighs most."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.verdict.endings import ENDINGS
from segtier.analysis.words import LEAST_NAMED, pct
from segtier.dataclass import dataclass
from segtier.model.advice import OptionAdvice
from segtier.model.demand import DemandName
from segtier.model.forecast import Ceiling, Range
from segtier.model.option import NONE, SPECS, OptionName, Recommendation
from segtier.model.profile import READ_DEMANDS, UNNAMED_IO
from segtier.model.verdict import NEEDS, STATES, Bottleneck, Cause, State, Verdict

MOSTLY_CPU = 0.5
WELL_EXPLAINED = 0.85
"""Of DB time: below it a ceiling says how much it is the ceiling of."""
_STATES: dict[Recommendation, State] = {
    "more-memory": "memory-first",
    "tune-first": "tune-first",
    "do-nothing": "leave",
    "not-enough-data": "not-enough-data",
}


@dataclass(frozen=True, slots=True)
class Bench:
    """What the rules look at."""

    case: Case
    options: tuple[OptionAdvice, ...]
    ceiling: Ceiling

    def share(self, *kinds: DemandName) -> float:
        return self.case.profile.share(*kinds)

    @property
    def unexplained(self) -> float:
        return self.case.profile.unexplained_share

    @property
    def explained(self) -> float:
        """Part of DB time in CPU and in waits that are known by name."""
        return 1 - self.unexplained - self.share(UNNAMED_IO)

    @property
    def at_most(self) -> str:
        most = max(self.ceiling.db_time_pct / 100, LEAST_NAMED)
        said = f"infinitely fast storage would take at most {pct(most)} off DB time"
        return (
            said
            if self.explained >= WELL_EXPLAINED
            else f"{said} as far as the report explains it ({pct(self.explained)})"
        )

    def option(self, name: OptionName) -> OptionAdvice:
        return next(option for option in self.options if option.option == name)


def say(
    bench: Bench,
    cause: Cause,
    bottleneck: Bottleneck,
    headline: str,
    text: str,
    option: OptionName = NONE,
    move: bool = False,
    next_step: str | None = None,
) -> Verdict:
    """The answer with its ending; `move`: the option is the thing to do, at once or when what it needs is there.

    `next_step`: where the report says more of it than the ending can.
    """
    ending, ceiling, advised = ENDINGS[cause], bench.ceiling, bench.option(option)
    recommendation = ending.recommendation or SPECS[option].recommends or "do-nothing"
    state: State = _STATES.get(recommendation, "move" if advised.feasible else "needs")
    missing = [NEEDS[blocker.needs] for blocker in advised.blocked_by if blocker.needs]
    if state == "needs" and missing and next_step is None:
        next_step = f"Add what is missing ({', '.join(dict.fromkeys(missing))}); the answer is then worked out again."
    return Verdict(
        state=state,
        cause=cause,
        bottleneck=bottleneck,
        recommendation=recommendation,
        tag=STATES[state],
        headline=headline,
        text=text,
        next_step=next_step or ending.next_step,
        would_change=ending.would_change,
        ceiling_throughput_ratio=ceiling.throughput_ratio,
        ceiling_db_time_pct=ceiling.db_time_pct,
        ceiling_covers_pct=bench.explained * 100,
        option=option,
        gain=gain_of(advised) if option != NONE else None,
        blocked_by=advised.blocked_by if option != NONE else (),
        move_allowed=move,
    )


def gain_of(option: OptionAdvice) -> Range | None:
    """Part of DB time it takes off at the same work."""
    ratio = option.response_ratio
    return None if ratio is None else Range(1 - ratio.high, 1 - ratio.expected, 1 - ratio.low)


def computing(bench: Bench) -> float:
    """CPU as a part of DB time where it is the greater half, else 0: then the verdict is about CPU, not about reads."""
    share = bench.case.profile.cpu_share
    return share if share >= MOSTLY_CPU else 0.0


def largest(bench: Bench) -> Bottleneck:
    """The bottleneck by weight of DB time."""
    profile = bench.case.profile
    weights: dict[Bottleneck, float] = {
        "storage-read": bench.share(*READ_DEMANDS, "temp-read", "cell-read", UNNAMED_IO),
        "storage-write": bench.share("direct-write", "temp-write", "log-stall", "write-stall"),
        "commit": bench.share("commit"),
        "cpu": profile.cpu_share,
        "locks": bench.share("locks"),
        "cluster": bench.share("cluster"),
        "sql": bench.share("concurrency", "parsing"),
        "unknown": bench.unexplained,
    }
    name = max(weights, key=lambda key: weights[key])
    return name if weights[name] >= 0.25 else "mixed"


def largest_storage(bench: Bench) -> Bottleneck:
    weights: dict[Bottleneck, float] = {
        "storage-read": bench.share(*READ_DEMANDS, "temp-read"),
        "storage-write": bench.share("direct-write", "temp-write", "log-stall", "write-stall"),
        "commit": bench.share("commit"),
    }
    return max(weights, key=lambda key: weights[key])
