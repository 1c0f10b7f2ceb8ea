"""Statements that write tables, their LOBs and their indexes anew: where segments come to lie, what becomes UNUSABLE.

Sources, beside those of `refusals.py` and of `segtier/oracle/unlogged.py`: SQL Language Reference, ALTER TABLE, move_table_clause
and move_table_partition (LOBs that are not named stay; UPDATE INDEXES builds the parts of local indexes anew and keeps up global
ones); Administrator's Guide, Moving a Table (offline it leaves its indexes UNUSABLE, online it builds them anew where they are);
SecureFiles and Large Objects Developer's Guide (the index of a LOB goes with the LOB); mapping_table_clauses (a mapping table is
in the tablespace of its index-organized table).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lab.plsql.database import OWNER, Emulated, Index, Leaf, Table
from lab.plsql.machine import Raised
from lab.plsql.refusals import Copy, archives, busy, hybrid, online_index, online_table, places, sorts, tracked

_PART = r'(?: (?:SUB)?PARTITION "(?P<part>[^"]+)")?'
_EXTRAS = r"(?P<unlogged> NOLOGGING)?(?: PARALLEL (?P<degree>\d+))?"
MOVE = re.compile(
    rf'ALTER TABLE "{OWNER}"\."(?P<table>[^"]+)" MOVE(?P<first> ONLINE)?{_PART}(?: TABLESPACE "(?P<to>[^"]+)")?'
    r'(?P<mapping> MAPPING TABLE)?(?: OVERFLOW TABLESPACE "(?P<over>[^"]+)")?(?P<lobs>(?: LOB \([^)]+\) STORE AS \w+ \([^)]+\))*)'
    rf"{_EXTRAS}(?P<update> UPDATE INDEXES(?P<items> \([^)]+\))?)?(?P<last> ONLINE)?"
)
REBUILD = re.compile(
    rf'ALTER INDEX "{OWNER}"\."(?P<index>[^"]+)" REBUILD{_PART} TABLESPACE "(?P<to>[^"]+)"(?P<online> ONLINE)?{_EXTRAS}'
)
LOG = re.compile(
    rf'ALTER MATERIALIZED VIEW LOG ON "{OWNER}"\."(?P<table>[^"]+)" MOVE TABLESPACE "(?P<to>[^"]+)"{_EXTRAS}'
)
DEFAULTS = re.compile(
    rf'ALTER (?P<kind>TABLE|INDEX) "{OWNER}"\."(?P<name>[^"]+)" MODIFY DEFAULT ATTRIBUTES TABLESPACE (?:"(?P<to>[^"]+)"|DEFAULT)'
)
_ITEM = re.compile(r'"(?P<index>[^"]+)" TABLESPACE "(?P<to>[^"]+)"')
_LOB = re.compile(r'LOB \("(?P<column>[^"]+)"\) STORE AS \w+ \(TABLESPACE "(?P<to>[^"]+)"\)')


def move(emulated: Emulated, said: re.Match[str]) -> None:
    table = _table(emulated, said["table"])
    part, online = said["part"], bool(said["first"] or said["last"])
    if online:
        online_table(emulated, table, part)
    hybrid(table)
    tracked(table)
    busy(table, online=online)
    copies = [*_rows(table, part, said["to"]), *_beside(emulated, table, said), *_lobs(table, said)]
    indexes = list(
        _kept_up(table, part, _items(emulated, table, said), online=online, update=said["update"] is not None)
    )
    places(emulated, [*copies, *indexes], parts=part is not None)
    for one in indexes:
        sorts(emulated, one.leaf)
    _do(emulated, [*copies, *indexes], said)
    table.degree = said["degree"] or table.degree
    if part is None and not (online or said["update"]) and not table.organized:
        for leaf in (leaf for index in table.indexes for leaf in index.leaves):
            leaf.usable = False


def rebuild(emulated: Emulated, said: re.Match[str]) -> None:
    try:
        index = emulated.index(said["index"])
    except StopIteration:
        raise Raised(-1418, "ORA-01418: specified index does not exist") from None
    if said["part"] is None and any(leaf.name for leaf in index.leaves):
        raise Raised(-14086, "ORA-14086: a partitioned index may not be rebuilt as a whole")
    if said["online"]:
        online_index(emulated, index)
    busy(emulated.table_of(index), online=said["online"] is not None)
    copies = [Copy(index.name, leaf, said["to"], leaf.logging) for leaf in _named(index.leaves, said["part"])]
    places(emulated, copies, parts=said["part"] is not None)
    for one in copies:
        sorts(emulated, one.leaf)
    _do(emulated, copies, said)
    index.degree = said["degree"] or index.degree


def move_log(emulated: Emulated, said: re.Match[str]) -> None:
    table = next(one for one in emulated.tables if one.master == said["table"])
    busy(table, online=False)
    copies = list(_rows(table, None, said["to"]))
    places(emulated, copies)
    _do(emulated, copies, said)
    for leaf in (leaf for index in table.indexes for leaf in index.leaves):
        leaf.usable = False


def defaults(emulated: Emulated, said: re.Match[str]) -> None:
    """SQL Language Reference, ALTER TABLE, modify_table_default_attrs; ALTER INDEX, modify_index_default_attrs."""
    if said["to"] is not None and said["to"] not in emulated.tablespaces:
        raise Raised(-959, f"ORA-00959: tablespace '{said['to']}' does not exist")
    of = emulated.index(said["name"]) if said["kind"] == "INDEX" else emulated.table(said["name"])
    of.default = said["to"]


def _do(emulated: Emulated, copies: Sequence[Copy], said: re.Match[str]) -> None:
    archives(emulated, copies)
    for one in copies:
        if said["unlogged"]:
            one.leaf.logging = False
        one.leaf.usable = True
        name = f"{one.name} {one.leaf.name}" if one.leaf.name else one.name
        emulated.write(name, one.leaf, one.to, one.logs and not said["unlogged"])


def _table(emulated: Emulated, name: str) -> Table:
    try:
        return emulated.table(name)
    except StopIteration:
        raise Raised(-942, "ORA-00942: table or view does not exist") from None


def _rows(table: Table, part: str | None, to: str | None) -> Iterator[Copy]:
    """The rows of a table; those of an index-organized one are in its index."""
    for leaf in _named(table.leaves, part):
        yield Copy(table.name, leaf, to or leaf.tablespace, leaf.logging)
    for index in table.indexes:
        if index.type == "IOT - TOP":
            for leaf in _named(index.leaves, part):
                yield Copy(index.name, leaf, to or leaf.tablespace, leaf.logging)


def _beside(emulated: Emulated, table: Table, said: re.Match[str]) -> Iterator[Copy]:
    for other in emulated.tables:
        if other.iot == table.name and other.iot_type == "IOT_OVERFLOW" and said["over"]:
            yield from _rows(other, said["part"], said["over"])
        if other.iot == table.name and other.iot_type == "IOT_MAPPING" and said["mapping"]:
            yield from _rows(other, said["part"], said["to"])


def _lobs(table: Table, said: re.Match[str]) -> Iterator[Copy]:
    for named in _LOB.finditer(said["lobs"]):
        lob = next(one for one in table.lobs if one.column == named["column"])
        for leaf, index in zip(lob.leaves, lob.index.leaves, strict=True):
            if said["part"] is None or leaf.of == said["part"]:
                yield Copy(lob.name, leaf, named["to"], lob.logs(leaf))
                yield Copy(lob.index.name, index, named["to"], index.logging)


def _items(emulated: Emulated, table: Table, said: re.Match[str]) -> dict[str, str]:
    """Where UPDATE INDEXES builds some indexes.

    From 12.2, of a whole table, and of indexes without parts (SQL Language Reference, move_table_clause; Administrator's Guide,
    Moving a Table: storage of global indexes only). Which schema the names are of no manual says: taken to be the session's.
    """
    items = {found["index"]: found["to"] for found in _ITEM.finditer(said["items"] or "")}
    if items and not emulated.is_release(12, 2):
        raise Raised(-14020, "ORA-14020: this physical attribute may not be specified for a table partition")
    named = {index.name: index for index in table.indexes if emulated.schema == OWNER}
    for name in items:
        if name not in named:
            raise Raised(-1418, "ORA-01418: specified index does not exist")
        if said["part"] is not None or any(leaf.name is not None for leaf in named[name].leaves):
            raise Raised(
                -14187, "ORA-14187: partitioning method for LOCAL index is inconsistent with that of the table"
            )
    return items


def _kept_up(table: Table, part: str | None, items: Mapping[str, str], *, online: bool, update: bool) -> Iterator[Copy]:
    """Indexes that the statement builds anew, where they are or where it says."""
    if part is None and (online or update) and not table.organized:
        for index in table.indexes:
            for leaf in index.leaves:
                if leaf.usable:
                    yield Copy(index.name, leaf, items.get(index.name, leaf.tablespace), leaf.logging)
    elif part is not None and update:
        moved = next(leaf for leaf in table.leaves if leaf.name == part)
        for index in table.indexes:
            for leaf in _same_place(table, index, moved):
                if leaf.usable:
                    yield Copy(index.name, leaf, leaf.tablespace, leaf.logging)


def _same_place(table: Table, index: Index, moved: Leaf) -> Iterable[Leaf]:
    """Parts of a local index go by their place, not by their name."""
    if not index.local:
        return []
    order = list(dict.fromkeys(leaf.within for leaf in table.leaves))
    own = list(dict.fromkeys(leaf.within for leaf in index.leaves))
    place = (order.index(moved.within), moved.position)
    return [leaf for leaf in index.leaves if (own.index(leaf.within), leaf.position) == place]


def _named(leaves: Sequence[Leaf], part: str | None) -> Iterable[Leaf]:
    return [leaf for leaf in leaves if leaf.name == part]
