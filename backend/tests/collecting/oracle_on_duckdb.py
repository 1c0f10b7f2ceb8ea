"""Oracle SQL run by DuckDB: translated by sqlglot, with what Oracle does otherwise put right.

In Oracle '' is NULL, NULL || 'x' is 'x', a DATE has a time of day, and TO_CHAR prints .5 for a half. DUAL, ROWNUM, SYSDATE,
SYS_CONTEXT and DBMS_WORKLOAD_REPOSITORY exist only there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import duckdb
import sqlglot
from sqlglot import exp

from tests.collecting.sqlplus_emulator import OracleError

_REPORT = re.compile(r"TABLE\(DBMS_WORKLOAD_REPOSITORY\.AWR_REPORT_HTML\((\d+), (\d+), (\d+), (\d+)\)\)", re.IGNORECASE)


@dataclass
class Oracle:
    """`context` answers SYS_CONTEXT('USERENV', ...), `now` is SYSDATE."""

    connection: duckdb.DuckDBPyConnection
    context: Mapping[str, str] = field(default_factory=dict)
    now: str = "2026-11-20 10:00:00"

    def execute(self, statement: str) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
        """Names and rows of a SELECT; nothing for what only sets the session. Raises OracleError."""
        if not statement.lstrip().upper().startswith("SELECT"):
            return [], iter(())
        report = _REPORT.search(statement)
        if report:
            return ["output"], iter([("<html><title>AWR Report</title>",), (f"<p>{report.group(4)}</p></html>",)])
        try:
            cursor = self.connection.cursor().execute(translate(statement, self.now, frozenset(self.context.items())))
        except duckdb.Error as error:
            raise OracleError(_oracle_message(error)) from error
        names = [column[0] for column in cursor.description or []]
        return names, _rows(cursor)


@lru_cache(maxsize=4096)
def translate(statement: str, now: str, context: frozenset[tuple[str, str]] = frozenset()) -> str:
    """The statement for DuckDB. Raises sqlglot's ParseError where it is not Oracle SQL."""
    tree = sqlglot.parse_one(statement, read="oracle")
    for node in reversed(list(tree.walk())):  # children before their parents
        changed = _node(node, now, dict(context))
        if changed is not node:
            node.replace(changed)
    return _duck(tree).replace("'HH24'", "'hour'")


def _node(node: exp.Expression, now: str, context: Mapping[str, str]) -> exp.Expression:
    if isinstance(node, exp.Identifier):
        return exp.to_identifier(node.name.lower(), quoted=True)
    if isinstance(node, exp.Table) and node.name == "dual":
        return sqlglot.parse_one("SELECT 1 AS one", read="duckdb").subquery("dual")
    if isinstance(node, exp.DPipe):
        return exp.DPipe(this=_text(node.left), expression=_text(node.right))
    if isinstance(node, exp.Literal) and node.is_string and not node.this:
        return exp.Null()
    if isinstance(node, exp.CurrentTimestamp):
        return _parse(f"TIMESTAMP '{now}'")
    if isinstance(node, exp.Column | exp.Pseudocolumn) and node.name.lower() == "rownum":
        return _parse("ROW_NUMBER() OVER ()")
    return _call(node, context)


def _call(node: exp.Expression, context: Mapping[str, str]) -> exp.Expression:
    if isinstance(node, exp.Sub | exp.Add) and isinstance(node.left, exp.Cast) and isinstance(node.right, exp.Literal):
        sign = "-" if isinstance(node, exp.Sub) else "+"
        return _parse(f"{_duck(node.left)} {sign} INTERVAL {node.right.this} DAY")
    if isinstance(node, exp.Cast) and node.to.this == exp.DataType.Type.DATE:
        return exp.cast(node.this, exp.DataType.Type.TIMESTAMP)
    if isinstance(node, exp.Anonymous) and node.name.upper() == "SYS_CONTEXT":
        return exp.Literal.string(context.get(node.expressions[1].name.upper(), "?"))
    if isinstance(node, exp.Anonymous) and node.name.upper() == "SUBSTRB":
        return exp.Substring(this=node.expressions[0], start=node.expressions[1], length=node.expressions[2])
    if isinstance(node, exp.ToNumber):
        return _parse(f"CAST({_duck(node.this)} AS HUGEINT)")
    if isinstance(node, exp.ToChar | exp.TimeToStr):
        return _to_char(node)
    if isinstance(node, exp.StrToTime | exp.StrToDate | exp.TsOrDsToDate):
        return _parse(f"STRPTIME({_duck(node.this)}, '%Y-%m-%dT%H:%M:%S')")
    return node


def _to_char(node: exp.Expression) -> exp.Expression:
    value = _duck(node.this)
    if node.args.get("format"):
        return _parse(f"STRFTIME(CAST({value} AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S')")
    return _parse(f"REGEXP_REPLACE(REGEXP_REPLACE(CAST({value} AS VARCHAR), '^(-?)0\\.', '\\1.'), '\\.0$', '')")


def _text(node: exp.Expression) -> exp.Expression:
    if isinstance(node, exp.Literal):
        return node
    return _parse(f"COALESCE(CAST({_duck(node)} AS VARCHAR), '')") if not isinstance(node, exp.DPipe) else node


def _duck(node: exp.Expression) -> str:
    return node.sql(dialect="duckdb", identify=True, unsupported_level=sqlglot.ErrorLevel.IGNORE)


def _parse(text: str) -> exp.Expression:
    return sqlglot.parse_one(text, read="duckdb")


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(1000):
        yield from rows


def _oracle_message(error: duckdb.Error) -> str:
    if isinstance(error, duckdb.CatalogException):
        return "ORA-00942: table or view does not exist"
    if isinstance(error, duckdb.BinderException):
        return f"ORA-00904: invalid identifier ({str(error).splitlines()[0][:120]})"
    return f"ORA-00600: {str(error).splitlines()[0][:200]}"
