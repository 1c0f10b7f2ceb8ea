"""What would gain more than the option that can be done: an answer names both, and what stands in the way of the larger."""

from __future__ import annotations

from segtier.advisor.material import MATERIAL
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.gains import GOOD_ENOUGH, saved, taken_off
from segtier.analysis.words import less, less_short
from segtier.model.advice import OptionAdvice
from segtier.model.option import SPECS
from segtier.model.verdict import Need


def needs_of(option: OptionAdvice) -> list[Need]:
    """What would clear its way; empty where something stands there that nobody can clear."""
    needs = [stop.needs for stop in option.blocked_by if stop.needs is not None]
    return needs if len(needs) == len(option.blocked_by) else []


def larger_than(symptoms: Symptoms, option: OptionAdvice) -> OptionAdvice | None:
    """The one that would gain most, where that is material and the user can clear its way."""
    stopped = [one for one in symptoms.options if one.worth_it and needs_of(one)]
    most = max(stopped, key=saved, default=None)
    if most is None or taken_off(most) < taken_off(option) + MATERIAL or saved(option) >= GOOD_ENOUGH * saved(most):
        return None
    return most


def larger_told(larger: OptionAdvice | None) -> str:
    """A sentence after the one of the option that can be done."""
    if larger is None or larger.response_ratio is None:
        return ""
    return f" {larger.title} would gain more, DB time {less(larger.response_ratio)}, but: {larger.blocked_by[0].text}"


def both(option: OptionAdvice, larger: OptionAdvice) -> str:
    """The headline of both."""
    small, large = (less_short(one.response_ratio) if one.response_ratio else "less" for one in (option, larger))
    more = f"{SPECS[larger.option].label}: {large.removesuffix(' less')}"
    return f"{SPECS[option.option].title}: DB time {small}; {more}."
