"""Runs of fio: what each gives, and which are refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from segtier.errors import Refused, SegtierError, UnreadableInput
from segtier.measured import Measurement, choose, read_measurement
from segtier.measured.awr import read_run
from segtier.model.measured import Figure, Measured
from segtier.oracle.devices import oracle_share
from segtier.question import figure_texts, read_figures
from tests.builders import a_wait, a_workload
from tests.fio_output import COMMON, Job, Way, fio_2, fio_3
from tests.sentences import like, tells, worded

FEW = Way(us=112, under_way=4, median_us=104, late_us=150)
FEW_WRITES = Way(us=35, under_way=4, median_us=30, late_us=60)
DEEP = Way(us=400, under_way=256, median_us=380, late_us=700)
LARGE = Way(us=5_000, under_way=16, bytes=1 << 20)
READ = {"rw": "randread", "bs": "8k", "iodepth": "4"}
WRITE = {**READ, "rw": "randwrite"}
BYTES = {"rw": "read", "bs": "1m", "iodepth": "16"}
CLONES = {**READ, "iodepth": "32", "numjobs": "8", "group_reporting": "1"}
FOUR = (
    Job("lat", FEW, options=READ),
    Job("wlat", write=FEW_WRITES, options=WRITE, group=1),
    Job("iops", DEEP, options=CLONES, group=2),
    Job("bytes", LARGE, options=BYTES, group=3),
)


def measured(text: str | bytes, name: str = "flash.json") -> Measurement:
    return read_measurement(text if isinstance(text, bytes) else text.encode(), name)


def figures(*jobs: Job, common: dict[str, str] = COMMON) -> Measured:
    return choose([measured(fio_3(*jobs, common=common))])


def codes(found: Measurement) -> list[str]:
    return [warn.code for warn in found.warnings]


@pytest.mark.parametrize("printed", [fio_3, fio_2])
def test_four_jobs_one_after_the_other_give_figures_by_hand(printed: object) -> None:
    """112 µs and Oracle's 50, from the median and its least to the 95th percentile and its most; 256 / 400 µs; 16 MiB / 5 ms."""
    found = choose([measured(printed(*FOUR))])  # type: ignore[operator]
    read, write = found.read_us, found.write_us
    assert read is not None
    assert (read.value, read.low, read.high, read.bound) == (
        pytest.approx(162),
        pytest.approx(114),
        pytest.approx(270),
        False,
    )
    assert write is not None
    assert (write.value, write.low, write.high) == (pytest.approx(60), pytest.approx(35), pytest.approx(140))
    assert found.read_iops is not None
    assert (found.read_iops.value, found.read_iops.bound) == (pytest.approx(640_000), False)
    assert found.read_bytes_per_s is not None
    assert found.read_bytes_per_s.value == pytest.approx(16 * (1 << 20) / 5e-3, rel=1e-4)
    assert found.write_iops is not None
    assert (found.write_iops.bound, found.write_iops.value) == (True, pytest.approx(4 / 35e-6))
    assert "fio job lat of flash.json, 8 KiB, 4 under way" in read.source


def test_clones_add_up_whether_fio_merged_them_or_not() -> None:
    one = Way(us=400, under_way=32, median_us=380, late_us=700)
    apart = [Job("iops", one, options={**CLONES, "numjobs": "8"}) for _ in range(8)]
    merged, single = measured(fio_3(Job("iops", DEEP, options=CLONES))), measured(fio_3(*apart))
    assert single.runs[0].depth == merged.runs[0].depth == 256
    assert codes(single) == codes(merged) == []
    assert choose([single]).read_iops == choose([merged]).read_iops


def test_jobs_without_a_stonewall_ran_together() -> None:
    """Reads and writes of one group share the flash: neither rate is its limit, and each latency is beside the other."""
    found = figures(Job("r", DEEP, options=CLONES), Job("w", write=DEEP, options={**CLONES, "rw": "randwrite"}))
    assert found.read_iops is not None
    assert found.read_iops.bound
    assert worded("measured/requests-other-way", "50%") in found.read_iops.source


@pytest.mark.parametrize(
    ("case", "jobs", "value", "bound"),
    [
        ("128 under way are a limit", [Job(read=replace(DEEP, under_way=128), options=CLONES)], 320_000, False),
        ("64 under way say at least", [Job(read=replace(DEEP, under_way=64), options=CLONES)], 160_000, True),
        (
            "64 under way at twice the latency of few are a limit",
            [Job(read=replace(DEEP, under_way=64), options=CLONES), Job(read=FEW, options=READ, group=1)],
            160_000,
            False,
        ),
        (
            "64 under way at less than twice say at least",
            [Job(read=replace(DEEP, us=200, under_way=64), options=CLONES), Job(read=FEW, options=READ, group=1)],
            320_000,
            True,
        ),
        ("one thread says at least", [Job(read=replace(FEW, under_way=1), options=READ)], 1e6 / 112, True),
    ],
)
def test_requests_a_second(case: str, jobs: list[Job], value: float, bound: bool) -> None:
    found = figures(*jobs).read_iops
    assert found is not None, case
    assert (found.value, found.bound) == (pytest.approx(value, rel=1e-3), bound)


def test_a_deep_queue_says_of_a_latency_only_at_most() -> None:
    found = figures(Job(read=DEEP, options=CLONES)).read_us
    assert found is not None
    assert (found.bound, found.value) == (True, pytest.approx(400 + oracle_share("read_us").expected))


def test_several_runs_with_few_under_way_are_one_range() -> None:
    slower = Way(us=180, under_way=16, median_us=160, late_us=260)
    found = figures(Job(read=FEW, options=READ), Job(read=slower, options={**READ, "iodepth": "16"}, group=1)).read_us
    assert found is not None
    assert (found.value, found.low, found.high) == (pytest.approx(196), pytest.approx(114), pytest.approx(380))


def test_without_percentiles_it_is_a_quarter_either_way() -> None:
    found = figures(Job(read=replace(FEW, median_us=None), options=READ)).read_us
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(112 * 0.75 + 10), pytest.approx(112 * 1.25 + 120))


@pytest.mark.parametrize(
    ("case", "way", "options"),
    [
        ("reads in order may be read ahead", FEW, {**READ, "rw": "read"}),
        ("reads in order, as fio does unless told", FEW, {"bs": "8k"}),
        ("64 KiB are no block and no scan", replace(FEW, bytes=65_536), READ),
    ],
)
def test_what_is_not_oracles_read_gives_no_latency(case: str, way: Way, options: dict[str, str]) -> None:
    found = figures(Job(read=way, options=options))
    assert (found.read_us, found.read_iops) == (None, None), case
    assert found.read_bytes_per_s is not None
    assert found.read_bytes_per_s.bound


@pytest.mark.parametrize(
    ("way", "bound"),
    [
        (replace(LARGE, under_way=1), True),
        (replace(LARGE, under_way=7.8), True),
        (replace(LARGE, under_way=8.2), False),
        (Way(us=4_000, iops=20_000, bytes=131_072), False),
    ],
    ids=["1 MiB", "7.8 MiB", "8.2 MiB", "80 requests of 128 KiB"],
)
def test_bytes_are_a_limit_from_8_mib_under_way_on(way: Way, bound: bool) -> None:
    found = figures(Job(read=way, options=BYTES)).read_bytes_per_s
    assert found is not None
    assert found.bound is bound


@pytest.mark.parametrize(
    ("way", "us", "bound"),
    [
        (Way(us=100, iops=40_000, bytes=32_768, median_us=95, late_us=130), 150, False),
        (replace(DEEP, under_way=17), 450, True),
    ],
    ids=["Oracle's largest block", "17 under way"],
)
def test_where_a_latency_ends_to_be_the_devices_own(way: Way, us: float, bound: bool) -> None:
    found = figures(Job(read=way, options=READ)).read_us
    assert found is not None
    assert (found.value, found.bound) == (pytest.approx(us), bound)


LEFT_OUT = [
    ("it failed", Job(read=FEW, error=5), COMMON, "error 5"),
    ("buffered", Job(read=FEW), {**COMMON, "direct": "0"}, "page cache"),
    ("buffered, as fio does unless told", Job(read=FEW), {"ioengine": "libaio"}, "page cache"),
    ("buffered=1", Job(read=FEW), {"ioengine": "libaio", "buffered": "1"}, "page cache"),
    ("did nothing", Job(), COMMON, worded("measured/read-wrote-nothing")),
    ("took no time", Job(read=replace(FEW, runtime_s=0.4)), COMMON, worded("measured/took-less-second")),
    ("no device", Job(read=FEW), {**COMMON, "ioengine": "null"}, worded("measured/ioengine-does-not", "null")),
    (
        "requests that take no time",
        Job(read=Way(us=0, iops=9e4, submission_us=0)),
        COMMON,
        worded("measured/requests-took-no"),
    ),
    ("one report for both ways", Job(more={"mixed": {"iops": 9.0}}), COMMON, "unified_rw_reporting"),
]


@pytest.mark.parametrize(("case", "job", "common", "why"), LEFT_OUT, ids=[row[0] for row in LEFT_OUT])
def test_a_run_that_says_nothing_of_the_flash_is_left_out(
    case: str, job: Job, common: dict[str, str], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        measured(fio_3(job, common=common))
    good = Job("good", FEW, options={**READ, "direct": "1", "ioengine": "libaio"}, group=1)
    found = measured(fio_3(replace(job, options={**(job.options or {}), **common}), good, common={}))
    assert codes(found) == ["run-left-out"], case
    assert why in found.warnings[0].message
    assert [run.source for run in found.runs] == ["fio job good of flash.json"]


@pytest.mark.parametrize(
    "options", [{"direct": ""}, {"buffered": "0"}, {"ioengine": "io_uring_cmd", "direct": "0"}], ids=str
)
def test_past_the_cache_in_other_words(options: dict[str, str]) -> None:
    assert measured(fio_3(Job(read=FEW, options={**READ, **options}), common={})).runs


DOUBTS = [
    ("as told", Job(read=FEW), []),
    ("more under way than it may keep", Job(read=replace(FEW, under_way=8)), ["more-under-way"]),
    ("less than it should keep", Job(read=replace(FEW, under_way=1)), ["less-under-way"]),
    (
        "one at a time whatever iodepth says",
        Job(read=replace(FEW, under_way=1), options={**READ, "ioengine": "psync"}),
        [],
    ),
    ("ten seconds", Job(read=replace(FEW, runtime_s=10)), ["short-run"]),
    ("thirty seconds", Job(read=replace(FEW, runtime_s=30)), []),
    ("one second", Job(read=replace(FEW, runtime_s=1)), ["short-run"]),
    ("an fio that prints no options", Job(read=FEW, options=None), ["options-unknown"]),
]


@pytest.mark.parametrize(("case", "job", "expected"), DOUBTS, ids=[row[0] for row in DOUBTS])
def test_a_run_is_held_against_its_own_options(case: str, job: Job, expected: list[str]) -> None:
    assert codes(measured(fio_3(job))) == expected, case


def test_a_run_that_timed_nothing_still_counts_requests() -> None:
    untimed = Way(us=0, iops=500_000, submission_us=0)
    found = figures(Job(read=untimed, options={**CLONES, "gtod_reduce": "1"}))
    assert found.read_us is None
    assert found.read_iops is not None
    assert (found.read_iops.value, found.read_iops.bound) == (500_000, False)


@pytest.mark.parametrize(
    ("case", "text"),
    [
        (
            "words before and behind",
            "fio: {warning} of a clock\n  {not JSON\n" + fio_3(*FOUR) + "\nlat: (groupid=0) err= 0\n",
        ),
        ("UTF-16, as PowerShell redirects", fio_3(*FOUR).encode("utf-16")),
        ("two outputs in one file", fio_3(*FOUR[:2]) + "\n" + fio_3(*FOUR[2:])),
    ],
)
def test_the_json_is_found(case: str, text: str | bytes) -> None:
    assert len(measured(text).runs) == 4, case


@pytest.mark.parametrize(
    ("case", "text", "words"),
    [
        ("breaks off", fio_3(*FOUR)[:900], like("measured/json-fio-broken", "flash.json")),
        ("no JSON at all", 'read: "fio version" fio-3.28', worded("measured/there-no-json", "flash.json")),
        ("no jobs", fio_3(), "no job"),
        (
            "another shape",
            json.dumps({"fio version": "fio-3", "jobs": [{"read": {"iops": "many"}}]}),
            like("measured/not-fio-writes", "flash.json"),
        ),
        ("not a number", fio_3(Job(read=FEW)).replace('"iops": 0.0', '"iops": NaN', 1), "not a number"),
        ("below zero", fio_3(Job(read=FEW)).replace('"runtime": 60000', '"runtime": -1'), "below zero"),
        ("nested without an end", '{"fio version": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_output_of_fio_is_refused_by_name(case: str, text: str, words: str | re.Pattern[str]) -> None:
    with pytest.raises(UnreadableInput, match=words) as refused:
        measured(text)
    assert "flash.json" in refused.value.message, case


@pytest.mark.parametrize(
    ("case", "way"),
    [
        ("from memory", Way(us=3, under_way=1, submission_us=1)),
        ("10^9 requests a second", Way(us=100, iops=1e9)),
    ],
)
def test_what_no_flash_does_is_refused(case: str, way: Way) -> None:
    job = Job(read=way, options=CLONES)
    with pytest.raises(SegtierError) as refused:
        choose([measured(fio_3(job))])
    assert refused.value.code == "impossible-figure", case


def test_nothing_of_use_is_said() -> None:
    with pytest.raises(SegtierError) as refused:
        choose([Measurement()])
    assert refused.value.code == "nothing-measured"


def test_what_oracle_measured_goes_before_what_fio_did() -> None:
    by_oracle = Measurement(figures=Measured(read_iops=Figure(250_000, source="DBA_RSRC_IO_CALIBRATE")))
    found = choose([measured(fio_3(*FOUR)), by_oracle])
    assert found.read_iops is not None
    assert found.read_iops.value == 250_000
    assert found.read_us is not None
    assert "fio" in found.read_us.source


def test_sources_fit_into_an_address_however_long_the_names_are() -> None:
    jobs = [Job(name=f"{number}\n" + "x" * 500, read=FEW, options=READ, group=number) for number in range(9)]
    found = choose([measured(fio_3(*jobs), "y" * 300 + ".json")])
    assert found.read_us is not None
    assert "and 6 more" in found.read_us.source
    texts = figure_texts(found)
    assert max(len(text) for text in texts) <= 1_000
    assert read_figures(texts).read_us is not None


def test_three_runs_and_three_jobs_are_told_in_full_or_with_others() -> None:
    found = figures(*(Job(name, FEW, options=READ, group=number) for number, name in enumerate("abc"))).read_us
    assert found is not None
    assert found.source == "; ".join(f"fio job {name} of flash.json, 8 KiB, 4 under way" for name in "abc")
    together = measured(fio_3(*(Job(name, FEW, options=READ) for name in "abc")))
    assert together.runs[0].source == "fio job a and b and others of flash.json"


def test_a_limit_that_oracle_reached_goes_before_a_faster_one_of_fio() -> None:
    hour = a_workload(
        (a_wait("db file sequential read", 140 * 3600, 0.7),),
        statistics={"physical write IO requests": 9.0, "physical writes": 9.0},
    )
    found = choose([measured(fio_3(*FOUR)), read_run(hour, "slob.html")])
    assert found.read_iops is not None
    assert (found.read_iops.value, found.read_iops.bound) == (pytest.approx(200_000), False)


@pytest.mark.parametrize(("us", "under_way", "warned"), [(14_000, 4, True), (3_900, 4, False), (14_000, 256, False)])
def test_what_takes_as_long_as_disks_is_warned_of(us: float, under_way: float, warned: bool) -> None:
    options = {**READ, "iodepth": str(under_way)}
    assert (
        "looks-like-disks" in codes(measured(fio_3(Job("a", Way(us=us, under_way=under_way), options=options))))
    ) is warned


def test_a_file_that_changes_nothing_says_why() -> None:
    large = fio_3(Job("big", Way(us=300, under_way=4, bytes=65_536), options={**READ, "bs": "64k"}))
    (warn,) = measured(large).warnings
    assert warn.code == "no-figure"
    assert warn.message.startswith("flash.json gives " + worded("measured/only-bounds-change", ""))
    assert "read_bytes_per_s at least 873,813,333." in warn.message
    assert tells(warn.message, like("measured/latency-taken-random", "32 KiB"))
    assert "fio job big of flash.json, 64 KiB, 4 under way." in warn.message
    assert codes(measured(fio_3(*FOUR))) == []


@pytest.mark.parametrize(
    ("data", "code", "message", "advice"),
    [
        (
            "a: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=35.2k",
            "fio-text",
            worded("measured/fio-prints-people", "f.txt"),
            "--output-format=json",
        ),
        ("3;fio-3.28;lat;0;0;1", "fio-text", worded("measured/fio-prints-people", "f.txt"), "--output-format=json"),
        ("{}", "bad-document", "f.txt holds no measurement", "fio's JSON"),
        ("[]", "bad-document", "f.txt holds no measurement", "fio's JSON"),
        ("hello", "unknown-document", "f.txt holds no measurement", "fio's JSON"),
        ("a,b\n1,2\n", "missing-columns", "f.txt holds no measurement", "fio's JSON"),
        ("", "empty-file", f"f.txt: {worded('reading/file-empty')}", "fio's JSON"),
        ("\0PK", "binary-file", f"f.txt: {worded('reports/file-binary-file', '00 50 4B')}", "fio's JSON"),
    ],
)
def test_what_is_no_measurement_is_told_what_would_be(data: str, code: str, message: str, advice: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        measured(data, "f.txt")
    error = refused.value
    assert (error.code, error.message.startswith(message), advice in (error.advice or "")) == (code, True, True)
    assert not any(word in f"{error.message} {error.advice}" for word in ("workload/1", "Upload", "segment_statistics"))
