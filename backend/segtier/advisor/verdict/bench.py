"""What the rules look at, how a verdict is said, and where DB time weighs most."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.advisor.case import Case
from segtier.analysis.words import LEAST_NAMED, pct
from segtier.model.advice import Bottleneck, OptionAdvice, Verdict
from segtier.model.forecast import Ceiling
from segtier.model.option import NONE, OptionName, Recommendation
from segtier.model.profile import READ_DEMANDS, UNNAMED_IO

MOSTLY_CPU = 0.5


@dataclass(frozen=True, slots=True)
class Bench:
    """What the rules look at."""

    case: Case
    options: tuple[OptionAdvice, ...]
    ceiling: Ceiling

    def share(self, *kinds: str) -> float:
        return self.case.profile.share(*kinds)

    @property
    def unexplained(self) -> float:
        return self.case.profile.unexplained_per_s / self.case.profile.db_time_per_s

    @property
    def at_most(self) -> str:
        most = max(self.ceiling.db_time_pct / 100, LEAST_NAMED)
        return f"infinitely fast storage would take at most {pct(most)} off DB time"

    def option(self, name: OptionName) -> OptionAdvice:
        return next(option for option in self.options if option.option == name)


def say(
    bench: Bench,
    bottleneck: Bottleneck,
    recommendation: Recommendation,
    text: str,
    option: OptionName = NONE,
    move: bool = False,
) -> Verdict:
    ceiling = bench.ceiling
    return Verdict(bottleneck, recommendation, text, ceiling.throughput_ratio, ceiling.db_time_pct, option, move)


def computing(bench: Bench) -> float:
    """CPU as a part of DB time where it is the greater half, else 0: then the verdict is about CPU, not about reads."""
    share = bench.case.profile.cpu_per_s / bench.case.profile.db_time_per_s
    return share if share >= MOSTLY_CPU else 0.0


def largest(bench: Bench) -> Bottleneck:
    """The bottleneck by weight of DB time."""
    profile = bench.case.profile
    weights: dict[Bottleneck, float] = {
        "storage-read": bench.share(*READ_DEMANDS, "temp-read", "cell-read", UNNAMED_IO),
        "storage-write": bench.share("direct-write", "temp-write", "log-stall", "write-stall"),
        "commit": bench.share("commit"),
        "cpu": profile.cpu_per_s / profile.db_time_per_s,
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
