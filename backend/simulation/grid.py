"""Simulation against forecast on random configurations: how often they agree, and where they do not.

Both answer one question: throughput and response time after a change. The simulation runs before and after it; the forecast
gets what an AWR report of the run before would say. Run: `nice python simulation/grid.py [--count 200] [--events 250000]
[--runs FILE] [--write]`. `--runs` keeps the simulated runs, so that a changed forecast needs no new ones; `--write` puts the
result into docs/internals/forecast-figures.md. Ends with 1 where fewer than 95 % agree within 5 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.report import table, write_block
from simulation.compare import Compared, Runs, compare, simulate_both
from simulation.configurations import configurations
from simulation.regions import REGIONS, cpu_busy, disks_busy, flash_busy, region
from simulation.run import EVENTS

CLOSE = 0.05
LEAST_CLOSE = 0.95
SHOWN = 5
PROCESSES = 2
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "internals" / "forecast-figures.md"


def grid(count: int, events: int, kept: Path | None) -> list[Compared]:
    systems = list(configurations(count))
    if kept and kept.exists():
        runs = msgspec.json.decode(kept.read_bytes(), type=list[Runs])
    else:
        with ProcessPoolExecutor(PROCESSES) as pool:
            runs = list(pool.map(partial(simulate_both, events=events), systems, range(count)))
    if kept:
        kept.write_bytes(msgspec.json.encode(runs))
    return [compare(system, both) for system, both in zip(systems, runs, strict=True)]


def close_share(errors: Sequence[float]) -> float:
    return float(np.mean(np.abs(errors) <= CLOSE))


def worst(errors: Sequence[float]) -> float:
    return max(errors, key=abs)


def signed_pct(error: float) -> str:
    return f"{error * 100:+.1f} %".replace("-", "−")


def summary(compared: Sequence[Compared]) -> str:
    throughput = [one.throughput_error for one in compared]
    response = [one.response_error for one in compared]
    changed = sum(abs(one.after.throughput.mean / one.before.throughput.mean - 1) > CLOSE for one in compared)
    noise = float(np.quantile([one.noise for one in compared], 0.95))
    return (
        f"{len(compared)} configurations; the change moves throughput by more than 5 % in {changed}. Throughput within 5 % in "
        f"{close_share(throughput):.1%}, median error {np.median(np.abs(throughput)):.2%}, "
        f"worst {signed_pct(worst(throughput))}. "
        f"Response time within 5 % in {close_share(response):.1%}, worst {signed_pct(worst(response))}. "
        f"Half width of the simulated throughput's 95 % interval: at most {noise:.1%} in 95 of 100 configurations."
    )


def by_region(compared: Sequence[Compared]) -> str:
    rows = []
    for name in REGIONS:
        inside = [one for one in compared if region(one) == name]
        if inside:
            throughput, response = [one.throughput_error for one in inside], [one.response_error for one in inside]
            figures = [f"{close_share(throughput):.0%}", signed_pct(worst(throughput)), f"{close_share(response):.0%}"]
            rows.append([name, str(len(inside)), *figures, signed_pct(worst(response))])
    headings = "Region|Configurations|Throughput within 5 %|Worst|Response within 5 %|Worst"
    return table(headings.split("|"), rows)


def worst_ones(compared: Sequence[Compared]) -> str:
    ordered = sorted(compared, key=lambda one: -abs(one.throughput_error))[:SHOWN]
    return table(
        "Furthest apart|Error|Noise|Users|Think (s)|CPUs|Disks|CPU busy|Disks busy|SSD busy|Throughput ratio".split(
            "|"
        ),
        [_line(one) for one in ordered],
    )


def _line(one: Compared) -> list[str]:
    system, after = one.system, one.after
    busy = (cpu_busy(system, after), disks_busy(system, after), flash_busy(system, after))
    return [
        region(one),
        signed_pct(one.throughput_error),
        f"{one.noise:.1%}",
        str(system.users),
        f"{system.think_s:.2f}",
        str(system.cores),
        str(system.disks),
        *(f"{part:.0%}" for part in busy),
        f"{after.throughput.mean / one.before.throughput.mean:.2f}",
    ]


def shown(compared: Sequence[Compared]) -> str:
    return "\n\n".join((summary(compared), by_region(compared), worst_ones(compared)))


def main() -> int:
    """Print the agreement; 1 where there is too little."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--events", type=int, default=EVENTS)
    options.add_argument(
        "--runs", type=Path, help="keep the simulated runs here; with the file there, only forecast anew"
    )
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    compared = grid(given.count, given.events, given.runs)
    text = shown(compared)
    print(text)
    if given.write:
        command = f"`python simulation/grid.py --count {given.count} --events {given.events}`"
        write_block("simulation", f"{command}:\n\n{text}", DOCUMENT)
    return int(close_share([one.throughput_error for one in compared]) < LEAST_CLOSE)


if __name__ == "__main__":
    sys.exit(main())
