"""Every database's answer in a row, and a budget of flash spent where the next GiB saves most."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace

from segtier.answers import Answer
from segtier.documents import decode
from segtier.errors import NotFound, SegtierError
from segtier.model.advice import FrontierPiece, Summary
from segtier.model.fleet import Fleet, FleetRow, FleetShare, FleetTotal
from segtier.placement.shared_out import Hull, hull_of, share_out
from segtier.question import Question
from segtier.services.context import Context
from segtier.services.give_advice import advice_ahead
from segtier.services.read_documents import list_inputs
from segtier.store import databases
from segtier.store.records import DatabaseRecord
from segtier.units import GIB

_Pieces = tuple[Summary, FrontierPiece]
_PATIENCE_S = 5.0
"""What is not worked out by then, is said to be pending; it goes on."""
_QUESTION = Question()
_FILLED = 1 - _QUESTION.headroom_pct / 100
"""Of the flash; the rest is kept free."""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    row: FleetRow
    hull: Hull | None = None
    """DB time saved by flash; None where the answer is not to move."""


def survey_fleet(
    ctx: Context, budget_bytes: int | None, include_sample: bool, known: Collection[str] | None = None
) -> Fleet:
    """In the order of all lists of databases; those of which nothing can be said tell why. `known`: only these."""
    with ctx.store.read() as tx:
        listed = [one for one in databases.list_all(tx) if known is None or one.id in known]
    found = [one for one in listed if include_sample or not one.sample]
    looks = list(_looks(ctx, found))
    if budget_bytes is None:
        return Fleet(tuple(look.row for look in looks))
    return _shared_out(looks, budget_bytes)


def _looks(ctx: Context, found: Sequence[DatabaseRecord]) -> Iterator[_Look]:
    coming = [(database, _coming(ctx, database)) for database in found]
    wait([one for _, one in coming], _PATIENCE_S)
    for database, answer in coming:
        with suppress(NotFound):  # deleted meanwhile
            yield _look(database, answer)


def _coming(ctx: Context, database: DatabaseRecord) -> Future[_Pieces]:
    try:
        return advice_ahead(ctx, list_inputs(ctx, database.id), _QUESTION, _pieces)
    except SegtierError as error:
        refused: Future[_Pieces] = Future()
        refused.set_exception(error)
        return refused


def _look(database: DatabaseRecord, answer: Future[_Pieces]) -> _Look:
    row = FleetRow(database.id, database.name, database.dbid, database.sample, database.last_time)
    if not answer.done():
        return _Look(replace(row, pending=True))
    try:
        summary, frontier = answer.result()
    except NotFound:
        raise
    except SegtierError as error:
        return _Look(replace(row, problem=". ".join(filter(None, (error.message, error.advice)))))
    verdict, knee = summary.verdict, summary.best_segments.knee if summary.best_segments else None
    row = replace(
        row,
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
    return _Look(row, _hull(summary, frontier) if verdict.state == "move" else None)


def _pieces(answer: Answer) -> _Pieces:
    return decode(answer.piece("summary"), Summary), decode(answer.piece("frontier"), FrontierPiece)


def _hull(summary: Summary, piece: FrontierPiece) -> Hull | None:
    """Flash as it is bought."""
    per_hour = summary.db_time.db_time_s_per_hour
    if piece.frontier is None or per_hour is None:
        return None
    return hull_of(
        [(_bought(one.bytes), (1 - one.response_ratio.expected) * per_hour) for one in piece.frontier.points]
    )


def _bought(bytes_: int) -> int:
    """The flash of which the segments fill what may be filled; a byte more, so that no rounding is in their way."""
    return math.ceil(bytes_ / _FILLED) + 1 if bytes_ else 0


def _shared_out(looks: Sequence[_Look], budget_bytes: int) -> Fleet:
    hulls = [look.hull for look in looks if look.hull is not None]
    corners = iter(share_out(hulls, budget_bytes))
    rows = [
        look.row if look.hull is None else replace(look.row, share=_share(look.hull, next(corners))) for look in looks
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
