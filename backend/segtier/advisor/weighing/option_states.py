"""How each option stands beside the verdict: the one word its card, its row and the scripts lead with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segtier.advisor.material import MATERIAL
from segtier.model.advice import OptionAdvice, TopEvent
from segtier.model.option import NONE
from segtier.model.verdict import OPTION_STATES, OptionState, State, Verdict

_DONE: dict[str, OptionState] = {"move": "advised", "memory-first": "advised", "needs": "needs"}
_SHOWN: frozenset[State] = frozenset({"move", "needs", "tune-first"})
"""Answers beside which an option's gain is one."""
_HELP: frozenset[OptionState] = frozenset({"advised", "possible", "needs"})


def with_states(options: Sequence[OptionAdvice], verdict: Verdict) -> tuple[OptionAdvice, ...]:
    states = [_state(option, verdict) for option in options]
    return tuple(
        replace(option, state=state, state_text=OPTION_STATES[state])
        for option, state in zip(options, states, strict=True)
    )


def _state(option: OptionAdvice, verdict: Verdict) -> OptionState:
    if option.option == NONE:
        return "advised" if verdict.option == NONE and verdict.state != "memory-first" else "no-gain"
    if option.option == verdict.option and verdict.state in _DONE:
        return _DONE[verdict.state]
    if option.not_known is not None and not any(
        stop.needs is None and stop.code != "none-saves" for stop in option.blocked_by
    ):
        return "unknown"
    if not option.feasible:
        if any(stop.needs is None for stop in option.blocked_by):
            return "blocked"
        more_to_know = option.response_ratio is None or any(stop.needs == "segments" for stop in option.blocked_by)
        return "needs" if option.worth_it or more_to_know else "no-gain"
    ratio = option.response_ratio
    gains = option.worth_it or (ratio is not None and option.used_bytes == 0 and ratio.high < 1 - MATERIAL)
    return "possible" if gains else "no-gain"


def helped(events: Sequence[TopEvent], options: Sequence[OptionAdvice], verdict: Verdict) -> tuple[TopEvent, ...]:
    """Events with the options that would shorten them, as far as those gain; where storage is to be left, the one named alone."""
    states = _HELP if verdict.state in _SHOWN else frozenset()
    may = {option.option for option in options if option.state in states} | ({verdict.option} - {NONE})
    return tuple(replace(event, helped_by=tuple(name for name in event.helped_by if name in may)) for event in events)
