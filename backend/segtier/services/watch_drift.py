"""Tell of drift by an event: where a database has applied plans, its reports changed, and other segments earn more by now."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace

from segtier import __version__
from segtier.documents import decode
from segtier.errors import NotFound, SegtierError
from segtier.model.account import ITSELF
from segtier.model.drift import Drift
from segtier.question import Question, question_of
from segtier.services.applied_plans import APPLIED
from segtier.services.context import Context
from segtier.services.give_advice import find_drift
from segtier.services.read_documents import list_inputs
from segtier.store import databases, events, plans
from segtier.store.engine import one_at_a_time

_log = logging.getLogger(__name__)
Seen = tuple[str, ...]


class Watched:
    """Remembers what it looked at. A database is looked at once nothing has come since the look before."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._before: dict[str, Seen] = {}
        self._done: dict[str, Seen] = {}

    def look(self) -> int:
        """Gives how many events it told."""
        with self._ctx.store.read() as tx:
            found = {one.database_id for one in plans.every(tx, states=APPLIED)}
        return sum(self._looked(one) for one in sorted(found))

    def _looked(self, database_id: str) -> bool:
        try:
            plan_id, question, seen = self._asked(database_id)
        except NotFound:
            return False
        settled = self._before.get(database_id) == seen
        self._before[database_id] = seen
        if not settled or self._done.get(database_id) == seen:
            return False
        try:
            drift = decode(find_drift(self._ctx, database_id, question), Drift)
        except SegtierError as refused:
            _log.info("drift of %s: %s", database_id, refused.code)
            self._done[database_id] = seen
            return False
        told = drift.state == "swap" and drift.base.kind == "plan" and _tell(self._ctx, database_id, plan_id, drift)
        self._done[database_id] = seen
        return told

    def _asked(self, database_id: str) -> tuple[str, Question, Seen]:
        """The plan that was applied last, its question without sets, and what the answer follows from."""
        inputs = list_inputs(self._ctx, database_id)
        with self._ctx.store.read() as tx:
            at = {
                one.id: (act.at, act.revision)
                for one in plans.every(tx, database_id, APPLIED)
                for act in plans.acts(tx, one.id)
                if act.done == "applied"
            }
            if not at:
                raise NotFound("no plan is marked applied")
            plan_id = max(at, key=lambda one: at[one])
            question = question_of(plans.revision(tx, plan_id, at[plan_id][1]).question)
        return plan_id, replace(question, sets=()), (__version__, *sorted(at), *inputs.digests)


def _tell(ctx: Context, database_id: str, plan_id: str, drift: Drift) -> bool:
    """Once for each other swap, while the last event is kept."""
    names = "\n".join((*(one.name for one in drift.take_off), "", *(one.name for one in drift.bring)))
    swap = hashlib.sha256(names.encode()).hexdigest()[:16]
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        databases.known(tx, database_id)
        last = events.last(tx, "placement.drifted", database_id)
        if last is not None and (last.subject, last.data.get("swap")) == (plan_id, swap):
            return False
        counts = {"on_ssd": drift.on_flash, "take_off": len(drift.take_off), "bring": len(drift.bring)}
        events.add(tx, "placement.drifted", database_id, plan_id, swap=swap, weeks=drift.weeks, **counts)
    return True
