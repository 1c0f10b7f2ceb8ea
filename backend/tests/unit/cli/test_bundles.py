"""Bundles on the command line: a folder, an archive, or archives in a folder; reports beside them are read too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from segtier.cli.main import cli
from tests.bundles import make_bundle
from tests.integration.packed import a_gzip, a_tar, a_zip
from tests.packed_bundles import files_of
from tests.sentences import worded
from tests.unit.reports import pages


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(one) for one in arguments])


def kinds(result: Result) -> list[tuple[str, str]]:
    return [(one["schema"], one["source"]["kind"]) for one in map(json.loads, result.stdout.splitlines())]


WORKLOAD, INVENTORY = ("segtier.workload/1", "bundle"), ("segtier.inventory/1", "bundle")
REPORT = ("segtier.workload/1", "awr-html")


def a_folder(path: Path) -> Path:
    return make_bundle(path / "run")


def a_zip_of_it(path: Path) -> Path:
    target = path / "run.zip"
    target.write_bytes(a_zip(files_of(make_bundle(path / "run"), "run/")))
    return target


def a_tar_of_it(path: Path) -> Path:
    target = path / "run.tar.gz"
    target.write_bytes(a_gzip(a_tar(files_of(make_bundle(path / "run")))))
    return target


def a_zip_in_a_zip(path: Path) -> Path:
    target = path / "all.zip"
    target.write_bytes(a_zip({"run.zip": a_zip(files_of(make_bundle(path / "run")))}))
    return target


def a_folder_around_it(path: Path) -> Path:
    make_bundle(path / "around" / "run")
    return path / "around"


FORMS = (a_folder, a_zip_of_it, a_tar_of_it, a_zip_in_a_zip, a_folder_around_it)


@pytest.mark.parametrize("form", FORMS, ids=[one.__name__ for one in FORMS])
def test_parse_prints_its_documents(tmp_path: Path, form: object) -> None:
    result = run("parse", form(tmp_path))  # type: ignore[operator]
    assert (result.exit_code, result.stderr) == (0, "")
    assert kinds(result) == [WORKLOAD, INVENTORY]


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
def test_reports_in_a_bundle_are_read_as_reports(tmp_path: Path, packed: bool) -> None:
    bundle = make_bundle(tmp_path / "run")
    (bundle / "awr").mkdir()
    (bundle / "awr" / "awrrpt_1_10_11.html").write_bytes(pages.report())
    if packed:
        (tmp_path / "run.zip").write_bytes(a_zip(files_of(bundle, "run/")))
    assert kinds(run("parse", tmp_path / "run.zip" if packed else bundle)) == [WORKLOAD, INVENTORY, REPORT]


def test_a_damaged_bundle_is_a_problem_and_the_rest_is_read(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "run")
    manifest = bundle / "manifest.csv"
    manifest.write_text(manifest.read_text().replace("segtier.bundle/1", "segtier.bundle/9"))
    (tmp_path / "a.html").write_bytes(pages.report())
    result = run("parse", tmp_path)
    (problem,) = [json.loads(line) for line in result.stderr.splitlines()]
    assert (result.exit_code, problem["code"], kinds(result)) == (3, "bundle-version", [REPORT])


@pytest.mark.parametrize("command", [("advise",), ("segments",)], ids=["advise", "segments"])
def test_an_answer_from_a_bundle_alone(tmp_path: Path, command: tuple[str, ...]) -> None:
    result = run(*command, a_zip_of_it(tmp_path), "--ssd", "700GB", "--format", "json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    quality = answer["quality"] if command == ("advise",) else answer
    assert quality["coverage"]["physical_reads"] > 0.99
    if command == ("advise",):
        assert (answer["segments_ranked"], answer["segments_sized"]) == (3, 3)
    else:
        assert [row["size_bytes"] for row in answer["items"]] == [1 << 30] * 3


def test_scripts_from_a_bundle_alone(tmp_path: Path) -> None:
    result = run("script", a_folder(tmp_path), "--ssd", "700GB", "--option", "segments", "--out", tmp_path / "out")
    assert (result.exit_code, (tmp_path / "out" / "plan.md").is_file()) == (0, True)


def test_a_file_of_a_bundle_by_itself_is_refused_with_what_to_do(tmp_path: Path) -> None:
    result = run("parse", make_bundle(tmp_path / "run") / "manifest.csv")
    (problem,) = [json.loads(line) for line in result.stderr.splitlines()]
    assert (result.exit_code, problem["code"]) == (4, "unsupported-document")
    assert worded("reports/manifest-collector-bundle") in problem["message"]
