"""The databases that were read."""

from __future__ import annotations

import msgspec

from segtier.agents.desk import DatabaseLine, Desk
from segtier.agents.tool import Tool
from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class DatabaseList:
    databases: tuple[DatabaseLine, ...]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


def _run(desk: Desk, _asked: Nothing) -> DatabaseList:
    return DatabaseList(desk.databases())


TOOL = Tool(
    "list_databases",
    "Databases",
    "The databases whose reports were read, with the files of each. Start here: the other tools take an `id` of "
    "this list.",
    Nothing,
    DatabaseList,
    _run,
)
