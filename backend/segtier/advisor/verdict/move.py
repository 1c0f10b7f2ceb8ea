"""The rule that recommends an option, and what is said where none gains enough."""

from __future__ import annotations

from segtier.advisor.options import OPTIONS
from segtier.advisor.verdict.bench import Bench, largest_storage, say
from segtier.advisor.weighing.worth import see_that_it_fits
from segtier.analysis.few_statements import look_first
from segtier.analysis.words import less, less_short, ms, pct
from segtier.forecast.read_latency import chance_of_fast_reads
from segtier.model.advice import OptionAdvice
from segtier.model.option import COMBINATION, SPECS
from segtier.model.profile import STORAGE_DEMANDS
from segtier.model.verdict import NEEDS, Cause, Need, Verdict
from segtier.units import format_bytes

GOOD_ENOUGH = 0.8
"""Of the best gain: of the options within it the least is taken (`Spec.preference`)."""
CPU_CAPS = 0.8
"""Of the throughput that infinitely fast storage would give on endless CPUs: below it the CPUs are worth a word."""


def best_option(bench: Bench) -> Verdict | None:
    worthy = useful(bench)
    if not worthy:
        return None
    best = max(saved(option) for option in worthy)
    close = {option.option: option for option in worthy if saved(option) >= GOOD_ENOUGH * best}
    option = min(close.values(), key=lambda each: SPECS[each.option].preference)
    more = f"{_with_more(close.get(COMBINATION), option)}{_but(bench, option)}"
    first = look_first(bench.case.facts)
    text = f"{_storage_sentence(bench)} {_option_sentence(bench, option)}{more}{f' {first}' if first else ''}"
    cause: Cause = "option" if option.feasible else "option-needs"
    return say(bench, cause, largest_storage(bench), headline_of(option), text, option.option, move=True)


def useful(bench: Bench) -> list[OptionAdvice]:
    """The options worth their work that nothing stands in the way of, but sizes that are not known."""
    return [
        o for o in bench.options if o.worth_it and (o.feasible or (SPECS[o.option].chooses and _only_sizes_missing(o)))
    ]


def _only_sizes_missing(option: OptionAdvice) -> bool:
    return [stop.needs for stop in option.blocked_by] == ["sizes"]


def headline_of(option: OptionAdvice) -> str:
    """What to do and what it gives; where something is missing, what."""
    gain = less_short(option.response_ratio) if option.response_ratio else "less"
    if not option.feasible:
        title = option.title[0].lower() + option.title[1:]
        return f"Yes, with {NEEDS[_needs(option)[0]]}: {title}, DB time {gain}."
    room = f" ({format_bytes(option.used_bytes)})" if option.used_bytes else ""
    return f"{option.title}{room}: DB time {gain}."


def _needs(option: OptionAdvice) -> list[Need]:
    """What would clear the way; empty where something stands there that nobody can clear."""
    needs = [stop.needs for stop in option.blocked_by if stop.needs is not None]
    return needs if len(needs) == len(option.blocked_by) else []


def gain(option: OptionAdvice) -> float:
    """The part of DB time the option takes off, as expected."""
    return 1 - option.response_ratio.expected if option.response_ratio else 0.0


def saved(option: OptionAdvice) -> float:
    return option.db_time_saved_s_per_hour.expected if option.db_time_saved_s_per_hour else 0.0


def _storage_sentence(bench: Bench) -> str:
    facts = bench.case.facts
    worst = facts.profile.events_of(*STORAGE_DEMANDS)[0]
    return (
        f"Storage is the bottleneck: {worst.event} takes {pct(facts.profile.share_of(worst))} of DB time at "
        f"{ms(worst.avg_wait_us)} a wait, and {bench.at_most}."
    )


def _option_sentence(bench: Bench, option: OptionAdvice) -> str:
    ratio = option.response_ratio
    gain = f"DB time {less(ratio)}" if ratio else "a gain"
    room = f" ({format_bytes(option.used_bytes)})" if option.used_bytes else ""
    if not option.feasible:
        return f"{option.title} promises {gain}, if they fit: add their sizes to have them chosen."
    confirm = any(assumption.name == "server_os" for assumption in option.assumptions)
    fits = "" if option.used_bytes is not None else f" {see_that_it_fits(bench.case, option.parts)}"
    only = " It runs on Oracle Linux and Solaris only: confirm yours." if confirm else ""
    return f"{option.title}{room}: {gain} at the same work.{fits}{only}"


def _but(bench: Bench, option: OptionAdvice) -> str:
    """What takes the shine off: a log write nobody has seen, CPUs that carry little more work."""
    caution = OPTIONS[option.option].caution(bench.case)
    if caution:
        return caution
    most, gone = bench.ceiling.throughput_ratio, bench.ceiling.db_time_pct / 100
    if most is None or gone >= 1 or most > CPU_CAPS / (1 - gone):
        return ""
    return f" CPU binds next: throughput cannot grow beyond {most:.2g} times today's."


def _with_more(combination: OptionAdvice | None, option: OptionAdvice) -> str:
    """What the option gains together with others, where that is worth the second part's trouble."""
    if combination is None or combination.response_ratio is None or option.option not in combination.parts:
        return ""
    fits = "" if combination.used_bytes is not None else ", if they fit"
    return f" {combination.title}: {less(combination.response_ratio)}{fits}."


def nothing_stands_out(bench: Bench) -> Verdict:
    share = bench.share(*STORAGE_DEMANDS)
    stopped = [o for o in bench.options if o.worth_it and _needs(o)]
    if stopped:
        best = max(stopped, key=saved)
        text = f"{_storage_sentence(bench)} {best.title} would help, but: {best.blocked_by[0].text}"
        return say(bench, "option-needs", largest_storage(bench), headline_of(best), text, best.option)
    maybe = _may_be_fast(bench)
    text = (
        f"Storage waits are {pct(share)} of DB time, but no option gains enough to count on over its whole range; "
        f"{bench.at_most}.{maybe} Leave the data where it is."
    )
    headline = f"Storage waits are {pct(share)} of DB time; no option surely gains enough."
    return say(bench, "no-clear-gain", largest_storage(bench) if maybe else "mixed", headline, text)


def _may_be_fast(bench: Bench) -> str:
    """Reads a little above a millisecond: what would settle it."""
    profile = bench.case.profile
    if not 0 < chance_of_fast_reads(profile) < 1:
        return ""
    latency = ms(profile.demand("single-block-read").latency_us)
    return f" Reads of {latency} may come from SSD or an array cache already: find out what the data is on."
