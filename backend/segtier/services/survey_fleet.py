"""Every database's answer in a row, and a budget of flash spent where the next GiB saves most."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import to_builtins

from segtier.answers.read import Answer
from segtier.dataclass import dataclass
from segtier.documents import decode
from segtier.errors import NotFound, SegtierError, spelled
from segtier.model.account import ITSELF
from segtier.model.advice import FrontierPiece, Summary
from segtier.model.fleet import Fleet, FleetRow, FleetShare, FleetTotal
from segtier.question import Question
from segtier.services.context import Context
from segtier.services.give_advice import advice_from
from segtier.services.read_documents import inputs_in
from segtier.store import databases, fleet
from segtier.store.fleet import Curve, KeptRow
from segtier.units import GIB

if TYPE_CHECKING:
    from segtier.placement.shared_out import Hull

_PATIENCE_S = 5.0
"""What is not worked out by then, is said to be pending; it goes on."""
_SHORT_PATIENCE_S = 0.1
"""The same where there is something to show: who asks waits for a thread here, as others do who only want to read."""
_QUESTION = Question()
_FILLED = 1 - _QUESTION.headroom_pct / 100
"""Of the flash; the rest is kept free."""
_OF_ITS_LIMITS = ("took-too-long", "needs-memory")
"""Refusals that may end when the settings change: not written down."""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    row: FleetRow
    curve: Curve | None = None
    """None where the answer is not to move."""


_NOBODY = FleetRow("", "", None, False, None)


def survey_fleet(
    ctx: Context, budget_bytes: int | None, include_sample: bool, known: Collection[str] | None = None
) -> Fleet:
    """In the order of all lists of databases; those of which nothing can be said tell why. `known`: only these.

    A row that is kept is shown at once; it says whether it is being worked out anew.
    """
    with ctx.store.read() as tx:
        found = [
            one
            for one in fleet.kept(tx)
            if (known is None or one.database_id in known) and (include_sample or not one.sample)
        ]
    looks = list(_looks(ctx, found))
    pending = sum(look.row.pending for look in looks)
    if budget_bytes is None or pending:
        return Fleet(tuple(look.row for look in looks), pending)
    return _shared_out(looks, budget_bytes)


def _looks(ctx: Context, found: Sequence[KeptRow]) -> Iterator[_Look]:
    coming = {one.database_id: _coming(ctx, one) for one in found if not one.holds}
    some = any(one.row is not None for one in found)
    wait(coming.values(), _SHORT_PATIENCE_S if some else _PATIENCE_S)
    for one in found:
        with suppress(NotFound):  # deleted meanwhile
            look = _look(one, coming.get(one.database_id))
            yield _Look(
                replace(look.row, id=one.database_id, name=one.name, dbid=one.dbid, sample=one.sample), look.curve
            )


def _look(kept: KeptRow, coming: Future[_Look] | None) -> _Look:
    if coming is not None and coming.done():
        try:
            return coming.result()
        except NotFound:
            raise
        except SegtierError as error:
            return _refused(error)
    if kept.row is None:
        return _Look(replace(_NOBODY, pending=True))
    return _Look(replace(kept.row, stale=not kept.holds), kept.curve)


def _refused(error: SegtierError) -> _Look:
    return _Look(replace(_NOBODY, problem=spelled(". ".join(filter(None, (error.message, error.advice))))))


def _coming(ctx: Context, kept: KeptRow) -> Future[_Look]:
    return ctx.ahead.ask((kept.database_id, kept.documents_version), lambda: _worked_out(ctx, kept.database_id))


def _worked_out(ctx: Context, database_id: str) -> _Look:
    """By the answer to the question of which nothing is stated, and kept; so is a refusal that follows from the documents.

    Raises NotFound, and what lies in the limits of an answer.
    """
    with ctx.store.read() as tx:
        version = fleet.documents_version(tx, database_id)  # before the documents: what comes meanwhile makes it stale
        inputs, last_time = inputs_in(tx, database_id), databases.get(tx, database_id).last_time
    assert version is not None
    try:
        look = advice_from(ctx, inputs, _QUESTION, _of, in_background=True)
    except SegtierError as error:
        if isinstance(error, NotFound) or error.code in _OF_ITS_LIMITS:
            raise
        look = _refused(error)
    look = replace(look, row=replace(look.row, last_time=last_time))
    with ctx.store.write(ITSELF) as tx:
        fleet.keep(tx, database_id, version, to_builtins(look.row), look.curve)
    return look


def _of(answer: Answer) -> _Look:
    return _seen(decode(answer.piece("summary"), Summary), decode(answer.piece("frontier"), FrontierPiece))


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


def _curve(summary: Summary, piece: FrontierPiece) -> Curve | None:
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
    return Fleet(tuple(rows), total=total)


def _share(hull: Hull, corner: int) -> FleetShare:
    size, saved = int(hull.bytes[corner]), float(hull.saved[corner])
    return FleetShare(size, saved, hull.at(size + GIB) - saved)
