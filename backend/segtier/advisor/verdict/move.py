"""The rule that recommends an option, and what is said where none gains enough."""

from __future__ import annotations

from segtier.advisor.verdict.bench import Bench, largest_storage, say
from segtier.analysis.words import less, ms, pct
from segtier.model.advice import OptionAdvice, Verdict
from segtier.model.profile import STORAGE_DEMANDS
from segtier.units import format_bytes

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


def best_option(bench: Bench) -> Verdict | None:
    useful = [o for o in bench.options if o.worth_it and (o.feasible or _only_sizes_missing(o))]
    if not useful:
        return None
    best = max(_saved(option) for option in useful)
    close = {option.option: option for option in useful if _saved(option) >= GOOD_ENOUGH * best}
    option = close[next(name for name in PREFERRED if name in close)]
    text = f"{_storage_sentence(bench)} {_option_sentence(option)}"
    return say(bench, largest_storage(bench), RECOMMENDS[option.option], text, option.option, move=True)


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


def nothing_stands_out(bench: Bench) -> Verdict:
    share = bench.share(*STORAGE_DEMANDS)
    stopped = [o for o in bench.options if o.worth_it and not o.feasible]
    if stopped:
        best = max(stopped, key=_saved)
        text = f"{_storage_sentence(bench)} {best.title} would help, but: {best.blocked_by[0]}"
        return say(bench, largest_storage(bench), "do-nothing", text)
    text = (
        f"Storage waits are {pct(share)} of DB time, but no option gains enough to count on over its whole range; "
        f"{bench.at_most}. Leave the data where it is."
    )
    return say(bench, "mixed", "do-nothing", text)
