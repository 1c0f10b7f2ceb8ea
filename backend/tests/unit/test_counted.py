"""Counts written with digits alone."""

from __future__ import annotations

import pytest

from segtier.units import counted


@pytest.mark.parametrize(
    ("text", "most_digits", "number"),
    [
        ("0", 20, 0),
        ("007", 20, 7),
        ("9" * 20, 20, 10**20 - 1),
        ("9" * 21, 20, None),
        ("12345", 4, None),
        ("9" * 5_000, 20, None),
        ("", 20, None),
        ("-1", 20, None),
        ("1.5", 20, None),
        (" 1", 20, None),
        ("١٢", 20, None),
        ("²", 20, None),
        (None, 20, None),
    ],
)
def test_counted(text: str | None, most_digits: int, number: int | None) -> None:
    assert counted(text, most_digits) == number
