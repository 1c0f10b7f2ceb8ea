"""A log event is one line, whatever it carries."""

from __future__ import annotations

import logging

import pytest

from segtier.cli.support.logs import OneLine

CASES = (
    ("plain", "plain"),
    ("file a\nWARNING forged", "file a\\nWARNING forged"),
    ("colour \x1b[31m", "colour \\x1b[31m"),
    ("right to left \u202e", "right to left \\u202e"),
)


@pytest.mark.parametrize(("message", "line"), CASES)
def test_lines(message: str, line: str) -> None:
    record = logging.LogRecord("x", logging.INFO, "file", 1, "%s", (message,), None)
    assert OneLine("%(message)s").format(record) == line


def test_a_traceback_is_one_line() -> None:
    try:
        raise ValueError("broken")
    except ValueError as fault:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "oh", (), (type(fault), fault, fault.__traceback__))
    text = OneLine("%(message)s").format(record)
    assert "ValueError: broken" in text
    assert len(text.splitlines()) == 1
