"""Every kind of rule on real advice: a hair below its limit, a hair above, and where the reports do not say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from segtier.advisor import advise
from segtier.advisor.comparison.like_hours import like_hours
from segtier.advisor.comparison.periods import compare
from segtier.model.drift import Drift, DriftSegment
from segtier.model.forecast import Range
from segtier.model.inventory import Inventory
from segtier.model.workload import WaitClass, Workload
from segtier.policy import Checked, Measured, Outcome, check, read_policy
from segtier.policy.rules import KINDS
from segtier.reports import read_document
from segtier.samples import oltp_sample
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes, without_cpu

HAIR = 1e-6
READ, COMMIT, LOCK = "db file sequential read", "log file sync", "enq: TX - row lock contention"
WAITS = (a_wait(READ, 12_000, 10), a_wait("direct path read temp", 3_600, 5), a_wait(COMMIT, 2_400, 8))
SMALL = tuple(a_wait(f"latch: number {n}", 50.0 + n, 1) for n in range(12))
PER_CENT = 226.8
"""Seconds of DB time in `an_hour`: 3,600 of CPU, 18,000 of waits, 1,080 that nothing explains."""


def measured(*workloads: Workload, sizes: Sequence[Inventory] = ()) -> Measured:
    return Measured(advise(workloads, sizes, a_request()))


def outcome(rule: dict[str, Any], what: Measured, **policy: Any) -> Outcome:
    return outcomes([{"name": "it", **rule}], what, **policy).outcomes[0]


def outcomes(rules: list[dict[str, Any]], what: Measured, **policy: Any) -> Checked:
    return check(read_policy(json.dumps({"rules": rules, **policy}).encode(), "p.yaml"), what)


def a_share(of: str) -> dict[str, Any]:
    return {"kind": "share", "of": of}


@cache
def an_hour() -> Measured:
    return measured(a_workload(WAITS, rest_s=1_080))


LIMITS: list[tuple[dict[str, Any], str, float, str]] = [
    (a_share("reads"), "at-most", 12_000 / PER_CENT, "% of DB time"),
    (a_share("User I/O"), "at-most", 15_600 / PER_CENT, "% of DB time"),
    (a_share("DB CPU"), "at-most", 3_600 / PER_CENT, "% of DB time"),
    (a_share("unexplained"), "at-most", 1_080 / PER_CENT, "% of DB time"),
    (a_share(COMMIT), "at-most", 2_400 / PER_CENT, "% of DB time"),
    ({"kind": "wait", "event": COMMIT}, "at-most-ms", 8.0, "ms"),
    ({"kind": "db-time"}, "at-most", 22_680.0, "s an hour"),
    ({"kind": "sessions"}, "at-most", 6.3, "active sessions"),
    ({"kind": "hours"}, "at-most", 1.0, "hours"),
]


@pytest.mark.parametrize(("rule", "key", "value", "unit"), LIMITS)
def test_held_a_hair_above_the_value_and_broken_a_hair_below(
    rule: dict[str, Any], key: str, value: float, unit: str
) -> None:
    above = outcome({**rule, key: round(value + HAIR, 9)}, an_hour())
    assert (above.state, above.counts, above.value, above.unit) == ("held", "pass", pytest.approx(value), unit)
    below = outcome({**rule, key: round(value - HAIR, 9)}, an_hour())
    assert (below.state, below.counts, below.value) == ("broken", "fail", above.value)
    assert below.limit == f"at most {value - HAIR:g} {unit}"


def test_the_limit_itself_is_held() -> None:
    assert outcome({"kind": "sessions", "at-most": 6.3}, an_hour()).state == "held"
    assert outcome({"kind": "hours", "at-most": 1}, an_hour()).state == "held"


NOT_SAID: list[tuple[dict[str, Any], Workload, str]] = [
    (a_share("Network") | {"at-most": 99}, a_workload(WAITS), "print no Network"),
    (a_share(LOCK) | {"at-most": 99}, a_workload(WAITS), f"no foreground wait {LOCK}."),
    (a_share("latch: never seen") | {"at-most": 99}, a_workload(WAITS), "no foreground wait latch: never seen"),
    (a_share("log file snyc") | {"at-most": 99}, a_workload(WAITS), "Was log file sync meant?"),
    (a_share("DB CPU") | {"at-most": 99}, without_cpu(a_workload(WAITS)), "print no DB CPU"),
    ({"kind": "wait", "event": LOCK, "at-most-ms": 1e6}, a_workload(WAITS), "no foreground wait"),
    ({"kind": "wait", "event": "latch: number 0", "at-most-ms": 1e6}, a_workload((*WAITS, *SMALL)), "too little"),
    (
        {"kind": "wait", "event": COMMIT, "at-most-ms": 1e6},
        a_workload((*WAITS[:2], replace(WAITS[2], waits=None, avg_wait_us=None))),
        "print no average",
    ),
    ({"kind": "verdict", "one-of": ["move"]}, a_workload(WAITS, elapsed_s=20.0), ""),
    ({"kind": "forecast"}, a_workload(WAITS), "--before"),
    ({"kind": "segment-iops", "tiers": [{"name": "SSD", "iops": 1e9}]}, a_workload(WAITS), "name no segment"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "workload", "why"), NOT_SAID)
def test_what_reports_do_not_say_is_unknown_and_never_passes_in_silence(
    rule: dict[str, Any], workload: Workload, why: str
) -> None:
    found = outcome(rule, measured(workload))
    assert (found.state, found.counts) == ("unknown", "fail")
    assert found.why
    assert why in found.why


def test_every_kind_is_among_the_cases() -> None:
    here = {rule["kind"] for rule, *_ in (*LIMITS, *NOT_SAID)}
    assert here | {"quality", "placement"} == {kind.name for kind in KINDS}


def test_a_small_event_has_a_share_though_no_average() -> None:
    what = measured(a_workload((*WAITS, *SMALL)))
    total = 21_600 + sum(row.time_s or 0 for row in SMALL)
    share = 50.0 / total * 100
    assert outcome(a_share("latch: number 0") | {"at-most": round(share + HAIR, 9)}, what).state == "held"
    assert outcome(a_share("latch: number 0") | {"at-most": round(share - HAIR, 9)}, what).state == "broken"


CLOSED = (WaitClass("User I/O", time_s=15_000.0), WaitClass("Commit", time_s=0.0))
"""Of the last class nothing is left, so none is behind it."""


def test_reads_are_unknown_where_the_waits_without_a_name_decide() -> None:
    unnamed = a_workload(WAITS[:1], rest_s=6_000, wait_classes=CLOSED)
    what = measured(unnamed)
    assert {most: outcome(a_share("reads") | {"at-most": most}, what).state for most in (55, 60, 75)} == {
        55: "broken",
        60: "unknown",
        75: "held",
    }


@pytest.mark.parametrize(("severity", "unknown", "of_policy", "counts"), [
    (None, None, None, "fail"), ("error", None, "warn", "warn"), ("error", "pass", "fail", "pass"),
    ("error", "fail", "pass", "fail"), ("warning", None, None, "warn"), ("warning", "fail", None, "warn"),
    ("warning", None, "pass", "pass"), ("warning", None, "fail", "warn"),
])  # fmt: skip
def test_the_policy_says_what_unknown_counts_as(
    severity: str | None, unknown: str | None, of_policy: str | None, counts: str
) -> None:
    stated = {key: value for key, value in (("severity", severity), ("unknown", unknown)) if value}
    policy = {"unknown": of_policy} if of_policy else {}
    assert outcome({"kind": "forecast", **stated}, an_hour(), **policy).counts == counts


def test_a_warning_that_is_broken_does_not_fail() -> None:
    found = outcome({"kind": "sessions", "at-most": 1, "severity": "warning"}, an_hour())
    assert (found.state, found.counts) == ("broken", "warn")


@pytest.mark.parametrize(("stated", "state"), [
    ({"one-of": "{}"}, "held"), ({"none-of": "{}"}, "broken"), ({"one-of": ["memory-first", "tune-first"]}, "broken"),
    ({"none-of": ["memory-first", "tune-first"]}, "held"),
])  # fmt: skip
def test_the_verdict_is_the_advice_s(stated: dict[str, Any], state: str) -> None:
    what = measured(a_workload(WAITS, cache_factor_at_double=None))
    answer = what.advice.verdict.state
    assert answer not in ("memory-first", "tune-first", "not-enough-data")
    keys = {key: [answer] if value == "{}" else value for key, value in stated.items()}
    found = outcome({"kind": "verdict", **keys}, what)
    assert (found.state, found.value) == (state, answer)


def test_too_little_data_is_an_answer_to_a_rule_that_names_it() -> None:
    what = measured(a_workload(WAITS, elapsed_s=20.0))
    assert what.advice.verdict.state == "not-enough-data"
    states = [outcome({"kind": "verdict", key: ["not-enough-data"]}, what).state for key in ("one-of", "none-of")]
    assert states == ["held", "broken"]


def test_grades_are_held_against_the_advice_s() -> None:
    grade = an_hour().advice.quality.grade
    found = {at_least: outcome({"kind": "quality", "at-least": at_least}, an_hour()) for at_least in "ABCD"}
    assert {key: one.state for key, one in found.items()} == {
        key: "held" if grade <= key else "broken" for key in "ABCD"
    }
    assert all(one.why and one.places[0].file == "report.html" for one in found.values())


def test_a_report_of_unknown_length_leaves_hours_unknown_but_not_a_longer_one() -> None:
    line = an_hour().advice.timeline
    assert line is not None
    silent = replace(line.points[0], elapsed_s=None, files=("other.html",))
    what = Measured(replace(an_hour().advice, timeline=replace(line, points=(*line.points, silent))))
    assert outcome({"kind": "hours", "at-most": 0.9}, what).state == "broken"
    found = outcome({"kind": "hours", "at-most": 1.1}, what)
    assert (found.state, "other.html" in found.why) == ("unknown", True)


HOT, COLD = a_segment("HOT", 360_000, 36_000), a_segment("COLD", 3_600, 0)


def tiers(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "segment-iops", "tiers": list(rows)}


def test_a_segment_over_its_tier() -> None:
    what = measured(a_workload(WAITS, segments=(HOT, COLD)), sizes=[some_sizes(("HOT", 10), ("COLD", 10))])
    for iops, state in ((110, "held"), (110 - HAIR, "broken")):
        found = outcome(tiers({"name": "all", "iops": iops}), what)
        assert (found.state, found.value, found.unit) == (state, pytest.approx(110.0), "requests/s")
        assert "SHOP.HOT" in found.why
    moved = {row.name for row in what.advice.segments if row.included}
    assert "HOT" in moved
    assert outcome(tiers({"name": "disks", "iops": 109, "holds": "stays"}), what).value != pytest.approx(110.0)
    assert outcome(tiers({"name": "SSD", "iops": 109, "holds": "moved"}), what).state == "broken"
    first = {"name": "SHOP", "iops": 111, "tablespaces": ["SHOP_DATA"]}
    assert outcome(tiers(first, {"name": "rest", "iops": 0}), what).state == "held"


def test_the_segment_named_is_one_over_its_limit() -> None:
    segments = (HOT, replace(COLD, tablespace="OTHER"))
    what = measured(a_workload(WAITS, segments=segments), sizes=[some_sizes(("HOT", 10))])
    found = outcome(
        tiers({"name": "SHOP", "iops": 111, "tablespaces": ["SHOP_DATA"]}, {"name": "none", "iops": 0}), what
    )
    assert (found.state, found.value, found.limit) == ("broken", pytest.approx(1.0), "at most 0 requests/s on none")


def test_a_segment_known_in_part_breaks_a_limit_or_leaves_it_unknown() -> None:
    part = replace(HOT, physical_writes_blocks=None, physical_write_requests=None)
    what = measured(a_workload(WAITS, segments=(part,)), sizes=[some_sizes(("HOT", 10))])
    states = {most: outcome(tiers({"name": "all", "iops": most}), what).state for most in (99.99, 100.01)}
    assert states == {99.99: "broken", 100.01: "unknown"}


@cache
def sample() -> tuple[tuple[Workload, ...], tuple[Inventory, ...], tuple[Workload, ...]]:
    read = [(file.period, read_document(file.data, file.name)) for file in oltp_sample()]
    before, after = ([one for period, one in read if period == which] for which in ("before", "after"))
    workloads = tuple(one for one in before if isinstance(one, Workload))
    return workloads, tuple(one for one in before if isinstance(one, Inventory)), tuple(after)  # type: ignore[arg-type]


@cache
def after_the_change() -> Measured:
    before, sizes, after = sample()
    same = like_hours(before, after)
    compared = compare(same.before, same.after, advise(same.before, sizes, a_request()), None)
    return Measured(advise(after, (), a_request()), compared)


def test_the_forecast_is_held_against_what_the_comparison_says() -> None:
    what = after_the_change()
    compared = what.comparison
    assert compared is not None
    span, ratio = compared.predicted_response_ratio, compared.response_ratio
    assert span is not None
    assert ratio is not None
    found = outcome({"kind": "forecast"}, what)
    assert (found.state, found.value) == ("held" if span.low <= ratio <= span.high else "broken", ratio)
    assert f"{span.low:.4g} to {span.high:.4g}" in found.limit
    assert found.places[0].file == compared.after[0].file
    outside = replace(compared, within_forecast=False)
    assert outcome({"kind": "forecast"}, replace(what, comparison=outside)).state == "broken"
    for silent in (
        replace(compared, within_forecast=None),
        replace(compared, within_forecast=None, comparable=False, reasons=("Other hours.",)),
        replace(compared, within_forecast=None, predicted_response_ratio=None),
    ):
        found = outcome({"kind": "forecast"}, replace(what, comparison=silent))
        assert (found.state, bool(found.why)) == ("unknown", True)


def test_a_value_of_the_sample_names_file_section_and_row() -> None:
    found = outcome({"kind": "wait", "event": COMMIT, "at-most-ms": 1}, after_the_change())
    place = found.places[0]
    assert (place.file, place.section) == ("awrrpt_1_4284_4285.html", "Foreground Wait Events")
    _, _, after = sample()
    rows = [row for row in after[0].wait_events if row.event == COMMIT]
    assert place.row in [one.row for row in rows for one in row.evidence]
    assert found.value == pytest.approx((rows[0].avg_wait_us or 0) / 1e3, rel=0.01)


_ONE = DriftSegment("SHOP.ORDERS", 1, Range(1.0, 2.0, 3.0))


@pytest.mark.parametrize(
    ("drift", "most", "state", "value"),
    [
        (Drift("swap", "2 of 3", 4, 3, 1, 3, 0, take_off=(_ONE, _ONE), bring=(_ONE,)), 2, "held", 2),
        (Drift("swap", "2 of 3", 4, 3, 1, 3, 0, take_off=(_ONE, _ONE), bring=(_ONE,)), 1, "broken", 2),
        (Drift("swap", "one more fits", 4, 3, 1, 3, 0, bring=(_ONE,)), 0, "broken", 1),
        (Drift("stays", "keep", 4, 3, 1, 3, 0), 0, "held", 0),
        (Drift("no-gain", "no slower", 4, 3, 1, 3, 0), 0, "held", 0),
        (Drift("too-short", "2 weeks", 2, 3, 1, 3, 0), 0, "unknown", None),
        (Drift("nothing-applied", "nothing", 4, 3, 1, 0, 0), 0, "unknown", None),
        (None, 0, "unknown", None),
    ],
)
def test_a_placement_holds_while_few_would_be_swapped(
    drift: Drift | None, most: int, state: str, value: float | None
) -> None:
    found = outcome({"kind": "placement", "at-most": most}, replace(an_hour(), drift=drift))
    assert (found.state, found.value) == (state, value)
    assert found.why == (drift.text if drift else found.why) != ""
