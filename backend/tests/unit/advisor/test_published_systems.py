"""Published systems against the advice: tests/cases/advice/published_systems.yaml, one block a system; and impossible figures."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.advisor import advise
from segtier.errors import NotUsable
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.workload import Workload
from tests.builders import a_request, some_sizes
from tests.published import a_system, the_system

TABLE = Path(__file__).parents[2] / "cases" / "advice" / "published_systems.yaml"
CASES: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
NAMES = [case["case"] for case in CASES]
SIZES = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6), ("HISTORY", 400))
ON_FLASH = ("all", "indexes", "segments", "redo", "temp", "flash-cache", "combination")
MOVES = ("move-segments", "move-all-data", "flash-cache", "redo", "temp", "combination")
SEQUENTIAL = "db file sequential read"


def advice_on(workload: Workload, storage: StorageToday | None = None) -> Advice:
    return advise([workload], [SIZES], a_request(storage_today=storage))


def options(advice: Advice) -> dict[str, OptionAdvice]:
    return {option.option: option for option in advice.options}


@pytest.fixture(scope="module", params=CASES, ids=NAMES)
def answered(request: pytest.FixtureRequest) -> tuple[dict[str, Any], Advice]:
    """A system and its answer: one for all tests of it, and gone before the next."""
    return request.param, advice_on(the_system(request.param))


def test_answer(answered: tuple[dict[str, Any], Advice]) -> None:
    case, advice = answered
    verdict, found = advice.verdict, options(advice)
    assert f"{verdict.bottleneck}/{verdict.recommendation}" == case["answer"], verdict.text
    assert re.search(case.get("says", ""), verdict.text), verdict.text
    assert verdict.move_allowed == (verdict.recommendation in MOVES)
    for name, (least, most) in case.get("gains", {}).items():
        ratio = found[name].response_ratio
        assert ratio is not None, name
        assert least <= 1 - ratio.expected <= most, (name, ratio)
    for name in case.get("zero", ()):
        ratio = found[name].response_ratio
        assert ratio is not None, name
        assert ratio.low < 1 < ratio.high, (name, ratio)
    assert [name for name in ON_FLASH if found[name].not_known] == case.get("not_known", [])
    refused = ON_FLASH if case.get("not_worth") == "any" else case.get("not_worth", ())
    assert [name for name in refused if found[name].worth_it] == []


def test_no_option_promises_more_than_storage_takes(answered: tuple[dict[str, Any], Advice]) -> None:
    _, advice = answered
    most = (advice.verdict.ceiling_db_time_pct or 0.0) / 100
    gained = {o.option: 1 - o.response_ratio.low for o in advice.options if o.response_ratio}
    assert {name: gain for name, gain in gained.items() if gain > most + 1e-6} == {}


def on(media: str) -> StorageToday:
    return StorageToday((StorageGroup("data", holds=("data", "temp"), media=media, inferred=False),))


@pytest.mark.parametrize(
    ("media", "recommendation", "says", "worth"),
    [
        ("flash", "tune-first", "as stated", False),
        ("cached-array", "move-all-data", "12 ms", True),
        # Disks at 12 ms wait for one another and answer faster once relieved: a tenth of the space, four fifths of the gain.
        ("hdd", "move-segments", "12 ms", True),
    ],
)
def test_slow_reads_where_the_storage_of_today_is_stated(
    media: str, recommendation: str, says: str, worth: bool
) -> None:
    advice = advice_on(a_system(3600, (SEQUENTIAL, 1500000, 18000)), on(media))
    assert advice.verdict.recommendation == recommendation
    assert says in advice.verdict.text
    assert options(advice)["segments"].worth_it is worth


@pytest.mark.parametrize(
    ("memory_gib", "recommendation"), [(None, "more-memory"), (64, "more-memory"), (4, "flash-cache")]
)
def test_memory_comes_first_only_where_the_server_may_have_it(memory_gib: int | None, recommendation: str) -> None:
    workload = a_system(4000, (SEQUENTIAL, 1500000, 12000), cache_factor_at_double=0.12, cache_gib=2.0)
    memory = None if memory_gib is None else memory_gib * 1024**3
    server = tuple(replace(one, memory_bytes=memory) for one in workload.instances)
    assert advice_on(replace(workload, instances=server)).verdict.recommendation == recommendation


HOUR = a_system(3600, (SEQUENTIAL, 1500000, 18000))


def with_totals(elapsed_s: float = 3600.0, db_time_s: float = 21600.0, cpu_s: float = 3600.0) -> Workload:
    rows = tuple(replace(row, time_s=db_time_s if row.name == "DB time" else cpu_s) for row in HOUR.time_model)
    return replace(HOUR, time_model=rows, interval=replace(HOUR.interval, elapsed_s=elapsed_s, db_time_s=db_time_s))


@pytest.mark.parametrize(
    "workload",
    [
        with_totals(elapsed_s=-3600),
        with_totals(elapsed_s=0.001),
        with_totals(db_time_s=-1),
        with_totals(db_time_s=1),
        with_totals(cpu_s=-1),
        replace(HOUR, wait_events=(replace(HOUR.wait_events[0], time_s=1e300),)),
    ],
    ids=[
        "elapsed below 0",
        "a million sessions",
        "DB time below 0",
        "waits 18,000 times DB time",
        "CPU below 0",
        "huge",
    ],
)
def test_impossible_totals_are_refused(workload: Workload) -> None:
    with pytest.raises(NotUsable) as caught:
        advice_on(workload)
    assert caught.value.code == "impossible-totals"
    assert caught.value.advice


def test_waits_beyond_db_time_promise_nothing() -> None:
    verdict = advice_on(with_totals(db_time_s=9000)).verdict
    assert (verdict.recommendation, verdict.move_allowed) == ("not-enough-data", False)
    assert "240 %" in verdict.text


@pytest.mark.parametrize("change", [{"waits": -5}, {"time_s": -5.0}])
def test_a_wait_below_zero_is_left_out_and_said(change: dict[str, Any]) -> None:
    advice = advice_on(replace(HOUR, wait_events=(replace(HOUR.wait_events[0], **change),)))
    assert [warn.code for warn in advice.warnings] == ["impossible-wait"]
    assert not advice.verdict.move_allowed
    assert all(not option.worth_it for option in advice.options)


def test_cores_of_zero_are_cores_not_known() -> None:
    none = tuple(replace(one, cpus=0, cores=0) for one in HOUR.instances)
    unknown = tuple(replace(one, cpus=None, cores=None) for one in HOUR.instances)
    first, second = (advice_on(replace(HOUR, instances=rows)) for rows in (none, unknown))
    assert first.verdict == second.verdict
    assert first.verdict.ceiling_throughput_ratio is not None
