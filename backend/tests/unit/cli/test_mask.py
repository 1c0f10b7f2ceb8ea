"""`segtier mask` and the way back: what is written, that every command takes it, and what is refused."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from segtier.cli.main import cli
from segtier.samples.oltp import oltp_sample
from tests.bundles import make_bundle
from tests.integration.packed import a_zip
from tests.packed_bundles import files_of
from tests.unit.reports import pages

SSD = ("--ssd", "700GB")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(one) for one in arguments])


def code_of(result: Result) -> str:
    return str(getattr(result.exception, "code", result.exception))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two hours of the sample with its exports."""
    folder = tmp_path_factory.mktemp("sample")
    taken = [one for one in oltp_sample() if one.period == "before"]
    for one in (*taken[10:12], *(one for one in taken if one.name.endswith(".csv"))):
        (folder / one.name).write_bytes(one.data)
    return folder


@pytest.fixture(scope="module")
def masked(sample: Path) -> tuple[Path, Path]:
    """The sample masked, and its map."""
    out, names = sample.parent / "masked", sample.parent / "names.json"
    if not out.exists():
        assert run("mask", sample, "-o", out, "--map", names).exit_code == 0
    return out, names


def written(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("option", ["segments", "indexes", "all", "redo", "temp", "flash-cache"])
def test_both_ways_back_give_the_plan_of_the_files(
    sample: Path, masked: tuple[Path, Path], tmp_path: Path, option: str
) -> None:
    out, names = masked
    plans = {name: tmp_path / name for name in ("plain", "hidden", "inputs", "scripts")}
    options = (*SSD, "--option", option, "--flash-cache-os", "--out")
    assert run("script", sample, *options, plans["plain"]).exit_code == 0
    assert run("script", out, *options, plans["hidden"]).exit_code == 0
    assert run("script", out, "--map", names, *options, plans["inputs"]).exit_code == 0
    assert run("script", plans["hidden"], "--map", names, "--out", plans["scripts"]).exit_code == 0
    assert written(plans["plain"]) == written(plans["inputs"]) == written(plans["scripts"])
    assert written(plans["plain"]) != written(plans["hidden"])
    originals = {one["original"] for one in json.loads(names.read_bytes())["names"].values() if one["kind"] == "object"}
    assert not [name for name in originals for data in written(plans["hidden"]).values() if name.encode() in data]


def test_a_packed_plan_and_its_request_come_back_too(masked: tuple[Path, Path], tmp_path: Path) -> None:
    out, names = masked
    plan = tmp_path / "plan"
    run("script", out, *SSD, "--option", "segments", "--out", plan)
    (tmp_path / "plan.zip").write_bytes(a_zip(written(plan)))
    (tmp_path / "request.json").write_bytes((plan / "request.json").read_bytes())
    for number, source in enumerate((plan, tmp_path / "plan.zip", tmp_path / "request.json")):
        assert run("script", source, "--map", names, "--out", tmp_path / f"back{number}").exit_code == 0
    assert written(tmp_path / "back0") == written(tmp_path / "back1") == written(tmp_path / "back2")


@pytest.mark.parametrize("command", [("segments",), ("advise", *SSD), ("parse",)], ids=lambda one: one[0])
def test_every_command_takes_what_was_masked(sample: Path, masked: tuple[Path, Path], command: tuple[str, ...]) -> None:
    plain, hidden = run(*command, sample), run(*command, masked[0])
    assert (plain.exit_code, hidden.exit_code) == (0, 0)
    assert not [name for name in ("OAKSHOP", "LEDGER") if name in hidden.stdout]


def test_the_map_is_for_its_owner_only(masked: tuple[Path, Path]) -> None:
    assert stat.S_IMODE(masked[1].stat().st_mode) == 0o600


def test_one_report_becomes_one_document(tmp_path: Path) -> None:
    (tmp_path / "awr.html").write_bytes(pages.report())
    result = run("mask", tmp_path / "awr.html", "-o", tmp_path / "sent" / "masked.json", "--map", tmp_path / "map.json")
    assert result.exit_code == 0
    document = json.loads((tmp_path / "sent" / "masked.json").read_bytes())
    assert (document["schema"], document["source"]["kind"]) == ("segtier.workload/1", "awr-html")
    assert document["database"]["name"].startswith("SGT")
    assert "to yourself" in result.stderr


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("out", ["masked", "masked.zip"])
def test_a_bundle_stays_a_bundle(tmp_path: Path, packed: bool, out: str) -> None:
    bundle = make_bundle(tmp_path / "run")
    (bundle / "awr").mkdir()
    (bundle / "awr" / "awrrpt_1_10_11.html").write_bytes(pages.report())
    if packed:
        (tmp_path / "run.zip").write_bytes(a_zip(files_of(bundle, "run/")))
    source = tmp_path / "run.zip" if packed else bundle
    assert run("mask", source, "-o", tmp_path / out, "--map", tmp_path / "map.json").exit_code == 0
    documents = [json.loads(line) for line in run("parse", tmp_path / out).stdout.splitlines()]
    assert [one["source"]["kind"] for one in documents] == ["bundle", "bundle", "awr-html"]
    assert all(one["database"]["name"].startswith("SGT") for one in documents)


def test_bundles_and_reports_together(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path / "run")
    (tmp_path / "awr.html").write_bytes(pages.report())
    for out in ("masked", "masked.zip"):
        result = run("mask", tmp_path / "awr.html", bundle, "-o", tmp_path / out, "--map", tmp_path / "map.json")
        assert result.exit_code == 0
        documents = [json.loads(line) for line in run("parse", tmp_path / out).stdout.splitlines()]
        assert [one["source"]["kind"] for one in documents] == ["awr-html", "bundle", "bundle"]


def test_the_same_map_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "awr.html").write_bytes(pages.report())
    for out in ("one.zip", "two.zip"):
        run("mask", tmp_path / "awr.html", "-o", tmp_path / out, "--map", tmp_path / "map.json")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_what_cannot_be_read_is_told_and_the_rest_is_masked(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<html>no report</html>")
    (tmp_path / "b.html").write_bytes(pages.report())
    result = run(
        "mask", tmp_path / "a.html", tmp_path / "b.html", "-o", tmp_path / "out", "--map", tmp_path / "map.json"
    )
    assert result.exit_code == 3
    assert json.loads(result.stderr.splitlines()[0])["file"].endswith("a.html")
    assert len(list((tmp_path / "out").iterdir())) == 1


@pytest.mark.parametrize("bundled", [False, True])
def test_a_report_that_breaks_off_is_masked_and_told(tmp_path: Path, bundled: bool) -> None:
    given = make_bundle(tmp_path / "run") if bundled else tmp_path
    cut = given / "awr" / "cut.html" if bundled else given / "cut.html"
    cut.parent.mkdir(exist_ok=True)
    cut.write_bytes(pages.report(end=False))
    result = run("mask", given if bundled else cut, "-o", tmp_path / "out", "--map", tmp_path / "map.json")
    assert result.exit_code == 3
    (problem,) = [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]
    assert (problem["file"], problem["code"]) == (str(cut), "truncated")
    assert list((tmp_path / "out").iterdir())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("good.html", "-o", "full", "--map", "m.json"), "folder-not-empty"),
        (("good.html", "-o", "old.json", "--map", "m.json"), "file-exists"),
        (("good.html", "-o", "new", "--map", "new/m.json"), "map-in-output"),
        (("good.html", "-o", "m.json", "--map", "m.json"), "map-in-output"),
        (("good.html", "-o", "new", "--map", "m.json", "--key-file", "short.key"), "short-key"),
        (("good.html", "-o", "new", "--map", "old.json"), "bad-map"),
        (("bad.html", "-o", "new", "--map", "m.json"), "nothing-readable"),
        (("bad.html", "-o", "new.zip", "--map", "m.json"), "nothing-readable"),
        (("run", "-o", "new.json", "--map", "m.json"), "one-document"),
    ],
)
def test_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.html").write_bytes(pages.report())
    Path("bad.html").write_bytes(b"<html>no report</html>")
    Path("old.json").write_text("{}")
    Path("short.key").write_text("short")
    make_bundle(Path("run"))
    Path("full").mkdir()
    (Path("full") / "a").write_text("")
    result = run("mask", *arguments)
    assert code_of(result) == code
    assert Path("old.json").read_text() == "{}"
    assert not Path("new.zip").exists()
    assert not Path("new.json").exists()
    assert not Path("new").exists()


def test_two_documents_do_not_fit_one_file(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_bytes(pages.report())
    result = run(
        "mask", tmp_path / "a.html", tmp_path / "b.html", "-o", tmp_path / "o.json", "--map", tmp_path / "m.json"
    )
    assert code_of(result) == "one-document"
    assert not (tmp_path / "o.json").exists()


@pytest.mark.parametrize("other", ["another key", "a name is missing"])
def test_the_wrong_map_is_named(masked: tuple[Path, Path], tmp_path: Path, other: str) -> None:
    out, names = masked
    wrong = tmp_path / "wrong.json"
    if other == "another key":
        (tmp_path / "awr.html").write_bytes(pages.report())
        run("mask", tmp_path / "awr.html", "-o", tmp_path / "x.json", "--map", wrong)
    else:
        held = json.loads(names.read_bytes())
        held["names"].popitem()
        held["names"] = dict(list(held["names"].items())[1:])
        wrong.write_text(json.dumps(held))
    result = run("script", out, "--map", wrong, *SSD, "--out", tmp_path / "plan")
    assert code_of(result) == "wrong-map"
    assert not (tmp_path / "plan").exists()


def test_a_map_with_a_key_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "awr.html").write_bytes(pages.report())
    (tmp_path / "key").write_bytes(b"0123456789abcdef0123456789abcdef")
    mask = ("mask", tmp_path / "awr.html", "--map", tmp_path / "m.json")
    assert run(*mask, "-o", tmp_path / "a", "--key-file", tmp_path / "key").exit_code == 0
    assert b"0123456789abcdef" not in (tmp_path / "m.json").read_bytes()
    assert code_of(run(*mask, "-o", tmp_path / "b")) == "needs-key"
    (tmp_path / "key").write_bytes(b"another key of thirty-two bytes!")
    assert code_of(run(*mask, "-o", tmp_path / "c", "--key-file", tmp_path / "key")) == "wrong-key"


def test_dropped_names_are_warned_of(tmp_path: Path) -> None:
    (tmp_path / "awr.html").write_bytes(pages.report())
    result = run(
        "mask",
        tmp_path / "awr.html",
        "-o",
        tmp_path / "o.json",
        "--map",
        tmp_path / "m.json",
        "--names",
        "drop",
        "--hosts",
        "drop",
    )
    assert "Names were dropped" in result.stderr
    document = json.loads((tmp_path / "o.json").read_bytes())
    assert (document["database"]["name"], document["segments"], document["instances"][0]["host"]) == (None, [], None)
