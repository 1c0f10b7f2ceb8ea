"""The lists of segments: one file per kind, the only files that carry names from the report.

Check, move, verify and rollback all walk the same list; what they do with it is in the bind variable `mode`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from segtier.model.plan import BundleFile, PlanRequest, PlanSegment
from segtier.oracle.moving import KINDS, way
from segtier.plan import ddl
from segtier.plan.moves import index, iot, lob, nested, partition, table
from segtier.plan.moves.known import binds, known_indexes
from segtier.plan.quoting import sql_literal
from segtier.plan.sqlplus import SERVEROUTPUT, knows_segments, library

LIBRARIES = {
    "tables": table.LIBRARY,
    "nested": nested.LIBRARY,
    "iots": iot.LIBRARY,
    "partitions": partition.LIBRARY,
    "lobs": lob.LIBRARY,
    "indexes": index.LIBRARY,
}
REWRITTEN = ("tables", "nested", "lobs")
"""Lists whose tables are rewritten as a whole, so that their indexes become UNUSABLE."""


@dataclass(frozen=True, slots=True)
class Move:
    """One entry of a list: the segment and the tablespace it goes to."""

    segment: PlanSegment
    target: str


@dataclass(frozen=True, slots=True)
class MoveList:
    """The moves of one kind, in the order they run."""

    kind: str
    """tables | nested | iots | partitions | lobs | indexes"""
    moves: tuple[Move, ...]

    @property
    def path(self) -> str:
        return f"list_{self.kind}.sql"

    @property
    def library(self) -> str:
        return LIBRARIES[self.kind]


def move_lists(segments: Sequence[PlanSegment], data_tablespace: str, index_tablespace: str) -> tuple[MoveList, ...]:
    """Tables, then partitions, LOBs and indexes. A segment of unknown type stands in two lists; the script looks."""
    lists = (
        MoveList(
            kind,
            tuple(
                Move(segment, index_tablespace if _is_index(segment, kind) else data_tablespace)
                for segment in segments
                if kind in _kinds(segment)
            ),
        )
        for kind in LIBRARIES
    )
    return tuple(each for each in lists if each.moves)


def _is_index(segment: PlanSegment, kind: str) -> bool:
    """An index, or the index segment of an index-organized table."""
    return kind == "indexes" or (kind == "iots" and segment.type == "INDEX")


def _kinds(segment: PlanSegment) -> tuple[str, ...]:
    special = way(segment.type, segment.facts or {}, segment.parent_name, segment.column)
    if special is not None:
        return (special,)
    if segment.type is not None:
        return (KINDS[segment.type],)
    return ("tables" if segment.subobject is None else "partitions", "indexes")


def list_file(moves: MoveList, lists: Sequence[MoveList], request: PlanRequest) -> BundleFile:
    """`list_<kind>.sql`: for each container its name, then one block of bind variables and one call per segment."""
    parts = []
    steps = {id(move): number for number, move in enumerate(moves.moves, 1)}
    for pdb, group in groupby(sorted(moves.moves, key=_container), key=_container):
        if pdb:
            container = ddl.SET_CONTAINER.literal(container=f'"{pdb}"')
            parts.append(f"{container};\n{SERVEROUTPUT}\n")
        entries = list(group)
        if moves.kind in REWRITTEN:
            parts.append(_index_homes(lists, pdb))
            parts.append(known_indexes([move.segment for move in entries], request, pdb))
        parts += [_entry(move, steps[id(move)], moves.library, request) for move in entries]
    title = f"the {moves.kind} to move, read by the scripts. Names are written as UNISTR escapes where needed"
    return library(moves.path, title, "".join(parts), request)


def _container(move: Move) -> str:
    return move.segment.pdb or ""


def _entry(move: Move, step: int, library_path: str, request: PlanRequest) -> str:
    segment = move.segment
    values = {
        "pdb": segment.pdb,
        "owner": segment.owner,
        "name": segment.name,
        "sub": segment.subobject,
        "kind": segment.type,
        "from_ts": segment.tablespace,
        "to_ts": move.target,
        **(binds(segment) if knows_segments(request) else {}),
    }
    lines = "".join(f"  :s_{name} := {sql_literal(value)};\n" for name, value in values.items())
    return f"BEGIN\n  :s_step := {step};\n{lines}END;\n/\n@@{library_path}\n"


def _index_homes(lists: Sequence[MoveList], pdb: str) -> str:
    """Where indexes of a table moved offline are rebuilt, so that those that move too are built only once.

    Always written: what another container's list left would send an index of the same name to that one's tablespace.
    """
    homes = [
        move
        for each in lists
        if each.kind == "indexes"
        for move in each.moves
        if _container(move) == pdb and move.segment.type is not None
    ]
    lines = "".join(f"  :s_index_homes := :s_index_homes || {_home(move)};\n" for move in homes)
    return f"BEGIN\n  :s_index_homes := CHR(10);\n{lines}END;\n/\n"


def _home(move: Move) -> str:
    segment = move.segment
    part = "'-'" if segment.subobject is None else f"'\"' || {sql_literal(segment.subobject)} || '\"'"
    return (
        f"CHR(10) || '\"' || {sql_literal(segment.owner)} || '\".\"' || {sql_literal(segment.name)} || '\".' || {part}"
        f" || CHR(9) || {sql_literal(segment.tablespace or '-')} || CHR(9) || {sql_literal(move.target)} || CHR(10)"
    )
