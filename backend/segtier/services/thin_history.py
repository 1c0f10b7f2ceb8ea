"""Thin old intervals, so that months of bundles stay cheap: `segtier.analysis.history` has the rule.

What a plan or a sealed forecast was made from stays whole.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from sqlalchemy.orm import Session

from segtier.analysis.history import THINNED, Held, to_thin, whole_from
from segtier.errors import SegtierError
from segtier.model.account import ITSELF
from segtier.reading.orders import KeptHour, StoredDocument, ThinDocuments
from segtier.reading.reader import ReaderFailed, ReaderLost
from segtier.services.context import Context
from segtier.services.read_documents import fetching
from segtier.store import audit, databases, history, plans, reports, sealed_forecasts
from segtier.store.engine import one_at_a_time
from segtier.store.history import Interval
from segtier.store.hours import PackedHour
from segtier.store.records import Period

THINNED_HISTORY: Final = "history.thinned"
"""What the audit trail calls it."""
_AT_ONCE = 64
_log = logging.getLogger(__name__)


def thin_history(ctx: Context) -> int:
    """Of all databases; gives how many intervals lost their lists."""
    with ctx.store.read() as tx:
        every = databases.identifiers(tx)
    return sum(_tried(ctx, database_id) for database_id in sorted(every))


def _tried(ctx: Context, database_id: str) -> int:
    """0 where a document went meanwhile, or cannot be opened: another database is not held up, and the next look tries again."""
    try:
        return _thin(ctx, database_id)
    except (SegtierError, ReaderFailed, ReaderLost) as fault:
        _log.info("history of %s is not thinned: %s", database_id, fault)
        return 0


def _thin(ctx: Context, database_id: str) -> int:
    with ctx.store.read() as tx:
        waiting = list(_waiting(tx, database_id))
    count = 0
    for period, before, old in waiting:
        for first in range(0, len(old), _AT_ONCE):
            count += _thin_some(ctx, database_id, period, before, old[first : first + _AT_ONCE])
    return count


def _waiting(tx: Session, database_id: str) -> Iterator[tuple[Period, date, list[Interval]]]:
    """By what they count for, so that each has its latest weeks whole: what, which day the whole ones begin, and the old ones."""
    needed: set[str] | None = None
    for period, every in history.intervals(tx, database_id).items():
        before = whole_from(one.begin_time for one in every)
        wanted = set(to_thin([Held(one.id, one.begin_time, one.db_time_s) for one in every]))
        old = [one for one in every if one.id in wanted and one.thinned_at is None]
        if before is None or not old:
            continue
        needed = _needed(tx, database_id) if needed is None else needed
        yield period, before, [one for one in old if reports.name_of(period, one.digest) not in needed]


def _needed(tx: Session, database_id: str) -> set[str]:
    """Names of the documents that plans, as they stand, and sealed forecasts were made from."""
    revisions = (plans.revision(tx, one.id, one.revision) for one in plans.every(tx, database_id))
    sealed = (one.body["inputs"] for one in sealed_forecasts.every(tx, database_id))
    return {name for one in revisions for name in one.inputs} | {name for some in sealed for name in some}


def _thin_some(ctx: Context, database_id: str, period: Period, before: date, old: Sequence[Interval]) -> int:
    with ctx.store.read() as tx:
        lengths = reports.packed_lengths(tx, database_id)
    wanted = tuple(StoredDocument(one.id, one.digest, lengths.get(one.id, 0), period, False) for one in old)
    with ctx.advisers.ask(ThinDocuments(wanted), fetch=fetching(ctx), in_background=True) as answers:
        made = [
            reports.packed(one.data, (), PackedHour(one.answer.hour, one.answer.figures))
            for one in answers
            if isinstance(one.answer, KeptHour)
        ]
    with ctx.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        needed = _needed(tx, database_id)
        done = sum(
            history.thin(tx, one, less, THINNED)
            for one, less in zip(old, made, strict=True)
            if reports.name_of(period, one.digest) not in needed
        )
        if done:
            audit.append(tx, ITSELF, THINNED_HISTORY, database_id, {"intervals": done, "before": before.isoformat()})
    return done
