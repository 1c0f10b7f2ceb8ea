"""Options of which the reports tell too little: what is said, and what is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.diagnoses.best_option import headline_of
from segtier.model.advice import OptionAdvice
from segtier.model.option import OptionName
from segtier.model.verdict import Blocker, Need
from segtier.model.workload import Workload
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import worded

READS = a_wait("db file sequential read", 18_000, 9)


def option(name: OptionName, workload: Workload) -> OptionAdvice:
    advice = advise([workload], [some_sizes(("ORDERS", 40), ("ORDERS_PK", 6), ("OTHER_PK", 9))], a_request(draws=60))
    return next(one for one in advice.options if one.option == name)


def test_without_an_advisory_a_bigger_cache_is_not_forecast_and_takes_no_flash() -> None:
    cache = option("buffer-cache", replace(a_workload((READS,)), buffer_pool_advisory=()))
    assert (cache.used_bytes, cache.response_ratio) == (0, None)
    assert [stop.needs for stop in cache.blocked_by] == ["cache-advisory"]


def test_indexes_beside_reads_that_no_list_names() -> None:
    """600,000 of two million reads an hour are of listed segments: 30 %."""
    listed = (a_segment("ORDERS", 500_000, 1_000), a_segment("ORDERS_PK", 100_000, 10, "INDEX"))
    text = option("indexes", a_workload((READS,), segments=listed)).worth_text
    assert worded("advisor/reads-segments-no-list", "70 %", "indexes") in text
    most = (a_segment("ORDERS", 1_000_000, 1_000), a_segment("ORDERS_PK", 900_000, 10, "INDEX"))
    assert "no list names" not in option("indexes", a_workload((READS,), segments=most)).worth_text


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        (("sizes", "shared-flash"), "Yes, with sizes: best segments"),
        (("shared-flash", "sizes"), "Yes, with shared SSD: best segments"),
    ],
)
def test_of_several_things_that_are_missing_the_first_is_named(needs: tuple[Need, ...], said: str) -> None:
    listed = (a_segment("ORDERS", 500_000, 1_000),)
    segments = option("segments", a_workload((READS,), segments=listed))
    blocked = replace(segments, feasible=False, blocked_by=tuple(Blocker(need, "", need) for need in needs))
    assert headline_of(blocked).startswith(said)
