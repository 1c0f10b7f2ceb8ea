"""The map of an answer's segments, as an option places them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, column, select, table

from segtier.answers.grouped import options_text
from segtier.answers.segments import segments_of
from segtier.model.advice import RankedSegment
from segtier.model.option import TIERS, OptionName
from segtier.model.segment_map import Facet, MapGroup, MapPlace, MapSegment, SegmentFacets, SegmentMap, UnsizedSegments
from segtier.units import GIB

MOST_OWNERS = 50
MOST_UNSIZED = 20
MOST_FACETS = 500
_FACET = table("facet", *map(column, ("of", "value", "segments")))
_DRAWN = table("drawn", column("rank"))
_REST = table("rest", *map(column, ("owner", "options", "fast", "segments", "size", "benefit", "tier_benefit")))
_UNSIZED = table("unsized", *map(column, ("tablespace", "segments", "known", "benefit", "tier_known", "tier_benefit")))


def segment_map(connection: Connection, option: OptionName) -> SegmentMap:
    rows = [row.placed(option) for row in segments_of(connection, connection.scalars(select(_DRAWN)).all())]
    drawn = sorted(rows, key=lambda row: (-(row.size_bytes or 0), row.rank))
    return SegmentMap(option, tuple(map(_drawn, drawn)), _groups(connection, option), _unsized(connection, option))


def segment_facets(connection: Connection) -> SegmentFacets:
    rows = sorted(connection.execute(select(_FACET)), key=lambda row: (-row.segments, row.value))
    named: dict[str, list[Facet]] = defaultdict(list)
    for row in rows:
        if len(named[row.of]) < MOST_FACETS:
            named[row.of].append(Facet(row.value, row.segments))
    return SegmentFacets(tuple(named["owner"]), tuple(named["tablespace"]), tuple(named["type"]))


def _drawn(row: RankedSegment) -> MapSegment:
    return MapSegment(
        rank=row.rank,
        pdb=row.pdb,
        owner=row.owner,
        name=row.name,
        subobject=row.subobject,
        type=row.type,
        tablespace=row.tablespace,
        size_bytes=row.size_bytes or 0,
        place=place_of(row),
        benefit_s_per_hour=row.benefit_s_per_hour,
        benefit_low_s_per_hour=row.benefit_low_s_per_hour,
        benefit_high_s_per_hour=row.benefit_high_s_per_hour,
        benefit_density_s_per_hour_per_gib=row.benefit_density_s_per_hour_per_gib,
        reason=row.reason,
    )


def place_of(row: RankedSegment) -> MapPlace:
    return _place(row.included, row.fast_today, row.benefit_s_per_hour)


def _place(moves: bool, fast: bool, saves: float | None) -> MapPlace:
    if moves:
        return "in"
    if fast:
        return "fast"
    return "unknown" if saves is None else "out"


def _groups(connection: Connection, option: OptionName) -> tuple[MapGroup, ...]:
    """Owners are named by size, which no option changes: a map keeps its areas when another one is looked at."""
    rows = connection.execute(select(_REST)).all()
    sizes: Counter[str] = Counter()
    for row in rows:
        sizes[row.owner] += row.size
    named = {owner for owner, _ in sorted(sizes.items(), key=lambda one: (-one[1], one[0]))[:MOST_OWNERS]}
    by_place: dict[tuple[str | None, MapPlace], list[Row[Any]]] = defaultdict(list)
    for row in rows:
        moves = options_text([option]) in row.options
        owner = row.owner if row.owner in named else None
        by_place[owner, _place(moves, bool(row.fast), _saves(row, option))].append(row)
    groups = [_group(owner, place, some, option) for (owner, place), some in by_place.items()]
    return tuple(sorted(groups, key=lambda one: (-one.size_bytes, one.owner or "", one.place)))


def _group(owner: str | None, place: MapPlace, rows: Sequence[Row[Any]], option: OptionName) -> MapGroup:
    known = [row for row in rows if _saves(row, option) is not None]
    saved = sum(_saves(row, option) or 0.0 for row in known) if known else None
    return MapGroup(
        owner=owner,
        place=place,
        segments=sum(row.segments for row in rows),
        size_bytes=sum(row.size for row in rows),
        saving_known=sum(row.segments for row in known),
        benefit_s_per_hour=saved,
        benefit_density_s_per_hour_per_gib=None if saved is None else saved / (sum(row.size for row in known) / GIB),
    )


def _saves(row: Row[Any], option: OptionName) -> float | None:
    return row.tier_benefit if option == TIERS else row.benefit  # type: ignore[no-any-return]


def _unsized(connection: Connection, option: OptionName) -> tuple[UnsizedSegments, ...]:
    rows = sorted(connection.execute(select(_UNSIZED)), key=lambda row: (-row.segments, row.tablespace or ""))
    named = [row for row in rows if row.tablespace is not None][:MOST_UNSIZED]
    others = [row for row in rows if row not in named]
    rest = [_without_size(None, others, option)] if others else []
    return (*(_without_size(row.tablespace, [row], option) for row in named), *rest)


def _without_size(tablespace: str | None, rows: Iterable[Row[Any]], option: OptionName) -> UnsizedSegments:
    segments, known, saved = 0, 0, 0.0
    for row in rows:
        segments += row.segments
        known += row.tier_known if option == TIERS else row.known
        saved += _saves(row, option) or 0.0
    return UnsizedSegments(tablespace, segments, known, saved if known else None)
