"""A masked bundle is a bundle: it reads as the first one did, names apart, and what was wrong with it stays wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from segtier.cli.support.bundle_folder import FolderFiles
from segtier.masking.bundle import MaskedBundle, mask_bundle
from segtier.masking.choice import Choice, Treatment
from segtier.masking.map import MaskMap, read_names
from segtier.masking.mask import Masker
from segtier.masking.unmask import unmask
from segtier.model.workload import Source
from segtier.reports.bundle import read_bundle
from tests.bundles import Rows, make_bundle
from tests.unit.reports import pages

SOURCE = Source("bundle", "run.zip", "c" * 64)


def masked(folder: Path, masks: Masker) -> tuple[Path, MaskedBundle]:
    target = folder.with_name("masked")

    @contextmanager
    def sink(path: str) -> Iterator[BinaryIO]:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        with (target / path).open("xb") as file:
            yield file

    return target, mask_bundle(FolderFiles(folder), masks, sink)


def a_masker(**choice: Any) -> Masker:
    return Masker(MaskMap(bytes(32), own_key=True), Choice(**choice))


def read(folder: Path) -> tuple[Any, ...]:
    return read_bundle(FolderFiles(folder), SOURCE)


@pytest.mark.parametrize("collector", ["sqlplus", "oracledb"])
@pytest.mark.parametrize(("cdb", "pack"), [(False, False), (True, True)])
def test_it_reads_as_before_once_the_names_are_back(tmp_path: Path, collector: str, cdb: bool, pack: bool) -> None:
    folder = make_bundle(tmp_path / "run", collector=collector, cdb=cdb, diagnostics_pack=pack, segments=50)
    masks = a_masker()
    target, done = masked(folder, masks)
    assert (done.problems, done.left_out, done.warnings) == ([], [], [])
    back = [unmask(one, read_names(masks.map.encode())) for one in read(target)]
    assert back == [replace(one, source=replace(one.source, encoding="utf-8")) for one in read(folder)]


NASTY = ("Mixed Case", 'with "quotes"', "comma, and ; more", "ÄÖÜ_ß", "X" * 128, "a\\b", "'", "--", "#end")


def test_names_that_need_quoting_come_back(tmp_path: Path) -> None:
    rows: Rows = {
        "segments": [
            {
                "owner": owner,
                "segment_name": name,
                "segment_type": "TABLE",
                "tablespace_name": "SHOP_DATA",
                "bytes": 8192,
            }
            for owner in NASTY[:3]
            for name in NASTY
        ]
    }
    folder = make_bundle(tmp_path / "run", rows)
    masks = a_masker()
    inventory = read(masked(folder, masks)[0])[-1]
    assert all(one.owner.isascii() and '"' not in one.name and len(one.name) <= 30 for one in inventory.segments)
    back = unmask(inventory, read_names(masks.map.encode()))
    assert [(one.owner, one.name) for one in back.segments] == [(owner, name) for owner in NASTY[:3] for name in NASTY]


def damage_rows(folder: Path) -> None:
    path = folder / "tablespaces.csv"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-1], '"one","cell too few"', lines[-1]]) + "\n")


def damage_cut(folder: Path) -> None:
    path = folder / "segments.csv"
    path.write_text("\n".join(path.read_text().splitlines()[:-1]) + "\n")


def damage_sum(folder: Path) -> None:
    path = folder / "datafiles.csv"
    path.write_text(path.read_text().replace("SHOP_DATA", "SHOP_DATB"))


def damage_number(folder: Path) -> None:
    path = folder / "quotas.csv"
    lines = path.read_text().splitlines()
    row = next(csv.reader([lines[1]]))
    row[-1] = "SHOP_SECRET"
    path.write_text("\n".join([lines[0], ",".join(f'"{cell}"' for cell in row), *lines[2:]]) + "\n")


def nothing(_folder: Path) -> None:
    pass


@pytest.mark.parametrize("damage", [nothing, damage_rows, damage_cut, damage_sum, damage_number])
def test_what_was_wrong_is_still_said(tmp_path: Path, damage: Any) -> None:
    folder = make_bundle(
        tmp_path / "run", {"quotas": [{"username": "SHOP", "tablespace_name": "D", "bytes": 1, "max_bytes": -1}]}
    )
    damage(folder)
    before, after = read(folder)[-1], read(masked(folder, a_masker())[0])[-1]
    assert [(one.name, one.state) for one in after.sections] == [(one.name, one.state) for one in before.sections]
    assert [one.code for one in after.warnings] == [one.code for one in before.warnings]
    assert "SHOP_SECRET" not in "".join(one.read_text() for one in folder.with_name("masked").glob("*.csv"))


def test_a_reason_of_a_failure_keeps_its_error_and_loses_its_names(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "run", {"lobs": "ORA-00942: table or view does not exist for SCOTT"})
    target, _ = masked(folder, a_masker())
    assert "SCOTT" not in (target / "lobs.csv").read_text() + (target / "manifest.csv").read_text()
    (section,) = (one for one in read(target)[-1].sections if one.name == "lobs.csv")
    assert section.state == "missing"
    assert section.message.startswith("ORA-00942, masked SGT")


def test_reports_become_documents_and_other_files_stay_behind(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "run")
    (folder / "awr").mkdir()
    (folder / "awr" / "awrrpt_1_7_8.html").write_bytes(pages.report())
    (folder / "awr" / "note.txt").write_text("call SCOTT about the report")
    (folder / "shop.log").write_text("connected as SCOTT")
    target, done = masked(folder, a_masker())
    assert [path for path, _ in done.problems] == ["awr/note.txt"]
    assert done.left_out == ["shop.log"]
    (document,) = (target / "awr").iterdir()
    assert document.suffix == ".json"
    assert "SCOTT" not in "".join(one.read_text() for one in target.rglob("*.*") if one.is_file())


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ({}, "hash"),
        ({"names": Treatment.DROP}, "drop"),
        ({"names": Treatment.KEEP, "hosts": Treatment.KEEP}, "no"),
        ({"names": Treatment.KEEP}, "hash"),
    ],
)
def test_the_manifest_says_how_it_was_masked(tmp_path: Path, choice: dict[str, Treatment], says: str) -> None:
    target, _ = masked(make_bundle(tmp_path / "run"), a_masker(**choice))
    rows = list(csv.reader(io.StringIO((target / "manifest.csv").read_text())))
    assert [row[1] for row in rows if row[0] == "masked"] == [says]


def test_dropped_names_leave_the_figures_of_the_whole(tmp_path: Path) -> None:
    folder = make_bundle(tmp_path / "run", segments=20)
    target, _ = masked(folder, a_masker(names=Treatment.DROP, hosts=Treatment.DROP))
    before, after = read(folder), read(target)
    assert after[0].wait_events == before[0].wait_events
    assert after[0].segments == ()
    assert after[0].database.name is None
    assert after[0].database.dbid == 4711
