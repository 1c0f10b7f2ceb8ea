"""Files named on the command line into workloads and inventories, for the commands that join several of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from segtier.cli.input_files import input_files
from segtier.cli.problems import problem_line
from segtier.errors import NotUsable, SegtierError
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document

F = TypeVar("F", bound=Callable[..., Any])

_SOME_UNREADABLE = 3


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the files held. `exit_code` is 3 where some could not be read and the rest is used, else 0."""

    workloads: tuple[Workload, ...]
    inventories: tuple[Inventory, ...]
    exit_code: int


def files_argument(command: F) -> F:
    """Adds FILE... to a command, which receives `paths`."""
    path = click.Path(exists=True, path_type=Path)
    return click.argument("paths", nargs=-1, required=True, metavar="FILE...", type=path)(command)


def read_inputs(paths: Sequence[Path], *, after: bool = False) -> Inputs:
    """Read every file; each problem is one JSON line on stderr. Raises NotUsable where no file could be read.

    Of a pair (a compare-period report) the first workload counts, the second where `after` is wanted.
    """
    workloads: list[Workload] = []
    inventories: list[Inventory] = []
    problems = 0
    for file in input_files(paths):
        try:
            document = read_document(file.load(), file.name)
        except SegtierError as fault:
            problems += 1
            click.echo(problem_line(file.shown, fault), file=sys.stderr)
            continue
        if isinstance(document, Workload):
            workloads.append(document)
        elif isinstance(document, Pair):
            workloads.append(document.second if after else document.first)
        else:
            inventories.append(document)
    if not workloads and not inventories:
        raise NotUsable("none of the files could be read", code="nothing-readable")
    return Inputs(tuple(workloads), tuple(inventories), _SOME_UNREADABLE if problems else 0)
