"""AWR Miner files: all snapshots as one workload, rates weighted by their minutes, cut lists never summed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import pytest

from segtier.advisor import advise
from segtier.documents import encode
from segtier.errors import UnreadableInput
from segtier.masking.choice import Choice
from segtier.masking.map import MaskMap
from segtier.masking.mask import Masker
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from segtier.units import GIB
from tests import corpus
from tests.builders import a_request
from tests.sentences import like, worded

SYSTEM = [["NUM_CPUS", "8"], ["NUM_CPU_CORES", "4"], ["PHYSICAL_MEMORY_GB", "2"], ["VERSION", "11.2.0.3.0"]]
SYSTEM += [["DB_NAME", "MINE"], ["DBID", "99"], ["INSTANCES", "2"], ["HOSTS", "box1,box2"]]
METRICS = ["snap", "dur_m", "end", "inst", "aas", "cpu_per_s", "db_time", "l_reads_s", "read_mb_s"]
ROWS = [
    ["11", "10", "20/01/02 10:10", "1", ".5", ".2", "50", "100", "1"],
    ["12", "30", "20/01/02 10:40", "1", ".1", ".1", "10", "20", "0"],
    ["12", "30", "20/01/02 10:40", "2", ".2", ".1", "20", "40", "2"],
]


WHOLE = [*ROWS, ["11", "10", "20/01/02 10:10", "2", "0", "0", "0", "0", "0"]]
"""With the second instance, idle, in the first snapshot too."""


def block(name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A block as SQL*Plus spools it: headings, dashes, rows, numbers to the right."""
    widths = [max(10, *(len(row[place]) for row in [columns, *rows])) for place in range(len(columns))]
    lines = [columns, ["-" * width for width in widths], *rows]
    printed = "\n".join(" ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in lines)
    return f"~~BEGIN-{name}~~\n\n{printed}\n\n~~END-{name}~~\n\n"


def miner(*more: str, metrics: Sequence[Sequence[str]] = ROWS, columns: Sequence[str] = METRICS) -> bytes:
    system = block("OS-INFORMATION", ["STAT_NAME", "STAT_VALUE"], SYSTEM)
    return (system + block("MAIN-METRICS", columns, metrics) + "".join(more)).encode()


def read(data: bytes) -> Workload:
    document = read_document(data, "awr-hist.out")
    assert isinstance(document, Workload)
    return document


def events(*rows: Sequence[str]) -> str:
    return block("TOP-N-TIMED-EVENTS", ["SNAP_ID", "WAIT_CLASS", "EVENT_NAME", "PCTDBT", "TOTAL_TIME_S"], rows)


def test_the_whole_span_is_one_interval() -> None:
    workload = read(miner())

    assert workload.source.kind == "awr-miner"
    assert (workload.database.name, workload.database.dbid, workload.database.rac) == ("MINE", 99, True)
    assert [(one.number, one.cpus, one.memory_bytes) for one in workload.instances] == [
        (1, 8, 2 * 1024**3),
        (2, 8, 2 * 1024**3),
    ]
    interval = workload.interval
    assert (interval.begin_snap, interval.end_snap, interval.elapsed_s) == (10, 12, 2400.0)
    assert (interval.begin_time, interval.end_time) == (datetime(2020, 1, 2, 10, 0), datetime(2020, 1, 2, 10, 40))  # noqa: DTZ001
    assert "many-intervals" in {warning.code for warning in workload.warnings}


def test_rates_are_weighted_by_minutes_and_added_over_instances() -> None:
    workload = read(miner())

    assert workload.interval.db_time_s == pytest.approx(60 * (10 * 0.5 + 30 * 0.1 + 30 * 0.2))
    assert workload.interval.db_cpu_s == pytest.approx(60 * (10 * 0.2 + 30 * 0.1 + 30 * 0.1))
    rates = {row.metric: row.per_s for row in workload.load_profile}
    assert rates["logical_reads_blocks"] == pytest.approx((10 * 100 + 30 * 60) / 40)
    assert rates["physical_read_bytes"] == pytest.approx((10 * 1 + 30 * 2) / 40 * 1024**2)


@pytest.mark.parametrize(
    ("printed", "rows", "cpus"),
    [
        ([["NUM_CPUS", "8"], ["NUM_CPU_CORES", "4"], ["!CPU_COUNT", "16"]], ROWS, [(8, 4)] * 2),
        ([["!CPU_COUNT", "16"], ["!CPU_CORE_COUNT", "8"]], ROWS, [(16, 8)] * 2),
        ([["GLOBAL_CPU_COUNT", "16"], ["GLOBAL_CPU_CORE_COUNT", "8"]], ROWS[:2], [(16, 8)]),
        ([["GLOBAL_CPU_COUNT", "16"], ["GLOBAL_CPU_CORE_COUNT", "8"]], ROWS, [(None, None)] * 2),
        ([["NUM_CPUS", "8"], ["NUM_CPUS", "16"]], ROWS, [(None, None)] * 2),
    ],
)
def test_cpus_under_each_name_a_collector_gives_them(
    printed: list[list[str]], rows: list[list[str]], cpus: list[tuple[int | None, int | None]]
) -> None:
    system = block("OS-INFORMATION", ["STAT_NAME", "STAT_VALUE"], [*printed, ["DB_NAME", "MINE"]])
    workload = read((system + block("MAIN-METRICS", METRICS, rows)).encode())
    assert [(one.cpus, one.cores) for one in workload.instances] == cpus


@pytest.mark.parametrize(
    ("column", "metric", "per_s"),
    [
        ("logons_s", "logons", 2.0),
        ("exec_s", "executes", 2.0),
        ("hard_p_s", "hard_parses", 2.0),
        ("commits_s", "commits", 2.0),
        ("read_iops", "physical_read_requests", 2.0),
        ("read_bks", "physical_reads_blocks", 2.0),
        ("write_mb_s", "physical_write_bytes", 2_097_152.0),
        ("write_iops", "physical_write_requests", 2.0),
        ("write_bks", "physical_writes_blocks", 2.0),
        ("redo_mb_s", "redo_bytes", 2_097_152.0),
        ("db_block_changes_s", "block_changes", 2.0),
    ],
)
def test_each_rate_is_in_the_unit_of_its_metric(column: str, metric: str, per_s: float) -> None:
    rows = [[*row[:7], "2"] for row in ROWS[:2]]
    workload = read(miner(metrics=rows, columns=[*METRICS[:7], column]))

    assert {row.metric: row.per_s for row in workload.load_profile} == {metric: per_s}


def test_a_rate_with_a_gap_is_not_known() -> None:
    rows = [[*ROWS[0][:7], "", "1"], *ROWS[1:]]

    assert {row.metric for row in read(miner(metrics=rows)).load_profile} == {"physical_read_bytes"}


@pytest.mark.parametrize(
    ("sessions", "known"),
    [
        (("9.5", "8.1", "7.2"), True),
        ((".2", "0", "0"), False),
        ((".5", ".5", ".5"), True),
        ((".4", ".5", ".5"), False),
    ],
)
def test_db_time_from_sessions_only_where_their_decimal_tells(sessions: tuple[str, ...], *, known: bool) -> None:
    columns = [name for name in METRICS if name != "db_time"]
    rows = [[*row[:4], aas, row[5], *row[7:]] for row, aas in zip(ROWS, sessions, strict=True)]

    assert (read(miner(metrics=rows, columns=columns)).interval.db_time_s is not None) is known


def test_cpu_of_many_busy_sessions_is_in_seconds() -> None:
    """Without DB time the average sessions say that nine of them may be on CPU."""
    columns = [name for name in METRICS if name != "db_time"]
    rows = [[*row[:4], "9.5", "9.0", *row[7:]] for row in ROWS]

    assert read(miner(metrics=rows, columns=columns)).interval.db_cpu_s == 9 * 70 * 60


BLOCKS = (
    ("TOP-N-TIMED-EVENTS", "WAIT_CLASS EVENT_NAME PCTDBT TOTAL_TIME_S"),
    ("SIZE-ON-DISK", "SIZE_GB"),
    ("AVERAGE-ACTIVE-SESSIONS", "WAIT_CLASS AVG_SESS"),
    ("IO-WAIT-HISTOGRAM", "WAIT_CLASS EVENT_NAME WAIT_TIME_MILLI WAIT_COUNT"),
    ("IOSTAT-BY-FUNCTION", "FUNCTION_NAME SM_R_REQS SM_W_REQS LG_R_REQS LG_W_REQS"),
)


@pytest.mark.parametrize(("name", "columns"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_a_block_that_does_not_say_of_which_snapshot_is_not_read(name: str, columns: str) -> None:
    states = [
        next(one.state for one in read(miner(block(name, heads, [["1"] * len(heads)]))).sections if one.name == name)
        for heads in (columns.split(), ["SNAP_ID", *columns.split()])
    ]
    assert states == ["unreadable", "found"]


def test_a_rule_above_the_column_names_is_no_ruler() -> None:
    data = miner().replace(b"~~BEGIN-MAIN-METRICS~~\n\n", b"~~BEGIN-MAIN-METRICS~~\n" + b"-" * 40 + b"\n")
    assert read(data).load_profile == read(miner()).load_profile


def test_missing_snapshots_are_told() -> None:
    rows = [ROWS[0], ["15", *ROWS[1][1:]]]

    told = {warning.code: warning.message for warning in read(miner(metrics=rows)).warnings}
    assert told["gaps"] == worded("reports/snapshot-between-not", 3, 11, 15)
    assert told["many-intervals"].startswith("2 snapshots over 0.7 hours:")


def sessions(*rows: Sequence[str]) -> str:
    return block("AVERAGE-ACTIVE-SESSIONS", ["SNAP_ID", "WAIT_CLASS", "AVG_SESS"], rows)


def test_an_event_takes_at_least_what_its_snapshots_name() -> None:
    listed = events(
        ["11", "User I/O", "x read", "50", "3000000"],
        ["11", "DB CPU", "DB CPU", "50", "3000000"],
        ["11", "Other", "sometimes", "9", "500000"],
        ["12", "User I/O", "x read", "50", "1000000"],
        ["12", "System I/O", "x write", "5", "100000"],
        ["99", "User I/O", "x read", "5", "900000"],
    )
    counted = block(
        "IO-WAIT-HISTOGRAM",
        ["SNAP_ID", "WAIT_CLASS", "EVENT_NAME", "WAIT_TIME_MILLI", "WAIT_COUNT"],
        [
            ["11", "User I/O", "x read", "1", "600"],
            ["12", "User I/O", "x read", "1", "200"],
            ["12", "User I/O", "x read", "4", "200"],
        ],
    )

    workload = read(miner(listed, counted))

    assert [(row.event, row.waits, row.time_s, row.avg_wait_us) for row in workload.wait_events] == [
        ("x read", 1000, 4.0, 4000.0),
        ("sometimes", None, 0.5, None),
        ("x write", None, 0.1, None),
    ]
    assert "top-events-only" in {warning.code for warning in workload.warnings}
    (histogram,) = workload.wait_histograms
    assert [(bucket.from_us, bucket.to_us, bucket.pct_of_waits) for bucket in histogram.buckets] == [
        (0.0, 1000.0, 80.0),
        (2000.0, 4000.0, 20.0),
    ]


def test_an_event_without_seconds_is_its_part_of_db_time() -> None:
    listed = block(
        "TOP-N-TIMED-EVENTS",
        ["SNAP_ID", "WAIT_CLASS", "EVENT_NAME", "PCTDBT"],
        [["11", "User I/O", "x read", "50"]],
    )

    assert [row.time_s for row in read(miner(listed)).wait_events] == [150.0]


def test_wait_classes_bound_the_events_and_stand_for_the_others() -> None:
    """Snapshot 11: 0.3 sessions in User I/O, 180 s, where the event took 240 s with the background's. 12: no event named."""
    known = sessions(
        ["11", "User I/O", ".3"], ["11", "DB CPU", ".2"], ["12", "User I/O", ".06"], ["12", "DB CPU", ".03"]
    )
    listed = events(["11", "User I/O", "db file sequential read", "80", "240000000"])

    workload = read(miner(known, listed, metrics=WHOLE))

    assert {row.wait_class: row.time_s for row in workload.wait_classes} == {"User I/O": 288.0, "DB CPU": 174.0}
    assert [row.time_s for row in workload.wait_events] == [180.0]
    advice = advise([workload], [], a_request(window="average"))
    shares = {row.event: row.db_time_pct for row in advice.top_events}
    assert shares["db file sequential read"] == pytest.approx(180 / 8.4)
    assert shares["unnamed User I/O waits"] == pytest.approx(108 / 8.4)
    assert (advice.verdict.ceiling_db_time_pct or 0) >= 288 / 8.4


def test_wait_classes_of_some_of_the_snapshots_are_not_those_of_all() -> None:
    workload = read(miner(sessions(["11", "User I/O", ".3"], ["11", "DB CPU", ".2"])))

    assert workload.wait_classes == ()
    assert [{row.wait_class: row.time_s for row in part.wait_classes} for part in workload.parts] == [
        {"User I/O": 180.0, "DB CPU": 120.0},
        {},
    ]


def test_of_the_waits_of_an_event_those_of_the_foreground_are_left() -> None:
    """240 s with the background's, 180 s of the foreground: three quarters of the 1,000 waits too."""
    known = sessions(["11", "User I/O", ".3"], ["12", "DB CPU", ".03"])
    listed = events(["11", "User I/O", "db file sequential read", "80", "240000000"])
    waits = ["11", "User I/O", "db file sequential read", "256", "1000"]
    counted = block("IO-WAIT-HISTOGRAM", ["SNAP_ID", *BLOCKS[3][1].split()], [waits])

    workload = read(miner(known, listed, counted))

    assert [(row.time_s, row.waits) for row in workload.wait_events] == [(180.0, 750)]


def test_a_histogram_of_an_unnamed_class_narrows_what_is_not_known() -> None:
    """Two hours of two sessions in User I/O; 1,200,000 reads of 4 to 8 ms are 4,560 s of 14,400 at least."""
    rows = [["11", "60", "20/01/02 10:10", "1", "2.5", ".5", "250", "100", "1"]]
    rows += [["12", "60", "20/01/02 11:10", *rows[0][3:]]]
    known = sessions(*([snap, *row] for snap in ("11", "12") for row in (("User I/O", "2"), ("DB CPU", ".5"))))
    waits = [[snap, "User I/O", "db file sequential read", "8", "600000"] for snap in ("11", "12")]
    counted = block("IO-WAIT-HISTOGRAM", ["SNAP_ID", *BLOCKS[3][1].split()], waits)

    ends = []
    for file in (miner(known, metrics=rows), miner(known, counted, metrics=rows)):
        options = {one.option: one.not_known for one in advise([read(file)], [], a_request()).options}
        ends.append({name: (options[name].least_pct, options[name].most_pct) for name in ("all", "temp")})  # type: ignore[union-attr]

    before, after = ends
    assert before["all"][0] < 1
    assert after["all"][0] > 10
    assert before["temp"][1] - 5 > after["temp"][1] > 55


def test_time_that_is_known_by_its_class_only_is_no_reason_to_leave_the_data() -> None:
    known = sessions(
        *([snap, name, "2" if name == "User I/O" else ".5"] for snap in ("11", "12") for name in ("User I/O", "DB CPU"))
    )
    rows = [[*row[:4], "2.5", ".5", "250", *row[7:]] for row in (ROWS[0], ROWS[1])]

    verdict = advise([read(miner(known, metrics=rows))], [], a_request()).verdict

    assert (verdict.bottleneck, verdict.recommendation) == ("storage-read", "not-enough-data")
    assert verdict.cause == "unseen-waits"
    assert verdict.ceiling_db_time_pct == pytest.approx(80, abs=1)


@pytest.mark.parametrize(("factor", "db_time_s"), [(1.0, 10 * 60 * 0.5 + 30 * 60 * 0.5), (0.01, None)])
def test_db_time_of_the_classes_where_they_are_all_there_is(factor: float, db_time_s: float | None) -> None:
    """Two snapshots and two classes: rounding leaves hundredths of a session in doubt."""
    columns, rows = [*METRICS[:4], *METRICS[7:]], [[*row[:4], *row[7:]] for row in ROWS[:2]]
    known = [[snap, name, f"{0.25 * factor:.2f}"] for snap in ("11", "12") for name in ("User I/O", "DB CPU")]

    workload = read(miner(sessions(*known), metrics=rows, columns=columns))

    assert workload.interval.db_time_s == db_time_s
    assert ("db-time-added" in {warning.code for warning in workload.warnings}) is (db_time_s is not None)
    if db_time_s is not None:
        assert workload.interval.db_cpu_s == db_time_s / 2


@pytest.mark.parametrize(
    ("metrics", "first", "ways"),
    [
        (WHOLE, [1, 2], {"busiest": ([True, False], 0.5), "average": ([True, True], 0.35)}),
        (ROWS, [1], {"busiest": ([False, True], 0.3), "average": ([False, True], 0.3)}),
    ],
    ids=["whole", "without an instance"],
)
def test_the_busiest_hour_is_one_of_the_file(
    metrics: list[list[str]], first: list[int], ways: dict[str, tuple[list[bool], float]]
) -> None:
    """An hour that lacks an instance is none of the database (decision 93)."""
    workload = read(miner(sessions(["11", "DB CPU", ".2"], ["12", "DB CPU", ".2"]), metrics=metrics))

    assert [(one.interval.begin_snap, one.interval.elapsed_s, one.interval.db_time_s) for one in workload.parts] == [
        (10, 600.0, 300.0),
        (11, 1800.0, 540.0),
    ]
    assert [[one.number for one in part.instances] for part in workload.parts] == [first, [1, 2]]
    for window, (used, active) in ways.items():
        advice = advise([workload], [], a_request(window=window))
        assert advice.timeline is not None
        assert [point.used for point in advice.timeline.points] == used
        assert advice.db_time.average_active_sessions == pytest.approx(active)


def test_a_masked_file_keeps_its_parts() -> None:
    workload = read(miner())
    masked = Masker(MaskMap(bytes(16), own_key=True), Choice()).document(workload)

    again = read_document(encode(masked), "masked.json")

    assert isinstance(again, Workload)
    assert [one.interval for one in again.parts] == [one.interval for one in workload.parts]


def test_figures_with_a_decimal_comma() -> None:
    plain = miner(sessions(["11", "DB CPU", "1.25"], ["12", "DB CPU", ".5"]))
    system, at, rest = plain.decode().partition("~~BEGIN-MAIN-METRICS~~")
    system = re.sub(r"(PHYSICAL_MEMORY_GB +)2  ", r"\g<1>2,5", system)
    comma = read((system + at + rest.replace(".", ",")).encode())

    assert comma.load_profile == read(plain).load_profile
    assert comma.wait_classes == read(plain).wait_classes
    assert (comma.interval.db_cpu_s, comma.instances[0].memory_bytes) == (read(plain).interval.db_cpu_s, 2.5 * 1024**3)


@pytest.mark.parametrize(
    ("version", "cpu", "read_as"),
    [
        ("3.0.3", ("20", "10", "10"), "centiseconds"),
        ("4.0.11", (".2", ".1", ".1"), "seconds"),
        ("4.0.11", ("20", "10", "10"), "centiseconds"),
        ("3.0.4", (".2", ".1", ".1"), "seconds"),
    ],
)
def test_the_unit_of_cpu(version: str, cpu: tuple[str, ...], read_as: str) -> None:
    rows = [[*row[:5], figure, *row[6:]] for row, figure in zip(ROWS, cpu, strict=True)]
    data = miner(metrics=rows).replace(
        b"VERSION            11.2.0.3.0", b"AWR_MINER_VER      " + version.encode().ljust(10)
    )
    assert version.encode() in data

    assert read(data).interval.db_cpu_s == pytest.approx(60 * (10 * 0.2 + 30 * 0.1 + 30 * 0.1)), read_as


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("~~BEGIN-IOSTAT-BY-FUNCTION~~\n\nno rows selected\n\n~~END-IOSTAT-BY-FUNCTION~~\n", "no data exists"),
        ("", worded("reports/report-no-such", "")),
    ],
)
def test_a_block_without_rows_says_no_data(text: str, message: str) -> None:
    section = next(one for one in read(miner(text)).sections if one.name == "IOSTAT-BY-FUNCTION")
    assert section.state == "missing"
    assert message in (section.message or "")


def test_requests_by_function() -> None:
    columns = ["SNAP_ID", "FUNCTION_NAME", "SM_R_REQS", "SM_W_REQS", "LG_R_REQS", "LG_W_REQS"]
    rows = [["11", "DBWR", "1", "100", "0", "20"], ["12", "DBWR", "2", "1000", "0", "80"]]

    (row,) = read(miner(block("IOSTAT-BY-FUNCTION", columns, rows))).io_functions

    assert (row.function, row.read_requests, row.write_requests) == ("DBWR", 3.0, 1200.0)
    assert row.write_requests_per_s == pytest.approx(0.5)


def test_requests_of_some_of_the_snapshots_have_no_rate_over_all() -> None:
    columns = ["SNAP_ID", "FUNCTION_NAME", "SM_R_REQS", "SM_W_REQS", "LG_R_REQS", "LG_W_REQS"]
    workload = read(miner(block("IOSTAT-BY-FUNCTION", columns, [["11", "DBWR", "1", "100", "0", "20"]])))

    (row,) = workload.io_functions
    assert (row.read_requests, row.write_requests) == (1.0, 120.0)
    assert (row.read_requests_per_s, row.write_requests_per_s) == (None, None)
    assert [[one.write_requests_per_s for one in part.io_functions] for part in workload.parts] == [
        [pytest.approx(0.2)],
        [],
    ]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("~~END-MAIN-METRICS~~", "", "truncated"),
        ("12         30         20/01/02 10:40 2", "12         30xxxxxxxxx20/01/02 10:40 2", "row-skipped"),
        ("20/01/02 10:40 2", "20/99/99 10:40 2", "unreadable-cell"),
    ],
)
def test_damage_is_told(old: str, new: str, code: str) -> None:
    text = miner().decode()
    assert old in text

    assert code in {warning.code for warning in read(text.replace(old, new).encode()).warnings}


def test_a_file_without_blocks_is_refused() -> None:
    with pytest.raises(UnreadableInput, match=like("reports/page-calls-itself")):
        read_document(b"~~BEGIN-OS-INFORMATION~~\nnothing\n", "x.out")


def test_a_cell_is_found() -> None:
    data = miner()
    evidence = read(data).load_profile[0].evidence[2]

    place = locate(data, evidence, "per_s")

    assert (place.raw_text, place.column, place.table_heading) == ("40", "l_reads_s", "MAIN-METRICS")
    line = data.decode().splitlines()[(place.line or 0) - 1]
    assert line[(place.column_in_line or 0) - 1 :].startswith("40")


@corpus.needs_corpus
@pytest.mark.parametrize("path", corpus.files("awr-miner-"), ids=lambda path: path.stem[10:])
def test_corpus_files_by_a_second_count(path: object) -> None:
    """Requests, waits and weighted rates summed again from the lines, split at white space."""
    data = path.read_bytes()  # type: ignore[attr-defined]
    workload = read(data)
    lines = data.decode().splitlines()
    waits = _column_sum(lines, "IO-WAIT-HISTOGRAM", -1)
    assert sum(row.waits or 0 for row in workload.wait_histograms) == (waits or 0)
    requests = [_column_sum(lines, "IOSTAT-BY-FUNCTION", place) for place in (-4, -3, -2, -1)]
    found = sum((row.read_requests or 0) + (row.write_requests or 0) for row in workload.io_functions)
    assert found == sum(figure or 0 for figure in requests)
    metrics = _rows(lines, "MAIN-METRICS")
    place = metrics[0].index("l_reads_s") + 1  # the time of day is a word of its own
    weighted = sum(float(row[1]) * float(row[place]) for row in metrics[1:])
    minutes = sum(
        {row[0]: max(float(one[1]) for one in metrics[1:] if one[0] == row[0]) for row in metrics[1:]}.values()
    )
    rates = {row.metric: row.per_s for row in workload.load_profile}
    assert rates["logical_reads_blocks"] == pytest.approx(weighted / minutes)
    assert workload.interval.elapsed_s == pytest.approx(minutes * 60)
    print(f"{path.stem}: {len(metrics) - 1} snapshots, {waits} waits, {sum(f or 0 for f in requests)} requests")  # type: ignore[attr-defined]


def _rows(lines: list[str], name: str) -> list[list[str]]:
    inside = False
    rows: list[list[str]] = []
    for line in lines:
        if line.startswith("~~"):
            inside = line.strip() == f"~~BEGIN-{name}~~"
        elif inside and line.strip() and not line.startswith("--"):
            rows.append(line.split())
    return rows


def _column_sum(lines: list[str], name: str, place: int) -> int | None:
    rows = _rows(lines, name)[1:]
    return sum(int(row[place]) for row in rows) if rows else None


@pytest.mark.parametrize(
    ("rows", "size_bytes"),
    [
        ([["11", "2.5"], ["12", "3.5"]], 3.5 * GIB),
        ([["12", "3.5"], ["11", "2.5"]], 3.5 * GIB),
        ([["11", "2.5"], ["12", "?"]], 2.5 * GIB),
        ([], None),
    ],
)
def test_the_size_of_the_files_is_that_of_the_last_snapshot(rows: list[list[str]], size_bytes: float | None) -> None:
    workload = read(miner(block("SIZE-ON-DISK", ["SNAP_ID", "SIZE_GB"], rows) if rows else ""))
    assert workload.database.size_bytes == size_bytes
    every = next(one for one in advise([workload], [], a_request()).options if one.option == "all")
    assert every.used_bytes == size_bytes
