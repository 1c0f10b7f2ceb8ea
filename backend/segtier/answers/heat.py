"""Where the segments of a heat map go, by the answer to a question."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, Text, column, or_, select, table

from segtier.answers.mapped import place_of
from segtier.answers.segments import segments_of
from segtier.model.advice import RankedSegment
from segtier.model.heat_map import HeatMap, HeatSegment
from segtier.model.option import OptionName

_SEGMENT = table("segment", column("rank"), column("words", Text))


def placed_heat(connection: Connection, heat: HeatMap, option: OptionName) -> HeatMap:
    begins = {_words(one) for one in heat.segments}
    if not begins:
        return replace(heat, option=option)
    wanted = select(_SEGMENT.c.rank).where(or_(*(_SEGMENT.c.words.startswith(one, autoescape=True) for one in begins)))
    rows = segments_of(connection, connection.scalars(wanted).all())
    places = {_key(row): place_of(row.placed(option)) for row in rows}
    return replace(
        heat, option=option, segments=tuple(replace(one, place=places.get(_key(one))) for one in heat.segments)
    )


def _key(one: HeatSegment | RankedSegment) -> tuple[str | None, ...]:
    return one.pdb, one.owner, one.name, one.subobject, one.type


def _words(one: HeatSegment) -> str:
    """How its row begins (`answers/write.py`)."""
    names = ".".join(part for part in (one.owner, one.name, one.subobject) if part)
    return (f"{one.pdb} {names}" if one.pdb else names).lower()
