"""How each option stands beside the verdict: the one word its card, its row and the scripts lead with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.advisor.material import MATERIAL
from segtier.advisor.options.blocked import NONE_SAVES
from segtier.analysis.words import pct
from segtier.model.advice import OptionAdvice, TopEvent
from segtier.model.option import NONE
from segtier.model.verdict import OPTION_STATES, OptionState, State, Verdict

_DONE: dict[str, OptionState] = {"move": "advised", "memory-first": "advised", "needs": "needs"}
_NOT_ADVISED: frozenset[State] = frozenset({"memory-first", "not-enough-data"})
"""Answers that do not say to leave everything as it is."""
_SHOWN: frozenset[State] = frozenset({"move", "needs", "tune-first"})
"""Answers beside which an option's gain is one."""
_HELP: frozenset[OptionState] = frozenset({"advised", "possible", "needs"})


def with_states(options: Sequence[OptionAdvice], verdict: Verdict) -> tuple[OptionAdvice, ...]:
    told = [_with_little(option, verdict) for option in options]
    states = [_state(option, verdict) for option in told]
    return tuple(
        replace(option, state=state, state_text=OPTION_STATES[state])
        for option, state in zip(told, states, strict=True)
    )


def _little(option: OptionAdvice, verdict: Verdict) -> bool:
    """Nobody knows what it would gain, and no storage would gain enough: nothing is asked for it."""
    most = verdict.ceiling_db_time_pct
    return option.option != NONE and option.response_ratio is None and most is not None and most < 100 * MATERIAL


def _with_little(option: OptionAdvice, verdict: Verdict) -> OptionAdvice:
    if not _little(option, verdict) or option.not_known is not None:
        return option
    most = pct((verdict.ceiling_db_time_pct or 0.0) / 100)
    text = f"No gain to count on: infinitely fast storage would take at most {most} off DB time."
    return replace(option, worth_text=text)


def _state(option: OptionAdvice, verdict: Verdict) -> OptionState:
    if option.option == NONE:
        return "advised" if verdict.option == NONE and verdict.state not in _NOT_ADVISED else "no-gain"
    if option.option == verdict.option and verdict.state in _DONE:
        return _DONE[verdict.state]
    if option.not_known is not None and not any(
        stop.needs is None and stop.code != NONE_SAVES for stop in option.blocked_by
    ):
        return "unknown"
    if not option.feasible:
        if any(stop.needs is None for stop in option.blocked_by):
            return "blocked"
        if _little(option, verdict):
            return "no-gain"
        more_to_know = option.response_ratio is None or any(stop.needs == "segments" for stop in option.blocked_by)
        if option.worth_it or more_to_know:
            return "needs"
    return "possible" if _may_gain(option) else "no-gain"


def _may_gain(option: OptionAdvice) -> bool:
    """Whether any part of its range is a gain: only a range without one says that there is none."""
    ratio = option.response_ratio
    return ratio is None or ratio.low < 1 - MATERIAL


def _counted_on(option: OptionAdvice) -> bool:
    ratio = option.response_ratio
    return option.worth_it or ratio is None or (option.used_bytes == 0 and ratio.high < 1 - MATERIAL)


def helped(events: Sequence[TopEvent], options: Sequence[OptionAdvice], verdict: Verdict) -> tuple[TopEvent, ...]:
    """Events with the options that would shorten them, as far as those gain for sure; else the one named alone."""
    states = _HELP if verdict.state in _SHOWN else frozenset()
    sure = {
        option.option
        for option in options
        if option.state in states and (option.state == "advised" or _counted_on(option))
    }
    may = sure | ({verdict.option} - {NONE})
    return tuple(replace(event, helped_by=tuple(name for name in event.helped_by if name in may)) for event in events)
