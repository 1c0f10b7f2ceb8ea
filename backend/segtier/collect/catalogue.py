"""The queries of a bundle, from `queries.yaml`: what both collectors read, in the order they read it."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

import yaml

from segtier.dataclass import dataclass

Licence = Literal["none", "diagnostics-pack", "statspack"]
NO_LICENCE: Final = "none"
DIAGNOSTICS_PACK: Final = "diagnostics-pack"
STATSPACK: Final = "statspack"
_TYPE = re.compile(r"(text|number|time)(\d*) ")


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to compute a column; `besides` are dictionary columns it needs though it does not name them."""

    expression: str
    besides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a file; the first choice whose dictionary columns exist is taken, NULL where none does.

    `kind` is text, number or time. `keep` is how many bytes SQL*Plus keeps, None for all.
    """

    name: str
    kind: str
    choices: tuple[Choice, ...]
    keep: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One SELECT: `source` is the FROM clause, `conditions` are joined by AND."""

    source: str
    conditions: tuple[str, ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """One file of the bundle. Several parts are joined by UNION ALL; `long` says what makes the file long."""

    name: str
    title: str
    parts: tuple[Part, ...]
    licence: Licence = NO_LICENCE
    grouped: bool = False
    heavy: bool = False
    timeout_s: int = 600
    long: str | None = None
    having: str | None = None

    @property
    def file(self) -> str:
        return f"{self.name}.csv"

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.parts[0].columns

    @property
    def in_window(self) -> bool:
        """It takes the bind variables window_begin and window_end."""
        return any(":window_" in condition for part in self.parts for condition in part.conditions)


@lru_cache(maxsize=1)
def queries() -> tuple[Query, ...]:
    """Every query in the order of the bundle."""
    text = files("segtier.collect").joinpath("queries.yaml").read_text(encoding="utf-8")
    return tuple(_query(name, row) for name, row in yaml.safe_load(text)["queries"].items())


def find_query(name: str) -> Query:
    """The query of that name. Raises KeyError where the catalogue has none."""
    return {query.name: query for query in queries()}[name]


def _query(name: str, row: dict[str, Any]) -> Query:
    return Query(
        name=name,
        title=row["title"],
        parts=tuple(_part(part) for part in row.get("parts", (row,))),
        licence=row.get("licence", NO_LICENCE),
        grouped=row.get("grouped", False),
        heavy=row.get("heavy", False),
        timeout_s=row.get("timeout_s", 600),
        long=row.get("size"),
        having=row.get("having"),
    )


def _part(row: dict[str, Any]) -> Part:
    columns = tuple(_column(name, text) for name, text in row["columns"].items())
    return Part(row["from"], tuple(row.get("where", ())), columns)


def _column(name: str, text: str) -> Column:
    match = _TYPE.match(text)
    if match is None:
        raise ValueError(f"column {name}: {text!r} does not begin with a type")
    choices = tuple(_choice(choice) for choice in text[match.end() :].split(" ?? "))
    return Column(name, match.group(1), choices, int(match.group(2)) if match.group(2) else None)


def _choice(text: str) -> Choice:
    expression, _, besides = text.partition(" if ")
    return Choice(expression.strip(), tuple(besides.split()))
