"""A range that is narrow although much of DB time is not known says why."""

from __future__ import annotations

import re

import pytest

from segtier.advisor import advise
from segtier.model.advice import OptionAdvice
from segtier.model.workload import WaitEvent
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import like, tells, worded

SLOW = a_wait("db file sequential read", 18_000, 9)
FEW_SLOW = a_wait("db file sequential read", 2_000, 9)
NOTHING, ENDS = like("advisor/report-explains-db"), like("advisor/range-ends-most")
SIZES = some_sizes(("ORDERS", 40))


def options(wait: WaitEvent, rest_s: float) -> dict[str, OptionAdvice]:
    workload = a_workload((wait,), segments=(a_segment("ORDERS", 1_500_000, 200_000),), rest_s=rest_s)
    return {one.option: one for one in advise([workload], [SIZES], a_request()).options}


@pytest.mark.parametrize(
    ("option", "wait", "rest_s", "says", "assumed"),
    [
        ("redo", SLOW, 9_000, NOTHING, True),
        ("redo", SLOW, 200, None, False),
        ("all", FEW_SLOW, 6_000, ENDS, True),
        ("all", FEW_SLOW, 200, None, False),
        ("flash-cache", SLOW, 9_000, None, True),
        ("none", SLOW, 9_000, None, False),
    ],
)
def test_what_is_said_of_the_rest(
    option: str, wait: WaitEvent, rest_s: float, says: re.Pattern[str] | None, assumed: bool
) -> None:
    found = options(wait, rest_s)[option]
    told = [text for text in (NOTHING, ENDS) if tells(found.worth_text, text)]
    assert told == ([says] if says else []), (found.worth_text, found.response_ratio)
    rows = [row for row in found.assumptions if row.name == "unexplained_rest"]
    assert bool(rows) is assumed
    assert all(isinstance(row.value, float) and 15 < row.value < 60 for row in rows)


def test_every_narrow_range_beside_much_that_is_unknown_is_explained() -> None:
    for found in options(FEW_SLOW, 6_000).values():
        ratio = found.response_ratio
        if ratio is None or found.option == "none" or ratio.expected - ratio.low >= 0.005:
            continue
        assert tells(found.worth_text, NOTHING) or tells(found.worth_text, ENDS), found.option


@pytest.mark.parametrize(
    ("rest_s", "said"),
    [
        (0, "at most 7 % off DB time. Tune"),
        (1_500, "at most 5.9 % off DB time. Tune"),
        (1_800, worded("advisor/far-report-explains", "at most 5.8 % off DB time", "83 %") + ". Tune"),
        (3_000, worded("advisor/far-report-explains", "at most 5.2 % off DB time", "74 %") + ". Tune"),
    ],
)
def test_how_far_a_ceiling_holds_is_said_where_less_than_85_pct_is_explained(rest_s: float, said: str) -> None:
    """600 s of reads and 8,000 s on CPU beside the rest."""
    workload = a_workload((a_wait("db file sequential read", 600, 10),), cpu_s=8_000, rest_s=rest_s)
    assert said in advise([workload], [], a_request(draws=60)).verdict.text
