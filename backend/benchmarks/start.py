"""What a start takes, the first time and again: seconds to ready, processor time of all processes until then, and the memory
of all of them at rest, each page divided among those that share it (Pss).

Run: `python benchmarks/start.py [ROUNDS] [sqlite|postgresql] [--of CHECKOUT ...]`; 3 on sqlite by default. Several checkouts
(with a `backend/.venv` each) start in turn, so that old and new meet whatever else the machine does.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.many_users.usage import tree_cpu_s
from robustness import processes
from tests.servers import running_servers
from tests.stack import Product, new_setup

_REST_S = 8.0
"""After that an adviser is ready too."""
_HERE = Path(__file__).resolve().parents[2]


class Start(NamedTuple):
    ready_s: float
    cpu_s: float
    rest_mb: float


def pss_mb(pid: int) -> float:
    """Of a process and all below it."""
    total = 0
    for one in (pid, *processes.descendants(pid)):
        lines = Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii").splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def measured(product: Product) -> Start:
    cpu_s = tree_cpu_s(product.process.pid)
    time.sleep(_REST_S)
    return Start(product.ready_s, cpu_s, pss_mb(product.process.pid))


def starts(rounds: int, name: str, checkouts: list[Path]) -> dict[Path, list[Start]]:
    """Of each checkout on a data folder of its own, which the first start makes."""
    found: dict[Path, list[Start]] = {one: [] for one in checkouts}
    with ExitStack() as stack:
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        setups = {one: new_setup(name, folder / str(number), servers) for number, one in enumerate(checkouts)}
        for _ in range(rounds + 1):
            for one, setup in setups.items():
                program = (str(one / "backend/.venv/bin/python"), "-m", "segtier.cli.main")
                with Product(setup, "--port", "0", program=program, folder=one / "backend") as product:
                    found[one].append(measured(product))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rounds", nargs="?", type=int, default=3)
    options.add_argument("name", nargs="?", default="sqlite")
    options.add_argument("--of", nargs="+", type=Path, default=[_HERE])
    given = options.parse_args()
    print(
        f"`python benchmarks/start.py {' '.join(sys.argv[1:])}`, load {Path('/proc/loadavg').read_text().split()[0]}:"
    )
    print(f"{'':30} {'ready s':>16} {'processor s':>16} {'at rest MB':>16}")
    for checkout, (first, *again) in starts(given.rounds, given.name, given.of).items():
        print(f"{checkout.name + ', first':30} {first.ready_s:16.1f} {first.cpu_s:16.2f} {first.rest_mb:16.0f}")
        middle = [f"{statistics.median(one):.1f} ({min(one):.1f}-{max(one):.1f})" for one in zip(*again, strict=True)]
        print(f"{checkout.name + ', again':30} " + " ".join(f"{one:>16}" for one in middle))


if __name__ == "__main__":
    main()
