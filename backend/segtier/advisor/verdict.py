"""The one answer: what is the bottleneck, what should be done, in one sentence with its numbers.

First what makes the figures unreadable; then, of all causes that hold, the one that takes the largest part of DB time;
then what flash or memory would do for the storage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from segtier.advisor.case import Case
from segtier.advisor.diagnoses import CAUSES, DIAGNOSES, GATES, STORAGE_STANDS_OUT
from segtier.advisor.diagnoses.unseen_waits import UNSEEN_WAITS
from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.model.advice import OptionAdvice
from segtier.model.forecast import Ceiling, Range
from segtier.model.option import NONE, SPECS, Recommendation
from segtier.model.verdict import NEEDS, STATES, State, Verdict

_STATES: dict[Recommendation, State] = {
    "more-memory": "memory-first",
    "tune-first": "tune-first",
    "do-nothing": "leave",
    "not-enough-data": "not-enough-data",
}


def judge(case: Case, options: tuple[OptionAdvice, ...], ceiling: Ceiling) -> Verdict:
    """The one answer."""
    symptoms = Symptoms(case, options, ceiling)
    held = chain(_holding(GATES, symptoms), _largest(symptoms), _holding(STORAGE_STANDS_OUT, symptoms))
    return _verdict(symptoms, *next(held))


def _holding(diagnoses: Sequence[Diagnosis], symptoms: Symptoms) -> Iterator[tuple[Diagnosis, Found]]:
    """Each is tested only when it is asked for."""
    tested = ((one, one.test(symptoms)) for one in diagnoses)
    return ((one, found) for one, found in tested if found is not None)


def _largest(symptoms: Symptoms) -> Iterator[tuple[Diagnosis, Found]]:
    """While nobody knows what storage would gain, no cause speaks that would leave storage as it is."""
    held = list(_holding(CAUSES, symptoms))
    if UNSEEN_WAITS in (one for one, _ in held):
        held = [each for each in held if each[0].recommendation != "do-nothing"]
    if held:
        yield max(held, key=lambda each: each[0].weigh(symptoms))


def _verdict(symptoms: Symptoms, diagnosis: Diagnosis, found: Found) -> Verdict:
    ceiling, advised = symptoms.ceiling, symptoms.option(found.option)
    recommendation = diagnosis.recommendation or SPECS[found.option].recommends or "do-nothing"
    stops = advised.blocked_by if found.missing is None else (*advised.blocked_by, found.missing)
    state: State = _STATES.get(recommendation, "needs" if stops else "move")
    missing = [NEEDS[blocker.needs] for blocker in stops if blocker.needs]
    next_step = found.next_step or diagnosis.next_step
    if state == "needs" and missing and found.next_step is None:
        next_step = f"Add what is missing ({', '.join(dict.fromkeys(missing))}); Segtier then recalculates the answer."
    beside = (one.beside(symptoms) for one in DIAGNOSES if one.beside is not None and one.code != diagnosis.code)
    return Verdict(
        state=state,
        cause=diagnosis.code,
        bottleneck=found.bottleneck,
        recommendation=recommendation,
        tag=STATES[state],
        headline=found.headline,
        text=" ".join([found.text, *(said for said in beside if said is not None)]),
        next_step=next_step,
        would_change=diagnosis.would_change,
        ceiling_throughput_ratio=ceiling.throughput_ratio,
        ceiling_db_time_pct=ceiling.db_time_pct,
        ceiling_covers_pct=symptoms.explained * 100,
        option=found.option,
        gain=gain_of(advised) if found.option != NONE else None,
        blocked_by=stops if found.option != NONE else (),
        move_allowed=found.move,
    )


def gain_of(option: OptionAdvice) -> Range | None:
    """Part of DB time it takes off at the same work."""
    ratio = option.response_ratio
    return None if ratio is None else Range(1 - ratio.high, 1 - ratio.expected, 1 - ratio.low)
