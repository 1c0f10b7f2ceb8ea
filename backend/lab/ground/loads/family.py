"""A family of loads as its folder describes it."""

from __future__ import annotations

from dataclasses import field
from functools import cache
from pathlib import Path

import msgspec

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput

HERE = Path(__file__).parent
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Transaction:
    weight: int
    writes: bool
    """It commits redo."""


@dataclass(frozen=True, slots=True)
class Family:
    """`name.sql` beside load.yaml is each transaction; knobs are its variables. Ranges are drawn from, evenly on a log scale."""

    says: str
    transactions: dict[str, Transaction]
    users: Range
    cache_mb: Range
    knobs: dict[str, Range] = field(default_factory=dict)


@cache
def families() -> dict[str, Family]:
    """By name, in alphabetical order."""
    return {path.parent.name: read_family(path) for path in sorted(HERE.glob("*/load.yaml"))}


def read_family(path: Path) -> Family:
    """Raises UnreadableInput naming the file and the fault."""
    name = path.parent.name
    try:
        family = msgspec.yaml.decode(path.read_bytes(), type=Family)
    except msgspec.DecodeError as fault:
        raise UnreadableInput(f"{name}/load.yaml: {fault}", code="bad-load") from fault
    for transaction in family.transactions:
        if not (path.parent / f"{transaction}.sql").is_file():
            raise UnreadableInput(f"{name}/load.yaml: there is no {transaction}.sql beside it", code="bad-load")
    return family


def statement(family: str, transaction: str) -> str:
    return (HERE / family / f"{transaction}.sql").read_text("utf-8")


def thinking() -> str:
    """What comes before each transaction where users think."""
    return (HERE / "think.sql").read_text("utf-8")


def schema(family: str) -> str:
    return (HERE / family / "schema.sql").read_text("utf-8")
