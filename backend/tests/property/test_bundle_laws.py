"""Laws of bundles: the documents say what was written, whatever the names; two bundles differ by what happened."""

from __future__ import annotations

import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.analysis.bundle_interval import bundles_between
from segtier.analysis.counters_between import NoInterval
from segtier.reports.bundle import kept
from segtier.reports.bundle.counters import COUNTERS
from tests.packed_bundles import Documents, documents_of

STARTED = datetime(2026, 11, 20, 7)  # noqa: DTZ001 - times of a database have no zone
names = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=30).filter(
    lambda name: not name.startswith("#") and name.strip() == name
)
counts = st.none() | st.integers(0, 2**48)
keys = st.tuples(names, names, st.none() | names, st.sampled_from(["TABLE", "INDEX", "LOB"]))
segments = st.dictionaries(keys, st.tuples(st.none() | st.integers(0, 2**50), st.tuples(*[counts] * len(COUNTERS))),
                           min_size=1, max_size=12)  # fmt: skip


def read(rows: dict[str, Any]) -> Documents:
    with tempfile.TemporaryDirectory() as folder:
        return documents_of(Path(folder), rows, collector="oracledb")


def type_of(kind: str) -> str:
    return "LOBSEGMENT" if kind == "LOB" else kind


@settings(max_examples=25)
@given(segments)
def test_documents_equal_the_rows_written(
    written: dict[tuple[Any, ...], tuple[int | None, tuple[int | None, ...]]],
) -> None:
    sizes = [{"owner": owner, "segment_name": name, "partition_name": sub, "segment_type": type_of(kind), "bytes": size}
             for (owner, name, sub, kind), (size, _) in written.items()]  # fmt: skip
    figures = [{"inst_id": 1, "owner": owner, "object_name": name, "subobject_name": sub, "object_type": kind,
                **dict(zip(COUNTERS.values(), counters, strict=True))}
               for (owner, name, sub, kind), (_, counters) in written.items()]  # fmt: skip
    documents = read({"segments": sizes, "segment_statistics": figures})
    found = {(one.owner, one.name, one.subobject, one.type): one.size_bytes for one in documents.inventory.segments}
    assert found == {(*key[:3], type_of(key[3])): size for key, (size, _) in written.items()}
    counted = {
        (one.owner, one.name, one.subobject, one.type): tuple(getattr(one, name) for name in COUNTERS)
        for one in documents.workload.segments
    }
    assert counted == {
        key: tuple(None if value is None else float(value) for value in values)
        for key, (_, values) in written.items()
        if any(values)
    }
    for name, row in documents.workload.segment_coverage.items():
        place = list(COUNTERS).index(name)
        assert row.captured == float(sum(values[place] or 0 for _, values in written.values())) == row.listed


limits = st.fixed_dictionaries(
    {name: st.integers(0, 6) for name in ("MOST_BUSY", "MOST_LARGE", "MOST_FAMILY", "WHOLE_UP_TO")}
)


@settings(max_examples=40)
@given(segments, limits)
def test_what_is_folded_is_lost_to_no_sum(
    written: dict[tuple[Any, ...], tuple[int | None, tuple[int | None, ...]]], most: dict[str, int]
) -> None:
    sizes = [{"owner": owner, "segment_name": name, "partition_name": sub, "segment_type": type_of(kind), "bytes": size}
             for (owner, name, sub, kind), (size, _) in written.items()]  # fmt: skip
    figures = [{"inst_id": 1, "owner": owner, "object_name": name, "subobject_name": sub, "object_type": kind,
                **dict(zip(COUNTERS.values(), counters, strict=True))}
               for (owner, name, sub, kind), (_, counters) in written.items()]  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, value in most.items():
            patch.setattr(kept, name, value)
        documents = read({"segments": sizes, "segment_statistics": figures})
    named, folded = documents.inventory.segments, documents.inventory.folded
    assert len(named) + sum(one.segments for one in folded) == len(written)
    whole = sum(one.size_bytes or 0 for one in named) + sum(one.size_bytes for one in folded)
    assert whole == sum(size or 0 for size, _ in written.values())
    active = {key for key, (_, values) in written.items() if any(values)}
    listed = {(one.owner, one.name, one.subobject, one.type) for one in documents.workload.segments}
    assert listed <= active
    said = [one.section for one in (*documents.workload.warnings, *documents.inventory.warnings)
            if one.code == "segments-folded"]  # fmt: skip
    assert said == ["segment_statistics.csv"] * (listed < active) + ["segments.csv"] * bool(folded)
    for name, row in documents.workload.segment_coverage.items():
        place = list(COUNTERS).index(name)
        assert row.captured == sum(values[place] or 0 for _, values in written.values())
        assert row.listed == sum(written[key][1][place] or 0 for key in listed)


waits = st.dictionaries(names, st.tuples(st.integers(1, 10**9), st.integers(0, 10**9)), min_size=1, max_size=8)


def a_bundle(events: dict[str, tuple[int, int]], hours: int) -> Documents:
    rows = [{"inst_id": 1, "event": event, "wait_class": "User I/O", "total_waits": count, "total_timeouts": 0,
             "time_waited_us": count * 7, "total_waits_fg": count, "total_timeouts_fg": 0, "time_waited_us_fg": count * 7}
            for event, (count, _) in events.items()]  # fmt: skip
    database = {"dbid": 4711, "name": "SHOP", "collected_at": STARTED + timedelta(hours=hours)}
    return read({"database": [database], "system_events": rows})


@settings(max_examples=15)
@given(waits)
def test_the_difference_of_two_bundles_is_what_happened_between_them(events: dict[str, tuple[int, int]]) -> None:
    later = {event: (before + more, more) for event, (before, more) in events.items()}
    first, second = a_bundle(events, 3), a_bundle(later, 5)
    found = bundles_between(first.workload, second.workload)
    assert {one.event: one.waits for one in found.wait_events} == {e: more for e, (_, more) in events.items() if more}
    assert found.interval.elapsed_s == 7_200.0
    with pytest.raises(NoInterval, match="not collected after"):
        bundles_between(second.workload, first.workload)
