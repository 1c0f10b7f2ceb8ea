"""Cells into numbers: the table of cases, and printing then reading gives the number back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from segtier.reports import numbers, times

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/reports/numbers.yaml").read_text())


@pytest.mark.parametrize(
    ("reader", "text", "expected"), [(reader, *case) for reader, cases in CASES.items() for case in cases]
)
def test_reads(reader: str, text: str, expected: Any) -> None:
    read = getattr(times if reader == "report_time" else numbers, reader)
    if expected == "fault":
        with pytest.raises(numbers.CellFault) as fault:
            read(text)
        assert (fault.value.kind == "overflow") == text.startswith("#")
        return
    found = read(text)
    if isinstance(found, datetime):
        found = found.isoformat()
    assert found == (pytest.approx(expected) if isinstance(expected, float) else expected)
    assert type(found) is type(expected) or isinstance(expected, float | int)


@given(st.integers(0, 10**15))
def test_counts_come_back(value: int) -> None:
    assert numbers.count(f"{value:,}") == value


@given(st.floats(0, 1e12, allow_nan=False), st.integers(0, 6))
def test_figures_come_back_to_their_printed_digits(value: float, digits: int) -> None:
    assert numbers.number(f"{value:,.{digits}f}") == float(f"{value:.{digits}f}")


@given(st.integers(1, 9999), st.sampled_from(["K", "M", "G", "T"]))
def test_data_suffixes_are_binary_and_counts_decimal(value: int, suffix: str) -> None:
    power = "KMGT".index(suffix) + 1

    assert numbers.data_bytes(f"{value}{suffix}") == value * 1024**power
    assert numbers.count(f"{value}{suffix}") == value * 1000**power


@given(st.floats(0.01, 1e6), st.sampled_from(["ns", "us", "ms", "s"]))
def test_times_come_back_in_us(value: float, unit: str) -> None:
    scale = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}[unit]

    assert numbers.milliseconds_us(f"{value:.2f}{unit}") == pytest.approx(float(f"{value:.2f}") * scale, abs=1e-6)


@given(st.text(max_size=30))
def test_any_text_gives_a_number_nothing_or_a_fault(text: str) -> None:
    for read in (numbers.number, numbers.count, numbers.data_bytes, numbers.seconds, numbers.milliseconds_us):
        try:
            value = read(text)
        except numbers.CellFault:
            continue
        assert value is None or abs(value) < 1e46


@pytest.mark.parametrize(
    ("text", "half"), [("100", 0.005), ("94", 0.5 / 94), ("8.78", 0.005 / 8.78), ("0", None), ("", None)]
)
def test_resolution_is_half_of_the_last_digit(text: str, half: float | None) -> None:
    assert numbers.resolution(text) == (None if half is None else pytest.approx(half))
