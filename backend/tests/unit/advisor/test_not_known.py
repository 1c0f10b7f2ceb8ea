"""What hangs on time without a name is not known: told between which ends, why, and what would tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.diagnoses.unseen_waits import UNSEEN_WAITS
from segtier.advisor.symptoms import Symptoms
from segtier.forecast import ceiling
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.verdict import NotKnown
from segtier.model.workload import Section, WaitClass, Workload
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import like, tells

READS, SYNC = a_wait("db file sequential read", 3_000, 9), a_wait("log file sync", 9_000, 9)
HOT = (a_segment("ORDERS", 1_500_000, 200_000),)
SIZES = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6))
"""No list names the index."""


def advised(workload: Workload) -> Advice:
    return advise([workload], [SIZES], a_request(draws=200))


def options(workload: Workload) -> dict[str, OptionAdvice]:
    return {one.option: one for one in advised(workload).options}


def without_names(classes: dict[str, float], **changed: object) -> Workload:
    rows = tuple(WaitClass(name, time_s=time_s) for name, time_s in classes.items())
    hour = a_workload((), rest_s=sum(classes.values()), segments=HOT)
    return replace(hour, wait_classes=rows, **changed)  # type: ignore[arg-type]


IO = without_names({"User I/O": 14_400, "Commit": 0})


@pytest.mark.parametrize("option", ["all", "indexes", "segments", "temp", "flash-cache"])
def test_what_a_class_without_names_leaves_open(option: str) -> None:
    """Four of five sessions wait for User I/O: all of it may go, or nothing."""
    found = options(IO)[option]
    assert found.not_known is not None
    assert (found.not_known.least_pct, found.not_known.most_pct) == pytest.approx((0, 80), abs=0.5)
    assert (found.state, found.not_known.why, found.response_ratio) == ("unknown", "no-names", None)


@pytest.mark.parametrize(
    ("workload", "says"),
    [(IO, "advisor/inputs-give-no"), (replace(IO, wait_events=(SYNC,)), "advisor/ssd-would-take")],
    ids=["no wait has a name", "one has"],
)
def test_what_the_named_waits_say(workload: Workload, says: str) -> None:
    """No share is told of waits that nobody named."""
    assert tells(advised(workload).verdict.text, like(says))


@pytest.mark.parametrize(
    ("least", "takes"), [(0.0, "take 0 to 64 % off DB time"), (-4.0, "take up to 64 % off DB time or add 4 %")]
)
def test_what_may_get_longer_is_told_as_that(least: float, takes: str) -> None:
    case = build_case([IO], [SIZES], a_request(draws=200))
    found = options(IO)["all"]
    unknown = NotKnown(least, 64.0, "no-names", "Why.", "What.")
    symptoms = Symptoms(case, (replace(found, not_known=unknown),), ceiling(case.basis))
    told = UNSEEN_WAITS.test(symptoms)
    assert told is not None
    assert takes in told.text


def test_what_it_does_not_leave_open() -> None:
    """Nobody's redo waits in User I/O."""
    redo = options(IO)["redo"]
    assert redo.not_known is None
    assert redo.response_ratio is not None
    assert redo.response_ratio.low == pytest.approx(1)


@pytest.mark.parametrize(("option", "wait_class"), [("all", "User I/O"), ("redo", "Configuration")])
def test_the_reason_is_of_the_waits_that_the_option_shortens(option: str, wait_class: str) -> None:
    found = options(without_names({"User I/O": 9_000, "Configuration": 6_000, "Commit": 0}))[option].not_known
    assert found is not None
    assert wait_class in found.text
    assert found.text.startswith({"User I/O": "48 %", "Configuration": "32 %"}[wait_class])


BAD = Section("Foreground Wait Events", "unreadable", message="columns in another language")
CUT = (READS, a_wait("log file sync", 2_000, 9))


@pytest.mark.parametrize(
    ("workload", "option", "why"),
    [
        (IO, "all", "no-names"),
        (replace(without_names({"User I/O": 14_400, "Commit": 0}), sections=(BAD,)), "all", "unreadable"),
        (replace(IO, wait_classes=()), "all", "no-list"),
        (replace(a_workload(CUT, rest_s=12_000), wait_classes=()), "all", "list-cut"),
        (a_workload((replace(a_wait("of another release", 9_000, 5), wait_class="User I/O"),)), "all", "unknown-event"),
        (a_workload((a_wait("log file sync", 30_000, 400),)), "redo", "log-write"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_why_it_is_not_known(workload: Workload, option: str, why: str) -> None:
    advice = advised(workload)
    found = next(one.not_known for one in advice.options if one.option == option)
    assert isinstance(found, NotKnown)
    assert found.why == why
    assert found.text.endswith(".")
    assert found.bring.endswith(".")
    assert (BAD.message in found.text) == (why == "unreadable")
    if option == "all":
        assert (advice.verdict.state, advice.verdict.cause) == ("not-enough-data", "unseen-waits")
        assert advice.verdict.next_step == found.bring


@pytest.mark.parametrize(
    ("time_s", "known"), [(1_000, True), (1_500, True), (3_000, False)], ids=["6 %", "9 %", "16 %"]
)
def test_a_tenth_of_db_time_may_be_without_a_name(time_s: float, known: bool) -> None:
    hour = a_workload((a_wait("db file sequential read", 12_000, 9),), rest_s=time_s, segments=HOT)
    classes = (WaitClass("User I/O", time_s=12_000 + time_s), WaitClass("Commit", time_s=0))
    found = options(replace(hour, wait_classes=classes))["all"]
    assert (found.not_known is None) is known


def test_the_ends_hold_what_the_names_would_say() -> None:
    """Whatever the waits turn out to be, what is said of them lies between the ends."""
    ends = options(IO)
    for event in ("db file sequential read", "direct path read", "direct path read temp", "direct path write"):
        for name, found in options(a_workload((a_wait(event, 14_400, 8),), segments=HOT)).items():
            end = ends[name].not_known
            if found.response_ratio is not None and end is not None:
                gain = 100 * (1 - found.response_ratio.expected)
                assert end.least_pct - 1 <= gain <= end.most_pct + 1, (event, name)
