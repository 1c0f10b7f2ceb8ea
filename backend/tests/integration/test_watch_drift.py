"""An event tells of drift: once for each swap, and only where a plan is marked applied and nothing is still coming."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.documents import encode
from segtier.errors import NotUsable
from segtier.model.account import SINGLE_USER
from segtier.model.drift import Drift, DriftBase, DriftSegment
from segtier.model.event import Event
from segtier.model.forecast import Range
from segtier.model.plan import Destination
from segtier.question import Question
from segtier.services import draft_plan, review_plan, watch_drift
from segtier.services.context import Context
from segtier.services.events import list_events
from segtier.services.watch_drift import Watched
from segtier.store import plans
from tests.integration.reviewing import stored

_ONE = DriftSegment("SHOP.ORDERS", 1, Range(1.0, 2.0, 3.0))
SWAP = Drift("swap", "", 4, 3, 1, 3, 0, DriftBase("plan", "", ("pln_1",)), (_ONE,), (replace(_ONE, name="SHOP.ITEMS"),))
STAYS = replace(SWAP, state="stays", take_off=(), bring=())
OTHER = replace(SWAP, bring=(replace(_ONE, name="SHOP.BASKETS"),))


def told(context: Context) -> list[Event]:
    return [one for one in list_events(context.store, SINGLE_USER, 0, 200) if one.kind == "placement.drifted"]


def applied(context: Context) -> str:
    """A plan that is marked applied."""
    home = stored(context)
    wanted = draft_plan.Wanted(Question(ssd="700GB"), Destination(), override=True)
    plan_id = draft_plan.draft(context, home, "segments", wanted, SINGLE_USER)

    def seen() -> set[str]:
        with context.store.read() as tx:
            return {str(plans.get(tx, plan_id).version)}

    review_plan.submit(context, plan_id, seen(), "known", SINGLE_USER)
    with context.store.read() as tx:
        digest = plans.revision(tx, plan_id, 1).digest
    review_plan.judge(context, plan_id, seen(), "approve", digest, "", SINGLE_USER)
    review_plan.mark_applied(context, plan_id, seen(), "", SINGLE_USER)
    return plan_id


def test_each_swap_is_told_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_id = applied(context)
    answers: list[Drift | None] = []

    def find(*_: object) -> bytes:
        found = answers.pop(0)
        if found is None:
            raise NotUsable("no hour tells reads", code="no-interval")
        return encode(found)

    monkeypatch.setattr(watch_drift, "find_drift", find)
    for drift, count in (
        (None, 0),
        (STAYS, 0),
        (SWAP, 1),
        (SWAP, 1),
        (OTHER, 2),
        (replace(SWAP, base=DriftBase("set", "")), 2),
    ):
        answers.append(drift)
        watched = Watched(context)
        assert watched.look() == 0, "reports may still be coming"
        watched.look()
        assert not answers
        watched.look()
        assert len(told(context)) == count
    event = told(context)[0]
    assert (event.subject, event.data["on_ssd"], event.data["take_off"], event.data["bring"]) == (plan_id, 3, 1, 1)
    assert "SHOP" not in str(event)


def test_without_an_applied_plan_nobody_looks(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(context)
    monkeypatch.setattr(watch_drift, "find_drift", lambda *_: pytest.fail("nobody asked"))
    watched = Watched(context)
    assert [watched.look() for _ in range(3)] == [0, 0, 0]
