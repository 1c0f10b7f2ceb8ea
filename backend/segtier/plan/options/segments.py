"""Segments that are moved by name: tables, partitions, indexes, LOBs and the rest of `operations/kinds.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from segtier.model.operation import Operation, total
from segtier.model.plan import BundleFile, PlanSegment, Step
from segtier.oracle.gates import move_partition_online, move_table_online, rebuild_index_online
from segtier.oracle.move_rate import range_min
from segtier.oracle.unlogged import STANDBY_MISSES
from segtier.plan.checks.room import names_checked, totals_checked
from segtier.plan.checks.screening import check_tablespaces, screen_segments
from segtier.plan.checks.verify import BROKEN, CHANGED_SINCE, filled, where_io
from segtier.plan.contract import MEASURED, NOTHING, Gates, Lists, Scripts, TargetedRequest
from segtier.plan.moves.segments import move_files, problems, seen, started, walk
from segtier.plan.moves.tablespaces import known_quotas, limit_bytes, tablespaces_file
from segtier.plan.operations.arrivals import arrivals
from segtier.plan.operations.kinds import kinds
from segtier.plan.operations.segments import STEP, operations_of
from segtier.plan.sqlplus.quoting import code_text, shown
from segtier.plan.sqlplus.script import switch_to
from segtier.plan.sqlplus.template import fill
from segtier.plan.storage.sizing import sizes
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

_ROLLBACK = "90_rollback.sql; where it says so also 91_rollback_recorded.sql, to what the run had found"
_DROPS = "by its tablespaces"
_OUTAGE = "by its operations"
_COST = "redo as large as what is written anew; room for both copies until a move ends"


def _containers(lists: Lists) -> list[str]:
    return sorted({one.pdb or "" for one in lists})


_AFTER = (
    MEASURED,
    "Watch plans that change: `70_after.sql` can gather new statistics.",
    "Roll back when `80_verify.sql` ends with an error twice, when reads of the SSD tablespaces take longer than those of the"
    " old ones did, or when the busy hour's DB time per transaction has grown.",
    "Free the old room only after a good busy hour: you need it to roll back.",
)


class Segments(Scripts):
    title = "Move the chosen segments to SSD"
    gates: ClassVar[Gates] = (move_table_online, move_partition_online, rebuild_index_online)
    after = _AFTER

    def files(self, lists: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        return [tablespaces_file(lists, request), *move_files(lists, request)]

    def needed_bytes(self, lists: Lists, request: TargetedRequest) -> int:
        arriving = () if request.place_there else arrivals(lists)
        return sum(size.first_bytes for size in sizes(arriving, request.tier.usable_bytes).values()) if arriving else 0

    def checks(self, lists: Lists, request: TargetedRequest) -> str:
        before = "".join(switch_to(pdb) + BROKEN for pdb in _containers(lists))
        dry = before + fill(_DRY, MAKING=self.made_by(request)) + names_checked(lists, request) + walk("CHECK")
        return dry + seen() + totals_checked(request)

    def made_by(self, request: TargetedRequest) -> str:
        """After which scripts the precheck says more."""
        return made_by(request)

    def verified(self, lists: Lists, request: TargetedRequest) -> str:
        """In every container of the plan: what is UNUSABLE or INVALID there, then where each segment is."""
        each = filled(request) + CHANGED_SINCE + where_io(request)
        looked = "".join(switch_to(pdb) + each for pdb in _containers(lists))
        return started() + looked + walk("VERIFY") + problems(len(lists))

    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        return segment_steps(request)

    def planned(self, step: Step, lists: Lists, request: TargetedRequest) -> Step:
        """What new files take, and that going back drops the tablespaces that the plan makes, each in its container."""
        if step.back != _DROPS:
            return step
        first = self.needed_bytes(lists, request)
        low, high = range_min(first)
        keys = sorted({each.key for each in arrivals(lists)})
        names = "; ".join(f"`DROP TABLESPACE {target}`{f' in {pdb}' if pdb else ''}" for pdb, target in keys)
        return replace(
            step,
            cost=f"writes {format_bytes(first)}, {low} to {high} min; they may grow to their MAXSIZE",
            back=f"{names}; each refuses while something is in it",
        )

    def notes(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        return [note.replace("the SSD", request.flash) for note in _NOTES]

    def known(self, lists: Lists, request: TargetedRequest) -> Iterable[str]:
        return [*_segments(lists, request), *_quotas(lists, request), *_indexes(lists, request)]

    def asked(self, lists: Lists, request: TargetedRequest) -> Iterable[str]:
        unknown = [one for one in _moving(lists, request) if not one.facts]
        if unknown:
            yield f"How {len(unknown)} segment(s) are kept: no inventory says it"
        if not list(_quotas(lists, request)):
            yield "Quotas"
        yield "Whether an owner holds UNLIMITED TABLESPACE, and which indexes are UNUSABLE already"
        yield "Sessions that hold locks: a statement waits for them as long as `lock_wait_s` says"

    def going_back(self, lists: Lists, __: TargetedRequest) -> str:
        moved = total(row.size_bytes for one in lists for row in one.rewrites if row.arrives)
        room = "whatever it is" if moved is None else f"together {format_bytes(moved)}"
        return (
            f"It is never too late while the old tablespaces keep their room, {room}: nothing is dropped. It is too late for a"
            " segment once its old room is given away or filled. Going back takes the same redo, time and locks again."
        )

    def lists(self, request: TargetedRequest) -> tuple[tuple[Operation, ...], tuple[PlanSegment, ...]]:
        moving, refused = screen_segments(request)
        return operations_of(moving, request, request.first_operation), refused

    def check_names(self, lists: Lists, request: TargetedRequest) -> None:
        check_tablespaces(lists, request)


def made_by(request: TargetedRequest) -> str:
    return "30" if request.listed_group or request.place_there else "20 and after 30"


def segment_steps(request: TargetedRequest) -> Sequence[Step]:
    return (
        Step(
            "30_tablespaces.sql",
            request.target.terms.dba,
            *_makes_tablespaces(request),
        ),
        Step(
            STEP,
            request.target.terms.dba,
            f"Moves tables with what belongs to them to {request.flash}, then indexes, one statement each.",
            _OUTAGE,
            _COST + "; temp space for the sorts of indexes",
            _ROLLBACK,
        ),
    )


def _makes_tablespaces(request: TargetedRequest) -> tuple[str, str, str, str]:
    """What 30_tablespaces.sql does, its outage, its cost, its way back."""
    if request.place_there:
        return "Grants the owners quota on the tablespaces that are there.", "none", NOTHING, "-"
    return (
        f"Creates the tablespaces on {request.flash} and grants the owners quota.",
        "none",
        NOTHING,
        _DROPS,
    )


def _segments(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    moving = _moving(lists, request)
    yield f"How {sum(1 for one in moving if one.facts)} of {len(moving)} segment(s) are kept, and so how they move"
    for one in lists:
        if one.outage == "blocks-writes":
            name = f"`{shown(one.owner)}.{shown(one.index or one.table)}`"
            yield f"{name} needs an outage: {one.gate.split('. ')[0]}. Set allow_offline in `settings.sql` when one is agreed"
    for segment in moving:
        if (segment.type or "").startswith("TABLE") and (segment.facts or {}).get("encrypted") is True:
            name = f"`{shown(segment.owner)}.{shown(segment.name)}`"
            yield f"{name} has encrypted columns, which stay encrypted; the keystore must be open"


def _moving(lists: Lists, request: TargetedRequest) -> list[PlanSegment]:
    names = {(one.pdb, row.owner, row.name) for one in lists for row in one.rewrites}
    return [one for one in request.move if (one.pdb, one.owner, one.name) in names]


def _quotas(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    moves = arrivals(lists)
    for owner, key in sorted({(move.owner, move.key) for move in moves}):
        homes = {one.home for one in moves if (one.owner, one.key) == (owner, key)}
        known = known_quotas(owner, key[0], homes, request)
        if known:
            limit = limit_bytes(known)
            text = "unlimited" if limit is None else format_bytes(limit)
            yield f"Quota of {code_text(owner)} where its segments for {key[1]} are now: {text}; the same is granted there"


def _indexes(lists: Lists, request: TargetedRequest) -> Iterable[str]:
    known = request.known
    if known is not None and known.dependents is not None and any(kinds()[one.kind].indexes for one in lists):
        rest = "all there are" if known.dependents_complete else "there may be more"
        yield f"Indexes of the tables that are rewritten: {len(known.dependents)}, {rest}"
