"""Damaged RAC, compare-period and AWR Miner files: what is read is what the whole file says, the rest is unknown."""

from __future__ import annotations

import random
import re
from dataclasses import fields
from typing import Any

import pytest

from segtier.errors import SegtierError
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests import corpus

KEYS = {
    "time_model": ("name", "instance"),
    "load_profile": ("metric", "instance"),
    "wait_classes": ("wait_class", "instance"),
    "wait_events": ("event", "foreground", "instance"),
    "io_functions": ("function", "instance"),
    "io_filetypes": ("filetype", "instance"),
    "instance_statistics": ("name", "instance"),
    "tablespace_io": ("tablespace",),
    "segments": ("pdb", "owner", "name", "subobject", "type", "object_id", "data_object_id"),
}
FILES = (
    "awr-rac-global-html-11.2",
    "awr-rac-global-html-12.2.0.1.0-wrapped-DB10AP-526",
    "awr-diff-html",
    "awr-miner-11.2.0.3.0-FLAVIA",
)
# What a section that is gone changes in others: totals that come from the file's rates or from another list.
DERIVED = {"evidence", "below", "wait_class", "avg_wait_us", "waits"}
pytestmark = corpus.needs_corpus


def read(data: bytes) -> tuple[Workload, ...]:
    """The workloads, none where the file is refused; any other exception fails the test."""
    try:
        document = read_document(data, "damaged")
    except SegtierError:
        return ()
    assert not isinstance(document, Inventory)
    return (document.first, document.second) if isinstance(document, Pair) else (document,)


def figures(workload: Workload, name: str) -> dict[tuple[Any, ...], Any]:
    return {tuple(getattr(row, part) for part in KEYS[name]): row for row in getattr(workload, name)}


def other_figures(found: Workload, whole: Workload) -> list[str]:
    """Known figures that the whole file does not give."""
    wrong: list[str] = []
    top_only = "top-events-only" in {warning.code for warning in found.warnings}
    # Oracle rounds the share of the same event otherwise in its top list than in the full one (0.01 beside 0.00).
    skipped = DERIVED | {"db_time_pct"} if top_only else DERIVED
    for name in KEYS:
        expected = figures(whole, name)
        for key, row in figures(found, name).items():
            for one in fields(row):
                value = getattr(row, one.name)
                if (
                    one.name not in skipped
                    and value is not None
                    and value != getattr(expected.get(key), one.name, None)
                ):
                    wrong.append(f"{name} {key} {one.name}: {value}")
    return wrong


def whole_of(prefix: str) -> tuple[bytes, tuple[Workload, ...]]:
    data = corpus.files(prefix)[0].read_bytes()
    return data, read(data)


def check(data: bytes, whole: tuple[Workload, ...], what: str) -> int:
    found = read(data)
    for one, expected in zip(found, whole, strict=False):
        assert other_figures(one, expected) == [], what
    return len(found)


@pytest.mark.parametrize("prefix", FILES)
def test_cut_files(prefix: str) -> None:
    data, whole = whole_of(prefix)
    chance = random.Random(20240601)
    read_ = 0
    for _ in range(15):
        cut = chance.randrange(2_000, len(data))
        read_ += check(data[:cut], whole, f"cut at byte {cut}")
    assert read_ > 5
    if "html" in prefix:
        assert all("truncated" in {warning.code for warning in one.warnings} for one in read(data[: len(data) // 2]))


@pytest.mark.parametrize("prefix", FILES)
def test_removed_and_swapped_lines(prefix: str) -> None:
    """Lines of a page are table rows: without one there is one row less, swapped ones only change the order."""
    data, whole = whole_of(prefix)
    lines = data.split(b"\n")
    chance = random.Random(5)
    for _ in range(12):
        place = chance.randrange(10, len(lines) - 2)
        missing = lines[:place] + lines[place + 1 :]
        swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        if "wrapped" in prefix or "miner" in prefix:
            read(b"\n".join(missing)), read(b"\n".join(swapped))
            continue
        check(b"\n".join(swapped), whole, f"lines {place} and {place + 1} swapped")
        check(b"\n".join(missing), whole, f"line {place} removed")


_BOUNDS = (b"MAIN-METRICS", b"AVERAGE-ACTIVE-SESSIONS")
"""Blocks of an AWR Miner file that other figures are cut to: the snapshots, and what the foreground waited."""


@pytest.mark.parametrize("prefix", FILES)
def test_removed_tables(prefix: str) -> None:
    data, whole = whole_of(prefix)
    spans = [match.span() for match in re.finditer(rb"<table.*?</table>|~~BEGIN.*?~~END[^\n]*", data, re.DOTALL)]
    chance = random.Random(3)
    for start, end in chance.sample(spans, min(len(spans), 12)):
        removed = data[:start] + data[end:]
        if not any(name in data[start : start + 40] for name in _BOUNDS):
            check(removed, whole, f"bytes {start} to {end} removed")


@pytest.mark.parametrize("prefix", FILES)
def test_flipped_bytes_never_crash(prefix: str) -> None:
    data, _ = whole_of(prefix)
    chance = random.Random(7)
    for count in (1, 1, 1, 20, 20, 500, 500, 5000):
        damaged = bytearray(data)
        for _ in range(count):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        read(bytes(damaged))
