"""The segments that save most over several tiers, each where it saves most: an option where further tiers are asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from segtier.advisor.draft import Draft
from segtier.advisor.options import blocked, segments
from segtier.advisor.options.option import Option, Weighing
from segtier.advisor.segments.tier_placing import Tiering
from segtier.forecast import Change
from segtier.model.option import TIERS
from segtier.model.verdict import Blocker

_NONE = "None of the segments that the inputs list would save anything on one of the tiers."

_NOT_TIMED = (
    "All segments are on today's tiers, and the inputs do not show how long reads take there: add reports with read times by"
    " tablespace or file."
)


def option_over(tiering: Tiering | None) -> tuple[Option, ...]:
    """None where nobody asked for further tiers."""
    return () if tiering is None else (replace(OPTION, draft=partial(_draft_over, tiering)),)


def _draft_over(tiering: Tiering, weighing: Weighing) -> Draft:
    case = weighing.case
    lacking = segments.not_listed(case) or _not_sized(weighing) or _not_timed(tiering)
    stops = [*blocked.engineered(case), *lacking]
    if lacking:
        return Draft(TIERS, Change(), None, tuple(stops), known=False, notes=tiering.answer.notes)
    if tiering.moved:
        stops += segments.few_listed(case)
    else:
        why = " ".join((_NONE, *tiering.answer.notes))
        stops += blocked.not_shared(case, "data files") or (Blocker(blocked.NONE_SAVES, why),)
    answer = tiering.answer
    gets = tuple(one.arrives > 0 for one in answer.tiers)
    return Draft(TIERS, tiering.change, tiering.taken_bytes, tuple(stops), tiering.moved, gets=gets, notes=answer.notes)


def _not_sized(weighing: Weighing) -> tuple[Blocker, ...]:
    wanted = len(weighing.ranking.wanted)
    sized = any(load.size_bytes for load in weighing.case.segments.loads)
    return (segments.not_sized(wanted),) if wanted and not sized else ()


def _not_timed(tiering: Tiering) -> tuple[Blocker, ...]:
    return (Blocker("not-timed", _NOT_TIMED, "whole-report"),) if tiering.untimed else ()


def _nobody_asked(_: Weighing) -> Draft:
    raise AssertionError("drafted from the placement over the tiers: option_over")


OPTION = Option(TIERS, _nobody_asked)
