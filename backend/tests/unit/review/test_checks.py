"""What stops a plan before people are asked, what needs a reason, and what nobody knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.model.plan_document import Decision, PlanDocument
from segtier.model.review import Check, Recorded
from segtier.model.scenario import Changed
from segtier.plan.document import plan_document
from segtier.plan.write_plan import write_plan
from segtier.review import (
    Review,
    Revision,
    checks_of,
    fresh_check,
    shown_state,
    standing_text,
    standing_word,
    unapproved_word,
)
from segtier.review.states import RETIRED
from tests.unit.plan.inventories import known_request
from tests.unit.plan.requests import a_request

KNOWN = plan_document(write_plan(known_request("segments")))
SOUND = replace(KNOWN, rewrites_complete=True, warnings=(), decision=Decision(None, None, False, None))


def levels(document: PlanDocument) -> dict[str, str]:
    return {check.code: check.level for check in checks_of(document)}


def test_a_plan_with_nothing_against_it_passes() -> None:
    assert levels(SOUND) == {"room": "passed", "way-back": "passed", "advised": "passed"}


no_way_back = replace(SOUND.operations[0], inverse=" ")
CASES: dict[str, tuple[PlanDocument, dict[str, str]]] = {
    "a byte too many": (replace(SOUND, needed_bytes=SOUND.usable_bytes + 1), {"room": "error"}),
    "to the last byte": (replace(SOUND, needed_bytes=SOUND.usable_bytes), {"room": "passed"}),
    "room looked up": (replace(SOUND, needed_bytes=None), {"room": "not-known"}),
    "no way back": (replace(SOUND, operations=(no_way_back, *SOUND.operations[1:])), {"way-back": "error"}),
    "not advised": (replace(SOUND, decision=Decision("No.", None, True, "No gain.")), {"advised": "warning"}),
    "indexes not known": (replace(SOUND, rewrites_complete=False), {"rewrites-not-known": "warning"}),
    "moves nothing by name": (replace(SOUND, operations=(), rewrites_complete=None), {"way-back": "passed"}),
    "inputs in doubt": (replace(SOUND, warnings=("Only one hour.",)), {"inputs": "warning"}),
}


@pytest.mark.parametrize("case", CASES)
def test_one_thing_against_it(case: str) -> None:
    document, expected = CASES[case]
    assert levels(document) == levels(SOUND) | expected
    found = [check.level for check in checks_of(document)]
    assert found == sorted(found, key=("error", "warning", "not-known", "passed").index)


@pytest.mark.parametrize("option", ["all", "redo", "temp", "segments", "flash-cache"])
def test_what_the_planner_writes_has_a_way_back_and_room(option: str) -> None:
    for request in (a_request(option), known_request(option)):
        assert "error" not in levels(plan_document(write_plan(request))).values()


def since(*changed: Changed, evidence: bool = True) -> Review:
    return Review("usr_1", Revision(1, "d", "usr_1"), changed=changed, evidence=evidence)


def test_stale_is_an_error_that_says_what_changed() -> None:
    assert fresh_check(since()).level == "passed"
    assert "reports" in fresh_check(since("inputs")).text
    assert "version of Segtier" in fresh_check(since("engine")).text
    assert fresh_check(since("inputs", "engine")).level == "error"
    assert fresh_check(since("inputs", evidence=False)) == Check("fresh", "error", RETIRED)


@pytest.mark.parametrize(
    ("state", "shown"),
    [("draft", "evidence-retired"), ("approved", "evidence-retired"), ("applied", "applied"), ("rejected", "rejected")],
)
def test_without_any_report_the_evidence_is_retired(state: Recorded, shown: str) -> None:
    assert shown_state(replace(since("inputs", "engine", evidence=False), state=state)) == shown


def test_a_plan_that_was_approved_runs_without_its_evidence() -> None:
    assert unapproved_word("evidence-retired", approved=True) is None
    assert unapproved_word("evidence-retired") == "evidence-retired"


@pytest.mark.parametrize(
    ("state", "word", "says"),
    [
        ("draft", "unreviewed", "UNREVIEWED"),
        ("in-review", "unreviewed", "UNREVIEWED"),
        ("approved", "approved", "Approved."),
        ("stale", "stale", "STALE"),
        ("evidence-retired", "evidence-retired", "EVIDENCE RETIRED"),
        ("superseded", "superseded", "SUPERSEDED"),
        ("withdrawn", "withdrawn", "WITHDRAWN"),
        ("rejected", "rejected", "REJECTED"),
        ("applied", "applied", "Applied"),
        ("measured", "applied", "Applied"),
        (None, "outdated", "OUTDATED"),
    ],
)
def test_a_bundle_says_how_its_revision_stands(state: str, word: str, says: str) -> None:
    plan, told = standing_text("pln_1", 3, state, None)  # type: ignore[arg-type]
    assert standing_word(state) == word  # type: ignore[arg-type]
    assert (plan, told.startswith(says)) == ("Plan pln_1, revision 3", True)
    assert standing_text("pln_1", 3, state, "by Ann")[2:] == ("by Ann",)  # type: ignore[arg-type]
    assert ("not run it" in told) == (state not in ("approved", "applied", "measured", "evidence-retired"))
