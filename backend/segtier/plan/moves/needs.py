"""What the block that does one operation must know of: its sections for anything else are left out of the bundle.

A word stands for what some operation of the plan has, NO_ and the word for what none has. Where the inputs do not say, the
operation has it: a type that is not known is UNTYPED, a way online that is not certain is OFFLINE.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.plan.contract import TargetedRequest
from segtier.plan.moves.held import held_of, named_in, segment_of
from segtier.plan.operations.kinds import kinds
from segtier.plan.operations.online import moves_online

_TAKES = " UPDATE INDEXES ("


def needs_of(operations: Sequence[Operation], request: TargetedRequest) -> frozenset[str]:
    """Shapes of the operations, and of each word below the word or its NO_.

    OFFLINE: some statement may run, or surely runs, without ONLINE. BUILT, REWRITTEN: an index is built elsewhere with its
    table, something else is written anew where it is. TAKES: a statement names such indexes. LISTED: the inventory lists all
    indexes. KNOWN: it says facts that are held. UNTYPED: of some segment nobody said the type. PART, PDB: of some operation.
    SUB: some segment is, or may be, a subpartition; its table has no others. ROWS: some statement is of other segments than
    the table, index or part it names.
    """
    named = named_in(request)
    rows = [row for one in operations for row in one.rewrites]
    offline = not moves_online(operations)
    found = {
        "PART": any(one.part is not None for one in operations),
        "PDB": any(one.pdb is not None for one in operations),
        "OFFLINE": offline,
        "BUILT": any(row.role == "rebuilt" for row in rows),
        "REWRITTEN": any(row.role == "rewritten" for row in rows),
        "TAKES": any(_TAKES in text for one in operations for text in (one.statement, one.inverse or "")),
        "LISTED": request.rewrites_known,
        "KNOWN": any(list(held_of(segment_of(one, named))) for one in operations),
        "UNTYPED": any(row.type is None for row in rows),
        "SUB": any(row.type is None or row.type.endswith("SUBPARTITION") for row in rows),
        "ROWS": offline or not all(map(_is_of_itself, operations)),
    }
    shapes = {kinds()[one.kind].shape for one in operations}
    return frozenset(shapes | {word if has else f"NO_{word}" for word, has in found.items()})


def _is_of_itself(one: Operation) -> bool:
    """Its statement writes the very segment that it names, and no other."""
    itself = (one.owner, one.index or one.table, one.part)
    return all((row.owner, row.name, row.subobject) == itself for row in one.rewrites) and len(one.rewrites) < 2
