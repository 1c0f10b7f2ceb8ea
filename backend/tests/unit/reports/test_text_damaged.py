"""Damaged text reports: cut, lines removed or swapped, bytes flipped. Never a crash, a hang or silently another figure."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest

from segtier.errors import SegtierError
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests import corpus
from tests.unit.reports import text_pages

EVENTS = """
                                                             Avg
                                        %Time Total Wait    wait    Waits   % DB
Event                             Waits -outs   Time (s)    (ms)     /txn   time
-------------------------- ------------ ----- ---------- ------- -------- ------
""" + "".join(f"event {place:<20} {place + 1:>8},234     0         10       8      1.0   50.0\n" for place in range(9))
SPACES = """
Tablespace
------------------------------
                 Av       Av     Av                       Av     Buffer  Av Buf
         Reads Reads/s  Rd(ms) Blks/Rd       Writes Writes/s      Waits  Wt(ms)
-------------- ------- ------- ------- ------------ -------- ---------- -------
""" + "".join(
    f"SPACE{place}\n{place:>10},555      69     0.8     1.0    6,402,128   21,031          2     5.0\n"
    for place in range(1, 9)
)
SMALL = text_pages.report(
    text_pages.section("Foreground Wait Events", EVENTS), text_pages.section("Tablespace IO Stats", SPACES)
)
REAL = ("awr-text-11.2.0.3.0-si-SLOB", "statspack-text-10.1.0.3.0-ORA10G-multiuser_4", "statspack-text-11.2.0.4")
LISTS = {
    "wait_events": ("event", "foreground"),
    "time_model": ("name",),
    "load_profile": ("metric",),
    "instance_statistics": ("name",),
    "os_statistics": ("name",),
    "io_functions": ("function",),
    "tablespace_io": ("tablespace",),
    "file_io": ("file",),
    "buffer_pool_advisory": ("pool", "size_bytes"),
}
DERIVED = {"avg_wait_us", "evidence", "wait_class"}
TOLD = {
    "row-skipped",
    "unreadable-cell",
    "section-unreadable",
    "truncated",
    "overflow",
    "foreground-mixed",
    "foreground-derived",
    "top-events-only",
}


def sources() -> list[Any]:
    real = [pytest.param(part, marks=corpus.needs_corpus, id=part) for part in REAL]
    return [pytest.param(None, id="small"), *real]


def bytes_of(part: str | None) -> bytes:
    if part is None:
        return SMALL
    (path,) = corpus.files(part)
    return path.read_bytes()


def read(data: bytes) -> Workload | None:
    """The workload, or None where it is refused; any other exception fails the test."""
    try:
        document = read_document(data, "damaged.txt")
    except SegtierError:
        return None
    assert isinstance(document, Workload)
    return document


def codes(workload: Workload) -> set[str]:
    return {warning.code for warning in workload.warnings}


def other_figures(found: Workload, whole: Workload) -> list[str]:
    """Figures of rows that the whole report has too, but with another value. Unknown is not another value."""
    different: list[str] = []
    for name, keys in LISTS.items():
        known: dict[Any, list[Any]] = {}
        for row in getattr(whole, name):
            known.setdefault(tuple(getattr(row, key) for key in keys), []).append(row)
        for row in getattr(found, name):
            key = tuple(getattr(row, one) for one in keys)
            different += [f"{name}{key}: no such row"] if key not in known else []
            different += [
                f"{name}{key}: {row}" for _ in [0] if key in known and not any(_within(row, one) for one in known[key])
            ]
    return different


def _within(row: Any, whole: Any) -> bool:
    return all(
        getattr(row, field.name) in (None, getattr(whole, field.name))
        for field in fields(row)
        if field.name not in DERIVED
    )


def test_the_small_page_reads_whole() -> None:
    whole = read(SMALL)
    assert whole is not None

    assert (len(whole.wait_events), len(whole.tablespace_io)) == (9, 8)


@pytest.mark.parametrize("part", sources())
def test_every_row_of_a_cut_report_is_a_row_of_the_whole(part: str | None) -> None:
    data = bytes_of(part)
    whole = read(data)
    assert whole is not None
    chance = random.Random(20240602)
    cuts = range(300, len(data), 7) if part is None else [chance.randrange(2_000, len(data)) for _ in range(25)]
    for cut in cuts:
        found = read(data[:cut])
        if found is None or codes(found) & {"top-events-only", "foreground-derived", "foreground-mixed"}:
            continue
        assert other_figures(found, whole) == [], f"cut at byte {cut}"
        if cut < len(data.rstrip()) - 60:
            assert "truncated" in codes(found), f"cut at byte {cut}"


@pytest.mark.parametrize("part", sources())
def test_a_removed_line_changes_no_other_figure(part: str | None) -> None:
    data = bytes_of(part)
    whole = read(data)
    assert whole is not None
    lines = data.split(b"\n")
    chance = random.Random(11)
    chosen = range(len(lines)) if part is None else chance.sample(range(len(lines)), 30)
    for place in chosen:
        found = read(b"\n".join(lines[:place] + lines[place + 1 :]))
        if found is not None and not codes(found) & {"top-events-only", "foreground-derived", "foreground-mixed"}:
            assert other_figures(found, whole) == [], f"without line {place + 1}: {lines[place]!r}"


@pytest.mark.parametrize("part", sources())
def test_swapped_lines_change_no_figure_or_are_told(part: str | None) -> None:
    data = bytes_of(part)
    whole = read(data)
    assert whole is not None
    lines = data.split(b"\n")
    chance = random.Random(12)
    chosen = range(len(lines) - 1) if part is None else chance.sample(range(len(lines) - 1), 30)
    for place in chosen:
        swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        found = read(b"\n".join(swapped))
        if found is not None and not codes(found) & TOLD - codes(whole):
            assert other_figures(found, whole) == [], f"lines {place + 1} and {place + 2}"


@pytest.mark.parametrize("part", sources())
def test_flipped_bytes_never_crash(part: str | None) -> None:
    data = bytes_of(part)
    chance = random.Random(7)
    for _ in range(80 if part is None else 8):
        damaged = bytearray(data)
        for _ in range(chance.choice((1, 20, 500))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        read(bytes(damaged))


def test_a_doubled_section_is_read_once() -> None:
    part = text_pages.section("Foreground Wait Events", EVENTS)
    once, twice = read(text_pages.report(part)), read(text_pages.report(part, part))
    assert once is not None
    assert twice is not None

    assert [replace(row, evidence=()) for row in twice.wait_events] == [
        replace(row, evidence=()) for row in once.wait_events
    ]
