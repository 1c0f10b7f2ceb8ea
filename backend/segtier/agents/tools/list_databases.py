"""The databases that were read."""

from __future__ import annotations

from segtier.agents.asked import Detailed
from segtier.agents.brief import Shape, Some
from segtier.agents.desk import DatabaseLine, Desk
from segtier.agents.tool import Tool
from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class DatabaseList:
    databases: tuple[DatabaseLine, ...]


class Nothing(Detailed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No database, no SSD."""


_BRIEF: Shape = {
    "databases": Some(
        most=40,
        of={
            "id": None,
            "database": {
                "name": None,
                "unique_name": None,
                "release": None,
                "rac": None,
                "pdb": None,
                "platform": None,
            },
            "files": Some(most=30),
        },
    )
}


def _run(desk: Desk, _asked: Nothing) -> DatabaseList:
    return DatabaseList(desk.databases())


TOOL = Tool(
    "list_databases",
    "Databases",
    "The databases Segtier has read reports for, with the files of each. Start here: the other tools take an `id` "
    "from this list.",
    Nothing,
    DatabaseList,
    _run,
    brief=_BRIEF,
)
