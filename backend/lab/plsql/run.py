"""python -m lab.plsql.run 2000: the laws on so many random databases, spread over the options; exit code 1 where one breaks."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from lab.plsql.cases import a_case
from lab.plsql.laws import Tried, try_case
from segtier.model.option import OptionName

TURNS: tuple[OptionName, ...] = ("segments", "segments", "segments", "redo", "temp", "all")
"""The option of a seed: half of all are segments, which have most to go wrong."""
_MOST_PRINTED = 40


def option_of(seed: int) -> OptionName:
    return TURNS[seed % len(TURNS)]


def try_seed(seed: int, most_breaks: int | None = None) -> Tried:
    case = a_case(seed, option_of(seed))
    return Tried() if case is None else try_case(case, most_breaks=most_breaks)


def _seeds(wanted: int, first: int) -> Iterator[range]:
    for start in range(first, first + wanted, 20):
        yield range(start, min(start + 20, first + wanted))


def _try_all(seeds: range, most_breaks: int | None) -> Tried:
    tried = Tried()
    for seed in seeds:
        tried += try_seed(seed, most_breaks)
    return tried


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", type=int, help="how many databases are drawn; some of them cannot be planned for")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--breaks", type=int, help="break a run off so often at most; without it at every change")
    given = parser.parse_args()
    tried = Tried()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(_try_all, seeds, given.breaks) for seeds in _seeds(given.seeds, given.first)]
        for run in runs:
            tried += run.result()
    for line in tried.broken[:_MOST_PRINTED]:
        print(line)
    print(
        f"{tried.dictionaries} dictionaries of {given.seeds} seeds ({tried.clean} passed the precheck),"
        f" {tried.statements} statements, {tried.breaks} break points, {len(tried.broken)} broken"
    )
    return 1 if tried.broken else 0


if __name__ == "__main__":
    sys.exit(main())
