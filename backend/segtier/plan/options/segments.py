"""Segments that are moved by name: tables, partitions, indexes, LOBs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, PlanRequest, PlanSegment
from segtier.oracle.gates import move_partition_online, move_table_online, rebuild_index_online
from segtier.plan.after_moves import INDEXES, WHERE_IO
from segtier.plan.disk_group import existing_group
from segtier.plan.moves.lists import MoveList, move_lists
from segtier.plan.moves.segments import PROBLEMS, SEEN, move_files, walk
from segtier.plan.options.option import Lists, Scripts
from segtier.plan.options.segment_facts import asked_of_segments, known_of_segments
from segtier.plan.options.segment_steps import segment_steps
from segtier.plan.quoting import tablespace
from segtier.plan.rollback import rollback_files
from segtier.plan.room import names_checked, totals_checked
from segtier.plan.screening import screen_segments
from segtier.plan.sizing import sizes
from segtier.plan.sqlplus import fill, knows_segments
from segtier.plan.tablespaces import tablespaces_file
from segtier.plan.target_names import check_tablespaces

_DRY = """\
PROMPT Now every check and every statement, without running any. Run this again after %%MAKING%%
"""

_LOBS_STAY = "LOB segments stay where they are: MOVE TABLESPACE does not take them along."
_LOBS_MOVE = (
    "LOBs in the list move through their table and column; the table is rewritten where it is, and its rowids change. LOBs"
    " that are not in the list stay where they are."
)
_NOT_MOVED = (
    "Not moved by these scripts: LOBs, index-organized tables, clusters, nested tables, queues, materialized views, LONG"
    " tables, domain indexes, and everything Oracle owns."
)
_NOT_MOVED_KNOWN = (
    "Not moved by these scripts: clusters, queues, materialized view logs, LONG tables, domain indexes, and everything"
    " Oracle owns; nor LOBs, index-organized tables, nested tables and materialized views of which the inventory does not"
    " say enough."
)
_NOTES = (
    "Tables move before their indexes. A table that cannot move online leaves its indexes UNUSABLE; the script rebuilds"
    " them at once, each where it is or, if it moves too, where it goes.",
    _LOBS_STAY,
    "Rowids change. Anything that stores rowids (materialized view logs by ROWID stop the script) must be looked at.",
    "Compression, LOGGING and quota are checked and kept. A segment that is encrypted differently from the target"
    " tablespace, or has another block size, stops the script.",
    "Statistics: an index rebuild refreshes those of the index. Oracle advises to gather those of a moved table:"
    " DBMS_STATS.GATHER_TABLE_STATS with cascade. Plans may change with the clustering factor.",
    "New partitions are created where the table's default says, not on the flash: ALTER TABLE ... MODIFY DEFAULT"
    " ATTRIBUTES TABLESPACE changes that. The scripts leave it alone.",
    "The moves are logged: archive space and a standby must take the volume of what moves. A NOLOGGING segment stops"
    " the script where a standby is fed without FORCE LOGGING. Logical replication sees a table MOVE as DDL.",
    _NOT_MOVED,
    "The rollback needs the old room in the old tablespaces. It does not drop the new tablespaces.",
)


def lists_of(request: PlanRequest) -> tuple[tuple[MoveList, ...], tuple[PlanSegment, ...]]:
    moving, refused = screen_segments(request)
    targets = request.targets
    lists = move_lists(moving, tablespace(targets.data_tablespace), tablespace(targets.index_tablespace))
    return lists, refused


def files(lists: Lists, request: PlanRequest) -> Sequence[BundleFile]:
    return [tablespaces_file(lists, request), *move_files(lists, request), *rollback_files(lists, request)]


def needed_bytes(lists: Lists, request: PlanRequest) -> int:
    moves = [move for each in lists for move in each.moves]
    return sum(size.first_bytes for size in sizes(moves, request.tier.usable_bytes).values()) if moves else 0


def checks(lists: Lists, request: PlanRequest) -> str:
    making = "30" if existing_group(request) else "20 and after 30"
    return (
        fill(_DRY, MAKING=making)
        + names_checked(lists, request)
        + walk(lists, "CHECK")
        + SEEN
        + totals_checked(request)
    )


def verified(lists: Lists, _: PlanRequest) -> str:
    return INDEXES + WHERE_IO + walk(lists, "VERIFY") + PROBLEMS


def notes(lists: Lists, request: PlanRequest) -> Iterable[str]:
    """Those about what is left out are put as the inventory allows."""
    changed = {}
    if any(each.kind == "lobs" for each in lists):
        changed[_LOBS_STAY] = _LOBS_MOVE
    if knows_segments(request):
        changed[_NOT_MOVED] = _NOT_MOVED_KNOWN
    return [changed.get(note, note) for note in _NOTES]


OPTION = Scripts(
    "segments",
    "Move the chosen segments to flash",
    files,
    needed_bytes,
    checks,
    verified,
    segment_steps,
    notes,
    known=known_of_segments,
    asked=asked_of_segments,
    gates=(move_table_online, move_partition_online, rebuild_index_online),
    lists=lists_of,
    check_names=check_tablespaces,
)
