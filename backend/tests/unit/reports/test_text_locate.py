"""From a figure of a text report back to its line and column: small pages, then every evidence of corpus reports."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.errors import NotFound
from segtier.model.evidence import Evidence
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate, places_in
from tests import corpus
from tests.unit.reports import text_pages
from tests.unit.reports.test_text_damaged import EVENTS, SPACES

PAGE = text_pages.report(
    "\f" + text_pages.section("Foreground Wait Events", EVENTS), text_pages.section("Tablespace IO Stats", SPACES)
)
LISTS = ("wait_events", "time_model", "tablespace_io", "instance_statistics", "segments", "buffer_pool_advisory")


def at(data: bytes, line: int | None, column: int | None) -> str:
    text = data.decode("latin-1").replace("\r", "").split("\n")[(line or 0) - 1]
    return text[(column or 0) - 1 :]


@pytest.mark.parametrize(
    ("evidence", "field", "raw", "heading"),
    [
        (Evidence("Foreground Wait Events", 0, 2), "waits", "3,234", "Waits"),
        (Evidence("Foreground Wait Events", 0, 2), "time_s", "10", "Total Wait Time (s)"),
        (Evidence("Tablespace IO Stats", 0, 1), "tablespace", "SPACE2", "Tablespace"),
        (Evidence("Tablespace IO Stats", 0, 1), "read_requests", "2,555", "Reads"),
        (Evidence("Load Profile", 0, 0), "per_s", None, None),
        (Evidence("Snapshots", 0, 2), "time", "60.00 (mins)", "Snap Time"),
        (Evidence("Database", 0, 0), "release", "11.2.0.3.0", "Release"),
    ],
)
def test_names_line_column_and_raw_text(evidence: Evidence, field: str, raw: str | None, heading: str | None) -> None:
    if raw is None:
        with pytest.raises(NotFound):
            locate(PAGE, evidence, field)
        return
    place = locate(PAGE, evidence, field)

    assert (place.raw_text, place.column) == (raw, heading)
    assert at(PAGE, place.line, place.column_in_line).startswith(raw)


@corpus.needs_corpus
@pytest.mark.parametrize(
    "part", ["awr-text-11.2.0.3.0-si-DBM", "statspack-text-11.2.0.4", "statspack-text-10.1.0.3.0-ORA10G-multiuser_2"]
)
def test_evidence_of_every_list_is_found_in_the_file(part: str) -> None:
    (path,) = corpus.files(part)
    data = path.read_bytes()
    workload, places = read_document(data, path.name), places_in(data)
    assert isinstance(workload, Workload)
    for name in LISTS:
        rows: list[Any] = list(getattr(workload, name))
        for row in rows[:: max(len(rows) // 4, 1)]:
            place = places(row.evidence[0], None)
            assert place.row_cells, name
            assert at(data, place.line, place.column_in_line).startswith(place.row_cells[0] or "\n"), name
