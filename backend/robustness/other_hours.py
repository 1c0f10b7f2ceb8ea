"""By how much do the shares of segments differ from one hour of a database to another?

Reads the reports that lie beside the repository. Of each two of one database, of other snapshots, some of the segments that both
list are chosen at random; the odds that a read is of one of them are compared. What it prints is `OTHER_TIME_ODDS` of
`advisor/segments/other_time.py`. Lists name what reads most, so segments that read in one hour alone are not among them.

Run in `backend/`: `python -m robustness.other_hours`.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from segtier.errors import SegtierError
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.corpus import files

_CHOICES, _FEWEST, _MOST_PART = 10, 3, 0.98
Reads = Mapping[Any, float]


def hours() -> dict[object, dict[object, Reads]]:
    """Reads by segment, by first snapshot, by database."""
    found: dict[object, dict[object, Reads]] = defaultdict(dict)
    for path in (*files("awr-"), *files("statspack-")):
        try:
            document = read_document(path.read_bytes(), path.name)
        except SegtierError:
            continue
        if isinstance(document, Workload):
            reads = {row.key: row.physical_reads_blocks for row in document.segments if row.physical_reads_blocks}
            found[document.database.dbid, document.database.name].setdefault(document.interval.begin_snap, reads)
    return found


def odds_apart(one: Reads, other: Reads, chance: random.Random) -> Iterator[float]:
    """So many times the larger odds are the smaller, for some choices of segments."""
    both = sorted(one.keys() & other.keys(), key=str)
    for _ in range(_CHOICES if len(both) >= _FEWEST else 0):
        some = [key for key in both if chance.random() < 0.5]
        odds = [_odds(sum(map(hour.__getitem__, some)), sum(map(hour.__getitem__, both))) for hour in (one, other)]
        if None not in odds:
            apart = odds[1] / odds[0]  # type: ignore[operator]
            yield max(apart, 1 / apart)


def _odds(part: float, all_: float) -> float | None:
    return part / (all_ - part) if 1 - _MOST_PART < part / all_ < _MOST_PART else None


def main() -> None:
    chance = random.Random(1)
    databases = {name: some for name, some in hours().items() if len(some) > 1}
    found = sorted(
        odds
        for some in databases.values()
        for one, other in combinations(some.values(), 2)
        for odds in odds_apart(one, other, chance)
    )
    told = ", ".join(f"P{at} {found[round((len(found) - 1) * at / 100)]:.2f}" for at in (50, 80, 90, 95))
    print(f"{len(found)} choices of segments, {len(databases)} databases: odds of two hours differ by {told}")


if __name__ == "__main__":
    main()
