"""The segments kept, each with its size, what it belongs to and what the dictionary says of it; the rest as sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from segtier.dataclass import dataclass
from segtier.model.evidence import Evidence
from segtier.model.inventory import FoldedSegments, InventorySegment
from segtier.reports.bundle.listing import whole, yes
from segtier.reports.bundle.tables import Tables

_MOST_GROUPS = 20_000


@dataclass(frozen=True, slots=True)
class Fact:
    """An expression; known only where the files it `needs` were read. A flag is True or False, else it is a word."""

    sql: str
    needs: str
    flag: bool = False


@dataclass(frozen=True, slots=True)
class Family:
    """Segments of some kinds: the tables they are joined to, their parent and their facts."""

    where: str
    joins: str = ""
    parent: tuple[str, str, str] = ("NULL", "NULL", "NULL")
    """Expressions of the parent's owner, its name and the column."""
    facts: Mapping[str, Fact] | None = None


def _exists(file: str, owner: str, name: str) -> str:
    return f"EXISTS (SELECT 1 FROM {file} x WHERE x.con_id = s.con_id AND x.{owner} = s.owner AND x.{name} = s.segment_name)"


def _first(column: str, file: str, name: str = "table_name") -> str:
    return (
        f"(SELECT x.{column} FROM {file} x WHERE x.con_id = s.con_id AND x.owner = s.owner AND x.{name} = s.segment_name"
        " LIMIT 1)"
    )


def _compressed(alias: str) -> str:
    """The kind of compression, NO where there is none; partitioned objects say nothing of their partitions."""
    return f"CASE {alias}.compression WHEN 'ENABLED' THEN ifnull({alias}.compress_for, 'BASIC') WHEN 'DISABLED' THEN 'NO' END"


_TABLE = "kind_of(s.segment_type) = 'TABLE'"
_SPECIAL_INDEXES = (
    "(SELECT con_id, table_owner AS owner, table_name AS name, max(index_type LIKE '%DOMAIN') AS domain,"
    " max(join_index = 'YES') AS joined FROM indexes WHERE index_type LIKE '%DOMAIN' OR join_index = 'YES' GROUP BY 1, 2, 3)"
)
"""Tables with a domain index, which has no segment of its own, or a bitmap join index."""
_LOB_LOGGED = (
    "CASE WHEN l.securefile = 'NO' AND ifnull(p.cache, l.cache) = 'YES' THEN 'YES'"
    " WHEN s.segment_type = 'LOBSEGMENT' THEN l.logging ELSE p.logging END"
)
"""A part of a LOB by itself; BasicFiles that are cached are logged (SQL Language Reference, logging_clause)."""
_LOB_INDEX = "(s.segment_type = 'LOBINDEX' OR (i.index_name IS NULL AND l.index_name IS NOT NULL))"

FAMILIES: tuple[Family, ...] = (
    Family(
        _TABLE,
        " LEFT JOIN tables t ON t.con_id = s.con_id AND t.owner = s.owner AND t.table_name = s.segment_name"
        " LEFT JOIN nested_tables n ON n.con_id = s.con_id AND n.owner = s.owner AND n.table_name = s.segment_name"
        " LEFT JOIN mview_logs m ON m.con_id = s.con_id AND m.log_owner = s.owner AND m.log_table = s.segment_name"
        f" LEFT JOIN {_SPECIAL_INDEXES} d ON d.con_id = s.con_id AND d.owner = s.owner AND d.name = s.segment_name",
        (
            "CASE WHEN coalesce(n.parent_table_name, t.iot_name, m.master, t.cluster_name) IS NOT NULL THEN s.owner END",
            "coalesce(n.parent_table_name, t.iot_name, m.master, t.cluster_name)",
            "n.parent_table_column",
        ),
        {
            "long_column": Fact(f"ifnull({_first('data_type', 'long_columns')}, 'NO')", "long_columns"),
            "iot": Fact("CASE WHEN t.table_name IS NOT NULL THEN ifnull(t.iot_type, 'NO') END", "tables"),
            "cluster": Fact("CASE WHEN t.table_name IS NOT NULL THEN t.cluster_name IS NOT NULL END", "tables", True),
            "compression": Fact(_compressed("t"), "tables"),
            "encrypted": Fact(_exists("encrypted_columns", "owner", "table_name"), "encrypted_columns", True),
            "object_column": Fact(_exists("object_columns", "owner", "table_name"), "object_columns", True),
            "flashback_archive": Fact(_exists("archived_tables", "owner", "table_name"), "archived_tables", True),
            "partitioned": Fact("t.partitioned", "tables", True),
            "nested": Fact("n.table_name IS NOT NULL", "nested_tables", True),
            "queue": Fact(_exists("queue_tables", "owner", "queue_table"), "queue_tables", True),
            "materialized_view": Fact(
                _exists("materialized_views", "owner", "container_name"), "materialized_views", True
            ),
            "materialized_view_log": Fact("m.log_table IS NOT NULL", "mview_logs", True),
            "domain_index": Fact("ifnull(d.domain, 0)", "indexes", True),
            "bitmap_join_index": Fact("ifnull(d.joined, 0)", "indexes", True),
            "logging": Fact("t.logging", "tables", True),
        },
    ),
    Family(
        "kind_of(s.segment_type) = 'INDEX'",
        " LEFT JOIN indexes i ON i.con_id = s.con_id AND i.owner = s.owner AND i.index_name = s.segment_name"
        " LEFT JOIN lobs l ON l.rowid = (SELECT min(x.rowid) FROM lobs x WHERE x.con_id = s.con_id"
        " AND x.owner = s.owner AND x.index_name = s.segment_name)",
        ("coalesce(l.owner, i.table_owner)", "coalesce(l.table_name, i.table_name)", "l.column_name"),
        {
            "index_type": Fact("i.index_type", "indexes"),
            "iot": Fact("CASE WHEN i.index_type LIKE 'IOT%' THEN 'IOT' END", "indexes"),
            "domain_index": Fact("i.index_type = 'DOMAIN'", "indexes", True),
            "bitmap_join_index": Fact("i.join_index", "indexes", True),
            "partitioned": Fact("i.partitioned", "indexes", True),
            "compression": Fact(
                "CASE i.compression WHEN 'DISABLED' THEN 'NO' WHEN 'ENABLED' THEN 'PREFIX' ELSE i.compression END",
                "indexes",
            ),
            "logging": Fact("i.logging", "indexes", True),
        },
    ),
    Family(
        "kind_of(s.segment_type) = 'LOB'",
        " LEFT JOIN lobs l ON l.con_id = s.con_id AND l.owner = s.owner AND l.segment_name = s.segment_name"
        " LEFT JOIN lob_partitions p ON p.con_id = s.con_id AND p.table_owner = s.owner AND p.lob_name = s.segment_name"
        " AND p.lob_partition_name = s.partition_name",
        ("l.owner", "l.table_name", "l.column_name"),
        {
            "securefile": Fact("l.securefile", "lobs", True),
            "encrypted": Fact(
                "CASE WHEN l.encrypt IN ('NO', 'NONE') THEN 0 WHEN l.encrypt IS NOT NULL THEN 1 END", "lobs", True
            ),
            "compression": Fact("CASE WHEN l.compression IN ('NO', 'NONE') THEN 'NO' ELSE l.compression END", "lobs"),
            "partitioned": Fact("l.partitioned", "lobs", True),
            "table_partition": Fact("p.partition_name", "lob_partitions"),
            "logging": Fact(_LOB_LOGGED, "lobs", True),
        },
    ),
    Family("kind_of(s.segment_type) = 'CLUSTER'", facts={"cluster": Fact("1", "segments", True)}),
    Family("kind_of(s.segment_type) NOT IN ('TABLE', 'INDEX', 'LOB', 'CLUSTER')"),
)
_KEPT = (
    "FROM kept k CROSS JOIN segments s ON s.con_id = k.con_id AND s.owner = k.owner AND s.segment_name = k.name"
    " AND ifnull(s.partition_name, '') = k.sub AND kind_of(s.segment_type) = k.kind"
)


def inventory_segments(tables: Tables) -> tuple[InventorySegment, ...]:
    """In the file's order."""
    found: dict[int, InventorySegment] = {}
    for family in FAMILIES:
        facts = {name: fact for name, fact in (family.facts or {}).items() if tables.found(fact.needs)}
        picked = ", ".join((*family.parent, *(fact.sql for fact in facts.values())))
        sql = (
            "SELECT s.rowid - 1, s.owner, s.segment_name, s.partition_name, c.pdb, s.segment_type, s.tablespace_name,"
            f" s.bytes, {picked} {_KEPT} LEFT JOIN pdbs c ON c.con_id = s.con_id {family.joins} WHERE {family.where}"
        )
        for row in tables.rows(sql):
            found.setdefault(row[0], _segment(row, facts))
    return tuple(found[row] for row in sorted(found))


def _segment(row: tuple[Any, ...], facts: Mapping[str, Fact]) -> InventorySegment:
    place, owner, name, partition, pdb, type_, tablespace, size, parent_owner, parent_name, column, *said = row
    known: dict[str, bool | str | None] = {
        word: value
        for (word, fact), cell in zip(facts.items(), said, strict=True)
        if (value := _fact(cell, fact)) is not None
    }
    return InventorySegment(
        owner=owner,
        name=name,
        subobject=partition,
        pdb=pdb,
        type=type_,
        tablespace=tablespace,
        size_bytes=whole(size),
        parent_owner=parent_owner if parent_name is not None else None,
        parent_name=parent_name,
        column=column,
        facts=known or None,
        evidence=(Evidence("segments.csv", 0, place),),
    )


def _fact(cell: Any, fact: Fact) -> bool | str | None:
    if fact.flag:
        return yes(cell)
    word = None if cell is None else str(cell).strip()
    return False if word == "NO" else word or None


def folded_segments(tables: Tables) -> tuple[FoldedSegments, ...]:
    """Sums of what is not kept, by owner where there are not too many of them."""
    rest = (
        "FROM segments s LEFT JOIN pdbs c ON c.con_id = s.con_id WHERE NOT EXISTS (SELECT 1 FROM kept k"
        " WHERE k.con_id = s.con_id AND k.owner = s.owner AND k.name = s.segment_name"
        " AND k.sub = ifnull(s.partition_name, '') AND k.kind = kind_of(s.segment_type))"
    )
    tables.run(
        "CREATE TABLE folded AS SELECT c.pdb AS pdb, s.owner AS owner, s.tablespace_name AS tablespace,"
        f" kind_of(s.segment_type) AS kind, count(*) AS segments, ifnull(sum(1.0 * s.bytes), 0) AS bytes"
        f" {rest} GROUP BY 1, 2, 3, 4"
    )
    (groups,) = tables.one("SELECT count(*) FROM folded")
    owner = "owner" if groups <= _MOST_GROUPS else "NULL"
    rows = tables.rows(
        f"SELECT pdb, {owner}, tablespace, kind, sum(segments), sum(bytes) FROM folded GROUP BY 1, 2, 3, 4"
        " ORDER BY 6 DESC, 1, 2, 3, 4"
    )
    return tuple(
        FoldedSegments(count, int(size), owner=who, tablespace=where, kind=kind, pdb=pdb)
        for pdb, who, where, kind, count, size in rows
    )
