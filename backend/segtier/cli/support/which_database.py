"""Of which database what counts is: files, and dumps above all, may hold several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import click

from segtier.errors import NotUsable
from segtier.model.pair import Pair
from segtier.model.workload import Database

F = TypeVar("F", bound=Callable[..., Any])
D = TypeVar("D", bound="Pair | _Named")


class _Named(Protocol):
    @property
    def database(self) -> Database: ...


def dbid_option(command: F) -> F:
    """Adds --dbid to a command, which receives `dbid`."""
    return click.option("--dbid", type=int, metavar="N", help="Only this database, where a dump holds several.")(
        command
    )


def of_database(given: Iterable[D], dbid: int | None) -> tuple[tuple[D, ...], tuple[Database, ...]]:
    """What is of that database, or says of none; and the databases of the rest."""
    kept: list[D] = []
    others: list[Database] = []
    for one in given:
        database = one.first.database if isinstance(one, Pair) else one.database
        if dbid is None or database.dbid in (None, dbid):
            kept.append(one)
        else:
            others.append(database)
    return tuple(kept), tuple(others)


def no_such(dbid: int, others: Sequence[Database]) -> NotUsable:
    """`others`: what there is instead."""
    names = {one.dbid: one.name or "unnamed" for one in others if one.dbid is not None}
    known = ", ".join(f"{name} (DBID {number})" for number, name in sorted(names.items()))
    return NotUsable(
        f"nothing is of DBID {dbid}: the files are of {known}",
        code="no-such-database",
        advice="Give one of these to --dbid.",
    )
