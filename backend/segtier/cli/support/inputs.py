"""Files named on the command line into workloads and inventories, for the commands that join several of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from segtier.analysis.inputs import Given, is_interval
from segtier.analysis.report import Report
from segtier.cli.support.errors_told import tell_problem
from segtier.cli.support.exit_codes import SOME_UNREADABLE
from segtier.cli.support.file_progress import counted
from segtier.cli.support.input_files import count_files, input_files
from segtier.cli.support.input_path import InputPath
from segtier.cli.support.problems import NO_PARTS, in_part_line
from segtier.cli.support.read_files import read_all
from segtier.cli.support.terminal import say
from segtier.cli.support.which_database import no_such, of_database
from segtier.cli.support.which_reports import EVERYTHING, LeftOut, Which
from segtier.dataclass import dataclass
from segtier.errors import NotUsable
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.plurals import plural
from segtier.reports.reader import Document

F = TypeVar("F", bound=Callable[..., Any])
_WHY: dict[LeftOut, str] = {
    "no-time": "without a time",
    "time": "of another time than asked for",
}


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the files held. `exit_code` is 3 where some could not be read to their end and the rest is used, else 0."""

    workloads: tuple[Given, ...]
    inventories: tuple[Inventory, ...]
    exit_code: int

    @property
    def documents(self) -> tuple[Workload, ...]:
        """The workloads, each as a whole."""
        return tuple(one if isinstance(one, Workload) else one.document() for one in self.workloads)


def files_argument(command: F) -> F:
    """Adds FILE... to a command, which receives `paths`."""
    return _files(command, required=True)


def maybe_files_argument(command: F) -> F:
    """The same for a command that can do without; it asks `need_files` where it cannot."""
    return _files(command, required=False)


def need_files(paths: Sequence[Path]) -> None:
    """Raises what click raises for an argument that is missing."""
    if not paths:
        context = click.get_current_context()
        raise click.MissingParameter(
            ctx=context, param=next(one for one in context.command.params if one.name == "paths")
        )


def _files(command: F, *, required: bool) -> F:
    return click.argument("paths", nargs=-1, required=required, metavar="FILE...", type=InputPath())(command)


def read_inputs(paths: Sequence[Path], jobs: int, *, after: bool = False, which: Which = EVERYTHING) -> Inputs:
    """Read every file that counts, in `jobs` processes; each problem is one JSON line on stderr.

    Raises NotUsable where nothing is left. Of a pair (a compare-period report) the first workload counts, the second
    where `after` is wanted.
    """
    return read_once(paths, jobs, which).inputs(which, after=after)


class ReadOnce(NamedTuple):
    """What files hold, before it is said what of it counts."""

    documents: tuple[Document | Report, ...]
    problems: int
    parts: Mapping[str | None, Mapping[str, str]]
    """Of a set, by the name of its documents, what a problem calls each of its files."""

    def beside(self, other: ReadOnce) -> ReadOnce:
        problems = self.problems + other.problems
        return ReadOnce((*self.documents, *other.documents), problems, {**self.parts, **other.parts})

    def inputs(self, which: Which, *, after: bool = False, or_else: Which | None = None) -> Inputs:
        """See `read_inputs`. What `or_else` takes is not said to be left out: it is the other period's."""
        workloads: list[Given] = []
        inventories: list[Inventory] = []
        for document in self.documents:
            if isinstance(document, Inventory):
                inventories.append(document)
            elif isinstance(document, Pair):
                workloads.append(document.second if after else document.first)
            else:
                workloads.append(document)
        if not workloads and not inventories:
            raise NotUsable(
                "none of the files could be read, or all were skipped",
                code="nothing-readable",
                advice="See the problems above." if self.problems else "Name files, or a folder that holds some.",
            )
        kept = _in_time(workloads, which, or_else)
        problems = self.problems + _say_in_part(kept, self.parts)
        return Inputs(kept, tuple(inventories), SOME_UNREADABLE if problems else 0)


def read_once(paths: Sequence[Path], jobs: int, which: Which) -> ReadOnce:
    """The files whose names count."""
    documents: list[Document | Report] = []
    problems = 0
    parts: dict[str | None, Mapping[str, str]] = {}
    files = (file for file in input_files(paths) if which.takes_file(file.shown))
    for read in counted(read_all(files, jobs), lambda: count_files(paths, which.takes_file)):
        if read.problem is not None:
            problems += 1
            tell_problem(read.problem)
        documents += read.documents
        if read.parts:
            parts |= {one.source.file: read.parts for one in read.documents if not isinstance(one, Pair)}
    return ReadOnce(tuple(documents), problems, parts)


def _say_in_part(workloads: Sequence[Given], parts: Mapping[str | None, Mapping[str, str]]) -> int:
    """One problem for each file of which not all could be read, though the rest of it is used; how many there are."""
    lines = {
        name: line
        for name, warnings in ((one.source.file, one.warnings) for one in workloads)
        if (line := in_part_line(name, warnings, parts.get(name, NO_PARTS)))
    }
    for line in lines.values():
        tell_problem(line)
    return len(lines)


def _in_time(workloads: Sequence[Given], which: Which, or_else: Which | None) -> tuple[Given, ...]:
    """The reports of the database and the time asked for; how many were left out, and why, is said on stderr."""
    reports = [part for one in workloads for part in (one.intervals if isinstance(one, Workload) else (one,))]
    mine, others = of_database(reports, which.dbid)
    if which.dbid is not None and others:
        if not any(map(is_interval, mine)):
            raise no_such(which.dbid, others)
        say(f"Left out: {plural(len(others), 'report')} of another database than --dbid says.", err=True)
    kept = tuple(one for one in mine if which.takes(one))
    out = [one for one in mine if or_else is None or not or_else.takes(one)]
    for why, count in Counter(why for one in out if (why := which.left_out(one))).items():
        say(f"Left out: {plural(count, 'report')} {_WHY[why]}.", err=True)
    if len(kept) < len(mine) and not any(map(is_interval, kept)):
        raise NotUsable(
            "no report falls in the time you asked for", code="no-interval", advice="Give a wider --from and --to."
        )
    return kept


def _reports(count: int) -> str:
    return "1 report is" if count == 1 else f"{count} reports are"
