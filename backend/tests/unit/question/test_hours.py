"""Hours as they are typed."""

from __future__ import annotations

from datetime import datetime

import pytest

from segtier.errors import SegtierError
from segtier.model.timeline import StatedHours
from segtier.question.hours import read_hours
from tests.sentences import worded

ELEVEN, NOON = datetime(2024, 3, 12, 11), datetime(2024, 3, 12, 12)  # noqa: DTZ001 - a database's clock has no zone


@pytest.mark.parametrize(
    ("begin", "end", "expected"),
    [
        (None, None, None),
        ("2024-03-12T11:00", "2024-03-12T12:00", StatedHours(ELEVEN, NOON)),
        (" 2024-03-12 11:00:00 ", None, StatedHours(ELEVEN, None)),
        (None, "2024-03-12 12:00", StatedHours(None, NOON)),
        ("2024-03-12", "2024-03-12", StatedHours(ELEVEN.replace(hour=0), NOON.replace(day=13, hour=0))),
    ],
)
def test_hours(begin: str | None, end: str | None, expected: StatedHours | None) -> None:
    assert read_hours(begin, end) == expected


@pytest.mark.parametrize(
    ("begin", "end", "code", "told"),
    [
        ("lunch", None, "bad-time", "'lunch'"),
        (None, "11:00", "bad-time", "'11:00'"),
        (None, "9999-12-31", "bad-time", "9999-12-31"),
        ("2024-03-12T11:00Z", None, "bad-time", worded("question/names-time-zone", "'2024-03-12T11:00Z'")),
        ("2024-03-12T12:00", "2024-03-12T12:00", "hours-turned-round", "end at 2024-03-12 12:00, not after"),
        ("2024-03-13", "2024-03-12", "hours-turned-round", "begin at 2024-03-13 00:00"),
    ],
)
def test_what_is_no_hours(begin: str | None, end: str | None, code: str, told: str) -> None:
    with pytest.raises(SegtierError) as caught:
        read_hours(begin, end)
    assert (caught.value.code, told in caught.value.message) == (code, True)
    assert caught.value.advice
