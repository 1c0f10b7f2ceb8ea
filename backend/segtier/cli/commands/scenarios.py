"""`segtier scenarios`: several questions by name, and their answers side by side."""

from __future__ import annotations

import sys
from datetime import datetime
from functools import partial
from pathlib import Path

import click
from rich.table import Table

from segtier.advisor import advise
from segtier.cli.support.csv_text import csv_text
from segtier.cli.support.exit_codes import REFUSED
from segtier.cli.support.inputs import Inputs, files_argument, read_inputs
from segtier.cli.support.read_files import jobs_option
from segtier.cli.support.request_options import WORDS
from segtier.cli.support.scenario_file import read_scenarios
from segtier.cli.support.terminal import cell, page, say_csv, say_document
from segtier.cli.support.usage import said_by_options
from segtier.cli.support.which_reports import Which, which_options
from segtier.model.advice import Summary
from segtier.model.forecast import Range
from segtier.model.scenario import Difference, ScenarioLine, SideBySide, Typed
from segtier.question import Question, compose_request
from segtier.scenarios import Asked, answer_of, side_by_side
from segtier.units import format_bytes

_COLUMNS = ("scenario", "SSD", "price", "", "open first", "less DB time", "takes", "moves", "differs in")
_GAIN = "Less DB time: at the same work; in brackets the P10-P90 range. What differs: from the first one."


@click.command("scenarios", help="Ask several questions, each by its name, and print their answers side by side.")
@files_argument
@which_options
@jobs_option
@click.option(
    "--file",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="YAML or JSON: a list of scenarios, as in docs/use/scenarios.md.",
)
@click.option("--format", "format_", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def command(
    paths: tuple[Path, ...],
    file: Path,
    format_: str,
    begin: datetime | None,
    end: datetime | None,
    skip: tuple[str, ...],
    dbid: int | None,
    jobs: int,
) -> None:
    with said_by_options():
        questions = read_scenarios(file)
    inputs = read_inputs(paths, jobs, which=Which(begin, end, skip, dbid))
    asked = [Asked(name, question, answer_of(partial(_ask, inputs, question))) for name, question in questions.items()]
    found = side_by_side(asked, WORDS)
    if format_ == "json":
        say_document(found)
    elif format_ == "csv":
        say_csv(csv_text(_COLUMNS, map(_cells, found.scenarios)))
    else:
        _print(found)
    refused = any(one.refusal is not None for one in found.scenarios)
    sys.exit(REFUSED if refused else inputs.exit_code)


def _ask(inputs: Inputs, question: Question) -> Summary:
    return advise(inputs.workloads, inputs.inventories, compose_request(question)).summary


def _print(found: SideBySide) -> None:
    console = page(190)
    table = Table(*_COLUMNS, box=None, pad_edge=False)
    for line in found.scenarios:
        table.add_row(*(cell(text) for text in _cells(line)))
    console.print(table)
    for line in found.scenarios:
        text = line.answer.headline if line.answer else line.refusal.message if line.refusal else ""
        console.print(cell(f"{line.name}: {text}"), soft_wrap=True)
    console.print(cell(_GAIN))


def _cells(line: ScenarioLine) -> tuple[str, ...]:
    price = "" if line.price is None else f"{line.price:,.0f}"
    differs = ", ".join(_difference(one) for one in line.differs)
    answer = line.answer
    if answer is None:
        return (line.name, "", price, "no answer", "", "", "", "", differs)
    return (
        line.name,
        format_bytes(answer.flash_bytes),
        price,
        answer.tag,
        answer.option_title,
        _gain(answer.gain),
        "size not known" if answer.used_bytes is None else format_bytes(answer.used_bytes),
        "" if answer.moves is None else f"{answer.moves:,}",
        differs,
    )


def _gain(gain: Range | None) -> str:
    """`41 % (35-51)`."""
    return "" if gain is None else f"{gain.expected:.0%} ({gain.low * 100:.0f}-{gain.high * 100:.0f})"


def _difference(one: Difference) -> str:
    return f"no {one.name}" if one.value in (None, ()) else f"{one.name} {_typed(one.value)}"


def _typed(value: Typed) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
