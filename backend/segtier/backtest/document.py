"""The backtest as a list for programs: one object a row, with every assumption its forecast stands on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from segtier.backtest.rows import Backtest, Input, Row
from segtier.backtest.score import Scored


def row_document(backtest: Backtest, one: Scored) -> dict[str, Any]:
    """`low`, `expected`, `high` are P10, P50, P90 in the unit of the metric; None where no forecast addresses the row."""
    found = one.forecast
    return {
        "id": one.row.id,
        "seed": one.paper,
        "option": " > ".join(one.row.order) or one.row.change,
        "metric": one.row.figure,
        "published": one.row.published,
        "low": found.low if found else None,
        "expected": found.expected if found else None,
        "high": found.high if found else None,
        "error": one.error,
        "assumptions": [_assumption(backtest, name) for name in sorted(set(_defaults(backtest, one.row)))],
        "in_band": one.in_band,
        "counted": one.counted,
        "order_holds": one.order_holds,
        "proof": one.proof.text if one.proof else None,
        "missed": one.row.missed or None,
    }


def _assumption(backtest: Backtest, name: str) -> dict[str, Any]:
    row = backtest.defaults[name]
    return {"name": name, "value": row.expected, "low": row.low, "high": row.high, "source": row.source}


def _defaults(backtest: Backtest, row: Row) -> Iterator[str]:
    """Inputs the paper leaves out: of the system's load, and of what the change moves."""
    load = backtest.systems[row.system].load
    for name in load.__struct_fields__:
        given = getattr(load, name)
        if isinstance(given, Input) and given.default:
            yield given.default
    for change in (*row.order, row.change, *((row.against,) if row.against else ())):
        made = backtest.changes[change]
        yield from (term.lstrip("-") for term in made.data if term.lstrip("-") in backtest.defaults)
        if made.hit_default:
            yield made.hit_default
