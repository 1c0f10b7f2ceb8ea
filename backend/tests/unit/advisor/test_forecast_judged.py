"""Whether a forecast held: its classes and one sentence, from one place."""

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.comparison.judged import forecast_judged, judged_classes
from segtier.advisor.comparison.noise import Band
from segtier.advisor.comparison.outcome import Measured
from segtier.advisor.comparison.periods import compare
from segtier.model.advice import OptionAdvice
from segtier.model.comparison import ClassJudgement, ComparedClass, ForecastState
from segtier.model.forecast import Range
from tests.builders import a_request
from tests.sentences import worded
from tests.unit.advisor.test_comparison import MOVED, compared, hour

SPAN = Range(3.8, 5.65, 8.55)
OPTION = OptionAdvice(option="all", title="Everything", feasible=True, response_ratio=Range(0.3, 0.4, 0.6))


def row(name: str, after: float | None, span: Range | None = SPAN, *, within: bool | None = None) -> ComparedClass:
    if within is None and span and span.low < span.high and after is not None:
        within = span.low <= after <= span.high
    return ComparedClass(name, 20.0, span, after, within)


@pytest.mark.parametrize(
    ("one", "judged", "said"),
    [
        (row("User I/O", 5.0), True, "inside"),
        (row("User I/O", 36.4), True, "outside"),
        (row("User I/O", 36.4), False, "not-judged"),
        (row("User I/O", None), True, "not-judged"),
        (row("DB CPU", 9.0, Range(8.0, 8.0, 8.0)), True, "as-it-is"),
        (row("DB CPU", 9.0, Range(8.0, 8.0, 8.0)), False, "not-judged"),
        (row("User I/O", 5.0, None), True, None),
    ],
)
def test_one_null_had_two_meanings(one: ComparedClass, judged: bool, said: ClassJudgement | None) -> None:
    without = one if judged else replace(one, within_forecast=None)
    (found,) = judged_classes([without], judged=judged)
    assert found.judgement == said


HELD, HALF = row("Commit", 5.0), row("Concurrency", 1.9)
MISSED, HAIR = row("User I/O", 14.125), row("Network", 8.6)


def said(code: str, first: str = "", times: str = "", also: str = "", more: str = "") -> str:
    return worded(f"advisor/{code}") + (worded("advisor/forecast", first, times, also, more) if first else "") + "."


IN_PART, MORE = "total-held", worded("advisor/missed", "1 more class")


@pytest.mark.parametrize(
    ("ratio", "classes", "state", "text"),
    [
        (0.4, [HELD], "held", worded("advisor/forecast-held")),
        (0.4, [HELD, HAIR], "held", worded("advisor/forecast-held")),
        (0.4, [HELD, MISSED], "held-in-part", said(IN_PART, "User I/O", "2.5 times")),
        (
            0.4,
            [HALF, MISSED],
            "held-in-part",
            said(IN_PART, "User I/O", "2.5 times", ", Concurrency 0.34 times"),
        ),
        (
            0.5,
            [MISSED, HALF, row("Other", 40.0)],
            "held-in-part",
            said(IN_PART, "Other", "7.1 times", ", User I/O 2.5 times", MORE),
        ),
        (0.2, [HELD], "better", said("total-better-forecast")),
        (0.8, [MISSED], "less", said("total-gained-less", "User I/O", "2.5 times")),
        (1.3, [HELD], "slower", said("total-slower-before")),
    ],
)
def test_the_sentence_comes_from_the_classes(
    ratio: float, classes: list[ComparedClass], state: ForecastState, text: str
) -> None:
    each = judged_classes([*classes, row("total", 99.0)], judged=True)
    measured = Measured(ratio, Band(0.8, 1.25), None, 0.1, (), (), each, ())
    assert forecast_judged(OPTION, measured, judged=True) == (state, text)


def test_what_is_not_judged_says_why() -> None:
    measured = Measured(0.4, Band(0.8, 1.25), None, 0.1, (), (), (), ())
    texts = [
        forecast_judged(None, measured, judged=False),
        forecast_judged(OPTION, None, judged=False),
        forecast_judged(OPTION, measured, judged=False),
    ]
    assert {state for state, _ in texts} == {"not-judged"}
    assert len({text for _, text in texts}) == len(texts)


def test_of_a_whole_comparison() -> None:
    """Waits that got longer show that nothing was moved: a class far outside its range is not judged, it did not miss."""
    longer = compared(hour(8, 27_000, 15))
    assert {one.judgement for one in longer.classes} == {"not-judged"}
    assert longer.forecast_state == "not-judged"
    moved = compared(hour(8, **MOVED))
    assert {one.wait_class: one.judgement for one in moved.classes} == {
        "User I/O": "inside",
        "DB CPU": "as-it-is",
        "Commit": "as-it-is",
        "total": "inside",
    }
    assert moved.forecast_state == "held"
    before = [hour(1)]
    nothing = compare(before, [hour(8)], advise(before, [], a_request()), "none")
    assert {one.judgement for one in nothing.classes} == {None}
