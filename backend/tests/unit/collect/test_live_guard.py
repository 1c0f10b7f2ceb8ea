"""What may be sent to a database, and how values become lines: tables of cases."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from segtier.collect.catalogue import DIAGNOSTICS_PACK, queries
from segtier.collect.compose import Database, columns_from, missing_views, select
from segtier.collect.live.guard import ForbiddenStatement, check_statement
from segtier.collect.live.lines import as_text, csv_line, write_rows
from segtier.collect.privileges import grant_statements, grantee, object_of, privileges, views_of
from segtier.collect.sqlplus import csv_value
from tests.collecting.collecting import Kind


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 'DROP TABLE t; -- @x' AS a FROM dual",
        "SELECT d.name FROM v$database d",
        "ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,'",
        "SET TRANSACTION READ ONLY",
        'SELECT 1 AS "update" FROM dual',
    ],
)
def test_what_reads_goes_out(sql: str) -> None:
    check_statement(sql, licensed=False)


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE t",
        "DELETE FROM t",
        "select 1 from dual",
        "BEGIN NULL; END;",
        "SELECT 1 FROM dual; DROP TABLE t",
        "SELECT * FROM t FOR UPDATE",
        "WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1; END; SELECT f FROM dual",
        "SELECT x INTO y FROM t",
        "SELECT * FROM t@far_away",
        "SELECT DBMS_LOCK.SLEEP(1) FROM dual",
        "SELECT UTL_HTTP.REQUEST('http://x') FROM dual",
        "SELECT HTTPURITYPE('http://x').getclob() FROM dual",
        "SELECT 1 /* ' */ FROM dual; DROP TABLE t -- '",
        "ALTER SYSTEM SET x = 1",
        "ALTER SESSION SET SQL_TRACE = TRUE",
        "ALTER SESSION SET NLS_DATE_FORMAT = 'x' y = 'z'",
        "SET ROLE ALL",
        "SET TRANSACTION READ WRITE",
        "COMMIT",
        "LOCK TABLE t IN EXCLUSIVE MODE",
        "GRANT DBA TO x",
        "CALL p()",
        "EXPLAIN PLAN FOR SELECT 1 FROM dual",
        "",
    ],
)
@pytest.mark.parametrize("licensed", [False, True])
def test_anything_else_does_not(sql: str, licensed: bool) -> None:
    with pytest.raises(ForbiddenStatement):
        check_statement(sql, licensed=licensed)


@pytest.mark.parametrize(
    "source",
    [
        "dba_hist_seg_stat",
        "SYS.DBA_HIST_SNAPSHOT",
        '"DBA_HIST_SNAPSHOT"',
        "cdb_hist_sysstat",
        "awr_root_snapshot",
        "wrh$_sysstat",
        "v$active_session_history",
        "gv$sysmetric",
        "gv_$ash_info",
        "dba_addm_tasks",
        "v$sql_monitor",
        "TABLE(DBMS_WORKLOAD_REPOSITORY.AWR_REPORT_HTML(:a, :b, :c, :d))",
    ],
)
def test_licensed_views_need_the_option(source: str) -> None:
    sql = f"SELECT x.a FROM {source} x"
    check_statement(sql, licensed=True)
    with pytest.raises(ForbiddenStatement, match="Diagnostics Pack"):
        check_statement(sql, licensed=False)


def test_every_query_passes_and_the_licensed_ones_with_the_option_only() -> None:
    rows = Kind((23, 0), statspack=True).tables().execute("SELECT owner, table_name, column_name FROM dba_tab_columns")
    database = Database(columns_from(row for row in rows.fetchall() if row[0]))
    for query in queries():
        assert not missing_views(query, database)
        sql = select(query, database)
        check_statement(sql, licensed=True)
        if query.licence == DIAGNOSTICS_PACK:
            with pytest.raises(ForbiddenStatement):
                check_statement(sql, licensed=False)
        else:
            check_statement(sql, licensed=False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, None),
        ("a\r\nb\nc\rd", "a b c d"),
        ('q"', 'q"'),
        (Decimal("3E+20"), "300000000000000000000"),
        (Decimal("0.5000"), "0.5"),
        (Decimal("-12.50"), "-12.5"),
        (Decimal("100"), "100"),
        (0.1, "0.1"),
        (7, "7"),
        (datetime(2026, 1, 2, 3, 4, 5, 678), "2026-01-02T03:04:05"),  # noqa: DTZ001
        (datetime(1, 1, 1), "0001-01-01T00:00:00"),  # noqa: DTZ001
    ],
)
def test_a_value_is_written_as_the_bundle_wants_it(value: Any, text: str | None) -> None:
    assert as_text(value) == text


def test_a_line_quotes_everything() -> None:
    assert csv_line(("a", None, 'b"c', 1)) == '"a","","b""c","1"'


def test_a_file_that_breaks_off_is_not_there(tmp_path: Path) -> None:
    def rows() -> Any:
        yield ("a",)
        raise OSError("no more")

    with pytest.raises(OSError, match="no more"):
        write_rows(tmp_path / "x.csv", ["c"], rows())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("user", "named"),
    [
        ("scott", "SCOTT"),
        ("c##reader", "C##READER"),
        ("app[reader]", "APP"),
        ("Mixed Case", '"Mixed Case"'),
        ('"q"', '"q"'),
    ],
)
def test_a_grant_names_the_user_as_oracle_wants_it(user: str, named: str) -> None:
    assert grantee(user) == named


@pytest.mark.parametrize(("pack", "dba"), [(False, "dba"), (True, "dba"), (False, "cdb"), (True, "cdb")])
def test_every_view_a_query_reads_is_granted(pack: bool, dba: str) -> None:
    granted = set(grant_statements("u", diagnostics_pack=pack, dba=dba))
    for query in queries():
        wanted = {f"GRANT SELECT ON {object_of(view, dba)} TO U;" for view in views_of(query)}
        other = {"statspack"} if pack else {DIAGNOSTICS_PACK}
        assert query.licence in other or wanted <= granted, query.name
    assert any("DBA_HIST" in one for one in granted) == pack
    assert any("PERFSTAT" in one for one in granted) != pack


def test_no_privilege_is_listed_that_nothing_reads() -> None:
    assert [one.object_name for one in privileges() if not one.files] == []


def test_sqlplus_keeps_bytes_for_its_lines_hold_bytes() -> None:
    column = next(column for query in queries() for column in query.columns if column.keep)
    assert f"SUBSTRB(q.c, 1, {column.keep})" in csv_value(column, "q.c")
