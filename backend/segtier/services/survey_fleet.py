"""Every database's answer in a row, and a budget of flash spent where the next GiB saves most."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from segtier.answers.read import Answer
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.errors import NotFound, SegtierError
from segtier.model.advice import FrontierPiece, Summary
from segtier.model.fleet import Fleet, FleetRow, FleetShare, FleetTotal
from segtier.question import Question
from segtier.services.context import Context
from segtier.services.give_advice import advice_ahead, advice_key, key_of
from segtier.services.read_documents import list_inputs
from segtier.services.remember import Lately
from segtier.store import databases
from segtier.store.records import DatabaseRecord
from segtier.units import GIB

if TYPE_CHECKING:
    from segtier.placement.shared_out import Hull

_PATIENCE_S = 5.0
"""What is not worked out by then, is said to be pending; it goes on."""
_SHORT_PATIENCE_S = 0.1
"""The same where there is something to show: who asks waits for a thread here, as others do who only want to read."""
_KEPT = 2_000
_QUESTION = Question()
_FILLED = 1 - _QUESTION.headroom_pct / 100
"""Of the flash; the rest is kept free."""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    row: FleetRow
    curve: tuple[tuple[int, float], ...] | None = None
    """DB time saved by flash: (bytes, seconds per hour); None where the answer is not to move."""

    def of(self, database: DatabaseRecord) -> _Look:
        row = replace(
            self.row,
            id=database.id,
            name=database.name,
            dbid=database.dbid,
            sample=database.sample,
            last_time=database.last_time,
        )
        return _Look(row, self.curve)


_looks_kept: Lately[_Look] = Lately(_KEPT)
"""By what the advice follows from: a fleet is asked for often, and the answers' files are many."""
_NOBODY = FleetRow("", "", None, False, None)


def survey_fleet(
    ctx: Context, budget_bytes: int | None, include_sample: bool, known: Collection[str] | None = None
) -> Fleet:
    """In the order of all lists of databases; those of which nothing can be said tell why. `known`: only these."""
    with ctx.store.read() as tx:
        listed = databases.list_with_documents(tx)
    found = [
        (one, documents)
        for one, documents in listed
        if (known is None or one.id in known) and (include_sample or not one.sample)
    ]
    looks = list(_looks(ctx, found))
    if budget_bytes is None:
        return Fleet(tuple(look.row for look in looks))
    return _shared_out(looks, budget_bytes)


def _looks(ctx: Context, found: Sequence[tuple[DatabaseRecord, tuple[str, ...]]]) -> Iterator[_Look]:
    coming = [(database, _coming(ctx, database, documents)) for database, documents in found]
    some = any(answer.done() for _, answer in coming)
    wait([answer for _, answer in coming], _SHORT_PATIENCE_S if some else _PATIENCE_S)
    for database, answer in coming:
        with suppress(NotFound):  # deleted meanwhile
            yield _look(answer).of(database)


def _coming(ctx: Context, database: DatabaseRecord, documents: tuple[str, ...]) -> Future[_Look]:
    coming: Future[_Look] = Future()
    look = _looks_kept.get(key_of(documents, _QUESTION))
    if look is not None:
        coming.set_result(look)
        return coming
    try:
        inputs = list_inputs(ctx, database.id)
        return advice_ahead(ctx, inputs, _QUESTION, lambda answer: _kept(advice_key(inputs, _QUESTION), answer))
    except SegtierError as error:
        coming.set_exception(error)
        return coming


def _kept(key: str, answer: Answer) -> _Look:
    look = _seen(decode(answer.piece("summary"), Summary), decode(answer.piece("frontier"), FrontierPiece))
    _looks_kept.put(key, look)
    return look


def _look(answer: Future[_Look]) -> _Look:
    if not answer.done():
        return _Look(replace(_NOBODY, pending=True))
    try:
        return answer.result()
    except NotFound:
        raise
    except SegtierError as error:
        return _Look(replace(_NOBODY, problem=". ".join(filter(None, (error.message, error.advice)))))


def _seen(summary: Summary, frontier: FrontierPiece) -> _Look:
    verdict, knee = summary.verdict, summary.best_segments.knee if summary.best_segments else None
    row = replace(
        _NOBODY,
        state=verdict.state,
        tag=verdict.tag,
        headline=verdict.headline,
        gain=verdict.gain,
        ceiling_db_time_pct=verdict.ceiling_db_time_pct,
        grade=summary.quality.grade,
        db_time_s_per_hour=summary.db_time.db_time_s_per_hour,
        knee_bytes=_bought(knee.bytes) if knee else None,
        used_bytes=next((one.used_bytes for one in summary.options if one.option == verdict.option), None),
    )
    return _Look(row, _curve(summary, frontier) if verdict.state == "move" else None)


def _curve(summary: Summary, piece: FrontierPiece) -> tuple[tuple[int, float], ...] | None:
    """Flash as it is bought."""
    per_hour = summary.db_time.db_time_s_per_hour
    if piece.frontier is None or per_hour is None:
        return None
    return tuple((_bought(one.bytes), (1 - one.response_ratio.expected) * per_hour) for one in piece.frontier.points)


def _bought(bytes_: int) -> int:
    """The flash of which the segments fill what may be filled; a byte more, so that no rounding is in their way."""
    return math.ceil(bytes_ / _FILLED) + 1 if bytes_ else 0


def _shared_out(looks: Sequence[_Look], budget_bytes: int) -> Fleet:
    from segtier.placement.shared_out import hull_of, share_out  # noqa: PLC0415 - numpy, which most requests go without

    hulls = {at: hull_of(look.curve) for at, look in enumerate(looks) if look.curve is not None}
    corners = dict(zip(hulls, share_out(tuple(hulls.values()), budget_bytes), strict=True))
    rows = [
        replace(look.row, share=_share(hulls[at], corners[at])) if at in hulls else look.row
        for at, look in enumerate(looks)
    ]
    shares = [row.share for row in rows if row.share is not None]
    total = FleetTotal(
        budget_bytes=budget_bytes,
        share_bytes=sum(share.share_bytes for share in shares),
        saved_s_per_hour=sum(share.saved_s_per_hour for share in shares),
        databases=sum(share.share_bytes > 0 for share in shares),
    )
    return Fleet(tuple(rows), total)


def _share(hull: Hull, corner: int) -> FleetShare:
    size, saved = int(hull.bytes[corner]), float(hull.saved[corner])
    return FleetShare(size, saved, hull.at(size + GIB) - saved)
