"""Segments that are moved by name: tables, partitions, indexes, LOBs and the rest of `operations/kinds.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from segtier.model.operation import Operation, total
from segtier.model.plan import BundleFile, PlanSegment, Step
from segtier.oracle.gates import move_partition_online, move_table_online, rebuild_index_online
from segtier.oracle.unlogged import STANDBY_MISSES
from segtier.plan.after_moves import BROKEN, CHANGED_SINCE, INDEXES, WHERE_IO
from segtier.plan.arrivals import arrivals
from segtier.plan.contract import MEASURED, Gates, Lists, Scripts, TargetedRequest
from segtier.plan.disk_group import existing_group
from segtier.plan.moves.entries import switch_to
from segtier.plan.moves.segments import move_files, problems, seen, started, walk
from segtier.plan.operations import operations_of
from segtier.plan.options.segment_facts import asked_of_segments, known_of_segments
from segtier.plan.options.segment_steps import segment_steps
from segtier.plan.room import names_checked, totals_checked
from segtier.plan.screening import screen_segments
from segtier.plan.sizing import sizes
from segtier.plan.sqlplus import fill
from segtier.plan.tablespaces import tablespaces_file
from segtier.plan.target_names import check_tablespaces
from segtier.units import format_bytes

_DRY = """\
PROMPT Now every check and every statement, without running any. Run this again after %%MAKING%%
"""

_LOBS_STAY = "LOB segments that are not in the plan stay where they are: MOVE TABLESPACE does not take them along."
_NOT_MOVED = (
    "Not moved by these scripts: clusters, queues, LONG tables, domain indexes, and everything Oracle owns; nor LOBs,"
    " index-organized tables, nested tables and materialized views of which no inventory says enough."
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
    "New partitions are created where the table's default says, not on the SSD. Where new_partitions_ok in settings.sql"
    " says YES, MODIFY DEFAULT ATTRIBUTES sends them to the SSD as well; that room is not in the sizes here.",
    "ONLINE waits for transactions that are open on the table. The script waits lock_wait_s seconds for them first, then"
    " stops and names their sessions.",
    "The moves are logged: archive space and a standby must take the volume of what moves. What is NOLOGGING (a table, an index,"
    f" a LOB, a part of one), or takes such along, stops the script where {STANDBY_MISSES}. Without a standby, back up after the"
    " move.",
    "Logical replication sees a table MOVE as DDL.",
    _NOT_MOVED,
    "The rollback needs the old room in the old tablespaces. It does not drop the new tablespaces.",
)


def _containers(lists: Lists) -> list[str]:
    return sorted({one.pdb or "" for one in lists})


_AFTER = (
    MEASURED,
    "Watch plans that change: `70_after.sql` gathers new statistics.",
    "Roll back when `80_verify.sql` ends with an error twice, when reads of the SSD tablespaces take longer than those of the"
    " old ones did, or when the busy hour's DB time per transaction has grown.",
    "Give the old room back only after a good busy hour: it is the way back.",
)


class Segments(Scripts):
    title = "Move the chosen segments to SSD"
    gates: ClassVar[Gates] = (move_table_online, move_partition_online, rebuild_index_online)
    after = _AFTER

    def files(self, lists: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        return [tablespaces_file(lists, request), *move_files(lists, request)]

    def needed_bytes(self, lists: Lists, request: TargetedRequest) -> int:
        arriving = arrivals(lists)
        return sum(size.first_bytes for size in sizes(arriving, request.tier.usable_bytes).values()) if arriving else 0

    def checks(self, lists: Lists, request: TargetedRequest) -> str:
        before = "".join(switch_to(pdb) + BROKEN for pdb in _containers(lists))
        dry = before + fill(_DRY, MAKING=self.made_by(request)) + names_checked(lists, request) + walk(lists, "CHECK")
        return dry + seen() + totals_checked(request)

    def made_by(self, request: TargetedRequest) -> str:
        """After which scripts the precheck says more."""
        return "30" if existing_group(request) else "20 and after 30"

    def verified(self, lists: Lists, __: TargetedRequest) -> str:
        """In every container of the plan: what is UNUSABLE or INVALID there, then where each segment is."""
        looked = "".join(switch_to(pdb) + INDEXES + CHANGED_SINCE + WHERE_IO for pdb in _containers(lists))
        return started() + looked + walk(lists, "VERIFY") + problems(len(lists))

    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        return segment_steps(request)

    def notes(self, _: Lists, __: TargetedRequest) -> Iterable[str]:
        return _NOTES

    def known(self, lists: Lists, request: TargetedRequest) -> Iterable[str]:
        return known_of_segments(lists, request)

    def asked(self, lists: Lists, request: TargetedRequest) -> Iterable[str]:
        return asked_of_segments(lists, request)

    def going_back(self, lists: Lists, __: TargetedRequest) -> str:
        moved = total(row.size_bytes for one in lists for row in one.moving)
        room = "whatever it is" if moved is None else f"together {format_bytes(moved)}"
        return (
            f"It is never too late while the old tablespaces keep their room, {room}: nothing is dropped. It is too late for a"
            " segment whose old room is given away or filled. Going back takes the same redo, time and locks again."
        )

    def lists(self, request: TargetedRequest) -> tuple[tuple[Operation, ...], tuple[PlanSegment, ...]]:
        moving, refused = screen_segments(request)
        return operations_of(moving, request), refused

    def check_names(self, lists: Lists, request: TargetedRequest) -> None:
        check_tablespaces(lists, request)
