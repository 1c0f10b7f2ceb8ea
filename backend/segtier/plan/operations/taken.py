"""Indexes that are built anew where they go by the move of their table: each is written once.

An offline move leaves every index UNUSABLE, and the script builds them right after it. An online one builds them itself, and
names those that go elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Rewrite
from segtier.plan.operations.groups import Group
from segtier.plan.operations.kinds import Choice
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.quoting import quoted


def built_with(group: Group, choice: Choice, others: Sequence[Group]) -> tuple[Group, ...]:
    """Moving indexes of a table that its move builds anew for certain: they are built once, where they go.

    An offline move leaves all of them UNUSABLE. An online one names those without parts, in the schema of the table.
    """
    mine = (
        other
        for other in others
        if other.kind.step == "indexes"
        and other.pdb == group.pdb
        and (other.segments[0].parent_owner, other.table) == group.written[1:]
    )
    if choice.word == "NO":
        return tuple(mine)
    if choice.word == "ASK" or group.kind.online is None or not group.kind.online.takes_indexes:
        return ()
    return tuple(
        other
        for other in mine
        if other.kind.name == "index"
        and other.owner == group.owner
        and other.segments[0].type is not None
        and other.segments[0].tablespace is not None
    )


def taking(statement: str, indexes: Sequence[tuple[Rewrite, str | None]]) -> str:
    """The move of a table, with the indexes that it builds elsewhere."""
    if not indexes:
        return statement
    items = (ddl.INDEX_ITEM.literal(index=quoted(row.name), tablespace=quoted(to or "")) for row, to in indexes)
    return ddl.UPDATE_INDEXES.literal(statement=statement, items=", ".join(items))
