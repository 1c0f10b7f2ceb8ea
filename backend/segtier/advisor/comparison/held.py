"""Two periods from all that is given: the hours that count on both sides, the forecast from those before, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segtier.advisor.comparison.like_hours import like_hours
from segtier.advisor.comparison.periods import compare, foreseen
from segtier.analysis.inputs import Given
from segtier.model.advice import Advice
from segtier.model.comparison import Comparison
from segtier.model.inventory import Inventory
from segtier.model.request import AdviceRequest


class Held(NamedTuple):
    comparison: Comparison
    forecast: Advice


def hold_against(
    before: Sequence[Given],
    after: Sequence[Given],
    inventories: Sequence[Inventory],
    request: AdviceRequest,
    option: str | None,
) -> Held:
    """`option`: the one that was carried out; else it is the one that the forecast recommends."""
    same = like_hours(before, after, request.instances)
    foresee = foreseen(same.before, inventories, request)
    forecast = foresee(1.0)
    found = compare(same.before, same.after, forecast, option, same.ratios, foresee, same.left_out)
    return Held(found, forecast)
