"""Oracle SQL of a query for the database at hand. Text in, text out: nothing here connects to anything.

The same code serves both collectors. `Database` answers at once which columns exist; the SQL*Plus script asks the
database while it runs, so its `Chooser` answers with a substitution variable (`segtier.collect.sqlplus`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from segtier.collect.catalogue import Column, Part, Query
from segtier.collect.dictionary import View, views
from segtier.dataclass import dataclass

_VIEW = re.compile(r"(\{dba\}_\w+|\{[\w$]+\|[\w$]+\}|perfstat\.stats\$\w+|g?v\$\w+|dba_hist_\w+)\s+([a-z])\b")
_REFERENCE = re.compile(r"(?<![\w.])([a-z])\.([a-z][\w#$]*)")
_LITERAL = re.compile(r"'(?:[^']|'')*'")
_OPTIONAL = re.compile(r"\s*\[([^]]+)\]")
_AGGREGATE = re.compile(r"(SUM|COUNT|MAX|MIN)\(")
_JOIN = re.compile(r"\s((?:LEFT )?JOIN|FROM|GROUP BY)\b")
_EITHER = re.compile(r"\{([\w$]+)\|([\w$]+)\}")

TYPED_NULL = {"text": "CAST(NULL AS VARCHAR2(1))", "number": "CAST(NULL AS NUMBER)", "time": "CAST(NULL AS DATE)"}


@dataclass(frozen=True, slots=True, order=True)
class Need:
    """A dictionary column, or with an empty column the view itself; `view` as the dictionary names it."""

    view: str
    column: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    text: str
    needs: tuple[Need, ...]


class Chooser(Protocol):
    """Decides between texts by the columns the database has."""

    @property
    def dba(self) -> str: ...

    @property
    def con_id(self) -> str: ...

    def choose(self, options: Sequence[Option], otherwise: str) -> str:
        """The text of the first option whose needs are met."""


@dataclass(frozen=True, slots=True)
class Database:
    """What a live collector found: `columns` as (view, column) in lower case, see `columns_from`.

    `root` is the root of a container database; `pdb` the container's number in any other container.
    """

    columns: frozenset[tuple[str, str]]
    root: bool = False
    pdb: int | None = None

    @property
    def dba(self) -> str:
        return "cdb" if self.root else "dba"

    @property
    def con_id(self) -> str:
        return "CAST(NULL AS NUMBER)" if self.pdb is None else str(self.pdb)

    def has(self, need: Need) -> bool:
        view = need.view.replace("{dba}", self.dba)
        return any(name == view and need.column in ("", column) for name, column in self.columns)

    def choose(self, options: Sequence[Option], otherwise: str) -> str:
        return next((option.text for option in options if all(map(self.has, option.needs))), otherwise)


def missing_views(query: Query, database: Database) -> tuple[str, ...]:
    """Views the query cannot do without and this database does not have; empty where it can run."""
    return tuple(
        "/".join(alternatives).replace("{dba}", database.dba)
        for alternatives in required_views(query)
        if not any(database.has(Need(view)) for view in alternatives)
    )


def required_views(query: Query) -> tuple[tuple[str, ...], ...]:
    """The views of the FROM clauses; several names where one of them is enough."""
    found = [_alternatives(match.group(1)) for part in query.parts for match in _VIEW.finditer(_certain(part.source))]
    return tuple(dict.fromkeys(found))


def select(query: Query, chooser: Chooser, names: Sequence[str] | None = None) -> str:
    """The SELECT of a query, without a closing semicolon; `names` are the column aliases, as they are to be written.

    Window conditions keep the bind variables :window_begin and :window_end.
    """
    aliases = names or [f'"{column.name}"' for column in query.columns]
    return "\nUNION ALL\n".join(_part(query, part, chooser, aliases) for part in query.parts)


def columns_from(rows: Iterable[tuple[str, str, str]]) -> frozenset[tuple[str, str]]:
    """What `Database.columns` wants from (owner, table_name, column_name) rows of `PROBE`."""
    return frozenset((_public_name(owner, table), column.lower()) for owner, table, column in rows)


def probed_tables() -> tuple[str, ...]:
    """The table names to ask dba_tab_columns for: fixed views, dba_ and cdb_ views, and Statspack's tables."""
    names = {view.table_name.replace("{dba}", prefix) for view in views().values() for prefix in ("DBA", "CDB")}
    return tuple(sorted(names))


def needs_of(text: str, aliases: dict[str, tuple[str, ...]]) -> tuple[Need, ...]:
    """The dictionary columns a piece of SQL names; one of several alternative views has the column."""
    known = {**aliases, **aliases_of(text)}
    references = sorted(set(_REFERENCE.findall(_LITERAL.sub("''", text))))
    return tuple(_need(known[alias], column) for alias, column in references if alias in known)


def aliases_of(text: str) -> dict[str, tuple[str, ...]]:
    """Alias -> view; several views where one or the other is meant."""
    return {match.group(2): _alternatives(match.group(1)) for match in _VIEW.finditer(text)}


def _part(query: Query, part: Part, chooser: Chooser, names: Sequence[str]) -> str:
    aliases = aliases_of(part.source)
    expressions = [_expression(column, aliases, chooser) for column in part.columns]
    columns = ",\n       ".join(f"{text} AS {name}" for text, name in zip(expressions, names, strict=True))
    text = f"SELECT {columns}\n  FROM {_source(part, aliases, chooser)}"
    if part.conditions:
        text += "\n WHERE " + "\n   AND ".join(part.conditions)
    if query.grouped:
        keys = dict.fromkeys(filter(None, map(_group_key, part.columns, expressions)))
        text += "\n GROUP BY " + ",\n       ".join(keys)
    if query.having:
        text += f"\nHAVING {query.having}"
    return text.replace("{dba}", chooser.dba)


def _group_key(column: Column, expression: str) -> str | None:
    is_sum = any(_AGGREGATE.match(choice.expression) for choice in column.choices)
    return None if is_sum or expression == TYPED_NULL[column.kind] else expression


def _expression(column: Column, aliases: dict[str, tuple[str, ...]], chooser: Chooser) -> str:
    options = [
        Option(choice.expression, _sorted(needs_of(" ".join((choice.expression, *choice.besides)), aliases)))
        for choice in column.choices
        if choice.expression not in ("NULL", "{pdb}")
    ]
    otherwise = chooser.con_id if column.choices[-1].expression == "{pdb}" else TYPED_NULL[column.kind]
    return chooser.choose(options, otherwise) if options else otherwise


def _source(part: Part, aliases: dict[str, tuple[str, ...]], chooser: Chooser) -> str:
    def optional(match: re.Match[str]) -> str:
        text = match.group(1)
        return " " + chooser.choose([Option(text, _sorted(needs_of(text, aliases)))], "")

    def either(match: re.Match[str]) -> str:
        first, second = match.groups()
        return chooser.choose([Option(first, (Need(first),))], second)

    text = _EITHER.sub(either, _OPTIONAL.sub(optional, part.source).rstrip())
    return _JOIN.sub(r"\n  \1", text)


def _need(alternatives: tuple[str, ...], column: str) -> Need:
    holder = [name for name in alternatives if any(known.name == column for known in views()[name].columns)]
    if not holder:
        raise KeyError(f"dictionary.yaml knows no column {column} of {' or '.join(alternatives)}")
    return Need(holder[-1], column)  # the older view, which is there besides the newer one


def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(text.strip("{}").split("|")) if "|" in text else (text,)


def _certain(source: str) -> str:
    return _OPTIONAL.sub("", source)


def _sorted(needs: Iterable[Need]) -> tuple[Need, ...]:
    return tuple(sorted(set(needs)))


def _public_name(owner: str, table: str) -> str:
    name = table.lower()
    if owner == "PERFSTAT":
        return f"perfstat.{name}"
    for fixed, public in (("gv_$", "gv$"), ("v_$", "v$")):
        if name.startswith(fixed):
            return public + name.removeprefix(fixed)
    return name


def view_of(need: Need) -> View:
    """The dictionary's entry of the view a need names."""
    return views()[need.view]
