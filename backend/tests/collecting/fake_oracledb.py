"""python-oracledb stood in for at its DB-API border: `oracledb.connect` gives a connection whose SQL DuckDB runs.

What goes over the border is held to the driver's rules: bind variables by name and none too many, numbers as Decimal,
no statement on a closed connection, time-outs by `call_timeout`, and the driver's own exceptions with its own error objects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any

import oracledb
from oracledb import errors

from tests.collecting.oracle_on_duckdb import Oracle
from tests.collecting.sqlplus_emulator import OracleError

_BIND = re.compile(r"(?<![\w:'\"]):([a-z]\w*)")
_LITERAL = re.compile(r"'(?:[^']|'')*'")
_NO_ROWS = re.compile(r"(ALTER SESSION SET |SET TRANSACTION READ ONLY)")


def oracle_error(message: str) -> oracledb.Error:
    """The exception the driver raises for "ORA-nnnnn: ..." from the server, or for a DPY- message of its own."""
    number = re.match(r"ORA-(\d+)", message)
    error = errors._Error(message, code=int(number[1]) if number else 0)
    return error.exc_type(error)


Fault = Callable[["FakeConnection", str], None]
"""Looks at a statement before it runs; raises what the database would."""


def fails(pattern: str, message: str) -> Fault:
    def fault(_connection: FakeConnection, statement: str) -> None:
        if re.search(pattern, statement, re.IGNORECASE):
            raise oracle_error(message)

    return fault


def times_out(pattern: str, *, dead: bool = False) -> Fault:
    """As the driver does: DPY-4024, after which the connection may or may not be of use."""

    def fault(connection: FakeConnection, statement: str) -> None:
        if re.search(pattern, statement, re.IGNORECASE):
            connection.healthy = not dead
            raise oracle_error(f"DPY-4024: call timeout of {connection.call_timeout} ms exceeded")

    return fault


@dataclass
class Server:
    """What the connections of a test have in common. `faults` are looked at in order, `sent` is every statement."""

    oracle: Oracle
    faults: Sequence[Fault] = ()
    sent: list[str] = field(default_factory=list)
    opened: list[FakeConnection] = field(default_factory=list)
    logins: list[Mapping[str, Any]] = field(default_factory=list)
    batch_rows: list[int] = field(default_factory=list)

    def connect(self, **arguments: Any) -> FakeConnection:
        """What stands in the place of `oracledb.connect`."""
        self.logins.append(arguments)
        connection = FakeConnection(self)
        self.opened.append(connection)
        return connection


class FakeConnection:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.call_timeout = 0
        self.healthy = True
        self.outputtypehandler: Any = None

    def cursor(self) -> FakeCursor:
        if not self.healthy:
            raise oracle_error("DPY-1001: not connected to database")
        return FakeCursor(self)

    def rollback(self) -> None:
        self.cursor()

    def is_healthy(self) -> bool:
        return self.healthy

    def close(self) -> None:
        self.healthy = False


class FakeCursor:
    def __init__(self, connection: FakeConnection) -> None:
        self.connection = connection
        self.arraysize = 100
        self.prefetchrows = 2
        self._rows: Iterator[tuple[Any, ...]] = iter(())

    def execute(self, statement: str, parameters: Mapping[str, Any], *, fetch_decimals: bool) -> None:
        assert fetch_decimals, "floats would lose figures beyond 15 digits"
        assert self.connection.call_timeout > 0, "a statement without a limit"
        server = self.connection.server
        server.sent.append(statement)
        for fault in server.faults:
            fault(self.connection, statement)
        if _NO_ROWS.match(statement):
            return
        try:
            _names, rows = server.oracle.execute(bound(statement, parameters))
        except OracleError as error:
            raise oracle_error(str(error)) from error
        self._rows = iter(rows)

    def fetchmany(self) -> list[tuple[Any, ...]]:
        rows = [tuple(map(_value, row)) for row in islice(self._rows, self.arraysize)]
        self.connection.server.batch_rows.append(len(rows))
        return rows

    def close(self) -> None:
        self._rows = iter(())


def bound(statement: str, parameters: Mapping[str, Any]) -> str:
    """The statement with its bind variables filled in. Too few or too many are refused, as the driver does."""
    names = set(_BIND.findall(_LITERAL.sub("''", statement)))
    if names != set(parameters):
        raise oracle_error("DPY-4008: no bind placeholder named like this was found in the SQL text")
    return _BIND.sub(lambda match: _literal(parameters[match[1]]), statement)


def _literal(value: Any) -> str:
    if isinstance(value, datetime):
        return f"TO_DATE('{value:%Y-%m-%dT%H:%M:%S}', 'YYYY-MM-DD\"T\"HH24:MI:SS')"
    return str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"


def _value(value: Any) -> Any:
    """As fetch_decimals gives it: every number a Decimal."""
    return Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value
