"""Documents as input: what goes out comes in again; what is no document says where it fails."""

from __future__ import annotations

import pytest

from segtier.documents import encode
from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.unit.reports import pages


def test_a_parsed_report_comes_back_equal() -> None:
    workload = read_document(pages.report(), "mine.html")

    assert read_document(encode(workload), "mine.json") == workload
    assert read_document(encode(workload, indent=2), "mine.json") == workload


def test_a_typed_list_of_events_is_enough() -> None:
    text = '{"schema": "segtier.workload/1", "wait_events": [{"event": "log file sync", "waits": 10, "time_s": 1.5}]}'
    workload = read_document(text.encode(), "typed.json")

    assert isinstance(workload, Workload)
    assert workload.wait_events[0].time_s == 1.5
    assert workload.wait_events[0].avg_wait_us is None
    assert (workload.source.kind, workload.source.file) == ("typed", "typed.json")
    assert workload.source.sha256


def test_an_inventory() -> None:
    text = '{"schema": "segtier.inventory/1", "segments": [{"owner": "A", "name": "T", "size_bytes": 5}]}'
    inventory = read_document(text.encode(), "sizes.json")

    assert isinstance(inventory, Inventory)
    assert inventory.segments[0].size_bytes == 5


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (
            '{"schema": "segtier.workload/1", "wait_events": [{"event": 5}]}',
            "bad-document",
            r"\$.wait_events\[0\].event",
        ),
        ('{"schema": "segtier.workload/1", "wait_events": [', "bad-json", "not JSON"),
        ('{"hello": 1}', "bad-document", "names no schema"),
        ('{"hello": ', "bad-json", "not JSON"),
    ],
)
def test_refusals(text: str, code: str, words: str) -> None:
    with pytest.raises(UnreadableInput, match=words) as refusal:
        read_document(text.encode(), "x.json")
    assert refusal.value.code == code


def test_another_document_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedDocument, match=r"segtier\.advice/1"):
        read_document(b'{"schema": "segtier.advice/1"}', "advice.json")
