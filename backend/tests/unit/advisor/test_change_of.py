"""A wait changed where it did whatever the reports left out."""

import pytest

from segtier.advisor.comparison.changes import Took, change_of
from segtier.advisor.comparison.noise import Band

QUARTER = Band(0.8, 1.25)


def exactly(value: float) -> Took:
    return Took(value, value, value)


def not_printed(most: float) -> Took:
    return Took(None, 0.0, most)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (exactly(10), exactly(12.5), "as-before"),
        (exactly(10), exactly(12.6), "more"),
        (exactly(10), exactly(8), "as-before"),
        (exactly(10), exactly(7.9), "less"),
        (exactly(0.1), exactly(1.1), "as-before"),
        (exactly(0.1), exactly(1.2), "more"),
        (not_printed(0), exactly(1.1), "new"),
        (not_printed(0), exactly(0.9), "not-printed"),
        (not_printed(8), exactly(10), "not-printed"),
        (not_printed(7.9), exactly(10), "more"),
        (not_printed(1), exactly(10), "new"),
        (not_printed(1.1), exactly(10), "more"),
        (exactly(10), not_printed(8), "not-printed"),
        (exactly(10), not_printed(7.9), "less"),
        (exactly(10), not_printed(1), "gone"),
        (not_printed(float("inf")), exactly(10), "not-printed"),
        (Took(5, 5, 12), exactly(10), "not-printed"),
        (Took(5, 5, 7), exactly(10), "more"),
        (Took(9, 9, 12), exactly(10), "as-before"),
    ],
)
def test_a_change_holds_whatever_the_reports_left_out(before: Took, after: Took, change: str) -> None:
    assert change_of(before, after, QUARTER, 1.0) == change
