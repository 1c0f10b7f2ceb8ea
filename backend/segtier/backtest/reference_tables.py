"""The tables of what goes in: inputs papers leave out, constants, prices, results that are no rows."""

from __future__ import annotations

from collections.abc import Mapping

from segtier.backtest.cost import CostLine, saving_pct
from segtier.backtest.rows import Backtest
from segtier.backtest.table_text import number, table
from segtier.forecast import constants
from segtier.forecast.constants import Spread


def defaults_table(backtest: Backtest) -> str:
    return table(
        ("Input", "Low", "Expected", "High", "Reason", "Source"),
        (
            (name, number(one.low), number(one.expected), number(one.high), one.reason, one.source)
            for name, one in backtest.defaults.items()
        ),
    )


def constants_table() -> str:
    """Every constant of forecast/constants.py, by name."""
    found: Mapping[str, object] = vars(constants)
    rows = []
    for name, value in found.items():
        if name.isupper() and isinstance(value, Spread):
            rows.append((name, number(value.low), number(value.expected), number(value.high), value.source))
        elif name.isupper() and isinstance(value, int | float):
            rows.append((name, "", number(float(value)), "", ""))
    return table(("Constant", "Low", "Expected", "High", "Reason"), rows)


def cost_table(lines: tuple[CostLine, CostLine]) -> str:
    old, new = lines
    rows = [
        (
            one.name,
            f"{one.dollars:,.0f}",
            f"{one.dollars_per_gb:.2f}",
            f"{one.dollars_per_iops:.2f}",
            f"{one.dollars_per_txn_per_s:.2f}",
        )
        for one in lines
    ]
    head = ("Storage", "US dollars", "per usable GB", "per SQL I/O per second", "per transaction per second")
    return f"{table(head, rows)}\n\nSSD costs {saving_pct(new.dollars, old.dollars):.1f} % less."


def not_addressed_table(backtest: Backtest) -> str:
    return table(("Result", "Why"), backtest.not_addressed.items())
