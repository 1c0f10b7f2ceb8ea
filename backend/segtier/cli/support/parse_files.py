"""Input files into documents, in the order they were named, in one process or several."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from segtier.cli.support.input_files import InputFile
from segtier.cli.support.problems import broken_off_line, problem_line
from segtier.documents import encode
from segtier.errors import SegtierError
from segtier.reports.reader import warnings_of

_WAITING_PER_JOB = 4
"""Files handed out ahead of the one printed next: enough to keep every process busy, few enough to stay small."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """One input: its documents as JSON (a bundle has several), and the problem lines of what could not be read."""

    documents: tuple[bytes, ...]
    problems: tuple[str, ...] = ()


def parse_file(file: InputFile) -> Parsed:
    """Read and parse one file. One that breaks off is a document and a problem."""
    try:
        documents = file.documents()
    except SegtierError as fault:
        return Parsed((), (problem_line(file.shown, fault),))
    broken = broken_off_line(file.shown, chain.from_iterable(map(warnings_of, documents)))
    return Parsed(tuple(map(encode, documents)), (broken,) if broken else ())


def parse_all(files: Iterable[InputFile], jobs: int) -> Iterator[Parsed]:
    """Every file in order, in `jobs` processes; an archive's members are unpacked as they are needed."""
    coming = iter(files)
    first = list(islice(coming, 2))
    if jobs <= 1 or len(first) < 2:
        yield from map(parse_file, chain(first, coming))
        return
    from concurrent.futures import Future, ProcessPoolExecutor

    waiting: deque[Future[Parsed]] = deque()
    with ProcessPoolExecutor(jobs) as pool:
        for file in chain(first, coming):
            waiting.append(pool.submit(parse_file, file))
            if len(waiting) >= jobs * _WAITING_PER_JOB:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
