"""An option gains enough to count on."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.material import MATERIAL
from segtier.advisor.options import OPTIONS
from segtier.advisor.symptoms import TO_BE_TOLD, Symptoms
from segtier.advisor.symptoms.gains import GOOD_ENOUGH, saved, taken_off
from segtier.advisor.symptoms.larger import both, larger_than, larger_told, needs_of
from segtier.advisor.symptoms.storage import storage_sentence
from segtier.advisor.weighing.worth import see_that_it_fits
from segtier.analysis.few_statements import look_first
from segtier.analysis.input_warnings import broken_off
from segtier.analysis.words import less, less_short, times
from segtier.model.advice import OptionAdvice
from segtier.model.component import STORAGE
from segtier.model.option import BEST, COMBINATION, SPECS
from segtier.model.verdict import NEEDS, Blocker, Need
from segtier.units import format_bytes

CPU_CAPS = 0.8
"""Of the throughput that infinitely fast storage would give on endless CPUs: below it the CPUs are worth a word."""


def _at_once(symptoms: Symptoms) -> Found | None:
    best = _best(symptoms)
    return None if best is None or not best.feasible or _missing(symptoms, best) else _found(symptoms, best)


def _with_more(symptoms: Symptoms) -> Found | None:
    """The option itself lacks something, or what another gains is not known and may be more."""
    best = _best(symptoms)
    if best is None:
        return None
    missing = _missing(symptoms, best)
    if missing is None or missing.needs is None or not best.feasible:
        return None if best.feasible else _found(symptoms, best)
    found = _found(symptoms, best)
    headline = found.headline if larger_than(symptoms, best) else _yes_with(missing.needs, best)
    # The scripts look a size up before they do anything, and the option says so of itself.
    looked_up = missing.code == "size-unknown"
    told = "" if looked_up else f" But: {missing.text}"
    return replace(found, headline=headline, text=f"{found.text}{told}", missing=missing, move=looked_up)


def _missing(symptoms: Symptoms, best: OptionAdvice) -> Blocker | None:
    """What has to be known first: what stood behind a break, and what another option needs that may gain more."""
    if (broken := _broken(symptoms)) is not None:
        return broken
    if best.used_bytes is None:
        return Blocker("size-unknown", see_that_it_fits(symptoms.case, best.parts), "sizes")
    least = taken_off(best) + MATERIAL
    rivals = [one for one in symptoms.options if one.option != best.option and set(needs_of(one)) & TO_BE_TOLD]
    may_gain = [one for one in rivals if SPECS[one.option].chooses and symptoms.may_take_off(one) > least]
    if not may_gain:
        return None
    rival = max(may_gain, key=symptoms.may_take_off)
    return Blocker("rival-not-known", f"{rival.title} may gain more. {rival.blocked_by[0].text}", needs_of(rival)[0])


def _broken(symptoms: Symptoms) -> Blocker | None:
    said = broken_off(symptoms.case.workload)
    return None if said is None else Blocker("broken-off", said, "whole-report")


def _best(symptoms: Symptoms) -> OptionAdvice | None:
    close = _close(symptoms)
    if not close:
        return None
    best = min(close, key=lambda each: SPECS[each.option].preference)
    return _no_further(symptoms, best) or best


def _no_further(symptoms: Symptoms, best: OptionAdvice) -> OptionAdvice | None:
    """A larger one, also at its bad end, that needs only what this one needs too: it is no further from being done."""
    larger = larger_than(symptoms, best)
    needs = {*needs_of(best), *(("sizes",) if best.used_bytes is None else ())}
    if larger is None or not set(needs_of(larger)) <= needs:
        return None
    ratio, other = best.response_ratio, larger.response_ratio
    return larger if ratio is not None and other is not None and other.high < ratio.high else None


def _close(symptoms: Symptoms) -> list[OptionAdvice]:
    """Those that save about as much as the best."""
    worthy = symptoms.useful
    most = max(map(saved, worthy), default=0.0)
    return [option for option in worthy if saved(option) >= GOOD_ENOUGH * most]


def _found(symptoms: Symptoms, option: OptionAdvice) -> Found:
    combination = next((one for one in _close(symptoms) if one.option == COMBINATION), None)
    more = f"{_together(combination, option)}{_but(symptoms, option)}"
    first = look_first(symptoms.case.facts)
    larger = larger_than(symptoms, option)
    more += larger_told(larger) + _chosen_ones(symptoms, option)
    text = f"{storage_sentence(symptoms)} {_option_sentence(symptoms, option)}{more}{f' {first}' if first else ''}"
    headline = headline_of(option) if larger is None else both(option, larger)
    return Found(symptoms.storage_bottleneck, headline, text, option.option, move=True)


def _stopped(symptoms: Symptoms) -> Found | None:
    """The best of those that need what the user can give."""
    stopped = [one for one in symptoms.options if one.worth_it and needs_of(one)]
    if not stopped:
        return None
    best = max(stopped, key=saved)
    text = f"{storage_sentence(symptoms)} {best.title} would help, but: {best.blocked_by[0].text}"
    broken = _broken(symptoms)
    if broken is None:
        return Found(symptoms.storage_bottleneck, headline_of(best), text, best.option)
    headline = _yes_with("whole-report", best)
    return Found(symptoms.storage_bottleneck, headline, f"{text} And: {broken.text}", best.option, missing=broken)


def _yes_with(need: Need, option: OptionAdvice) -> str:
    gain = less_short(option.response_ratio) if option.response_ratio else "less"
    return f"Yes, with {NEEDS[need]}: {option.title[0].lower()}{option.title[1:]}, DB time {gain}."


def headline_of(option: OptionAdvice) -> str:
    """What to do and what it gives; where something is missing, what."""
    if not option.feasible:
        return _yes_with(needs_of(option)[0], option)
    gain = less_short(option.response_ratio) if option.response_ratio else "less"
    room = f" ({format_bytes(option.used_bytes)})" if option.used_bytes else ""
    return f"{option.title}{room}: DB time {gain}."


def _option_sentence(symptoms: Symptoms, option: OptionAdvice) -> str:
    ratio = option.response_ratio
    gain = f"DB time {less(ratio)}" if ratio else "a gain"
    room = f" ({format_bytes(option.used_bytes)})" if option.used_bytes else ""
    if not option.feasible:
        if SPECS[option.option].chooses:
            return f"{option.title} promises {gain}, if they fit: add their sizes to have them chosen."
        return f"{option.title} promises {gain}, if it fits: {option.blocked_by[0].text}"
    confirm = any(assumption.name == "server_os" for assumption in option.assumptions)
    fits = "" if option.used_bytes is not None else f" {see_that_it_fits(symptoms.case, option.parts)}"
    only = " It runs on Oracle Linux and Solaris only: confirm yours." if confirm else ""
    return f"{option.title}{room}: {gain} at the same work.{fits}{only}"


def _but(symptoms: Symptoms, option: OptionAdvice) -> str:
    """What takes the shine off: a log write nobody has seen, CPUs that carry little more work."""
    caution = OPTIONS[option.option].caution(symptoms.case)
    if caution:
        return caution
    most, gone = symptoms.ceiling.throughput_ratio, symptoms.ceiling.db_time_pct / 100
    if most is None or gone >= 1 or most > CPU_CAPS / (1 - gone):
        return ""
    return f" CPU binds next: throughput cannot grow beyond {times(most)} times today's."


def _chosen_ones(symptoms: Symptoms, option: OptionAdvice) -> str:
    """Beside one that moves all, why nobody can say whether a few segments would do."""
    chosen = next(one for one in symptoms.options if one.option == BEST)
    if option.option != "all" or chosen.response_ratio is not None or not chosen.blocked_by:
        return ""
    return f" Segtier cannot tell whether fewer bytes would do: {chosen.blocked_by[0].text}"


def _together(combination: OptionAdvice | None, option: OptionAdvice) -> str:
    """What the option gains together with others, where that is worth the second part's trouble."""
    if combination is None or combination.response_ratio is None or option.option not in combination.parts:
        return ""
    fits = "" if combination.used_bytes is not None else ", if they fit"
    return f" {combination.title}: {less(combination.response_ratio)}{fits}."


BEST_OPTION = Diagnosis(
    "option",
    STORAGE,
    _at_once,
    None,
    "Read the plan, have it reviewed, run it in a quiet hour, and upload a report of the same load afterwards.",
    ("A busier hour with another bottleneck.", "SSD of another size or speed.", "A larger buffer cache."),
)
OPTION_WITH_SIZES = Diagnosis(
    "option-needs",
    STORAGE,
    _with_more,
    None,
    "Add what is missing; Segtier then recalculates the answer.",
    ("What is missing, if it shows that too little fits or that the gain differs.",),
)
OPTION_THAT_NEEDS = replace(OPTION_WITH_SIZES, test=_stopped)
