"""Scores against cases worked out by hand, and what holds for any."""

from __future__ import annotations

from dataclasses import astuple, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segtier.backtest import load_backtest, run_backtest
from segtier.model.comparison import TOTAL, ComparedClass, Comparison
from segtier.model.forecast import EventAfter, Range
from segtier.model.scoreboard import Score, ScoreExport, Sealed, SealedClass, Totals
from segtier.scoreboard import (
    class_ratios,
    csv_text,
    misses_first,
    pooled,
    published_scores,
    score,
    seal_digest,
    totals,
)
from segtier.scoreboard.published import scores_of

COMPARED = Comparison(
    before=(),
    after=(),
    outcome="improved",
    headline="A read takes less.",
    text="",
    figures=(),
    made_by=None,
    option="segments",
    comparable=True,
    reasons=(),
    before_txn_per_s=100.0,
    after_txn_per_s=100.0,
    before_db_time_s_per_hour=None,
    after_db_time_s_per_hour=None,
    response_ratio=0.5,
    predicted_response_ratio=None,
    within_forecast=True,
    events=(),
    classes=(
        ComparedClass("User I/O", 10.0, None, 2.0, None),
        ComparedClass("Commit", 4.0, None, 4.0, None),
        ComparedClass("DB CPU", 5.0, None, 5.5, None),
        ComparedClass("Network", 0.0, None, 1.0, None),
    ),
)
CLASSES = (
    SealedClass("DB CPU", Range(1.0, 1.0, 1.0)),
    SealedClass("Commit", Range(0.9, 1.0, 1.1)),
    SealedClass("User I/O", Range(0.3, 0.4, 0.5)),
    SealedClass("Concurrency", Range(0.3, 0.4, 0.5)),
)


@pytest.mark.parametrize(
    ("total", "error", "inside"),
    [
        (Range(0.4, 0.6, 0.8), 0.2, True),
        (Range(0.5, 0.5, 0.5), 0.0, True),
        (Range(0.51, 0.55, 0.6), 0.1, False),
        (Range(0.2, 0.25, 0.49), -0.5, False),
    ],
)
def test_the_total(total: Range, error: float, inside: bool) -> None:
    found = score(total, (), COMPARED)
    assert (found.standing, found.measured, found.inside) == ("scored", 0.5, inside)
    assert found.error == pytest.approx(error)


def test_classes_are_judged_misses_first_and_one_nobody_measured_is_left_out() -> None:
    found = score(Range(0.4, 0.5, 0.6), CLASSES, COMPARED).classes
    assert [(row.wait_class, row.measured, row.inside) for row in found] == [
        ("User I/O", 0.2, False),
        ("Commit", 1.0, True),
        ("DB CPU", 1.1, None),
    ]


SAME = Range(0.4, 0.5, 0.6)


@pytest.mark.parametrize(
    ("after", "before", "held"),
    [
        (Range(6.0, 7.0, 9.0), Range(4.0, 5.0, 6.0), Range(0.6, 0.7, 0.9)),
        (Range(4.0, 5.0, 6.0), Range(8.0, 10.0, 12.0), Range(0.2, 0.25, 0.3)),
        (Range(6.0, 7.0, 9.0), Range(0.0, 5.0, 6.0), SAME),
        (Range(6.0, 7.0, 9.0), None, SAME),
        (None, None, SAME),
    ],
)
def test_it_is_held_at_the_load_that_was_measured(after: Range | None, before: Range | None, held: Range) -> None:
    rows = (
        ComparedClass("User I/O", 10.0, after, 2.0, None, predicted_at_load_before_ms_per_txn=before),
        ComparedClass(TOTAL, 20.0, after, 10.0, None, predicted_at_load_before_ms_per_txn=before),
    )
    found = score(SAME, (SealedClass("User I/O", SAME),), replace(COMPARED, classes=rows, after_txn_per_s=140.0))
    carried = held != SAME
    assert (found.load, found.held is not None, bool(found.reason)) == (1.4 if carried else None, carried, carried)
    assert astuple(found.held or SAME) == pytest.approx(astuple(held))
    assert found.error == pytest.approx(held.expected / 0.5 - 1)
    assert found.inside == (held.low <= 0.5 <= held.high)
    assert astuple(found.classes[0].forecast) == pytest.approx(astuple(held))


NOT_COMPARABLE = {
    "other load": (replace(COMPARED, comparable=False, reasons=("Not comparable: other load.",)), "other load"),
    "nothing done": (replace(COMPARED, within_forecast=None), "nothing was done"),
    "no ratio": (replace(COMPARED, response_ratio=None, headline="They cannot be compared."), "cannot"),
}


@pytest.mark.parametrize("what", NOT_COMPARABLE)
def test_what_cannot_be_compared_says_why_and_measures_nothing(what: str) -> None:
    compared, words = NOT_COMPARABLE[what]
    found = score(Range(0.4, 0.5, 0.6), CLASSES, compared)
    assert (found.standing, found.measured, found.error, found.inside) == ("not-comparable", None, None, None)
    assert words in found.reason


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        ([], Totals(0, None, None)),
        ([(-0.5, False)], Totals(1, 0.5, 0.0)),
        ([(0.1, True), (-0.3, True), (0.2, True), (-0.4, False)], Totals(4, 0.25, 0.75)),
    ],
)
def test_totals(judged: list[tuple[float, bool]], expected: Totals) -> None:
    found = totals(judged)
    assert (found.number, found.median_error, found.inside) == (
        expected.number,
        None if expected.median_error is None else pytest.approx(expected.median_error),
        expected.inside,
    )


@given(st.lists(st.tuples(st.floats(-5, 5), st.sampled_from([True, False, None]))))
def test_no_miss_stands_behind_a_hit(rows: list[tuple[float, bool | None]]) -> None:
    found = misses_first(rows, lambda row: row[1], lambda row: row[0])
    assert sorted(map(repr, found)) == sorted(map(repr, rows))
    ranks = [{False: 0, True: 1, None: 2}[inside] for _, inside in found]
    assert ranks == sorted(ranks)


def test_the_larger_error_stands_first_whichever_way_it_is() -> None:
    rows = [(0.9, None), (0.2, True), (0.1, False), (-0.4, False), (-0.3, True)]
    found = misses_first(rows, lambda row: row[1], lambda row: row[0])
    assert found == ((-0.4, False), (0.1, False), (-0.3, True), (0.2, True), (0.9, None))


@given(st.lists(st.tuples(st.floats(0, 3), st.booleans()), min_size=1), st.floats(1.0, 3.0))
def test_larger_errors_never_make_a_smaller_median(judged: list[tuple[float, bool]], factor: float) -> None:
    worse = [(error * factor, inside) for error, inside in judged]
    assert (totals(worse).median_error or 0.0) >= (totals(judged).median_error or 0.0)


def test_classes_of_today_by_hand() -> None:
    today = (EventAfter("a", "User I/O", 60.0), EventAfter("b", "User I/O", 40.0), EventAfter("c", "Commit", 0.0))
    after = (EventAfter("a", "User I/O", 20.0, 10.0, 40.0), EventAfter("b", "User I/O", 10.0))
    assert class_ratios(today, after) == (SealedClass("User I/O", Range(0.2, 0.3, 0.5)),)


BODY = {"option": "segments", "response_ratio": {"low": 0.1, "expected": 0.2, "high": 0.30000000000000004}}


@given(st.sampled_from(["low", "expected", "high"]), st.floats(0, 1))
def test_any_other_figure_is_another_digest(name: str, value: float) -> None:
    other = BODY | {"response_ratio": {**BODY["response_ratio"], name: value}}  # type: ignore[dict-item] # a mapping
    assert (seal_digest("fct_1", other) == seal_digest("fct_1", BODY)) == (other == BODY)


def test_nothing_exported_has_a_name() -> None:
    span = Range(0.4, 0.5, 0.6)
    sealed = Sealed(
        "SHOPDB",
        42,
        "segments",
        {"pin": ["SHOP.BASKETS"]},
        "q",
        ("i",),
        "1.0",
        span,
        None,
        (),
        (),
        "pln_1",
        "usr",
        "Ann",
        "t",
    )
    row = pooled("t1", sealed, score(span, CLASSES, COMPARED))
    assert row is not None
    assert csv_text(ScoreExport((row,))).splitlines()[1] == "t1,segments,1.0,0.4,0.5,0.6,0.5,0.0,yes"
    assert not any(name in repr(row) for name in ("SHOP", "42", "pln_1", "Ann", "usr"))
    assert pooled("t2", sealed, Score("waiting")) is None


def test_published_scores_are_those_of_the_backtest() -> None:
    """`segtier backtest --write` writes them; two rows here, since all take long."""
    backtest = load_backtest()
    some = scores_of(backtest, run_backtest(backtest, [backtest.row(name) for name in ("SD-20", "JC-01")]))
    kept = {row.id: row for row in published_scores()}
    for row in some:
        assert (kept[row.id].measured, kept[row.id].change) == (row.measured, row.change)
        assert kept[row.id].forecast.expected == pytest.approx(row.forecast.expected, rel=1e-6)
    assert sum(row.counted for row in kept.values()) == 29
