"""What the statements of a plan do to an emulated database: where segments come to lie, which of them are written without redo.

Sources: `segtier/oracle/unlogged.py`. A whole table that moves offline leaves its indexes UNUSABLE, online it builds them anew
where they are; a part with UPDATE INDEXES builds its parts of local indexes anew. The index of a LOB goes with the LOB.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tests.plsql.dictionary import OWNER, Emulated, Index, Leaf, Table
from tests.plsql.syntax import NotKnown

_PART = r'(?: (?:SUB)?PARTITION "(?P<part>[^"]+)")?'
_MOVE = re.compile(
    rf'ALTER TABLE "{OWNER}"\."(?P<table>[^"]+)" MOVE(?P<online> ONLINE)?{_PART}(?: TABLESPACE "(?P<to>[^"]+)")?'
    r'(?P<mapping> MAPPING TABLE)?(?: OVERFLOW TABLESPACE "(?P<over>[^"]+)")?(?P<lobs>(?: LOB \([^)]+\) STORE AS \w+ \([^)]+\))*)'
    r"(?P<update> UPDATE INDEXES)?(?: ONLINE)?"
)
_REBUILD = re.compile(
    rf'ALTER INDEX "{OWNER}"\."(?P<index>[^"]+)" REBUILD{_PART} TABLESPACE "(?P<to>[^"]+)"(?: ONLINE)?'
)
_LOG = re.compile(rf'ALTER MATERIALIZED VIEW LOG ON "{OWNER}"\."(?P<table>[^"]+)" MOVE TABLESPACE "(?P<to>[^"]+)"')
_LOB = re.compile(r'LOB \("(?P<column>[^"]+)"\) STORE AS \w+ \(TABLESPACE "(?P<to>[^"]+)"\)')
_NOTHING = re.compile(r"ALTER SESSION SET|BEGIN DBMS_|ALTER (?:TABLE|INDEX) \S+ MODIFY DEFAULT ATTRIBUTES")


def execute(database: Emulated, text: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """Does the statement; the values of its INTO. Raises NotKnown."""
    if text == "SELECT cdb, con_dbid FROM v$database":
        return "NO", 1539058184
    if "oracle_maintained" in text:
        return ("N",)
    if "FROM dba_pdbs" in text:
        return (database.container,)
    if move := _MOVE.fullmatch(text):
        _move(database, move)
    elif rebuild := _REBUILD.fullmatch(text):
        index = database.index(rebuild["index"])
        for leaf in _named(index.leaves, rebuild["part"]):
            _written(database, index.name, leaf, rebuild["to"], leaf.logging)
    elif log := _LOG.fullmatch(text):
        table = next(one for one in database.tables if one.master == log["table"])
        _rows(database, table, None, log["to"])
        _whole(database, table, online=False)
    elif not _NOTHING.match(text):
        raise NotKnown(f"the statement {text!r} with {values}")
    return ()


def _move(database: Emulated, move: re.Match[str]) -> None:
    table, part = database.table(move["table"]), move["part"]
    _rows(database, table, part, move["to"])
    for beside in database.tables:
        if beside.iot == table.name and beside.iot_type == "IOT_OVERFLOW" and move["over"]:
            _rows(database, beside, part, move["over"])
        if beside.iot == table.name and beside.iot_type == "IOT_MAPPING" and move["mapping"]:
            _rows(database, beside, part, None)
    for named in _LOB.finditer(move["lobs"]):
        lob = next(one for one in table.lobs if one.column == named["column"])
        for leaf, index in zip(lob.leaves, lob.index.leaves, strict=True):
            if part is None or leaf.of == part:
                _written(database, lob.name, leaf, named["to"], lob.logs(leaf))
                _written(database, lob.index.name, index, named["to"], index.logging)
    if move["update"]:
        moved = next(leaf for leaf in table.leaves if leaf.name == part)
        for index in table.indexes:
            for leaf in _beside(table, index, moved):
                _written(database, index.name, leaf, None, leaf.logging)
    elif part is None and table.leaves:
        _whole(database, table, online=move["online"] is not None)


def _rows(database: Emulated, table: Table, part: str | None, to: str | None) -> None:
    """The rows of a table; those of an index-organized one are in its index."""
    for leaf in _named(table.leaves, part):
        _written(database, table.name, leaf, to, leaf.logging)
    for index in table.indexes:
        if index.type == "IOT - TOP":
            for leaf in _named(index.leaves, part):
                _written(database, index.name, leaf, to, leaf.logging)


def _whole(database: Emulated, table: Table, *, online: bool) -> None:
    for index in table.indexes:
        for leaf in index.leaves:
            if online:
                _written(database, index.name, leaf, None, leaf.logging)
            else:
                leaf.usable = False


def _beside(table: Table, index: Index, moved: Leaf) -> Iterable[Leaf]:
    if not index.local:
        return []
    order = list(dict.fromkeys(leaf.within for leaf in table.leaves))
    own = list(dict.fromkeys(leaf.within for leaf in index.leaves))
    place = (order.index(moved.within), moved.position)
    return [leaf for leaf in index.leaves if (own.index(leaf.within), leaf.position) == place]


def _named(leaves: Sequence[Leaf], part: str | None) -> Iterable[Leaf]:
    return [leaf for leaf in leaves if leaf.name == part]


def _written(database: Emulated, name: str, leaf: Leaf, to: str | None, logs: bool) -> None:
    leaf.tablespace = to or leaf.tablespace
    leaf.usable = True
    database.write(f"{name} {leaf.name}" if leaf.name else name, leaf, logs)
