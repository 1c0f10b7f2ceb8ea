"""The one answer: what is the bottleneck, what should be done, in one sentence with its numbers.

Rules in order; the first that holds speaks. Reasons to leave the data where it is come before reasons to move it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from segtier.advisor.case import Case
from segtier.analysis.words import less, ms, pct
from segtier.forecast.calibration import reads_already_fast
from segtier.model.advice import OptionAdvice, Verdict
from segtier.model.forecast import Ceiling
from segtier.model.profile import READ_DEMANDS, STORAGE_DEMANDS
from segtier.units import format_bytes

IDLE_SESSIONS = 0.05
RECOMMENDS = {
    "segments": "move-segments",
    "indexes": "move-segments",
    "all": "move-segments",
    "flash-cache": "flash-cache",
    "redo": "redo",
    "temp": "temp",
}
PREFERRED = ("segments", "indexes", "flash-cache", "redo", "temp", "all")
"""The first of these within GOOD_ENOUGH of the best is taken: less moved for nearly the same gain."""
GOOD_ENOUGH = 0.85


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
        return f"infinitely fast storage would take at most {pct(self.ceiling.db_time_pct / 100)} off DB time"

    def option(self, name: str) -> OptionAdvice:
        return next(option for option in self.options if option.option == name)


def judge(case: Case, options: tuple[OptionAdvice, ...], ceiling: Ceiling) -> Verdict:
    """The verdict of the first rule that holds."""
    bench = Bench(case, options, ceiling)
    for rule in _RULES:
        verdict = rule(bench)
        if verdict is not None:
            return verdict
    return _nothing_stands_out(bench)


def _say(
    bench: Bench, bottleneck: str, recommendation: str, text: str, option: str = "none", move: bool = False
) -> Verdict:
    ceiling = bench.ceiling
    return Verdict(bottleneck, recommendation, text, ceiling.throughput_ratio, ceiling.db_time_pct, option, move)


def _idle(bench: Bench) -> Verdict | None:
    active = bench.case.profile.db_time_per_s
    if active >= IDLE_SESSIONS:
        return None
    text = (
        f"The database is idle: {active:.2g} sessions are active on average, so nothing here says what flash would do."
    )
    return _say(bench, "idle", "not-enough-data", text)


def _locks(bench: Bench) -> Verdict | None:
    share = bench.share("locks")
    if share < 0.25 or share < bench.share(*STORAGE_DEMANDS):
        return None
    worst = bench.case.facts.events("locks")[0]
    storage = bench.share(*STORAGE_DEMANDS)
    text = f"{worst.event} takes {pct(bench.case.facts.event_share(worst))} of DB time: "
    if storage < 0.25:
        text += (
            f"moving data files will not help, because all storage waits together are {pct(storage)}. "
            "Find the sessions that hold the rows first."
        )
    else:
        text += (
            f"solve the locks first and measure again. Storage waits are {pct(storage)} of DB time, "
            "but sessions that queue for a row gain nothing from faster reads."
        )
    return _say(bench, "locks", "tune-first", text)


def _engineered(bench: Bench) -> Verdict | None:
    kind = bench.case.workload.database.engineered
    if kind in (None, "none"):
        return None
    cells = bench.case.profile.demand("cell-read")
    reads = (
        f"cell reads take {ms(cells.latency_us)} and {pct(bench.share('cell-read'))} of DB time"
        if cells.waits_per_s
        else (f"all storage waits together are {pct(bench.share(*STORAGE_DEMANDS))} of DB time")
    )
    text = f"The database runs on {kind} storage, whose cells have flash of their own ({reads}): moving data files will not help."
    return _say(bench, _largest(bench), "do-nothing", text)


def _scans_unexplained(bench: Bench) -> Verdict | None:
    scans = bench.share("direct-read")
    if bench.unexplained < 0.4 or scans < 0.2:
        return None
    profile = bench.case.profile
    flow = profile.direct_read_bytes_per_s
    rate = f" at {flow / 1e6:,.0f} MB/s" if flow else ""
    text = (
        f"{pct(bench.unexplained)} of DB time is unexplained, neither CPU nor a recorded wait; the rest is direct path reads "
        f"({pct(scans)}, {ms(profile.demand('direct-read').latency_us)} a wait{rate}), where bandwidth counts and not latency: "
        "no gain can be promised from this report."
    )
    return _say(bench, "storage-read", "not-enough-data", text)


def _unexplained(bench: Bench) -> Verdict | None:
    reads = bench.share(*READ_DEMANDS, "temp-read", "flash-read", "cell-read")
    if bench.unexplained < 0.4:
        return None
    profile = bench.case.profile
    parse = profile.hard_parse_pct or profile.parse_pct or 0.0
    text = f"{pct(bench.unexplained)} of DB time is in neither CPU nor a wait"
    if parse >= 5:
        kind = "hard parsing" if profile.hard_parse_pct else "parsing"
        first = "sql"
        text += f" and {kind} takes {pct(parse / 100)}: look at parsing first."
    else:
        first = "unknown"
        text += ": look for CPU queueing, paging or a hypervisor first."
    text += f" All reads together are {pct(reads)} of DB time, and {bench.at_most}."
    return _say(bench, first, "tune-first", text)


def _write_side(bench: Bench) -> Verdict | None:
    stalls = bench.share("log-stall", "write-stall")
    if stalls < 0.2 or not (reads_already_fast(bench.case.profile) or stalls > bench.share(*READ_DEMANDS)):
        return None
    facts = bench.case.facts
    worst = facts.events("log-stall", "write-stall")[:2]
    named = " and ".join(f"{row.event} {pct(facts.event_share(row))}" for row in worst)
    redo = bench.option("redo").response_ratio
    may = f" (DB time {less(redo)})" if redo else ""
    reads = bench.case.profile.demand("single-block-read").latency_us
    already = (
        f"reads take {ms(reads)} already, so moving data files will not help"
        if reads_already_fast(bench.case.profile)
        else (f"reads are only {pct(bench.share(*READ_DEMANDS))}")
    )
    text = (
        f"The write side is the bottleneck ({named} of DB time); {already}. "
        f"Redo on its own flash is the option that may gain{may}, and it is not proved by this report."
    )
    return _say(bench, "storage-write", "tune-first", text, option="redo")


def _reads_fast(bench: Bench) -> Verdict | None:
    reads = bench.share("single-block-read", "multi-block-read")
    if not reads_already_fast(bench.case.profile) or reads < 0.15:
        return None
    latency = bench.case.profile.demand("single-block-read").latency_us
    text = (
        f"Reads take {ms(latency)} already, so they come from flash or an array cache: they are {pct(reads)} of DB time, "
        "but another flash device promises nothing for them."
    )
    return _say(bench, "storage-read", "do-nothing", text)


def _cpu(bench: Bench) -> Verdict | None:
    profile = bench.case.profile
    share = profile.cpu_per_s / profile.db_time_per_s
    if share < 0.5 or share < bench.share(*STORAGE_DEMANDS):
        return None
    text = (
        f"CPU is {pct(share)} of DB time, so moving data files will not help much: {bench.at_most}. Tune the SQL first."
    )
    return _say(bench, "cpu", "tune-first", text)


def _parsing(bench: Bench) -> Verdict | None:
    parse = (bench.case.profile.parse_pct or 0.0) / 100
    reads = bench.share(*READ_DEMANDS)
    if parse < 0.3 or parse < reads:
        return None
    text = (
        f"Parsing takes {pct(parse)} of DB time: look at parsing first. All reads together are {pct(reads)}, "
        f"part of them made by parsing, and {bench.at_most}."
    )
    return _say(bench, "sql", "tune-first", text)


def _other_waits(bench: Bench) -> Verdict | None:
    for kinds, bottleneck, what in (
        (("cluster",), "cluster", "blocks sent between instances"),
        (("concurrency", "parsing"), "sql", "latches, hot blocks and shared cursors"),
        (("network",), "mixed", "the network"),
    ):
        share = bench.share(*kinds)
        if share >= 0.3 and share > bench.share(*STORAGE_DEMANDS):
            text = f"{pct(share)} of DB time waits for {what}: moving data files will not help, {bench.at_most}."
            return _say(bench, bottleneck, "tune-first", text)
    return None


def _storage_is_small(bench: Bench) -> Verdict | None:
    share = bench.share(*STORAGE_DEMANDS)
    if share >= 0.10:
        return None
    text = (
        f"Storage is not the bottleneck: all storage waits together are {pct(share)} of DB time, "
        f"and {bench.at_most}. Leave the data where it is."
    )
    return _say(bench, _largest(bench), "do-nothing", text)


def _best_option(bench: Bench) -> Verdict | None:
    useful = [o for o in bench.options if o.worth_it and (o.feasible or _only_sizes_missing(o))]
    if not useful:
        return None
    best = max(_saved(option) for option in useful)
    close = {option.option: option for option in useful if _saved(option) >= GOOD_ENOUGH * best}
    option = close[next(name for name in PREFERRED if name in close)]
    text = f"{_storage_sentence(bench)} {_option_sentence(option)}"
    return _say(bench, _largest_storage(bench), RECOMMENDS[option.option], text, option.option, move=True)


def _only_sizes_missing(option: OptionAdvice) -> bool:
    return option.option == "segments" and len(option.blocked_by) == 1 and option.used_bytes is None


def _saved(option: OptionAdvice) -> float:
    return option.db_time_saved_s_per_hour.expected if option.db_time_saved_s_per_hour else 0.0


def _storage_sentence(bench: Bench) -> str:
    facts = bench.case.facts
    worst = facts.events(*STORAGE_DEMANDS)[0]
    return (
        f"Storage is the bottleneck: {worst.event} takes {pct(facts.event_share(worst))} of DB time at "
        f"{ms(worst.avg_wait_us)} a wait, and {bench.at_most}."
    )


def _option_sentence(option: OptionAdvice) -> str:
    ratio = option.response_ratio
    gain = f"DB time {less(ratio)}" if ratio else "a gain"
    room = f" ({format_bytes(option.used_bytes)})" if option.used_bytes else ""
    if not option.feasible:
        return f"{option.title} promises {gain}, if they fit: add their sizes to have them chosen."
    confirm = any(assumption.name == "server_os" for assumption in option.assumptions)
    only = " It runs on Oracle Linux and Solaris only: confirm yours." if confirm else ""
    return f"{option.title}{room}: {gain} at the same work.{only}"


def _nothing_stands_out(bench: Bench) -> Verdict:
    share = bench.share(*STORAGE_DEMANDS)
    stopped = [o for o in bench.options if o.worth_it and not o.feasible]
    if stopped:
        best = max(stopped, key=_saved)
        text = f"{_storage_sentence(bench)} {best.title} would help, but: {best.blocked_by[0]}"
        return _say(bench, _largest_storage(bench), "do-nothing", text)
    text = (
        f"Storage waits are {pct(share)} of DB time, but no option gains enough to count on over its whole range; "
        f"{bench.at_most}. Leave the data where it is."
    )
    return _say(bench, "mixed", "do-nothing", text)


def _largest(bench: Bench) -> str:
    """The bottleneck by weight of DB time."""
    profile = bench.case.profile
    weights = {
        "storage-read": bench.share(*READ_DEMANDS, "temp-read", "cell-read"),
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


def _largest_storage(bench: Bench) -> str:
    weights = {
        "storage-read": bench.share(*READ_DEMANDS, "temp-read"),
        "storage-write": bench.share("direct-write", "temp-write", "log-stall", "write-stall"),
        "commit": bench.share("commit"),
    }
    return max(weights, key=lambda key: weights[key])


_RULES: tuple[Callable[[Bench], Verdict | None], ...] = (
    _idle,
    _locks,
    _engineered,
    _scans_unexplained,
    _unexplained,
    _write_side,
    _reads_fast,
    _cpu,
    _parsing,
    _other_waits,
    _storage_is_small,
    _best_option,
)
