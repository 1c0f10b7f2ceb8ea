"""The proving ground's pure parts as tables: seeds, moves, gates, the document, waits, rows, the page of figures."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from lab.ground import gates, hold
from lab.ground.clock import SLOWED
from lab.ground.comparison import compared
from lab.ground.configuration import BLOCK, Configuration, configuration
from lab.ground.device.memory import Counted, PlaceCount
from lab.ground.document import document
from lab.ground.foretell import Teller, change_of, seal
from lab.ground.loads.family import families, read_family, schema, statement
from lab.ground.measure import completed
from lab.ground.measured import Measured, between
from lab.ground.moves import KINDS, Kind, Move, move_of
from lab.ground.report import page
from lab.ground.rows import Row, Thrown, append, read_rows
from lab.ground.run import seeds_left
from lab.ground.waits import sessions_by_event
from segtier.advisor.case import build_case
from segtier.analysis.profile import build_profile
from segtier.errors import UnreadableInput
from segtier.model.request import AdviceRequest
from segtier.oracle.devices import tier
from tests.unit.lab.runs import CONFIGURATION, SEGMENTS, a_row, a_run


def test_a_seed_is_always_the_same_and_no_two_are() -> None:
    block = [configuration(seed) for seed in range(BLOCK)]
    assert block == [configuration(seed) for seed in range(BLOCK)]
    assert len({str(replace(one, seed=0)) for one in block}) == BLOCK


@pytest.mark.parametrize("what", ["family", "disks", "flash", "redo"])
def test_a_block_covers_every_axis_evenly(what: str) -> None:
    counts = Counter(getattr(configuration(BLOCK + number), what) for number in range(BLOCK))
    assert max(counts.values()) - min(counts.values()) <= 2  # where the axis cannot be cut evenly


@pytest.mark.parametrize("seed", range(0, 2 * BLOCK, 7))
def test_what_is_drawn_can_be_run(seed: int) -> None:
    config: Configuration = configuration(seed)
    family = families()[config.family]
    for knob, value in config.knobs.items():
        low, high = family.knobs[knob]
        assert low <= value <= high
        assert f":{knob}" in "".join(statement(config.family, name) for name in family.transactions)
    assert 1 <= config.users <= 150
    assert all(kind in kinds for kind, kinds in zip(config.moves, KINDS, strict=True))


@pytest.mark.parametrize("name", families())
def test_each_transaction_of_a_family_calls_a_function_of_its_schema(name: str) -> None:
    for transaction in families()[name].transactions:
        assert f"create function {transaction}(" in schema(name)
        assert f"select {transaction}(" in statement(name, transaction)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("says: x\ntransactions: {none: {weight: 1, writes: true}}\nusers: [1, 2]\ncache_mb: [8, 9]\n", "no none.sql"),
        ("says: x\n", "`transactions`"),
        ("says: [", "load.yaml"),
    ],
)
def test_a_load_that_cannot_be_meant(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "load.yaml").write_text(text, "utf-8")
    with pytest.raises(UnreadableInput) as refused:
        read_family(tmp_path / "load.yaml")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("kind", "spills", "move"),
    [
        ("indexes", False, Move("indexes", ("stock_pk",))),
        # Four of 64 MB are no more than a tenth; the log is hotter, byte for byte.
        ("hottest tenth", False, Move("hottest tenth", ("log", "stock_pk"))),
        ("hottest half", False, Move("hottest half", ("log", "stock_pk"))),
        ("largest", False, Move("largest", ("stock",))),
        ("all", False, Move("all", ("log", "stock", "stock_pk"))),
        ("all and redo", False, Move("all and redo", ("log", "stock", "stock_pk"), redo=True)),
        ("redo", False, Move("redo", redo=True)),
        ("redo and tenth", False, Move("redo and tenth", ("log", "stock_pk"), redo=True)),
        ("temp", True, Move("temp", temp=True)),
        ("temp", False, Move("redo and tenth", ("log", "stock_pk"), redo=True)),
    ],
)
def test_what_a_kind_moves(kind: Kind, spills: bool, move: Move) -> None:
    assert move_of(kind, SEGMENTS, spills=spills) == move


@pytest.mark.parametrize(
    ("changed", "lost", "reasons"),
    [
        ({}, 0, []),
        ({"run_queue_s": 18.0}, 0, []),
        ({"run_queue_s": 18.4}, 0, ["waited 5.1% of DB time for a CPU"]),
        ({"db_time_s": 343.0}, 0, []),
        ({"db_time_s": 341.0}, 0, ["differ by 5.3%"]),
        ({"db_time_s": 379.0}, 0, ["differ by 5.3%"]),
        ({"think_s": 0.04}, 0, ["differ by 6.7%"]),
        ({"transactions": 99}, 0, ["99 transactions"]),
        ({"transactions": 0}, 0, ["0 transactions", "differ by 100.0%"]),
        ({}, 3, ["3 requests"]),
    ],
)
def test_gates(changed: dict[str, float], lost: int, reasons: list[str]) -> None:
    found = gates.faults(a_run(**changed), lost)
    assert len(found) == len(reasons)
    assert all(reason in said for reason, said in zip(reasons, found, strict=True))


@pytest.mark.parametrize(
    ("again", "reasons"),
    [
        ({"transactions": 647, "db_time_s": 388.2}, []),
        ({"transactions": 649, "db_time_s": 389.4}, ["8.2% of its throughput"]),
        ({"transactions": 551, "db_time_s": 330.6}, ["8.2% of its throughput"]),
        ({"db_time_s": 420.0}, ["16.7% of its response time"]),
    ],
)
def test_a_base_that_does_not_repeat(again: dict[str, float], reasons: list[str]) -> None:
    found = gates.unrepeatable(a_run(), a_run(**again))
    assert len(found) == len(reasons)
    assert all(reason in said for reason, said in zip(reasons, found, strict=True))


def test_differences_keep_the_shape() -> None:
    first = PlaceCount(read=Counted(1, 2.0, 3.0), blocks=5)
    last = PlaceCount(read=Counted(11, 22.0, 33.0), write=Counted(4, 5.0, 6.0), blocks=50)
    assert between(first, last) == PlaceCount(read=Counted(10, 20.0, 30.0), write=Counted(4, 5.0, 6.0), blocks=45)


@pytest.mark.parametrize(
    ("waits", "events"),
    [
        ({"IO:WALSync": 1.0, "LWLock:WALWrite": 2.0}, {"log file sync": 3.0}),
        ({"Lock:tuple": 1.0, "Lock:transactionid": 2.0}, {"enq: TX - row lock contention": 3.0}),
        ({"LWLock:BufferMapping": 0.5, "LWLock:ProcArray": 0.5}, {"latch free": 1.0}),
        ({"CPU": 1.0, "IO:DataFileRead": 5.0, "Client:ClientRead": 1.0}, {}),
    ],
)
def test_waits_under_oracle_names(waits: dict[str, float], events: dict[str, float]) -> None:
    assert sessions_by_event(waits) == events


def test_the_document_says_what_was_measured_at_the_speed_of_real_devices() -> None:
    run = a_run()
    profile = build_profile(document(run, 8, 2))
    assert profile.db_time_per_s == pytest.approx(12.0)  # sessions at work are as many on any clock
    assert profile.txn_per_s == pytest.approx(20 * SLOWED)
    assert profile.cpu_per_s == pytest.approx(0.2)
    assert profile.demand("single-block-read").latency_us == pytest.approx(60_000 / SLOWED, rel=1e-3)
    assert profile.demand("locks").time_per_s == pytest.approx(2.0)
    assert profile.demand("commit").time_per_s == pytest.approx(1.0)
    assert profile.redo_write_us == pytest.approx(12_800 / SLOWED, rel=1e-3)
    assert not profile.unnamed
    assert profile.unexplained_per_s + profile.double_counted_per_s == pytest.approx(12 - 8 - 2 - 1 - 0.2, abs=1e-3)


def test_what_moves_is_the_part_of_the_requests_that_its_segments_make() -> None:
    case = build_case([document(a_run(), 8, 2)], [], AdviceRequest(tier()))
    change = change_of(case, Move("indexes", ("stock_pk",), redo=True))
    assert (change.buffered_reads, change.writes, change.redo) == (pytest.approx(0.25), pytest.approx(0.0), True)
    assert change_of(case, Move("temp", temp=True)).temp
    whole = change_of(case, Move("all", tuple(one.name for one in SEGMENTS)))
    assert (whole.buffered_reads, whole.writes) == (pytest.approx(1.0), pytest.approx(1.0))


def test_a_forecast_is_the_same_again_and_its_seal_says_so() -> None:
    teller = Teller(CONFIGURATION, a_run(), 2)
    move = Move("indexes", ("stock_pk",))
    told, written, sha256 = teller.sealed(move)
    assert told.stated.throughput.low > 1
    assert told.stated.response.high < 1
    again = Teller(CONFIGURATION, a_run(), 2)
    assert seal(again.workload, move, again.forecasts(move)) == (written, sha256)
    other = replace(told, stated=told.unstated)
    assert seal(again.workload, move, other)[1] != sha256


def test_throughput_and_response_obey_little() -> None:
    run = a_run(think_s=0.6, users=24)  # 20 transactions a second of the ground's clock, 0.6 s each
    told = Teller(replace(CONFIGURATION, users=24), run, 2).forecasts(Move("all", ("stock", "stock_pk", "log"))).stated
    cycle_s, response_s = 24 / 20, 0.6
    for x, r in ((told.throughput.low, told.response.high), (told.throughput.high, told.response.low)):
        assert cycle_s / x == pytest.approx(cycle_s - response_s + r * response_s, rel=1e-6)


def test_transactions_are_those_that_ended_meanwhile(tmp_path: Path) -> None:
    """Client, number, microseconds, script, second and microsecond of its end."""
    (tmp_path / "pgbench_log.7").write_text(
        "0 1 900 2 100 0\n0 2 900 1 100 1\n1 1 900 2 109 999999\n1 2 900 2 110 0\n2 1 900 0 110 1\n3 1 90", "ascii"
    )
    assert completed(tmp_path, 100.0, 110.0) == {1: 1, 2: 2}


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "rows.ndjson"
    for one in (a_row(), Thrown(8, ("base: too noisy",))):
        append(one, path)
    assert list(read_rows(path)) == [a_row(), Thrown(8, ("base: too noisy",))]
    assert len(path.read_bytes()) < 5_000
    with path.open("a") as file:
        file.write('{"seed": 9\n')
    with pytest.raises(UnreadableInput, match="line 3"):
        list(read_rows(path))


@pytest.mark.parametrize(
    ("lane", "lanes", "left"), [(0, 1, [0, 2, 4, 5, 6]), (0, 2, [0, 2, 4, 6, 8]), (1, 2, [5, 9, 11, 13, 15])]
)
def test_a_run_goes_on_where_no_line_is(lane: int, lanes: int, left: list[int]) -> None:
    assert list(islice(seeds_left({1, 3, 7}, lane, lanes), 5)) == left


def test_errors_are_forecast_over_measured() -> None:
    found = {one.figure: one for one in compared(a_row()) if one.stated}
    throughput = found["throughput"]
    assert throughput.measured == pytest.approx(4.0)
    assert throughput.error == pytest.approx(math.log(throughput.foretold.expected / 4.0))
    assert found["response"].measured == pytest.approx(0.25)
    for factor, inside, strictly in ((0.97, True, False), (0.95, False, False), (1.0, True, True)):
        one = replace(throughput, measured=throughput.foretold.low * factor)
        assert (one.inside, one.strictly_inside) == (inside, strictly)


def test_the_page_says_what_was_kept_and_why_the_rest_was_not() -> None:
    rows: list[Row | Thrown] = [
        a_row(left_out=("redo: sessions waited 9.0% of DB time for a CPU, more than 5%",)),
        Thrown(8, ("base again: the base repeated within 11.0% of its throughput, not 8%",)),
    ]
    text = page(rows, list(compared(a_row())))
    for part in (
        "| Seeds kept, thrown away | 1, 1 |",
        "| Moves kept, left out of kept seeds | 1, 1 |",
        "| SHA-256 of before the move that the stored rows give again | 1 of 1 |",
        "| sessions waited for a CPU: a busy machine, or the load itself | 1 |",
        "| the base did not repeat | 1 |",
        "| throughput: all | 1 |",
    ):
        assert part in text
    assert "No row passed the gates yet" in page([], [])


def test_the_check_fails_where_the_page_is_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, kept, scores = tmp_path / "rows.ndjson", tmp_path / "figures.md", tmp_path / "scores.json"
    append(a_row(), rows)
    where = ["--rows", str(rows), "--page", str(kept), "--users", str(tmp_path / "none"), "--scores", str(scores)]
    assert hold.main(["--check", *where]) == 1
    assert hold.main(["--write", *where]) == 0
    assert hold.main(["--check", *where]) == 0
    kept.write_text(kept.read_text("utf-8").replace("| 1 of 1 |", "| 2 of 2 |"), "utf-8")
    capsys.readouterr()
    assert hold.main(["--check", *where]) == 1
    assert "2 of 2" in capsys.readouterr().out
    assert hold.main(["--write", *where]) == 0
    scores.write_text("[]\n", "utf-8")
    assert hold.main(["--check", *where]) == 1


def test_mean_latencies_need_enough_of_them() -> None:
    few: Measured = a_run(places={"disks": PlaceCount(read=Counted(49, 2.0, 1.0))}, waits={"IO:WALSync": 0.1})
    assert (few.disk_read_ms, few.commit_ms) == (None, None)
    assert a_run().disk_read_ms == pytest.approx(60 / SLOWED)
    assert a_run().commit_ms == pytest.approx(30.0 / 300 * 1e3 / SLOWED)
