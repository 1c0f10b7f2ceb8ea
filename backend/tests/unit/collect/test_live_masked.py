"""`segtier collect --mask`: no name is in the bundle, and with the map everything is as it was."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from segtier.cli.support.bundle_folder import read_bundle_at
from segtier.cli.support.map_file import load_names
from segtier.masking.unmask import unmask
from segtier.model.workload import Source
from segtier.reports.reader import Document
from tests.collecting.collecting import Kind
from tests.collecting.fake_oracledb import fails
from tests.collecting.live import DAY, collect_live, manifest_of, problems, server_of, states_of, table_of
from tests.sentences import like, tells

ROOT = Kind((19, 0), "root")
NAMES = re.compile(r"SHOP|ORDERS|dbhost|höst|Sch\"|T\$#|/u01|漢|Ω|CARD")
NOWHERE = Source("bundle", "", "")


def masked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *options: str, folder: str = "masked") -> Path:
    map_path = tmp_path / "own" / "map.json"
    options = ("--mask", "--map", str(map_path), *options)
    result = collect_live(server_of(ROOT), monkeypatch, tmp_path / folder, *DAY, *options)
    assert result.exit_code == 0, result.stderr
    return tmp_path / folder


def documents(folder: Path) -> list[Document]:
    return [replace(one, source=NOWHERE, warnings=()) for one in read_bundle_at(folder)]  # type: ignore[type-var]


def test_no_name_is_in_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = masked(tmp_path, monkeypatch, "--diagnostics-pack", "--with-buffer-contents")
    texts = {path.name: path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}
    assert len(texts) > 40
    found = {name: NAMES.findall(text) for name, text in texts.items()}
    assert {name: words for name, words in found.items() if words} == {}
    facts = {item: row["value"] for item, row in manifest_of(folder).items() if not row["state"]}
    assert (facts["masked"], facts["dbid"]) == ("hash", "4711")
    assert [facts[item][:3] for item in ("db_name",)] == ["SGT"]
    assert not (folder / "awr").exists()


def test_with_the_map_everything_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collect_live(server_of(ROOT), monkeypatch, tmp_path / "plain", "--diagnostics-pack", *DAY)
    folder = masked(tmp_path, monkeypatch, "--diagnostics-pack")
    names = load_names(tmp_path / "own" / "map.json")
    assert [unmask(one, names) for one in documents(folder)] == documents(tmp_path / "plain")


def test_the_same_map_gives_the_same_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (masked(tmp_path, monkeypatch, folder=name) for name in ("first", "second"))
    for path in sorted(first.glob("*.csv")):
        assert path.read_bytes() == (second / path.name).read_bytes()


@pytest.mark.parametrize(
    ("options", "kept", "gone"),
    [
        (("--names", "keep"), "ORDERS", "dbhost1"),
        (("--hosts", "keep"), "dbhost1", "ORDERS"),
        (("--tablespaces", "keep"), "SHOP_DATA", "ORDERS"),
    ],
)
def test_what_is_kept_is_the_users_choice(
    options: tuple[str, ...], kept: str, gone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [path.read_text("utf-8") for path in masked(tmp_path, monkeypatch, *options).glob("*.csv")]
    assert any(kept in text for text in texts)
    assert not any(gone in text for text in texts)


def test_dropped_names_leave_the_figures_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = masked(tmp_path, monkeypatch, "--names", "drop", "--hosts", "drop")
    assert table_of(folder / "segments.csv")[1:] == ([], ["#end", "0"])
    assert len(table_of(folder / "system_statistics.csv")[1]) == 7
    assert manifest_of(folder)["masked"]["value"] == "drop"


def test_a_reason_names_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, map_path = tmp_path / "masked", tmp_path / "map.json"
    server = server_of(ROOT, [fails("FROM cdb_lobs", "ORA-20001: SHOP.ORDERS says no")])
    result = collect_live(server, monkeypatch, folder, "--mask", "--map", map_path)
    assert "SHOP.ORDERS says no" in problems(result)[0]["message"], "the user himself is told"
    reason = manifest_of(folder)["lobs.csv"]["reason"]
    assert "ORA-20001" in reason
    assert not NAMES.search(reason + (folder / "lobs.csv").read_text("utf-8"))


def test_a_masked_run_goes_on_masked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, mask = tmp_path / "masked", ("--mask", "--map", tmp_path / "map.json")
    collect_live(server_of(ROOT, [fails("FROM cdb_lobs", "ORA-00942: no")]), monkeypatch, folder, *mask)
    plain = collect_live(server_of(ROOT), monkeypatch, folder)
    assert tells(str(plain.exception), like("collect/begun-another-now", ..., "--mask", "hash", "no"))
    again = collect_live(server_of(ROOT), monkeypatch, folder, *mask)
    assert (again.exit_code, set(states_of(folder).values())) == (0, {"done", "skipped"})
    assert not NAMES.search((folder / "lobs.csv").read_text("utf-8"))
