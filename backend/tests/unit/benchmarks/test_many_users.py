"""What the load command sends and counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.many_users.filled import DBID, Sizes, fill
from benchmarks.many_users.usage import growth
from benchmarks.many_users.visitors import MB, MIX, another_hour
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples.awr_html import render
from segtier.samples.oltp import before_reports
from segtier.store import databases, reports
from segtier.store.engine import Store


def test_what_is_uploaded_is_another_hour_of_a_database() -> None:
    page = render(before_reports()[0]).decode()
    sent = another_hour(page, 7, 3)
    document = read_document(sent, "later.html")
    assert isinstance(document, Workload)
    assert (document.database.name, document.database.dbid) == ("DB00007", DBID + 7)
    assert (document.interval.begin_snap, document.interval.end_snap) == (100_003, 100_004)
    assert MB <= len(sent) < 1.1 * MB


def test_a_filled_store_holds_what_its_sizes_say(tmp_path: Path) -> None:
    fill(tmp_path / "filled.db", Sizes(databases=2, reports=8, segments=40))
    store = Store(f"sqlite:///{tmp_path}/filled.db")
    with store.read() as tx:
        found = databases.list_all(tx)
        used = [reports.counted(tx, one.id) for one in found]
    store.close()
    assert [(one.name, one.reports, one.has_segment_counters, one.has_sizes) for one in found] == [
        ("DB00000", 2, True, True),
        ("DB00001", 2, True, True),
    ]
    assert [len(documents) for documents in used] == [4, 4]
    assert len({one.digest for documents in used for one in documents}) == 8


def test_the_mix_is_stated_in_per_cent() -> None:
    assert sum(one.share_pct for one in MIX) == 100


@pytest.mark.parametrize(
    ("looks", "grown"),
    [((5, 5), 0), ((1, 90, 10, 10, 10, 10), 0), ((0, 0, 0, 10, 20, 30), 20), ((0, 0, 30, 20, 10, 10, 10), -10)],
)
def test_growth_is_of_the_second_half(looks: tuple[int, ...], grown: float) -> None:
    assert growth(looks) == pytest.approx(grown, abs=4)
