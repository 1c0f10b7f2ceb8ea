"""What a bundle joins to by DBID, instance and time: reports, another bundle, its own snapshots; on the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from segtier.cli.main import cli
from segtier.errors import Refused
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.bundle.counters import COUNTERS
from segtier.samples import oltp_sample
from tests.bundle_rows import COLLECTED, STARTED, invented_rows
from tests.bundles import make_bundle
from tests.integration.packed import a_zip
from tests.packed_bundles import files_of
from tests.sentences import like, tells, worded

BUSY_REPORT = "awrrpt_1_4115_4116.html"
NAMED = 0.97
"""Of the instance's reads and writes, by the bundle's segments: the rest is temporary."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(one) for one in arguments])


def advise(*paths: Path, window: str = "busiest") -> dict[str, Any]:
    """The advice with its sources and segments."""
    results = [
        run(*command, *paths, "--ssd", "700GB", "--window", window, "--format", "json")
        for command in (("advise",), ("advise", "--piece", "sources"), ("segments",))
    ]
    assert [result.exit_code for result in results] == [0, 0, 0], results[0].stderr
    advice, sources, segments = (json.loads(result.stdout) for result in results)
    return {**advice, **sources, "segments": segments["items"]}


@cache
def sample() -> dict[str, bytes]:
    return {one.name: one.data for one in oltp_sample()}


def document(name: str) -> Any:
    return read_document(sample()[name], name)


def segment_row(one: Any, name: str, sub: str) -> dict[str, Any]:
    return {"owner": one.owner, name: one.name, sub: one.subobject, "tablespace_name": one.tablespace}


@cache
def sample_rows() -> dict[str, Any]:
    """The sample's database as a collector would see it: all its segments with counters and sizes."""
    report, counters, sizes = map(document, (BUSY_REPORT, "segment_statistics.csv", "segment_sizes.csv"))
    assert isinstance(report, Workload)
    assert isinstance(sizes, Inventory)
    database = {"dbid": report.database.dbid, "name": report.database.name, "collected_at": datetime(2024, 3, 13)}  # noqa: DTZ001
    sums = {field: sum(getattr(one, field) or 0 for one in counters.segments) for field in COUNTERS}
    totals = {"physical reads": "physical_reads_blocks", "physical writes": "physical_writes_blocks"}
    return {
        "database": [database],
        "instances": [{"inst_id": 1, "name": "oakshop1", "startup_time": report.instances[0].startup_time}],
        "segments": [segment_row(one, "segment_name", "partition_name")
                     | {"segment_type": one.type, "bytes": one.size_bytes} for one in sizes.segments],
        "segment_statistics": [segment_row(one, "object_name", "subobject_name") | {"inst_id": 1, "object_type": one.type}
                               | {column: getattr(one, field) for field, column in COUNTERS.items()}
                               for one in counters.segments],
        "system_statistics": [{"inst_id": 1, "name": name, "value": round(sums[field] / NAMED)}
                              for name, field in totals.items()],
    }  # fmt: skip


def a_bundle_of_the_sample(folder: Path, dbid: int | None = None) -> Path:
    rows = sample_rows()
    known = dbid or rows["database"][0]["dbid"]
    rows = rows | {"database": [rows["database"][0] | {"dbid": known}]}
    bundle = make_bundle(folder / "run", rows, manifest_items={"dbid": str(known)})
    target = folder / "run.zip"
    target.write_bytes(a_zip(files_of(bundle, "run/")))
    return target


def a_report(folder: Path, name: str = BUSY_REPORT) -> Path:
    target = folder / name
    target.write_bytes(sample()[name])
    return target


def test_beside_a_report_a_bundle_names_nearly_all_segments_and_their_sizes(tmp_path: Path) -> None:
    report, bundle = a_report(tmp_path), a_bundle_of_the_sample(tmp_path)
    alone, beside = advise(report), advise(bundle, report)
    assert alone["quality"]["coverage"]["physical_reads"] < 0.5
    assert beside["quality"]["coverage"] == alone["quality"]["coverage"], (
        "counters since start-up say nothing of the hour"
    )
    assert [row["size_bytes"] for row in alone["segments"] if row["size_bytes"] is not None] == []
    named = [row for row in beside["segments"] if row["tablespace"] != "TEMP"]
    assert len(named) > len(alone["segments"])
    assert [row["name"] for row in named if row["size_bytes"] is None] == []
    assert beside["interval_hours"] == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("command", ["advise", "segments"])
def test_coverage_is_said_beside_the_answer(tmp_path: Path, command: str) -> None:
    result = run(command, a_bundle_of_the_sample(tmp_path), a_report(tmp_path), "--ssd", "700GB")
    assert result.exit_code == 0
    assert tells(" ".join(result.stderr.split()), like("cli/segments-named-make", "46.8 %", "23.5 %"))


def refusal(*paths: Path) -> Refused:
    fault = run("advise", *paths, "--ssd", "700GB").exception
    assert isinstance(fault, Refused)
    return fault


def test_a_bundle_of_another_database_is_refused(tmp_path: Path) -> None:
    fault = refusal(a_bundle_of_the_sample(tmp_path, dbid=99), a_report(tmp_path))
    assert (fault.code, "DBID 99" in fault.message, bool(fault.advice)) == ("several-databases", True, True)


def test_bundles_of_two_databases_in_one_folder_are_refused(tmp_path: Path) -> None:
    make_bundle(tmp_path / "both" / "shop")
    rows = {"database": [{"dbid": 12, "name": "OTHER", "collected_at": COLLECTED}]}
    make_bundle(tmp_path / "both" / "other", rows, manifest_items={"dbid": "12"})
    assert refusal(tmp_path / "both").message == worded(
        "analysis/files-databases", 2, "OTHER (DBID 12), SHOP (DBID 4711)"
    )


def later(minutes: int, **changed: Any) -> dict[str, Any]:
    """The invented database some time later: half as much again of everything it counts."""
    rows = {name: list(content) for name, content in invented_rows("19.0.0.0.0", False, 3, False).items()}
    grown = {"system_events", "system_statistics", "time_model", "segment_statistics", "event_histograms"}
    rows |= {name: [_grown(row) for row in rows[name]] for name in grown}
    rows["database"] = [rows["database"][0] | {"collected_at": COLLECTED + timedelta(minutes=minutes)}]
    return rows | changed


_LEVELS = ("inst_id", "obj#", "dataobj#", "bucket_us_max")


def _grown(row: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v * 3 // 2 if isinstance(v, int) and k not in _LEVELS else v for k, v in row.items()}


def two_bundles(folder: Path, **changed: Any) -> tuple[Path, Path]:
    return make_bundle(folder / "first"), make_bundle(folder / "second", later(30, **changed))


def codes(answer: dict[str, Any]) -> set[str]:
    return {one["code"] for one in answer["warnings"]}


def test_two_bundles_give_the_time_between_them(tmp_path: Path) -> None:
    answer = advise(*two_bundles(tmp_path))
    assert answer["interval_hours"] == 0.5
    assert "bundle-interval" in codes(answer)
    assert answer["quality"]["coverage"]["physical_reads"] > 0.99
    (point,) = answer["timeline"]["points"]
    assert (point["begin_time"], point["end_time"]) == ("2026-11-20T10:00:00", "2026-11-20T10:30:00")
    assert point["average_active_sessions"] == pytest.approx(10.0)


def statistics(**changed: Any) -> list[dict[str, Any]]:
    """The later counters; of ORDERS what is changed."""
    rows = [_grown(row) for row in invented_rows("19.0.0.0.0", False, 3, False)["segment_statistics"]]
    return [rows[0] | changed, *rows[1:]]


def test_after_a_restart_the_later_bundle_counts_alone(tmp_path: Path) -> None:
    instance = {"inst_id": 1, "name": "SHOP1", "startup_time": STARTED + timedelta(hours=2)}
    answer = advise(*two_bundles(tmp_path, instances=[instance]))
    restarted = worded("analysis/instance-started-between", 1, "2026-11-20 09:00")
    assert {one["message"] for one in answer["warnings"] if one["code"] == "no-bundle-interval"} == {
        worded("analysis/two-bundles-give", f"first and second: {restarted}")
    }
    assert answer["interval_hours"] == 1.5


UNKNOWN: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("another data object", {"dataobj#": 99, "physical_reads": 5}, worded("analysis/new-data-object")),
    ("a smaller counter", {"physical_reads": 5}, worded("analysis/smaller-figure-later")),
)


@pytest.mark.parametrize(("changed", "reason"), [one[1:] for one in UNKNOWN], ids=[one[0] for one in UNKNOWN])
def test_a_segment_without_a_difference_is_explained(tmp_path: Path, changed: dict[str, Any], reason: str) -> None:
    answer = advise(*two_bundles(tmp_path, segment_statistics=statistics(**changed)))
    (row,) = [one for one in answer["segments"] if one["name"] == "ORDERS"]
    assert (row["included"], row["benefit_s_per_hour"], row["io_share"]) == (False, None, None)
    assert reason in row["reason"]
    assert answer["quality"]["coverage"]["physical_reads"] < 0.7


@pytest.mark.parametrize("window", ["busiest", "average"])
def test_snapshots_in_a_bundle_are_hours(tmp_path: Path, window: str) -> None:
    answer = advise(make_bundle(tmp_path / "run", diagnostics_pack=True), window=window)
    points = answer["timeline"]["points"]
    assert [(one["begin_snap"], one["end_snap"]) for one in points] == [(100, 101), (101, 102)]
    assert answer["interval_hours"] == (2.0 if window == "average" else 1.0)


def statspack() -> dict[str, Any]:
    licensed = invented_rows("19.0.0.0.0", False, 3, True)
    rows = {name.replace("hist_", "statspack_"): list(content) for name, content in licensed.items()
            if name.startswith("hist_") and name not in ("hist_time_model", "hist_os_statistics")}  # fmt: skip
    rows["statspack_segments"] = [
        row | {"physical_reads": (n + 1) * 333_333} for n, row in enumerate(rows["statspack_segments"])
    ]
    rows["statspack_system_statistics"] += [
        {"snap_id": 100 + n, "inst_id": 1, "name": "DB time", "value": n * 1_200_000} for n in range(3)
    ]
    return rows


def test_statspack_snapshots_are_hours_without_the_licence(tmp_path: Path) -> None:
    answer = advise(make_bundle(tmp_path / "run", statspack()))
    points = answer["timeline"]["points"]
    assert [(one["begin_snap"], one["end_snap"], one["average_active_sessions"]) for one in points] == [
        (100, 101, pytest.approx(10 / 3)), (101, 102, pytest.approx(10 / 3))]  # fmt: skip


def on_two(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row | {"inst_id": number} for number in (1, 2) for row in rows]


def test_instances_of_a_cluster_are_added_up(tmp_path: Path) -> None:
    rows = {name: list(content) for name, content in invented_rows("19.0.0.0.0", False, 3, False).items()}
    single, both = make_bundle(tmp_path / "one"), make_bundle(
        tmp_path / "two", {name: on_two(content) for name, content in rows.items() if content and "inst_id" in content[0]}
    )  # fmt: skip
    one, two = advise(single), advise(both)
    assert [len(answer["segments"]) for answer in (one, two)] == [3, 3]
    assert two["quality"]["coverage"]["physical_reads"] == one["quality"]["coverage"]["physical_reads"]
    assert two["db_time"]["db_time_s_per_hour"] == 2 * one["db_time"]["db_time_s_per_hour"]


def test_segments_have_the_name_of_their_pdb(tmp_path: Path) -> None:
    answer = advise(make_bundle(tmp_path / "run", cdb=True))
    assert list(starmap(lambda *key: ".".join(key), _pdb_names(answer))) == [
        "SHOPPDB.ORDERS", "SHOPPDB.ORDERS_PK", "SHOPPDB.SYS_LOB01$$"]  # fmt: skip


def _pdb_names(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return sorted((row["pdb"], row["name"]) for row in answer["segments"])
