"""The outcomes of a policy as a table: what did not hold is marked, and where its value is from."""

from __future__ import annotations

from rich.table import Table

from segtier.cli.support.terminal import cell, page
from segtier.policy import Checked, Outcome

_MARKS = {"fail": "bold red", "warn": "yellow", "pass": ""}


def print_checked(found: Checked) -> None:
    console = page(160)
    table = Table("", "", "rule", "measured", "allowed", "from", box=None, pad_edge=False)
    for one in found.outcomes:
        where = one.places[0].words if one.places else ""
        texts = (one.rule, one.measured, one.limit, where)
        table.add_row(cell(one.state, _MARKS[one.counts]), one.counts, *(cell(text) for text in texts))
    console.print(table)
    for one in found.outcomes:
        if one.state != "held":
            console.print(cell(_line(one)), soft_wrap=True)
    console.print(cell(f"{found.policy}: {found.words}.", style="bold"))


def _line(one: Outcome) -> str:
    return " ".join(part for part in (f"- {one.rule}:", one.why or f"{one.state}.", one.text) if part)
