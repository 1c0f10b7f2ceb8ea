"""Runs a tree of `syntax`: three-valued logic, an empty text is NULL, SQL goes to a SQLite database.

In SQL a variable is known by the house's names: `l_` for locals, `p_` for parameters, `r(p).field` for rows of a collection.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import MutableMapping, Sequence
from typing import Any, Protocol

from lab.plsql.functions import FUNCTIONS, binary
from lab.plsql.queries import Taken, as_sqlite
from lab.plsql.syntax import read
from lab.plsql.tree import (
    Assign,
    Binary,
    Bind,
    Block,
    Body,
    Call,
    Case,
    Collection,
    Execute,
    Exit,
    Expression,
    Field,
    ForRange,
    ForRows,
    If,
    In,
    IsNull,
    Literal,
    Loop,
    Name,
    Not,
    Query,
    Raise,
    Return,
    Routine,
    Select,
    Statement,
    Variable,
)  # fmt: skip
from lab.plsql.words import NotKnown

NO_DATA_FOUND, TOO_MANY_ROWS = 100, -1422


class Row(dict[str, Any]):
    """What a query gave, by the names of its columns, with `_` for `#` and `$`."""


class Around(Protocol):
    """What is around a block: the database that its statements and the packages change."""

    def execute(self, machine: Machine, statement: str, values: Sequence[Any]) -> tuple[Any, ...]:
        """What EXECUTE IMMEDIATE does; gives the values of INTO."""

    def call(self, name: str, values: Sequence[Any]) -> Any:
        """A package's procedure, function or constant."""


class Raised(Exception):
    """An error of Oracle, with its code."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        super().__init__(text)


class _Returned(Exception):  # control flow
    def __init__(self, value: Any) -> None:
        self.value = value


class _Left(Exception):  # control flow
    pass


class _Scope:
    def __init__(self, around: _Scope | None = None) -> None:
        self.names: dict[str, Any] = {}
        self._around = around

    def find(self, name: str) -> dict[str, Any] | None:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names
            scope = scope._around
        return None

    def __getitem__(self, name: str) -> Any:
        found = self.find(name)
        if found is None:
            raise NotKnown(f"the name {name}")
        return found[name]


class Machine:
    """`binds` are SQL*Plus' variables; `printed` collects the lines of DBMS_OUTPUT."""

    def __init__(
        self, database: sqlite3.Connection, binds: MutableMapping[str, Any], around: Around, container: str
    ) -> None:
        self.printed: list[str] = []
        self._database = database
        self._binds = binds
        self._around = around
        self._container = container
        self._error: Raised | None = None

    def see(self, database: sqlite3.Connection) -> None:
        """The dictionary has changed."""
        self._database = database

    def run(self, text: str) -> None:
        """Raises Raised where the block ends with an error, NotKnown for what is not known here."""
        try:
            self._block(read(text), _Scope())
        except _Returned:
            return

    def _block(self, block: Block, around: _Scope) -> None:
        scope = _Scope(around)
        for one in block.declared:
            if isinstance(one, Variable):
                scope.names[one.name] = self._value(one.value, scope)
            elif isinstance(one, Collection):
                scope.names[one.name] = {}
            else:
                scope.names[one.name] = (one, scope) if isinstance(one, Routine) else one
        try:
            self._all(block.body, scope)
        except Raised as error:
            self._handled(error, block, scope)

    def _handled(self, error: Raised, block: Block, scope: _Scope) -> None:
        for name, body in block.handlers:
            found = scope.find(name)
            code = found[name].code if found else {"NO_DATA_FOUND": NO_DATA_FOUND, "OTHERS": error.code}.get(name)
            if code == error.code:
                before, self._error = self._error, error
                try:
                    self._all(body, scope)
                finally:
                    self._error = before
                return
        raise error

    def _all(self, body: Body, scope: _Scope) -> None:
        for one in body:
            self._one(one, scope)

    def _one(self, one: Statement, scope: _Scope) -> None:
        if isinstance(one, Assign):
            self._assign(one.to, self._value(one.value, scope), scope)
        elif isinstance(one, If):
            self._all(
                next((body for when, body in one.whens if self._value(when, scope) is True), one.otherwise), scope
            )
        elif isinstance(one, Call | Name):
            self._value(one, scope)
        else:
            self._rarer_one(one, scope)

    def _rarer_one(self, one: Statement, scope: _Scope) -> None:
        match one:
            case Return(value):
                raise _Returned(self._value(value, scope))
            case Raise():
                raise self._error or NotKnown("RAISE outside a handler")
            case Exit(when):
                if self._value(when, scope) is True:
                    raise _Left
            case Loop() | ForRange() | ForRows():
                try:
                    self._loop(one, scope)
                except _Left:
                    return
            case Select(query, into):
                self._select(query, into, scope)
            case Execute(text, into, using):
                found = self._around.execute(
                    self, self._value(text, scope), [self._value(each, scope) for each in using]
                )
                for to, value in zip(into, found, strict=True) if into else ():
                    self._assign(to, value, scope)
            case Block():
                self._block(one, scope)
            case _:
                self._value(one, scope)

    def _loop(self, one: Loop | ForRange | ForRows, scope: _Scope) -> None:
        if isinstance(one, Loop):
            while self._value(one.while_, scope) is True:
                self._all(one.body, scope)
            return
        if isinstance(one, ForRange):
            turns: Sequence[Any] = range(int(self._value(one.first, scope)), int(self._value(one.last, scope)) + 1)
        elif isinstance(one.rows, str):
            turns = self._rows(scope[one.rows].query, scope)
        else:
            turns = self._rows(one.rows, scope)
        for turn in turns:
            inner = _Scope(scope)
            inner.names[one.name] = turn
            self._all(one.body, inner)

    def _select(self, query: Query, into: Sequence[Expression], scope: _Scope) -> None:
        names, rows = self._fetched(query, scope)
        if not rows:
            raise Raised(NO_DATA_FOUND, "ORA-01403: no data found")
        if len(rows) > 1:
            raise Raised(TOO_MANY_ROWS, "ORA-01422: exact fetch returns more than requested number of rows")
        if query.tokens[1].value == "*":
            self._assign(into[0], Row(zip(names, rows[0], strict=True)), scope)
            return
        for to, value in zip(into, rows[0], strict=True):
            self._assign(to, value, scope)

    def _assign(self, to: Expression, value: Any, scope: _Scope) -> None:
        value = None if value == "" else value
        match to:
            case Bind(name):
                self._binds[name] = value
            case Name(name):
                found = scope.find(name)
                if found is None:
                    raise NotKnown(f"the variable {name}")
                found[name] = value
            case Field(Call(Name(name), (at,)), field):
                scope[name].setdefault(self._value(at, scope), {})[field] = value
            case Field(of, field):
                self._value(of, scope)[field] = value
            case Call(Name(name), (at,)):
                scope[name][self._value(at, scope)] = value
            case _:
                raise NotKnown(f"an assignment to {to}")

    def _rows(self, query: Query, scope: _Scope) -> list[Row]:
        names, rows = self._fetched(query, scope)
        return [Row(zip(names, row, strict=True)) for row in rows]

    def _fetched(self, query: Query, scope: _Scope) -> tuple[list[str], list[list[Any]]]:
        text, taken = as_sqlite(query)
        values = [self._taken(one, scope) for one in taken]
        try:
            found = self._database.execute(text, values)
        except sqlite3.Error as error:
            raise NotKnown(f"the query {text} with {values}: {error}") from error
        names = [column[0].upper().split(".")[-1] for column in found.description]
        return names, [[None if value == "" else value for value in row] for row in found]

    def _taken(self, one: Taken, scope: _Scope) -> Any:
        if one.bind:
            return self._binds.get(one.name)
        value = scope[one.name]
        if one.at is not None:
            value = value[int(one.at) if one.at.isdigit() else scope[one.at]]
        return value if one.field is None else _of(value, one.field)

    def _value(self, one: Expression | Statement, scope: _Scope) -> Any:
        if isinstance(one, Literal):
            return one.value
        if isinstance(one, Name):
            return self._named(one.name, scope)
        if isinstance(one, Call):
            return self._call(one.of, one.arguments, scope)
        if isinstance(one, Bind):
            return self._binds.get(one.name)
        if isinstance(one, Binary):
            return self._two(one, scope)
        if isinstance(one, Field):
            return self._field(one.of, one.name, scope)
        return self._rarer(one, scope)

    def _two(self, one: Binary, scope: _Scope) -> Any:
        left = self._value(one.left, scope)
        if one.sign in ("AND", "OR"):
            return self._logic(one.sign == "OR", left, one.right, scope)
        return binary(one.sign, left, self._value(one.right, scope))

    def _rarer(self, one: Expression | Statement, scope: _Scope) -> Any:
        match one:
            case Not(of):
                value = self._value(of, scope)
                return None if value is None else not value
            case IsNull(of):
                return self._value(of, scope) is None
            case In(of, among):
                value, values = self._value(of, scope), [self._value(each, scope) for each in among]
                return None if value is None else True if value in values else None if None in values else False
            case Case(whens, otherwise):
                found = (then for when, then in whens if self._value(when, scope) is True)
                return self._value(next(found, otherwise), scope)
            case _:
                raise NotKnown(f"the value of {one}")

    def _named(self, name: str, scope: _Scope) -> Any:
        found = scope.find(name)
        if found is not None:
            value = found[name]
            return self._routine(value, []) if isinstance(value, tuple) else value
        if name in ("SQLCODE", "SQLERRM") and self._error is not None:
            return self._error.code if name == "SQLCODE" else f"ORA{self._error.code}: {self._error}"
        raise NotKnown(f"the name {name}")

    def _logic(self, ends: bool, left: Any, right: Expression, scope: _Scope) -> bool | None:
        """`ends`: the value that decides by itself, True of OR."""
        value: bool | None = left if left is ends else self._value(right, scope)
        if value is ends:
            return ends
        return None if left is None or value is None else not ends

    def _field(self, of: Expression, name: str, scope: _Scope) -> Any:
        if isinstance(of, Name) and scope.find(of.name) is None:
            return self._package(f"{of.name}.{name}", [])
        value = self._value(of, scope)
        if name == "COUNT":
            return len(value)
        if name == "FIRST":
            return min(value, default=None)
        return _of(value, name)

    def _call(self, of: Expression, arguments: Sequence[Expression], scope: _Scope) -> Any:
        values = [self._value(each, scope) for each in arguments]
        if isinstance(of, Name):
            found = scope.find(of.name)
            if found is None:
                return self._function(of.name, values)
            value = found[of.name]
            return self._routine(value, values) if isinstance(value, tuple) else value[values[0]]
        match of:
            case Field(Name(package), name) if scope.find(package) is None:
                return self._package(f"{package}.{name}", values)
            case Field(of_, "EXISTS"):
                return values[0] in self._value(of_, scope)
            case Field(of_, "NEXT"):
                return min((key for key in self._value(of_, scope) if key > values[0]), default=None)
            case _:
                raise NotKnown(f"a call of {of}")

    def _routine(self, found: tuple[Routine, _Scope], values: Sequence[Any]) -> Any:
        routine, around = found
        scope = _Scope(around)
        scope.names.update(zip(routine.parameters, values, strict=True))
        try:
            self._block(routine.block, scope)
        except _Returned as returned:
            return returned.value
        return None

    def _package(self, name: str, values: Sequence[Any]) -> Any:
        match name:
            case "DBMS_OUTPUT.PUT_LINE":
                self.printed.append(values[0] or "")
            case "DBMS_ASSERT.ENQUOTE_NAME":
                return f'"{values[0] or ""}"'
            case "DBMS_LOB.INSTR":
                return self._function("INSTR", values)
            case "DBMS_LOB.SUBSTR":
                return self._function("SUBSTR", [values[0], values[2], values[1]])
            case _:
                return self._around.call(name, values)
        return None

    def _function(self, name: str, values: Sequence[Any]) -> Any:
        if name == "RAISE_APPLICATION_ERROR":
            raise Raised(values[0], values[1])
        if name == "NVL":
            return values[1] if values[0] is None else values[0]
        if name == "SYS_CONTEXT" and values[1] == "CURRENT_SCHEMA":
            return self._around.call(name, values)
        if name == "SYS_CONTEXT":
            return {"CON_NAME": self._container, "ISDBA": "TRUE"}[values[1]]
        if name not in FUNCTIONS:
            raise NotKnown(f"the function {name}")
        if values[0] is None or (name in ("LEAST", "GREATEST") and None in values):
            return None
        return FUNCTIONS[name](*values)


def _of(record: dict[str, Any], field: str) -> Any:
    """Of a record a field that was never set is NULL; a row has its columns and no others."""
    name = re.sub(r"[$#]", "_", field)
    if isinstance(record, Row) and name not in record:
        raise NotKnown(f"the column {field} of a row with {', '.join(record)}")
    return record.get(name)
