"""When each piece was proved last, and what it took: kept in the repository, for what was not proved for longest comes first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LEDGER = Path(__file__).with_name("ledger.tsv")
NEVER = "never"
_HEAD = "piece\tprocessor_s\tproved"


@dataclass(frozen=True)
class Proof:
    """Processor time in seconds, and the moment (UTC, ISO 8601) of the last time that all of a piece passed; `NEVER`."""

    processor_s: float
    proved: str


def read_ledger(file: Path = LEDGER) -> dict[str, Proof]:
    """By piece; empty where there is none yet."""
    if not file.exists():
        return {}
    rows = [line.split("\t") for line in file.read_text("utf-8").splitlines()[1:]]
    return {piece: Proof(float(seconds), proved) for piece, seconds, proved in rows}


def write_ledger(proofs: Mapping[str, Proof], file: Path = LEDGER) -> None:
    """One line a piece, by name: a run changes the lines of what it proved, and no other."""
    rows = [f"{piece}\t{one.processor_s:.1f}\t{one.proved}" for piece, one in sorted(proofs.items())]
    draft = file.with_suffix(".new")
    draft.write_text("\n".join([_HEAD, *rows]) + "\n", "utf-8")
    draft.replace(file)
