"""The command line as a user meets it: arguments in, output and exit code out."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from segtier.cli.commands.volumes import _times
from segtier.documents import encode
from segtier.oracle.volumes import volume_models
from segtier.samples import oltp_sample
from tests.command_line import one_problem, segtier
from tests.over_time import Kept, hours, sizes
from tests.sample_hours import write_few_hours
from tests.sentences import like, tells, worded


@pytest.fixture(scope="module")
def sample_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_few_hours(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def sample(sample_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `segtier parse` makes of the files, which every command takes in their place: read once, not by each test."""
    folder = tmp_path_factory.mktemp("parsed")
    for path in sorted(one for one in sample_files.rglob("*") if one.is_file()):
        parsed = folder / path.parent.name / f"{path.name}.json"
        parsed.parent.mkdir(exist_ok=True)
        parsed.write_text(segtier("parse", path).stdout)
    return folder


@pytest.fixture(scope="module")
def with_a_night(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same and the last hour of that day, when little is done."""
    folder = tmp_path_factory.mktemp("night")
    shutil.copytree(sample, folder, dirs_exist_ok=True)
    (report,) = (one for one in oltp_sample() if one.name == "awrrpt_1_4128_4129.html")
    file = tmp_path_factory.mktemp("hour") / report.name
    file.write_bytes(report.data)
    (folder / "before" / f"{report.name}.json").write_text(segtier("parse", file).stdout)
    return folder


@pytest.mark.parametrize(("arguments", "printed", "said"), [
    ((), 500, True), (("--top", 520), 520, False), (("--format", "csv"), 545, False),
])  # fmt: skip
def test_a_table_of_many_segments_ends_and_says_so(
    sample_files: Path, tmp_path: Path, arguments: tuple[object, ...], printed: int, said: bool
) -> None:
    heads = "INST_ID,OWNER,OBJECT_NAME,TABLESPACE_NAME,OBJECT_TYPE,STATISTIC_NAME,VALUE"
    segments = [f"1,APP,MANY_{n},DATA,TABLE,physical reads,{n}000" for n in range(1, 546)]
    export = tmp_path / "v$segment_statistics.csv"
    export.write_text("\n".join([heads, *segments]), encoding="ascii")
    report = next((sample_files / "before").glob("*.html"))
    done = segtier("segments", report, export, *arguments)
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines()[1:] if not line.startswith(" ")]
    assert min(len(rows), 545) == printed
    assert ("The first 500 of " in done.stderr) == said


def test_advise_gives_the_document(sample: Path) -> None:
    done = segtier("advise", sample / "before", "--ssd", "700GB", "--format", "json")
    assert done.returncode == 0, done.stderr
    advice = json.loads(done.stdout)
    assert advice["schema"] == "segtier.advice/2"
    assert advice["verdict"]["recommendation"] == "move-segments"
    assert advice["devices"][0]["usable_bytes"] == 700 * 10**9
    assert [o["option"] for o in advice["options"]] == [
        "none", "all", "indexes", "segments", "redo", "temp", "flash-cache", "buffer-cache", "combination",
        "set-indexes-and-hottest-table",
    ]  # fmt: skip


def test_parsed_documents_are_taken_wherever_a_file_is(sample_files: Path, tmp_path: Path) -> None:
    reports = sorted((sample_files / "before").iterdir())
    parsed = []
    for number, path in enumerate(reports):
        out = tmp_path / f"{number}.json"
        out.write_text(segtier("parse", path).stdout)
        parsed.append(out)
    direct = segtier("segments", sample_files / "before", "--format", "json")
    through_json = segtier("segments", *parsed, "--format", "json")
    assert json.loads(through_json.stdout) == json.loads(direct.stdout)


def test_segments_as_csv_has_no_zero_for_unknown(sample_files: Path) -> None:
    report = next(p for p in sorted((sample_files / "before").iterdir()) if p.suffix == ".html")
    done = segtier("segments", report, "--format", "csv", "--top", 5)
    assert done.returncode == 0, done.stderr
    rows = done.stdout.splitlines()
    assert len(rows) == 6
    assert all(row.split(",")[3] == "" for row in rows[1:])


def test_script_writes_a_whole_bundle_and_never_over_another(sample_files: Path, tmp_path: Path) -> None:
    out = tmp_path / "bundle"
    done = segtier("script", sample_files / "before", "--ssd", "700GB", "--out", out)
    assert done.returncode == 0, done.stderr
    names = {path.name for path in out.iterdir()}
    assert {"plan.md", "manifest.json", "SHA256SUMS", "verify", "rollback"} <= names
    subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=out, check=True, capture_output=True)
    again = segtier("script", sample_files / "before", "--ssd", "700GB", "--out", out)
    assert again.returncode == 5
    assert one_problem(again)["code"] == "folder-not-empty"


def test_script_writes_a_bundle_for_rds(sample: Path, tmp_path: Path) -> None:
    out, named = tmp_path / "bundle", ("--rds-instance", "orcl-prod", "--rds-iops", 12000, "--rds-volume", "rdsdbdata3")
    done = segtier(
        "script", sample / "before", "--ssd", "700GB", "--option", "segments", "--target", "rds", *named, "--out", out
    )
    assert done.returncode == 0, done.stderr
    assert "volume=rdsdbdata3 type=io2 " in (out / "os" / "10_volume.sh").read_text()
    assert "INSTANCE=orcl-prod\n" in (out / "rds.env").read_text()
    assert "'/rdsdbdata3/db'" in (out / "settings.sql").read_text()
    redo = segtier("script", sample / "before", "--option", "redo", "--target", "rds", "--out", tmp_path / "redo")
    assert (redo.returncode, one_problem(redo)["code"]) == (5, "redo-stays")


BEST = worded("model/best-segments-ssd")


def test_what_less_effort_and_more_flash_would_save_is_told(sample: Path) -> None:
    arguments = ("--detail", "--ssd", "150GB", "--max-moves", 5, "--set", "mine=SHOP.CUSTOMERS,SHOP.BASKETS")
    done = segtier("advise", sample / "before", *arguments)
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith(f"{BEST}: ")]
    beginnings = (
        "Of what the 5 segments save: ",
        "As asked, at most 5 segments to move: costs ",
        "mine saves ",
        "In the 3 ",
        "100 GB ",
    )
    assert len(told) == len(beginnings)
    for line, beginning in zip(told, beginnings, strict=True):
        assert line.startswith(f"{BEST}: {beginning}"), line
    assert re.search(r"^ mine +set-mine +2 ", done.stdout, re.MULTILINE)
    assert re.search(r"^ Set mine on SSD +\S.* 0\.\d\d ", done.stdout, re.MULTILINE)


def test_the_frontier_is_a_piece(sample: Path) -> None:
    done = segtier("advise", sample / "before", "--format", "json", "--piece", "frontier")
    points = json.loads(done.stdout)["frontier"]["points"]
    assert points[0]["response_ratio"]["expected"] == 1.0
    assert len(points) > 20


def test_volumes_as_table_and_as_json(sample: Path, tmp_path: Path) -> None:
    table = segtier("volumes", sample / "before", "--volume", "aws-gp3", "--volume", "google-hyperdisk-balanced")
    assert table.returncode == 0, table.stderr
    assert re.search(r"^EBS gp3 +the knee +1 +\d+ GiB +\d+ +3,000 +131 +[\d.]+ USD", table.stdout, re.MULTILINE)
    assert re.search(r"^Hyperdisk Balanced +the knee .* not known ", table.stdout, re.MULTILINE)
    assert (
        worded("oracle/limits-prices-change", "2026-11-28", worded("oracle/list-prices", "us-east-1")) in table.stdout
    )
    assert re.search(
        r"^EBS gp3 +the knee .* \d\d?% of (requests|bytes)/s of the volume \(2024-", table.stdout, re.MULTILINE
    )
    mine = tmp_path / "mine.yaml"
    mine.write_text(
        "as_of: 2020-01-01\nvolumes:\n"
        "  - {id: ours, name: Ours, read_us: [100, 200, 300], source: us, most_iops: 9000, bought: false, price_gb_month: 0.5}\n"
    )
    own = segtier("volumes", sample / "before", "--catalogue", mine, "--budget", 50, "--format", "json")
    (ours,) = json.loads(own.stdout)["volumes"]
    assert ours["stale"] is True
    assert ours["for_budget"]["month"] <= 50
    old = segtier("volumes", sample / "before", "--catalogue", mine)
    assert worded("cli/more-year-old", "Ours") in old.stdout
    mine.write_text("as_of: yesterday")
    bad = segtier("volumes", sample / "before", "--catalogue", mine)
    assert (bad.returncode, one_problem(bad)["code"]) == (2, "bad-volumes")


def test_the_catalogue_is_printed_without_files() -> None:
    whole, one = segtier("volumes", "--list"), segtier("volumes", "--list", "--volume", "rds-gp3")
    assert (whole.returncode, one.returncode) == (0, 0), whole.stderr
    for kind in volume_models():
        assert f"{kind.id}: {kind.name}" in whole.stdout
    assert re.search(r"^r5b\.24xlarge +AWS +260,000 +7,500 +3 sources", whole.stdout, re.MULTILINE)
    assert re.search(r"^iops_per_gib +500 +one source: ", one.stdout, re.MULTILINE)
    assert "aws-gp3" not in one.stdout
    missing = segtier("volumes")
    assert (missing.returncode, "FILE" in missing.stderr) == (2, True)


def test_both_sides_of_the_cost_and_the_rivals(sample: Path) -> None:
    asked = ("--volume", "aws-gp3", "--volume-count", 2, "--today-price", 0.05, "--machine-type", "db.r6i.8xlarge")
    prices = ("--memory-price", 4, "--disk-price", 12, "--spindles", 16)
    done = segtier("volumes", sample / "before", *asked, *prices, "--format", "json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    offer = told["volumes"][0]["most"]
    assert offer["count"] == 2
    assert offer["freed_month"] == pytest.approx(offer["freed_bytes"] / 2**30 * 0.05)
    assert offer["net_month"] == pytest.approx(offer["month"] - offer["freed_month"])
    assert {one["name"]: one["month"] is not None for one in told["rivals"]} == {"memory": True, "disks": True}
    assert told["machine"]["requests_per_s"] == 40_000
    table = segtier("volumes", sample / "before", *asked)
    assert re.search(r"^As many disks again +not known +not known +0\.\d\d \(", table.stdout, re.MULTILINE)
    assert re.search(r"\(net -?[\d.]+\)", table.stdout)


def test_compare_holds_the_measured_beside_the_forecast(sample: Path) -> None:
    done = segtier("compare", sample / "before", sample / "after", "--ssd", "700GB", "--format", "json")
    assert done.returncode == 0, done.stderr
    comparison = json.loads(done.stdout)
    assert comparison["comparable"] is True
    assert comparison["within_forecast"] is True, comparison["response_ratio"]


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        (("--ssd", "lots"), 2, "bad-capacity"),
        (("--ssd", "700"), 2, "bad-capacity"),
        (("--ssd", "0"), 2, "bad-capacity"),
        (("--ssd=",), 2, "bad-value"),
        (("--ssd=-5GB",), 2, "bad-capacity"),
        (("--move-at-most", "50"), 2, "bad-capacity"),
        (("--machine-rate", "fast"), 2, "bad-capacity"),
        (("--device", "floppy"), 2, "unknown-device"),
        (("--device", "pcie-slc-350", "--count", "3", "--mirror"), 2, "bad-device-count"),
        (("--figure", "latency=212"), 2, "bad-figure"),
        (("--figure", "read_us=1"), 2, "impossible-figure"),
        (("--users", "500"), 2, "users-incomplete"),
        (("--raid-is-not-one", "5"), 2, "no-such-option"),
        (("--option", "segment"), 2, "bad-value"),
        (("--piece", "frontier"), 2, "usage"),
        (("--set", "mine="), 2, "empty-set"),
        (("--set", "=SHOP.BASKETS"), 2, "set-without-label"),
        (("--set", "a=SHOP.BASKETS", "--set", " a =SHOP.CUSTOMERS"), 2, "set-twice"),
        (("--pin", "SHOP.NOTHING"), 5, "no-such-segment"),
        (("--set", "a=SHOP.NOTHING"), 5, "no-such-segment"),
        (("--ssd", "20GB", "--pin", "SHOP.*"), 5, "pins-too-large"),
    ],
)
def test_impossible_requests_say_why(sample: Path, arguments: tuple[str, ...], exit_code: int, code: str) -> None:
    done = segtier("advise", sample / "before", *arguments)
    assert done.returncode == exit_code, done.stderr
    assert one_problem(done)["code"] == code
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["BASKETS", "shop.baskts", "BASKTS"])
def test_a_segment_without_its_owner_or_mistyped_is_named_in_full(sample: Path, name: str) -> None:
    assert "SHOP.BASKETS" in segtier("advise", sample / "before", "--pin", name).stderr


@pytest.mark.parametrize(("times", "told"), [(700 / 678, "1.03"), (0.996, "1.00"), (2.0, "2.0"), (8.26, "8.3")])
def test_times_near_one_have_two_digits(times: float, told: str) -> None:
    assert _times(times) == told


def test_flash_that_nobody_named_is_told(sample: Path, tmp_path: Path) -> None:
    words = worded("cli/neither-ssd-nor", 700, worded("oracle/pcie-ssd-data"))
    for command, *more in (
        ("advise",),
        ("segments",),
        ("compare", sample / "after"),
        ("script", "--out", tmp_path / "b"),
    ):
        done = segtier(command, sample / "before", *more)
        assert words in done.stderr, command
    assert "assumed" not in segtier("advise", sample / "before", "--device", "generic-san").stderr


def test_volumes_tell_what_holds_storage_back(sample: Path) -> None:
    told = like("advisor/whether-new-volume")
    free = segtier("volumes", sample / "before", "--volume", "aws-gp3")
    held = segtier("volumes", sample / "before", "--volume", "aws-gp3", "--machine-iops", 700)
    assert (tells(free.stdout, told), tells(held.stdout, told)) == (False, True)


def test_what_volumes_do_not_use_is_told(sample: Path) -> None:
    done = segtier("volumes", sample / "before", "--volume", "aws-gp3", "--ssd", "1TB", "--figure", "read_us=200")
    assert (done.returncode, "Not used here: --ssd, --figure. " in done.stderr) == (0, True), done.stderr
    assert "Not used" not in segtier("volumes", sample / "before", "--volume", "aws-gp3").stderr


@pytest.mark.parametrize("command", ["segments", "script", "compare", "volumes"])
def test_what_is_wrong_with_an_option_is_usage_whatever_the_command(sample: Path, tmp_path: Path, command: str) -> None:
    more = {"script": ("--out", tmp_path / "new"), "compare": (sample / "after",)}.get(command, ())
    done = segtier(command, sample / "before", *more, "--ssd", "lots")
    assert (done.returncode, one_problem(done)["code"]) == (2, "bad-capacity")
    assert not (tmp_path / "new").exists()


def test_an_unknown_volume_is_usage(sample: Path) -> None:
    done = segtier("volumes", sample / "before", "--volume", "tape")
    assert (done.returncode, one_problem(done)["code"]) == (2, "unknown-volume")


def test_a_bad_file_does_not_stop_the_others(sample_files: Path, tmp_path: Path) -> None:
    bad = tmp_path / "notes.html"
    bad.write_text("<html><body>lunch at noon</body></html>")
    done = segtier("advise", bad, sample_files / "before", "--format", "json")
    assert done.returncode == 3
    assert one_problem(done)["file"].endswith("notes.html")
    assert json.loads(done.stdout)["schema"] == "segtier.advice/2"


@pytest.fixture(scope="module")
def broken(sample_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first half of a report: no segment lists, no end."""
    report = next(p for p in sorted((sample_files / "before").iterdir()) if p.suffix == ".html")
    data = report.read_bytes()
    path = tmp_path_factory.mktemp("broken") / "half.html"
    path.write_bytes(data[: data.index(b"Segments by Logical Reads</h3>")])
    return path


@pytest.mark.parametrize("command", ["advise", "segments", "script", "compare"])
def test_a_report_that_breaks_off_is_used_and_said(
    sample_files: Path, broken: Path, tmp_path: Path, command: str
) -> None:
    out = tmp_path / "plan"
    more = {
        "script": ("--out", out, "--option", "redo"),
        "compare": (sample_files / "after",),
        "advise": ("--detail",),
    }.get(command, ())
    done = segtier(command, broken, *more, "--ssd", "700GB")
    assert done.returncode == 3, done.stderr
    assert (one_problem(done)["file"], one_problem(done)["code"]) == ("half.html", "truncated")
    if command == "script":
        assert "* half.html: " in (out / "appendix.md").read_text()
    if command == "advise":
        assert "quality C" in done.stdout or "quality D" in done.stdout
        assert tells(done.stdout, like("analysis/report-breaks-off"))


def test_no_segments_are_a_sentence_not_an_empty_table(broken: Path) -> None:
    done = segtier("segments", broken, "--ssd", "700GB")
    assert done.stdout == ""
    assert worded("cli/no-segments-reports") in done.stderr


@pytest.mark.parametrize("format_", ["table", "json"])
def test_users_that_do_not_fit_are_told_beside_any_format(sample: Path, format_: str) -> None:
    users = ("--users", "99", "--think-time", "100")
    done = segtier("advise", sample / "before", "--ssd", "700GB", *users, "--format", format_, "--detail")
    assert tells(done.stderr, like("advisor/users-think-time", 99, 100))


def test_the_sample_says_what_its_segments_make_of_the_instances_io(sample_files: Path) -> None:
    report = json.loads(segtier("parse", sample_files / "before" / "awrrpt_1_4115_4116.html").stdout)
    named = {
        kind: sum(one[f"physical_{kind}_blocks"] or 0 for one in report["segments"]) for kind in ("reads", "writes")
    }
    exports = (sample_files / "before" / "segment_statistics.csv", sample_files / "before" / "segment_sizes.csv")
    done = segtier(
        "advise", sample_files / "before" / "awrrpt_1_4115_4116.html", *exports, "--ssd", "700GB", "--detail"
    )
    statistics = {row["name"]: row["total"] for row in report["instance_statistics"]}
    of_data = (
        report["segment_coverage"]["physical_reads_blocks"]["total"]
        - statistics["physical reads direct temporary tablespace"]
    )
    parts = (named["reads"] / of_data, named["writes"] / report["segment_coverage"]["physical_writes_blocks"]["total"])
    shares = (f"{part:.1%}".replace("%", " %") for part in parts)
    assert tells(done.stderr, like("cli/segments-named-make", *shares))


def test_nothing_usable(tmp_path: Path) -> None:
    bad = tmp_path / "notes.txt"
    bad.write_text("lunch")
    assert segtier("advise", bad).returncode == 4


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("groups: [{name: d, holds: [data], media: hdd, spindles: 8, raid: raid10}]", None),
        ("groups: [{name: d, media: wood}]", "bad-storage"),
        ("groups: [{name: d, colour: red}]", "bad-storage"),
        ("nothing", "bad-storage"),
        ("[" * 4000, "bad-storage"),
    ],
)
def test_storage_file(sample: Path, tmp_path: Path, text: str, code: str | None) -> None:
    storage = tmp_path / "storage.yaml"
    storage.write_text(text)
    done = segtier("advise", sample / "before", "--storage", storage, "--format", "json")
    if code is None:
        group = json.loads(done.stdout)["storage_today"]["groups"][0]
        assert (group["spindles"], group["inferred"]) == (8, False)
    else:
        assert done.returncode == 2
        assert one_problem(done)["code"] == code


def test_one_file_that_is_a_pair_is_before_and_after(sample_files: Path, tmp_path: Path) -> None:
    reports = [next((sample_files / period).glob("*.html")) for period in ("before", "after")]
    first, second = (json.loads(segtier("parse", path).stdout) for path in reports)
    pair = tmp_path / "pair.json"
    pair.write_text(json.dumps({"schema": "segtier.pair/1", "first": first, "second": second}))

    alone = segtier("compare", pair, "--ssd", "700GB", "--format", "json")
    both = segtier("compare", *reports, "--ssd", "700GB", "--format", "json")
    assert alone.returncode == 0, alone.stderr
    assert json.loads(alone.stdout) == json.loads(both.stdout)
    same = [segtier("segments", path, "--format", "json").stdout for path in (pair, reports[0])]
    assert json.loads(same[0]) == json.loads(same[1])
    again = json.loads(segtier("parse", pair).stdout)
    assert (again["schema"], again["second"]["interval"]) == ("segtier.pair/1", second["interval"])


def test_compare_without_after_takes_nothing_else(sample_files: Path) -> None:
    done = segtier("compare", next((sample_files / "before").glob("*.html")))

    assert done.returncode == 2
    assert "compare-period" in done.stderr


def test_compare_names_its_hours_the_load_and_the_work_of_both(with_a_night: Path) -> None:
    done = segtier("compare", with_a_night / "before", with_a_night / "after", "--ssd", "700GB")
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"Before: [1-3] of 4 .*: 2024-.* to .*", lines[0])
    assert tells(lines[0], like("cli/reports-those-about", ..., "4 reports", ...))
    assert re.fullmatch(r"After:  1 report: 2024-03-19 11:00 to 12:00", lines[1])
    rows = {line.strip().split("  ")[0]: re.findall(r"[\d,.]+\d", line) for line in lines}
    before, after, ratio = (float(cell.replace(",", "")) for cell in rows[worded("cli/db-time-ms")])
    assert after / before == pytest.approx(ratio, abs=0.01)
    assert len(rows["transactions/s"]) == 3
    assert "P10-P90" in done.stdout


def test_advise_lists_the_statements_that_read_most_or_says_that_none_are_listed(
    sample_files: Path, tmp_path: Path
) -> None:
    report = sample_files / "before" / "awrrpt_1_4115_4116.html"
    done = segtier("advise", report, "--ssd", "700GB", "--detail")
    assert re.search(r"^7m2v0c4tqk81x +31\.0 +[\d,]+ +[\d,]+ +2\.0", done.stdout, re.MULTILINE)
    assert "Statements: not in" not in done.stdout
    without = tmp_path / "report.html"
    without.write_text(report.read_text(encoding="utf-8").replace("SQL ordered by Reads", "SQL ordered by Nothing"))
    done = segtier("advise", without, "--ssd", "700GB", "--detail")
    assert worded("cli/statements-not-reports") in done.stdout


def test_advise_explains_its_words(sample: Path) -> None:
    done = segtier("advise", sample / "before", "--ssd", "700GB", "--detail")
    assert f"quality B: {worded('analysis/weakness-answer-should')}." in done.stdout
    assert "eight of ten" in done.stdout
    assert re.search(
        rf"^{worded('model/how-writes-grow')} +0\.9 +0\.6 to 1 +writes grow as throughput",
        done.stdout,
        re.MULTILINE,
    )
    assert done.stderr.startswith("Made from the busiest of 3 intervals: 2024-03-12 11:00 to 12:00, 9.2")


def test_a_folder_of_two_stories_is_warned_of_and_can_be_parted(with_a_night: Path) -> None:
    both = segtier("segments", with_a_night, "--format", "json", "--window", "average")
    assert "Made from all 5 intervals" in both.stderr
    assert "--to '2024-03-13 00:00'" in both.stderr
    before = segtier("segments", with_a_night / "before", "--format", "json", "--window", "average").stdout
    assert both.stdout != before
    for parted in (("--skip", "*/after/*"), ("--to", "2024-03-13 00:00"), ("--to", "2024-03-12")):
        done = segtier("segments", with_a_night, "--format", "json", "--window", "average", *parted)
        assert json.loads(done.stdout) == json.loads(before)
        (said,) = [line for line in done.stderr.splitlines() if line.startswith("Warning")]
        assert tells(
            said, like("analysis/may-another-time", "segment_statistics.csv", worded("analysis/not-known-reports"))
        )


NO_HOURS = worded("cli/begin-end", "2024-03-12 11:00", "2024-03-12 10:00")
ONE_INTERVAL = worded("analysis/made-interval", "2024-03-12 10:00 to 11:00")


@pytest.mark.parametrize(
    ("arguments", "exit_code", "text"),
    [
        (("--from", "2031-01-01"), 4, worded("cli/no-report-lies")),
        (("--skip", "*"), 4, worded("cli/none-files-could-read")),
        (("--from", "2024-03-12 11:00", "--to", "2024-03-12 10:00"), 2, worded("cli/hours-asked-hold", NO_HOURS)),
        (("--to", "lunch"), 2, "'lunch'"),
        (("--from", "2024-03-12 09:00", "--to", "2024-03-12 12:00"), 0, "the busiest of 3 intervals"),
        (("--from", "2024-03-12 10:00", "--to", "2024-03-12 11:00"), 0, "3 reports of another time"),
        (
            ("--from", "2024-03-12 10:00", "--to", "2024-03-12 11:00"),
            0,
            ONE_INTERVAL,
        ),
        (("--window", "average"), 0, "all 4 intervals"),
        (("--window", "p95"), 0, "the 95th percentile of 4 intervals"),
        (("--hours-from", "2024-03-12T10:00", "--hours-to", "2024-03-12T12:00"), 0, "Made from 2 of 4 intervals"),
        (("--hours-to", "2024-03-12T10:00"), 0, "Others: --window busy, --window busiest, --window p95"),
        (("--hours-from", "2031-01-01"), 5, "no interval with"),
        (("--hours-from", "lunch"), 2, "'lunch'"),
    ],
)
def test_the_reports_that_count(sample: Path, arguments: tuple[str, ...], exit_code: int, text: str) -> None:
    done = segtier("advise", sample, *arguments, "--format", "json")
    assert (done.returncode, text in done.stderr) == (exit_code, True), done.stderr


def test_the_plan_as_data(sample: Path, tmp_path: Path) -> None:
    """The same with and without scripts; neither is a question that cannot be meant."""
    asked = ("script", sample / "before", "--ssd", "700GB")
    neither = segtier(*asked)
    assert (neither.returncode, neither.stdout) == (2, "")
    alone = segtier(*asked, "--format", "json")
    assert alone.returncode == 0, alone.stderr
    plan = json.loads(alone.stdout)
    assert (plan["schema"], plan["option"]) == ("segtier.plan/1", "segments")
    assert plan["operations"]
    both = segtier(*asked, "--format", "json", "--out", tmp_path / "bundle")
    assert (both.returncode, both.stdout) == (0, alone.stdout)
    for file in plan["files"]:
        assert hashlib.sha256((tmp_path / "bundle" / file["path"]).read_bytes()).hexdigest() == file["sha256"]


def test_script_uses_the_names_given(sample_files: Path, tmp_path: Path) -> None:
    out = tmp_path / "bundle"
    names = ("--data-tablespace", "FAST_DATA", "--index-tablespace", "FAST_INDX", "--data-diskgroup", "FLASH1")
    done = segtier("script", sample_files / "before", "--ssd", "700GB", "--out", out, *names)
    assert done.returncode == 0, done.stderr
    text = "".join(path.read_text() for path in out.rglob("*") if path.is_file())
    assert all(name in text for name in names[1::2])
    assert "SSD_DATA" not in text
    bad = segtier(
        "script", sample_files / "before", "--out", tmp_path / "b", "--data-tablespace", 'X"; DROP TABLE T; --'
    )
    assert bad.returncode in (4, 5)


def test_scenarios_stand_side_by_side(sample: Path, tmp_path: Path) -> None:
    file = tmp_path / "asked.yaml"
    file.write_text("[{name: card, ssd: 300GB, price: 9000}, {name: few, from: card, max-moves: 3}]")
    done = segtier("scenarios", sample / "before", "--file", file, "--format", "json")
    assert done.returncode == 0, done.stderr
    card, few = json.loads(done.stdout)["scenarios"]
    assert (card["differs"], card["id"], few["price"]) == ([], None, 9000)
    assert few["differs"] == [{"name": "max-moves", "value": 3, "first": None}]
    plain = segtier("advise", sample / "before", "--ssd", "300GB", "--max-moves", 3, "--format", "json")
    advice = json.loads(plain.stdout)
    assert {name: advice["verdict"][name] for name in ("headline", "option", "gain")}.items() <= few["answer"].items()
    assert few["answer"]["moves"] == 3
    told = segtier("scenarios", sample / "before", "--file", file)
    (line,) = (line for line in told.stdout.splitlines() if line.startswith("few  "))
    gain = few["answer"]["gain"]
    assert f"{gain['expected']:.0%} ({gain['low'] * 100:.0f}-{gain['high'] * 100:.0f})" in line
    assert line.rstrip().endswith("max-moves 3")
    assert f"few: {advice['verdict']['headline']}" in told.stdout


def test_a_scenario_without_an_answer_does_not_hide_the_others(sample: Path, tmp_path: Path) -> None:
    file = tmp_path / "asked.json"
    file.write_text('[{"name": "lost", "pin": "SHOP.NOTHING"}, {"name": "card"}]')
    done = segtier("scenarios", sample / "before", "--file", file, "--format", "json")
    assert done.returncode == 5, done.stderr
    lost, card = json.loads(done.stdout)["scenarios"]
    assert (lost["answer"], lost["refusal"]["code"], card["refusal"]) == (None, "no-such-segment", None)
    assert "lost: no segment of" in segtier("scenarios", sample / "before", "--file", file).stdout


def test_a_file_of_scenarios_that_is_wrong_is_refused_before_anything_is_read(sample: Path, tmp_path: Path) -> None:
    file = tmp_path / "asked.yaml"
    file.write_text("- name: a\n  most: 3\n")
    done = segtier("scenarios", sample / "before", "--file", file)
    assert (done.returncode, one_problem(done)["code"], one_problem(done)["line"]) == (2, "bad-scenarios", 2)


def test_the_data_files_of_one_tablespace(sample: Path, tmp_path: Path) -> None:
    more = (
        "--ssd",
        "700GB",
        "--option",
        "all",
        "--tablespace",
        "users",
        "--tablespace",
        "INDX",
        "--out",
        tmp_path / "out",
    )
    done = segtier("script", sample / "before", *more)
    assert done.returncode == 0, done.stderr
    assert "t.tablespace_name IN ('USERS', 'INDX')" in (tmp_path / "out" / "verify" / "80_verify.sql").read_text()


def test_drift_says_what_to_swap(tmp_path: Path) -> None:
    segments = [Kept("HOT", 10, 900_000), Kept("OLD", 10, 9_000), Kept("NEW", 10, 400_000)]
    documents = [*hours(segments, frozenset(("HOT", "OLD")), (0, 7, 14)), sizes(segments)]
    files = [tmp_path / f"{number}.json" for number in range(len(documents))]
    for file, document in zip(files, documents, strict=True):
        file.write_bytes(encode(document))
    plan = ("--ssd", "24GB", "--set", "yesterday=SHOP.HOT,SHOP.OLD")
    done = segtier("drift", *files, *plan)
    assert done.returncode == 0, done.stderr
    table = [line.split()[-4:-2] for line in done.stdout.splitlines() if "SHOP." in line]
    assert table == [["SHOP.OLD", "10.0"], ["SHOP.NEW", "10.0"]]
    found = json.loads(segtier("drift", *files, *plan, "--format", "json").stdout)
    assert (found["state"], [one["name"] for one in found["bring"]]) == ("swap", ["SHOP.NEW"])
    assert found["calendar"] == []
    assert [one["state"] for one in found["growth"]["trends"]] == ["no-trend"] * 3 + ["unknown"] * 2
    told = (*found["growth"]["trends"], *found["growth"]["limits"])
    assert all(one["text"] in done.stdout.splitlines() for one in told)
    week = json.loads(segtier("drift", files[0], files[-1], *plan, "--format", "json").stdout)
    assert (week["state"], week["weeks"], week["weeks_needed"]) == ("too-short", 1, 3)
    applied = tmp_path / "plan.json"
    applied.write_text(segtier("script", *files, *plan, "--option", "set-yesterday", "--format", "json").stdout)
    by_plan = json.loads(segtier("drift", *files, *plan[:2], "--plan", applied, "--format", "json").stdout)
    assert by_plan | {"base": None, "text": ""} == found | {"base": None, "text": ""}
    assert by_plan["base"]["plans"] == ["plan.json"]
    applied.write_text("{}")
    nonsense = segtier("drift", *files, *plan[:2], "--plan", applied)
    assert (nonsense.returncode, "bad-document" in nonsense.stderr) == (2, True)
    refused = segtier("drift", *files, *plan, "--set", "other=SHOP.NEW")
    assert (refused.returncode, "several-sets" in refused.stderr) == (5, True)
