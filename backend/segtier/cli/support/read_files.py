"""Input files into documents, in the order they were named, by as many processes as there are cores."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

import click

from segtier import garbage
from segtier.cli.support.input_files import InputFile
from segtier.cli.support.problems import in_part_line, problem_line
from segtier.cli.support.told_once import told_once
from segtier.cli.support.which_database import of_database
from segtier.dataclass import dataclass
from segtier.documents import decode, encode
from segtier.errors import NotUsable, SegtierError
from segtier.model.workload import Database, Workload
from segtier.reports.reader import Document, warnings_of

if TYPE_CHECKING:
    from segtier.analysis.report import Report

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Parsed:
    """One input: its documents (a bundle has several), and what could not be read.

    Out of another process they come as JSON, each with its type, in a quarter of the time that the documents themselves take.
    """

    documents: tuple[Document | tuple[type[Document], bytes], ...]
    problems: tuple[str, ...] = ()
    others: tuple[Database, ...] = ()
    """Databases whose documents are left out."""
    told: tuple[str, ...] = ()
    """What is said of several documents together."""


@dataclass(frozen=True, slots=True)
class Read:
    """One input: its documents (of a dump its reports), or the problem that took their place."""

    documents: tuple[Document | Report, ...]
    problem: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    """What a problem calls each file of a set."""


def jobs_option(command: F) -> F:
    """Adds --jobs to a command, which receives `jobs`."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, 64),
        default=_cores,
        show_default="one per core",
        help="Processes that read several files.",
    )(command)


def _cores() -> int:
    """Those this process may use."""
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 64)


def parse_all(files: Iterable[InputFile], jobs: int, dbid: int | None = None) -> Iterator[Parsed]:
    """Every file in order, of that database alone where one is said. A file that breaks off is a document and a problem."""
    return _each(partial(_parse, dbid=dbid), partial(_documents, dbid=dbid), files, jobs)


def read_all(files: Iterable[InputFile], jobs: int) -> Iterator[Read]:
    """Every file in order, as documents."""
    for done in _each(_parse, _read, files, jobs):
        yield done if isinstance(done, Read) else _unpacked(done)


def _read(file: InputFile) -> Read:
    try:
        return Read(tuple(file.given()), parts=file.parts_shown())
    except SegtierError as fault:
        return Read((), problem_line(file.shown, fault))


def _parse(file: InputFile, dbid: int | None = None) -> Parsed:
    found = _documents(file, dbid)
    packed = (one if isinstance(one, tuple) else (type(one), encode(one)) for one in found.documents)
    return replace(found, documents=tuple(packed))


def _documents(file: InputFile, dbid: int | None) -> Parsed:
    try:
        documents, others = of_database(file.documents(), dbid)
    except SegtierError as fault:
        return Parsed((), (problem_line(file.shown, fault),))
    broken = in_part_line(file.shown, chain.from_iterable(map(warnings_of, documents)), file.parts_shown())
    documents = _with_reasons(documents)
    return Parsed(documents, (broken,) if broken else (), others, told_once(file.shown, documents))


def _with_reasons(documents: tuple[Document, ...]) -> tuple[Document, ...]:
    """Of several intervals those that no answer is made from say so."""
    workloads = [one for one in documents if isinstance(one, Workload)]
    if len(workloads) < 2:
        return documents
    from segtier.analysis.not_answered import with_reasons

    told = iter(with_reasons(workloads))
    return tuple(next(told) if isinstance(one, Workload) else one for one in documents)


def _unpacked(parsed: Parsed) -> Read:
    if not parsed.documents:
        return Read((), parsed.problems[0] if parsed.problems else None)
    return Read(tuple(decode(one[1], one[0]) if isinstance(one, tuple) else one for one in parsed.documents))


def _each(
    apart: Callable[[InputFile], Parsed], here: Callable[[InputFile], T], files: Iterable[InputFile], jobs: int
) -> Iterator[Parsed | T]:
    """What `apart` makes of every file in one of `jobs` processes; of a file alone, and of a large one, what `here` makes of it
    in this one. A large export takes longer from one process to another than to rank, and the others read on meanwhile.
    Reports of a dump read from their file later on, in this process.

    An archive's members are unpacked as they are needed: at most one file for each process waits beside the one it reads.
    """
    garbage.look_seldom()
    coming = iter(files)
    first = list(islice(coming, 2))
    if jobs <= 1 or len(first) < 2:
        yield from map(here, chain(first, coming))
        return
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

    waiting: deque[Callable[[], Parsed | T]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_ready)
    try:
        for file in chain(first, coming):
            waiting.append(partial(here, file) if file.is_large or file.dump else pool.submit(apart, file).result)
            if len(waiting) >= 2 * jobs:
                yield waiting.popleft()()
        while waiting:
            yield waiting.popleft()()
    except BrokenProcessPool as fault:
        raise NotUsable(
            "a process that read files was ended from outside, or found no memory",
            code="reader-lost",
            advice="Read fewer at once: --jobs 1.",
        ) from fault
    finally:
        pool.shutdown(cancel_futures=True)


def _ready() -> None:
    """Ctrl-C ends a process that reads at once and without a word, unless the whole program shall not hear it (nohup)."""
    garbage.look_seldom()
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
