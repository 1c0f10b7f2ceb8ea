"""Reads `backtest_rows.yaml`; a fault names the row and the field."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from segtier.backtest.rows import Backtest, ChangeRow, Input, Row
from segtier.errors import UnreadableInput


@lru_cache(maxsize=1)
def load_backtest() -> Backtest:
    """The rows that come with Segtier."""
    return parse_backtest(files("segtier.backtest").joinpath("backtest_rows.yaml").read_bytes())


def parse_backtest(raw: bytes) -> Backtest:
    """Rows from YAML. Raises UnreadableInput naming the row and the field of the first fault."""
    try:
        loose = msgspec.yaml.decode(raw)
    except msgspec.DecodeError as fault:
        raise _bad(f"not YAML: {fault}") from fault
    try:
        backtest = msgspec.convert(loose, Backtest)
    except msgspec.ValidationError as fault:
        raise _bad(_named(str(fault), loose)) from fault
    _check(backtest)
    return backtest


def _bad(message: str) -> UnreadableInput:
    return UnreadableInput(
        f"backtest rows: {message}", code="bad-backtest-rows", advice="See the head of backtest_rows.yaml."
    )


def _named(fault: str, loose: Any) -> str:
    """The message with `rows[3]` replaced by the row's id."""
    place = re.search(r"\$\.rows\[(\d+)\]", fault)
    if place is None:
        return fault
    row = loose["rows"][int(place.group(1))]
    return fault.replace(place.group(0), f"row {row.get('id', place.group(1)) if isinstance(row, dict) else '?'}")


def _check(backtest: Backtest) -> None:
    seen: set[str] = set()
    for row in backtest.rows:
        _require(row.id not in seen and row.id not in backtest.not_addressed, f"row {row.id}: id: listed twice")
        seen.add(row.id)
        _check_row(backtest, row)
    for name, system in backtest.systems.items():
        _require(system.paper in backtest.papers, f"system {name}: paper: no paper {system.paper!r}")
        for field in system.load.__struct_fields__:
            _check_input(backtest, f"system {name}: {field}", getattr(system.load, field))
    for name, default in backtest.defaults.items():
        _require(
            default.low <= default.expected <= default.high, f"default {name}: low <= expected <= high does not hold"
        )
    for name, change in backtest.changes.items():
        _check_change(backtest, name, change)
    for name, tier in backtest.tiers.items():
        _require((tier.device is None) != (tier.own is None), f"tier {name}: give either device or own")


def _check_row(backtest: Backtest, row: Row) -> None:
    _require(row.system in backtest.systems, f"row {row.id}: system: no system {row.system!r}")
    _require(row.tier in backtest.tiers, f"row {row.id}: tier: no tier {row.tier!r}")
    for name in (row.change, *row.order, *([row.against] if row.against else ())):
        _require(name in backtest.changes, f"row {row.id}: change: no change {name!r}")
    is_order = row.figure == "order"
    _require(is_order == (row.published is None), f"row {row.id}: published: a figure needs one, an order has none")
    _require(is_order == bool(row.order and row.measure), f"row {row.id}: order: an order needs changes and a measure")
    _require((row.figure == "users-at-1s-growth") == (row.against is not None), f"row {row.id}: against: growth only")
    known = {*backtest.figures, *(one.id for one in backtest.rows)}
    for other in row.left_out.against if row.left_out else ():
        _require(other in known, f"row {row.id}: left_out.against: no figure {other!r}")


def _check_change(backtest: Backtest, name: str, change: ChangeRow) -> None:
    for term in change.data:
        bare = term.removeprefix("-")
        ok = bare in backtest.defaults or re.fullmatch(r"[01](\.\d+)?", bare)
        _require(bool(ok), f"change {name}: data: {term!r} is neither a share nor a default")
    known = change.hit_default is None or change.hit_default in backtest.defaults
    _require(known, f"change {name}: hit_default: no default {change.hit_default!r}")
    ways = sum((change.hit_share is not None, change.hit_default is not None, change.fitted_curve))
    _require(ways == bool(change.flash_cache_gb), f"change {name}: a flash cache needs one hit share, and only it")


def _check_input(backtest: Backtest, where: str, given: Input | None) -> None:
    if given is None:
        return
    _require((given.value is None) != (given.default is None), f"{where}: give either value or default")
    _require(given.default is None or given.default in backtest.defaults, f"{where}: no default {given.default!r}")
    _require(given.value is None or given.lines is not None, f"{where}: a value needs the lines it stands in")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise _bad(message)
