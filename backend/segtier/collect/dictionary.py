"""The views and columns of Oracle that the queries use, from `dictionary.yaml`: how sure each is, and since when."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

from segtier.dataclass import dataclass

DOCUMENTED, OBSERVED, UNVERIFIED = "documented", "observed", "unverified"
MARKS = (DOCUMENTED, OBSERVED, UNVERIFIED)
OLDEST = (10, 2)

Release = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DictionaryColumn:
    """`mark` says where the column was seen, `source` which page or file, `since` the first release that has it."""

    name: str
    kind: str
    since: Release
    mark: str
    source: str

    @property
    def certain(self) -> bool:
        """It need not be probed: every release read has it."""
        return self.mark != UNVERIFIED and self.since <= OLDEST


@dataclass(frozen=True, slots=True)
class View:
    """`name` as queries write it: gv$log, dba_tables, `{dba}_tables` where cdb_tables may stand in."""

    name: str
    since: Release
    columns: tuple[DictionaryColumn, ...]

    @property
    def certain(self) -> bool:
        return self.since <= OLDEST

    @property
    def owner(self) -> str:
        return "PERFSTAT" if self.name.startswith("perfstat.") else "SYS"

    @property
    def table_name(self) -> str:
        """Its name in dba_tab_columns; `{dba}` stays for the caller to fill in."""
        name = self.name.removeprefix("perfstat.")
        for public, fixed in (("gv$", "gv_$"), ("v$", "v_$")):
            if name.startswith(public):
                name = fixed + name.removeprefix(public)
        return name.upper().replace("{DBA}", "{dba}")

    def column(self, name: str) -> DictionaryColumn:
        """Raises KeyError where the dictionary has no such column."""
        return {column.name: column for column in self.columns}[name]


@lru_cache(maxsize=1)
def views() -> dict[str, View]:
    """Every view by its name."""
    text = files("segtier.collect").joinpath("dictionary.yaml").read_text(encoding="utf-8")
    loaded = yaml.safe_load(text)
    return {name: _view(name, row, loaded["sources"]) for name, row in loaded["views"].items()}


def mark_counts() -> dict[str, int]:
    """How many columns carry each mark."""
    marks = [column.mark for view in views().values() for column in view.columns]
    return {mark: marks.count(mark) for mark in MARKS}


def _view(name: str, row: dict[str, Any], sources: dict[str, str]) -> View:
    since = _release(row.get("since", "10.2"))
    columns = tuple(_column(column, str(text), row, sources, since) for column, text in row["columns"].items())
    return View(name, since, columns)


def _column(name: str, text: str, row: dict[str, Any], sources: dict[str, str], since: Release) -> DictionaryColumn:
    kind, *more = text.split()
    own = [word for word in more if word[0].isdigit()]
    marks = [word for word in more if word in MARKS]
    named = [word for word in more if word in sources]
    if len(own) + len(marks) + len(named) != len(more) or kind not in ("text", "number", "time"):
        raise ValueError(f"{name}: cannot read {text!r}")
    source = sources[named[0] if named else row["source"]].replace("PAGE", row.get("page", "its own page"))
    mark = marks[0] if marks else row.get("mark", DOCUMENTED)
    return DictionaryColumn(name, kind, max(_release(own[0]), since) if own else since, mark, source)


def _release(text: str) -> Release:
    major, _, minor = str(text).partition(".")
    return int(major), int(minor or 1)
