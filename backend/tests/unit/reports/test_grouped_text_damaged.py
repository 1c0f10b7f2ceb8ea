"""Damaged RAC and compare-period text: what is read is what the whole file says, what is lost is told."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from segtier.errors import SegtierError
from segtier.model.inventory import Inventory
from segtier.reports import read_document
from tests import corpus
from tests.damage import damages
from tests.same_figures import judge
from tests.text_layout import DASHES, RULERS, compare_text, rac_text
from tests.unit.reports.grouped_text_pages import TOP_EVENTS, compared_section, comparison, rac_report, rac_section
from tests.unit.reports.test_grouped_text_cases import EVENTS, SEGMENTS, TIME_MODEL

SMALL = {
    "rac": rac_report(
        rac_section("Time Model", TIME_MODEL),
        rac_section("Top Timed Foreground Events", EVENTS),
        rac_section("Segment Statistics (Global)", SEGMENTS),
    ),
    "comparison": comparison(compared_section("Top Timed Events", TOP_EVENTS)),
}
REAL = [
    pytest.param(prefix, groups, render, marks=corpus.needs_corpus, id=f"{prefix}-{groups}")
    for prefix, render in (("awr-rac-global-html-11.2", rac_text), ("awr-diff-html-", compare_text))
    for groups in (DASHES, RULERS)
]


def check(data: bytes, positions: int) -> Counter[str]:
    whole = read_document(data, None)
    assert not isinstance(whole, Inventory)
    outcomes: Counter[str] = Counter()
    for damage in damages(data, positions, seed=3):
        try:
            found = read_document(damage.data, None)
        except SegtierError:
            outcomes["refused"] += 1
            continue
        verdict = judge(whole, found, damage, data)
        assert verdict.outcome != "fault", f"{damage}: {verdict.faults[:3]}"
        outcomes[verdict.outcome] += 1
    return outcomes


@pytest.mark.parametrize("name", list(SMALL))
def test_damage_of_a_small_report_is_told(name: str) -> None:
    outcomes = check(SMALL[name], 240)

    assert sum(outcomes.values()) == 240
    assert outcomes["less"] > 20


@pytest.mark.parametrize(("prefix", "groups", "render"), REAL)
def test_damage_of_a_whole_report_is_told(prefix: str, groups: str, render: Any) -> None:
    (path,) = corpus.files(prefix)
    outcomes = check(render(path.read_text(errors="replace"), groups), 40)

    assert sum(outcomes.values()) == 40
    assert outcomes["less"] > 5
