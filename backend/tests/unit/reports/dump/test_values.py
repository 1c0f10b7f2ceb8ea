"""Cells as Oracle stores them, and those that it would not write."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from segtier.reports.dump import values
from segtier.reports.dump.refusals import TableFault
from tests import dumps
from tests.sentences import like

# As Oracle's documents print the bytes of NUMBER.
PRINTED = ((b"\x80", 0), (b"\xc1\x06", 5), (b"\xc2\x02", 100), (b"\xc2\x0b\x02", 1001), (b"\x3e\x60\x66", -5),
           (b"\xc0\x1a", 0.25), (b"\xc5\x02\x18\x2e\x44\x5a", 123456789))  # fmt: skip
NUMBERS = (0, 1, -1, 99, 100, 101, 12_345, -12_345, 10**20, 1.5, -0.25, 2**63, 0.01, 123_456_789_012_345_678)
MOMENT = datetime.fromisoformat("2026-02-28T23:59:58")


@pytest.mark.parametrize(("cell", "value"), PRINTED, ids=str)
def test_a_number_is_what_its_bytes_say(cell: bytes, value: float) -> None:
    assert values.number(cell) == value
    assert dumps.number(value) == cell


@pytest.mark.parametrize("value", NUMBERS)
def test_a_number_comes_back(value: float) -> None:
    found = values.number(dumps.number(value))
    assert found == value
    assert isinstance(found, type(value))


def test_times_come_back() -> None:
    exact = MOMENT.replace(microsecond=123_456)
    assert values.date(dumps.date(MOMENT)) == MOMENT
    assert values.timestamp(dumps.timestamp(MOMENT)) == MOMENT
    assert values.timestamp(dumps.timestamp(exact)) == exact
    assert values.timestamp(dumps.timestamp(exact) + b"\x10\x1c") == exact
    for time in (timedelta(hours=-7), timedelta(days=8), timedelta(seconds=2.5)):
        assert values.interval(dumps.interval(time)) == time


@pytest.mark.parametrize(
    ("read", "cell"),
    [
        (values.number, b"\x00"),
        (values.number, b"\xff\x65"),
        (values.number, b"\xc1"),
        (values.number, b"\xc1\x00"),
        (values.number, b"\xc1\x66"),
        (values.number, b"\x3e\x01\x66"),
        (values.number, b"\xc1" + b"\x02" * 22),
        (values.date, b"\x78\x7e\x0d\x01\x01\x01\x01"),
        (values.date, b"\x78\x7e\x02\x1e\x01\x01"),
        (values.timestamp, b"\x78\x7e\x02\x1c\x01\x01\x01\xff\xff\xff\xff"),
        (values.timestamp, b"\x78\x7e\x02\x1c\x01\x01\x01\x00"),
        (values.interval, b"\x80" * 10),
        (values.interval, b"\xff" * 11),
    ],
)
def test_what_oracle_would_not_write_is_refused(read: values.Decode, cell: bytes) -> None:
    with pytest.raises(TableFault, match=like("reports/oracle-would-not")):
        read(cell)


def test_text_of_an_unknown_character_set_keeps_its_ascii() -> None:
    assert values.text("WE8MSWIN1252")(b"caf\xe9") == "café"
    assert values.text("XX8UNHEARD")(b"caf\xe9") == "caf\ufffd"
