"""What may be sent to a database: the one place every statement passes. Anything else is a bug of Segtier's and crashes."""

from __future__ import annotations

import re

_ASIDE = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|--[^\n]*|/\*.*?\*/", re.DOTALL)
_SESSION = re.compile(r"ALTER SESSION SET NLS_[A-Z_]+ = ('[^'\s]*'|[A-Z]+)")
_READ_ONLY = "SET TRANSACTION READ ONLY"
_CHANGES = re.compile(
    r"\b(INSERT|UPDATE|DELETE|MERGE|CREATE|DROP|ALTER|TRUNCATE|GRANT|REVOKE|LOCK|CALL|EXECUTE|BEGIN|DECLARE|INTO|COMMIT)\b"
    r"|;|\bFUNCTION\b|\bPROCEDURE\b|@",
    re.IGNORECASE,
)
_PACKAGE = re.compile(r"\b(?:DBMS|UTL|SYS\.DBMS|APEX|OWA|HTP|CTX)_\w+|\b(?:HTTPURITYPE|DBURITYPE)\b", re.IGNORECASE)
_REPORT = "DBMS_WORKLOAD_REPOSITORY.AWR_REPORT_HTML("

LICENSED = re.compile(
    r"\b(?:(?:DBA|CDB)_(?:HIST|ADDM|ADVISOR|STREAMS_TP)_\w+|AWR_(?:ROOT|PDB|CDB)_\w+|WR[HMI]\$_\w+"
    r"|(?:SYS\.)?G?V_?\$(?:ACTIVE_SESSION_HISTORY|ASH\w*|\w*METRIC\w*|SQL_MONITOR|SQL_PLAN_MONITOR)|X\$ASH|MGMT\$\w+"
    r"|DBMS_(?:WORKLOAD_\w+|ADDM|ADVISOR|PERF|UMF|SQLTUNE|SQL_MONITOR))",
    re.IGNORECASE,
)
"""Views and packages of the Diagnostics and Tuning Packs, after the Database Licensing Information User Manual of 19c.

Wider than the manual: some DBA_HIST views are free there (DBA_HIST_SNAPSHOT), and none is read here without the option.
"""


class ForbiddenStatement(RuntimeError):
    """A statement that does more than read, or reads what needs a licence nobody stated."""


def check_statement(sql: str, *, licensed: bool) -> None:
    """Raises ForbiddenStatement unless it is a SELECT, a setting of the session's formats, or READ ONLY.

    `licensed` is whether the user gave --diagnostics-pack.
    """
    if _SESSION.fullmatch(sql) or sql == _READ_ONLY:
        return
    code = _ASIDE.sub(lambda aside: aside.group() if aside.group().startswith('"') else " ", sql)
    plain = re.sub(r'"[^"]*"', " ", code)
    if not re.match(r"SELECT\b", plain) or _CHANGES.search(plain):
        raise ForbiddenStatement(f"not a plain query: {sql[:80]!r}")
    if LICENSED.search(code) and not licensed:
        raise ForbiddenStatement(f"needs the Diagnostics Pack: {sql[:80]!r}")
    for package in _PACKAGE.finditer(code):
        if not code[package.start() :].startswith(_REPORT):
            raise ForbiddenStatement(f"calls {package.group()}: {sql[:80]!r}")
