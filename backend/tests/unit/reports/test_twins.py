"""The same interval printed as HTML and as text: every figure both give agrees to the printed precision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from segtier.analysis.merge import LATEST, RULES
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.awr import SECTIONS
from segtier.reports.sections.mechanism import chosen_tables
from segtier.reports.tables.html import read_page
from segtier.reports.tables.raw import Page
from segtier.reports.tables.text import read_text_page
from tests import corpus

pytestmark = corpus.needs_corpus
PAIRS = ("SLOB-160-161", "DBM11203-1822-1823")
LISTS = [name for name in (*RULES, *LATEST) if name != "cache"]  # of which text prints less: `test_headers_agree`
SUFFIX_CUT_OFF = "].waits"
"""Text prints `616.4K` waits of a histogram as `616.4`: unknown there."""
FROM_HTML_ONLY = {"wait_class", "object_id", "data_object_id", "block_size_bytes"}
_ZERO_UNITS = {"_us": 1000.0, "_bytes": 2.0**20}
"""What a printed 0 counts in: ms and MB."""
_BY_NAME = {section.name: section for section in SECTIONS}


@pytest.mark.parametrize("pair", PAIRS)
def test_text_and_html_of_one_interval_agree(pair: str, record_property: Any) -> None:
    text, html = _file("awr-text-", pair), _file("awr-html-", pair)
    printed, marked = _read(text), _read(html)
    pages = read_text_page(text.decode("latin-1")), read_page(html.decode("latin-1"))
    compared, different = 0, []
    for what, one, other, step in _figures(printed, marked, pages):
        compared += 1
        if abs(one - other) > step * 1.000001:
            different.append(f"{what}: text {one}, html {other}, allowed {step}")
    record_property("figures_compared", compared)
    print(f"{pair}: {compared} figures compared, {len(different)} different")

    assert not different, "\n".join(different[:20])
    assert compared > 1200


@pytest.mark.parametrize("pair", PAIRS)
def test_headers_agree(pair: str) -> None:
    """But for the start of the instance: HTML up to 12.2 prints the month in place of its minutes."""
    printed, marked = (_read(_file(prefix, pair)) for prefix in ("awr-text-", "awr-html-"))

    assert printed.database == marked.database
    assert printed.cache[0].buffer_cache_bytes == marked.cache[0].buffer_cache_bytes
    assert (printed.interval.begin_time, printed.interval.end_time) == (
        marked.interval.begin_time,
        marked.interval.end_time,
    )
    assert printed.interval.db_time_s == pytest.approx(marked.interval.db_time_s, abs=0.06)
    started, month = printed.instances[0].startup_time, marked.instances[0].startup_time
    assert started is not None
    assert month is not None
    assert month.minute == month.month
    assert started.replace(minute=0) == month.replace(minute=0)


def _read(data: bytes) -> Workload:
    document = read_document(data, None)
    assert isinstance(document, Workload)
    return document


def _file(prefix: str, pair: str) -> bytes:
    (path,) = (path for path in corpus.files(prefix) if pair in path.name)
    return path.read_bytes()


def _figures(text: Workload, html: Workload, pages: tuple[Page, Page]) -> Iterator[tuple[str, float, float, float]]:
    for name in LISTS:
        ours, theirs = getattr(text, name), list(getattr(html, name))
        assert len(ours) == len(theirs), name
        for row in ours:
            twin = theirs.pop(_place(row, theirs))
            yield from _row(name, row, twin, pages)


def _place(row: Any, twins: list[Any]) -> int:
    """The first row left whose names begin as this one's do; lists are printed in one order, but for ties."""
    return next(place for place, twin in enumerate(twins) if all(_same_names(row, twin)))


def _same_names(row: Any, twin: Any) -> Iterator[bool]:
    for field in fields(row):
        one, other = getattr(row, field.name), getattr(twin, field.name)
        if field.name == "size_factor":
            yield abs(one - other) <= 0.051
        elif isinstance(one, str) and field.name not in FROM_HTML_ONLY:
            yield isinstance(other, str) and (other.startswith(one) or other.endswith(one))
        elif field.name in ("target_bytes", "size_bytes", "foreground"):
            yield one == other


def _row(name: str, row: Any, twin: Any, pages: tuple[Page, Page]) -> Iterator[tuple[str, float, float, float]]:
    for field in fields(row):
        one, other = getattr(row, field.name), getattr(twin, field.name)
        what = f"{name}[{getattr(row, fields(row)[0].name)}].{field.name}"
        if field.name == "buckets":
            for ours, theirs in zip(one, other, strict=True):
                yield what, ours.pct_of_waits, theirs.pct_of_waits, 0.05 + 0.005
        elif field.name in FROM_HTML_ONLY or isinstance(one, bool):
            continue
        elif one is None:
            assert other is None or what.endswith(SUFFIX_CUT_OFF), what
        elif isinstance(one, int | float):
            assert other is not None, what
            yield what, one, other, _step(row, one, field.name, pages[0]) + _step(twin, other, field.name, pages[1])


def _step(row: Any, value: float, field: str, page: Page) -> float:
    """Half of the last printed digit, in the value's unit."""
    raw = next((raw for evidence in row.evidence if (raw := _raw(evidence, field, page))), "0")
    match = re.match(r"[-+]?([\d,]*\.?(\d*))(?:E([-+]\d+))?", raw)
    assert match, raw
    power = 10.0 ** int(match[3] or 0)
    figure = float(match[1].replace(",", "") or 0) * power
    unit = next((size for end, size in _ZERO_UNITS.items() if field.endswith(end)), 1.0)
    if figure and value and not field.startswith("avg"):
        unit = abs(value) / figure
    return 0.5 * 10.0 ** -len(match[2]) * power * unit


def _raw(evidence: Any, field: str, page: Page) -> str | None:
    key = (evidence.section, evidence.occurrence, id(page))
    if key not in _TABLES:
        tables = chosen_tables(_BY_NAME[evidence.section], page)
        table, places = tables[evidence.occurrence]
        _TABLES[key] = (list(table.rows()), places)
    rows, places = _TABLES[key]
    return rows[evidence.row][places[field]] if field in places else None


_TABLES: dict[Any, Any] = {}
