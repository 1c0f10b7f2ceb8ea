"""A log event is one line, whatever it carries."""

from __future__ import annotations

import io
import json
import logging
import sys
from typing import Literal

import pytest

from segtier.api.request_id import FIELDS, request_id
from segtier.cli.support.logs import AsJson, OneLine, set_up_logs

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


AS_JSON = (*(message for message, _ in CASES), "delete \x7f", "half \ud800 of a character", 'a "quote" \\')


@pytest.mark.parametrize("message", AS_JSON)
def test_as_json_the_message_is_the_same_and_the_line_harmless(message: str) -> None:
    record = logging.LogRecord("segtier.x", logging.WARNING, "file", 1, "%s", (message,), None)
    line = AsJson().format(record)
    assert json.loads(line)["message"] == message
    assert line.isprintable()


def test_as_json_a_line_says_of_which_request_it_is_and_what_went_wrong() -> None:
    try:
        raise ValueError("broken")
    except ValueError as fault:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "oh", (), (type(fault), fault, fault.__traceback__))
    setattr(record, FIELDS, {"status": 500})
    token = request_id.set("req_1")
    try:
        said = json.loads(AsJson().format(record))
    finally:
        request_id.reset(token)
    assert said["traceback"].endswith("ValueError: broken")
    kept = ("level", "logger", "request_id", "message", "status")
    assert [said[name] for name in kept] == ["ERROR", "x", "req_1", "oh", 500]
    assert said["time"].endswith("+00:00")


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_others_send_takes_little_room(monkeypatch: pytest.MonkeyPatch, form: Literal["text", "json"]) -> None:
    """As an address of 60 kB: 200 of them wrote 11.5 MiB."""
    root, kept, level = logging.getLogger(), logging.getLogger().handlers[:], logging.getLogger().level
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    address = "/" + "é" * 60_000
    try:
        set_up_logs("INFO", form=form)
        extra = {FIELDS: {"path": address, "status": 404}}
        logging.getLogger("segtier.access").warning("%s %s %d", "req_1", address, 404, extra=extra)
        logging.getLogger("segtier.x").error("a fault of ours: " + "x" * 5_000)
    finally:
        root.handlers[:] = kept
        root.setLevel(level)
    first, second = written.getvalue().splitlines()
    assert len(first.encode()) < 2_000
    assert "404" in first
    assert "60,001 characters" in first
    assert len(second) > 5_000
