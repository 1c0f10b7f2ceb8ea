"""How near the placement comes to the best there is by the full model, and what splitting a table into partitions changes.

    .venv/bin/python benchmarks/best_segments.py [DATABASES]      (default: 400, eight to ten segments each)

Every placement that fits is forecast. Prints what is lost of the best saving (same work, median), then the saving of a database
whose largest table comes whole, in 100 and in 10,000 partitions. Exits with 1 where more than a hundredth is lost.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.advisor import advise
from segtier.advisor.segments.held import Held
from segtier.advisor.segments.movers import movers_of
from segtier.advisor.segments.placing import Placer
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_workload
from tests.small_databases import drawn, most_saved

DATABASES, MOST_LOST = 400, 0.01
SEGMENTS = (8, 9, 10)
PARTITIONS = (1, 100, 10_000)


def lost(seed: int) -> float:
    """Of the best saving there is."""
    case = drawn(seed, SEGMENTS[seed % len(SEGMENTS)])
    movers = movers_of(case, case.segments.loads)
    most = most_saved(case, movers)
    return 1 - Placer(case, movers, Held()).best(case.capacity_bytes).saved / most if most > 0 else 0.0


def saved_in(partitions: int) -> tuple[float, int]:
    """(part of DB time saved, segments moved) of 150 GB of flash and a table of 60 GiB beside five others."""
    whole = a_segment("ORDERS", 1_200_000, 90_000)
    counters = ("physical_reads_blocks", "physical_read_requests", "physical_writes_blocks", "physical_write_requests")
    part = {name: getattr(whole, name) / partitions for name in counters}
    kind = "TABLE PARTITION" if partitions > 1 else "TABLE"
    rows = [
        replace(
            whole, subobject=f"P{n}" if partitions > 1 else None, type=kind, size_bytes=60 * GIB // partitions, **part
        )
        for n in range(partitions)
    ]
    others = [replace(a_segment(f"T{n}", 40_000.0 + n), size_bytes=10 * GIB) for n in range(5)]
    advice = advise([a_workload(segments=(*rows, *others))], [], a_request(150 * 10**9))
    option = next(row for row in advice.options if row.option == "segments")
    assert option.response_ratio is not None
    assert option.moves is not None
    return 1 - option.response_ratio.expected, option.moves.segments


def main(arguments: Sequence[str]) -> int:
    count = int(arguments[0]) if arguments else DATABASES
    began = time.process_time()
    losses = sorted((lost(seed) for seed in range(count)), reverse=True)
    beyond = sum(one > MOST_LOST for one in losses)
    print(
        f"{count} databases: worst loss {losses[0]:.2%}, {sum(one > 1e-4 for one in losses)} above 0.01 %, "
        f"{beyond} above {MOST_LOST:.0%} ({time.process_time() - began:.0f} s)"
    )
    whole = saved_in(PARTITIONS[0])[0]
    apart = 0.0
    for partitions in PARTITIONS:
        saved, moved = saved_in(partitions)
        apart = max(apart, abs(saved / whole - 1))
        print(f"table in {partitions:>6,} partitions: saves {saved:.3f} of DB time by {moved:,} moves")
    return 1 if beyond or apart > MOST_LOST else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
