"""When a run is thrown away: the machine was too busy, or the figures contradict each other. A sentence for each reason."""

from __future__ import annotations

from lab.ground.clock import SLOWED
from lab.ground.measured import DATA_PLACES, Measured

RUN_QUEUE = 0.05
"""Of DB time, at most, that sessions wait for a CPU."""
LITTLE = 0.05
"""|N - X (Z + R)| / N at most."""
REPEATED = 0.08
"""Of the throughput that the base had before the moves, at most, that it differs after them."""
REPEATED_RESPONSE = 0.15
"""Likewise of the response time, which moves more where users think."""
FEWEST = 100
"""Transactions: with fewer, chance alone is a tenth."""
OTHER_WORK = 0.1
"""Of the base's reads of a transaction, at most, that those of a run with other users differ: its cache was as warm."""


def run_queue(run: Measured) -> float:
    return run.run_queue_s / run.db_time_s if run.db_time_s else 1.0


def little(run: Measured) -> float:
    """Of the users, those that throughput, think and response time do not explain."""
    present = run.throughput * (run.think_s / SLOWED + run.response_s) if run.transactions else 0.0
    return abs(run.users - present) / run.users


def reads(run: Measured) -> float:
    """Of a transaction, from wherever its segments lie."""
    return sum(run.count(name, DATA_PLACES).requests for name in ("read", "scan")) / run.transactions


def other_work(before: Measured, run: Measured) -> tuple[str, ...]:
    """Of a run with other users than the base."""
    off = abs(reads(run) / reads(before) - 1) if reads(before) else 0.0
    return (
        (f"a transaction reads {off:.1%} more or less than in the base, not {OTHER_WORK:.0%}",)
        if off > OTHER_WORK
        else ()
    )


def repeated(before: Measured, again: Measured) -> tuple[float, float]:
    """Relative difference of throughput and of response time."""
    return abs(again.throughput / before.throughput - 1), abs(again.response_s / before.response_s - 1)


def faults(run: Measured, lost: int = 0) -> tuple[str, ...]:
    """Of one run; empty: it counts. `lost`: requests that no counter had room for."""
    found = []
    if run.transactions < FEWEST:
        found.append(f"{run.transactions} transactions, fewer than {FEWEST}")
    if run_queue(run) > RUN_QUEUE:
        found.append(f"sessions waited {run_queue(run):.1%} of DB time for a CPU, more than {RUN_QUEUE:.0%}")
    if little(run) > LITTLE:
        found.append(f"N and X (Z + R) differ by {little(run):.1%}, more than {LITTLE:.0%}")
    if lost:
        found.append(f"{lost} requests were of files without a counter")
    return tuple(found)


def unrepeatable(before: Measured, again: Measured) -> tuple[str, ...]:
    """Of a base measured before and after its moves."""
    throughput, response = repeated(before, again)
    found = []
    if throughput > REPEATED:
        found.append(f"the base repeated within {throughput:.1%} of its throughput, not {REPEATED:.0%}")
    if response > REPEATED_RESPONSE:
        found.append(f"the base repeated within {response:.1%} of its response time, not {REPEATED_RESPONSE:.0%}")
    return tuple(found)
