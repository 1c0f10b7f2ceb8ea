"""Nothing is deleted by its age but by a clock that is believed: no function of the store can forget it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from segtier.store.tables import Base, UtcDateTime
from tests.source import trees

MOMENTS = {
    column.name
    for table in Base.metadata.sorted_tables
    for column in table.columns
    if isinstance(column.type, UtcDateTime)
}
"""Columns that say when."""
TAKES = "Believed"


def functions(*words: str, below: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Of files that hold one of these words."""
    for name, tree in trees(*words, below=below):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield f"{name}:{node.name}", node


def is_of_a_row(side: ast.expr) -> bool:
    """`SessionRow.seen_at`, `row.created_at` of an alias."""
    return isinstance(side, ast.Attribute) and side.attr in MOMENTS and isinstance(side.value, ast.Name)


def looks_for_what_is_old(function: ast.FunctionDef) -> bool:
    """Is a moment of rows compared with `<`, in what could be a query?"""
    return any(
        (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Lt | ast.LtE) and is_of_a_row(node.left))
        or (
            isinstance(node, ast.Compare)
            and isinstance(node.ops[0], ast.Gt | ast.GtE)
            and is_of_a_row(node.comparators[0])
        )
        for node in ast.walk(function)
    )


def takes_a_believed_clock(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(one.annotation) == TAKES for one in function.args.args if one.annotation is not None)


def test_what_deletes_by_age_asks_for_a_clock_that_is_believed() -> None:
    store = dict(functions(below="store"))
    asks = {name for name, function in store.items() if looks_for_what_is_old(function)}
    believed = {name for name, function in store.items() if takes_a_believed_clock(function)}
    assert asks <= believed, "take a Believed, or compare by segtier.moments"
    assert len(believed) >= 6


def test_only_the_trusted_clock_gives_one() -> None:
    made = {
        name
        for name, function in functions(TAKES)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == TAKES
    }
    assert made == {"services/trusted_clock.py:believed"}


def test_nothing_goes_back_in_time_by_itself() -> None:
    """`now(tx) - …` is said in one place."""
    found = {
        name
        for name, function in functions("now(")
        for node in ast.walk(function)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Sub)
        and isinstance(node.left, ast.Call)
        and ast.unparse(node.left.func) == "now"
    }
    assert found <= {"store/figures.py:_oldest_queued_s"}
