"""Which sign parts the decimals of a report, and figures whose groups of three are parted by blanks."""

from __future__ import annotations

import pytest

from segtier.reports import numbers
from segtier.reports.tables.decimal_sign import has_decimal_comma

COMMAS, POINTS = "".join(f"<td>{n},25</td>" for n in range(30)), "".join(f"<td>{n}.25</td>" for n in range(30))


@pytest.mark.parametrize(
    ("page", "comma"),
    [
        (COMMAS, True),
        (POINTS, False),
        (f"60.24 (mins){COMMAS}", True),
        (f"60,24 (mins){COMMAS}", True),
        (f"60.24 (mins){COMMAS}{POINTS}", False),
        (f"60,24 (mins){POINTS}", True),
        ("<td>1,5</td>", True),
        ("<td>15</td>", False),
    ],
)
def test_the_sign(page: str, comma: bool) -> None:
    assert has_decimal_comma(page) == comma


@pytest.mark.parametrize(
    ("printed", "figure"),
    [("1\u00a0918,4", 1918.4), ("42\u202f991\u202f040", 42_991_040), ("1.918,4", 1918.4), ("3,70", 3.7), ("316", 316)],
)
def test_figures_of_a_session_with_decimal_comma(printed: str, figure: float) -> None:
    assert numbers.number(numbers.plain_decimals(printed)) == figure


@pytest.mark.parametrize("printed", ["1\u00a018,4", "191\u00a08"])
def test_a_blank_elsewhere_makes_no_figure(printed: str) -> None:
    with pytest.raises(numbers.CellFault):
        numbers.number(numbers.plain_decimals(printed))
