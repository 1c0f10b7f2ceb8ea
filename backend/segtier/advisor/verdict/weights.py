"""How much of DB time each cause takes: the largest leads the answer."""

from __future__ import annotations

from collections.abc import Callable

from segtier.advisor.verdict.bench import Bench
from segtier.model.demand import DemandName
from segtier.model.profile import READ_DEMANDS, STORAGE_DEMANDS, STORAGE_WAITS, UNNAMED_IO
from segtier.model.verdict import Cause


def weight(bench: Bench, cause: Cause) -> float:
    """Part of DB time, 0 to 1; 0 for what is no cause."""
    return _WEIGHTS[cause](bench) if cause in _WEIGHTS else 0.0


def _of(*demands: DemandName) -> Callable[[Bench], float]:
    return lambda bench: bench.share(*demands)


def _cpu(bench: Bench) -> float:
    return bench.case.profile.cpu_share


def _parsing(bench: Bench) -> float:
    """Most of it is CPU: it says what the CPU does, so it weighs no less."""
    return max((bench.case.profile.parse_pct or 0.0) / 100, _cpu(bench))


def _queue(bench: Bench) -> float:
    """Much time that no wait counts is a queue for the CPUs: it says what the CPUs do, so it weighs no less."""
    return max(bench.unexplained, _cpu(bench))


def _cpu_full(bench: Bench) -> float:
    """On full CPUs the waits for storage have CPU in them."""
    return max(_cpu(bench), bench.share(*STORAGE_DEMANDS))


_WEIGHTS: dict[Cause, Callable[[Bench], float]] = {
    "unseen-waits": _of(UNNAMED_IO),
    "scans-unexplained": lambda bench: bench.unexplained,
    "unexplained": _queue,
    "more-cache": _of(*READ_DEMANDS),
    "fast-reads": _of(*READ_DEMANDS),
    "on-flash": _of(*READ_DEMANDS),
    "doubtful-reads": _of(*READ_DEMANDS),
    "locks": _of("locks"),
    "write-stalls": _of("log-stall", "write-stall"),
    "parsing": _parsing,
    "logons": _parsing,
    "cpu": _cpu,
    "cpu-full": _cpu_full,
    "held-back": _of("cpu"),
    "cluster": _of("cluster"),
    "concurrency": _of("concurrency", "parsing"),
    "network": _of("network"),
    "flash-cache-reads": _of("flash-read"),
    "other-waits": _of("other", "other-io"),
    "throttled": _of(*STORAGE_WAITS),
    "engineered": _of(*STORAGE_DEMANDS),
    "commits-elsewhere": _of("commit"),
    "scans": _of("direct-read"),
    "more-pga": _of("temp-read", "temp-write"),
}
