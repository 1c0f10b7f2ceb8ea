"""The catalogue and the dictionary: complete, honest about their marks, and in the bundle's agreed format."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from segtier.collect.catalogue import DIAGNOSTICS_PACK, NO_LICENCE, Query, find_query, queries
from segtier.collect.compose import Database, Need, columns_from, missing_views, probed_tables, required_views, select
from segtier.collect.dictionary import MARKS, UNVERIFIED, DictionaryColumn, Release, mark_counts, views
from tests.collecting.collecting import Kind

LICENSED_VIEW = re.compile(r"dba_hist_|dbms_workload|v\$active_session_history|v\$sysmetric|dba_addm", re.IGNORECASE)


def a_database(release: tuple[int, int], root: bool = False, pdb: int | None = None) -> Database:
    rows = Kind(release, statspack=True).tables().execute("SELECT owner, table_name, column_name FROM dba_tab_columns")
    return Database(columns_from(row for row in rows.fetchall() if row[0]), root, pdb)


def text_of(query: Query) -> str:
    expressions = [choice.expression for part in query.parts for column in part.columns for choice in column.choices]
    return " ".join(chain.from_iterable((part.source, *part.conditions) for part in query.parts)) + " ".join(
        expressions
    )


def test_names_and_titles_are_unique_and_parts_have_the_same_columns() -> None:
    assert len({query.name for query in queries()}) == len(queries())
    for query in queries():
        assert query.title
        assert {tuple((c.name, c.kind) for c in part.columns) for part in query.parts} == {
            tuple((column.name, column.kind) for column in query.columns)
        }


def test_licensed_views_are_read_by_licensed_queries_only() -> None:
    for query in queries():
        assert bool(LICENSED_VIEW.search(text_of(query))) == (query.licence == DIAGNOSTICS_PACK), query.name


def test_history_is_read_of_a_window() -> None:
    assert all(query.in_window == (query.licence != NO_LICENCE) for query in queries())


def test_every_view_of_the_dictionary_is_used_and_every_column_marked() -> None:
    used = {
        name
        for query in queries()
        for name in re.findall(r"\{dba\}_\w+|perfstat\.stats\$\w+|g?v\$\w+|dba_hist_\w+", text_of(query))
    }
    assert used == set(views())
    counts = mark_counts()
    assert sum(counts.values()) == sum(len(view.columns) for view in views().values())
    assert set(counts) == set(MARKS)
    assert counts[UNVERIFIED] < counts["documented"] / 10
    assert all(column.source for view in views().values() for column in view.columns)


@pytest.mark.parametrize(
    ("since", "mark", "certain"),
    [((10, 2), "observed", True), ((11, 1), "documented", False), ((10, 2), UNVERIFIED, False)],
)
def test_what_is_late_or_unverified_is_asked_for(since: Release, mark: str, certain: bool) -> None:
    assert DictionaryColumn("status", "text", since, mark, "a page").certain == certain


@pytest.mark.parametrize(
    ("name", "release", "column", "expression"),
    [
        ("system_events", (10, 2), "total_waits_fg", "CAST(NULL AS NUMBER)"),
        ("system_events", (11, 2), "total_waits_fg", "e.total_waits_fg"),
        ("database", (11, 2), "cdb", "CAST(NULL AS VARCHAR2(1))"),
        ("database", (12, 1), "cdb", "d.cdb"),
        ("database", (12, 1), "con_name", "SYS_CONTEXT('USERENV', 'CON_NAME')"),
        ("instances", (12, 1), "version", "i.version"),
        ("instances", (19, 0), "version", "i.version_full"),
        ("event_histograms", (11, 2), "bucket_us_max", "h.wait_time_milli * 1000"),
        ("event_histograms", (12, 1), "bucket_us_max", "h.wait_time_micro"),
        ("segments", (19, 0), "con_id", "CAST(NULL AS NUMBER)"),
    ],
)
def test_a_column_the_release_lacks_becomes_null(
    name: str, release: tuple[int, int], column: str, expression: str
) -> None:
    assert f'{expression} AS "{column}"' in select(find_query(name), a_database(release))


def test_the_root_reads_every_container_and_a_pdb_names_itself() -> None:
    segments = find_query("segments")
    root = select(segments, a_database((19, 0), root=True))
    assert "FROM cdb_segments s" in root
    assert 's.con_id AS "con_id"' in root
    pdb = select(segments, a_database((19, 0), pdb=3))
    assert "FROM dba_segments s" in pdb
    assert '3 AS "con_id"' in pdb


@pytest.mark.parametrize(
    ("name", "release", "missing"),
    [
        ("io_functions", (10, 2), ("gv$iostat_function",)),
        ("io_functions", (11, 2), ()),
        ("event_histograms", (10, 2), ()),
        ("containers", (11, 2), ("v$containers",)),
        ("flash_cache", (11, 2), ("gv$flashfilestat",)),
        ("segments", (10, 2), ()),
    ],
)
def test_a_query_says_which_views_it_misses(name: str, release: tuple[int, int], missing: tuple[str, ...]) -> None:
    assert missing_views(find_query(name), a_database(release)) == missing


def test_the_probe_asks_for_every_view() -> None:
    tables = set(probed_tables())
    assert {"GV_$SYSTEM_EVENT", "V_$DATABASE", "DBA_SEGMENTS", "CDB_SEGMENTS", "STATS$SEG_STAT"} <= tables
    assert columns_from([("SYS", "GV_$LOG", "BYTES")]) == {("gv$log", "bytes")}
    assert a_database((19, 0)).has(Need("perfstat.stats$snapshot"))
    assert not a_database((10, 2)).has(Need("v$containers", "con_id"))
    assert all(required_views(query) for query in queries())


def test_an_unknown_query_is_refused() -> None:
    with pytest.raises(KeyError):
        find_query("no such query")
