"""What a comparison says of every two consecutive reports of one database, as a table: nothing changed between them on purpose.

.venv/bin/python benchmarks/pairs.py FOLDER
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Hashable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from segtier.advisor.comparison.periods import compare, foreseen
from segtier.errors import SegtierError
from segtier.model.comparison import Comparison
from segtier.model.request import AdviceRequest
from segtier.model.workload import Workload
from segtier.oracle.devices import tier
from segtier.reports import read_document

SAME = 1.1
"""Times: a read that takes no longer or shorter than that takes as long as before."""


class Compared(NamedTuple):
    before: str
    after: str
    result: Comparison


def consecutive(folder: Path) -> Iterator[Compared]:
    """Each report with the next one of the same database and instances."""
    groups: dict[Hashable, list[Workload]] = defaultdict(list)
    for path in sorted(one for one in folder.iterdir() if one.is_file()):
        try:
            document = read_document(path.read_bytes(), path.name)
        except SegtierError:
            continue
        if isinstance(document, Workload) and document.interval.begin_time and document.wait_events:
            database, numbers = document.database, tuple(sorted(one.number or 0 for one in document.instances))
            groups[(database.dbid or database.name, database.pdb, document.source.kind, numbers)].append(document)
    request = AdviceRequest(tier=tier(700 * 10**9), draws=200)
    for reports in groups.values():
        reports.sort(key=lambda one: str(one.interval.begin_time))
        for before, after in pairwise(reports):
            if before.interval.begin_time == after.interval.begin_time:
                continue
            try:
                foresee = foreseen([before], [], request)
                result = compare([before], [after], foresee(1.0), "all", foresee=foresee)
            except SegtierError:
                continue
            yield Compared(before.source.file or "", after.source.file or "", result)


def read_ratio(result: Comparison) -> float | None:
    """Of a single-block read, after over before."""
    row = next((row for row in result.figures if row.name == "db file sequential read"), None)
    return row.after / row.before if row is not None and row.before and row.after is not None else None


def claims_storage(result: Comparison) -> bool:
    """Whether it says or judges that the storage did something."""
    judged = result.within_forecast is not None or any(row.within_forecast is not None for row in result.classes)
    return judged or result.outcome in ("improved", "worse")


def main(folder: Path) -> None:
    for pair in consecutive(folder):
        ratio, total = read_ratio(pair.result), pair.result.response_ratio
        reads = "none" if ratio is None else f"{ratio:.2f}"
        print(f"{pair.before} > {pair.after}")
        print(
            f"    {pair.result.outcome}, reads {reads}, DB time {total or 0:.2f}: {pair.result.headline} {pair.result.text}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
