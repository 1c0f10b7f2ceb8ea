"""How long the command takes from nothing to ready, the first time and again, and what of that is importing.

Run: `python benchmarks/start.py [ROUNDS] [sqlite|postgresql]`; 3 on sqlite by default. The last line is the ratio of a start to
importing the web server, which nothing here could make shorter than that.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.servers import running_servers
from tests.stack import Product, new_setup


def start_s(rounds: int, name: str) -> list[float]:
    """Seconds to ready of each start on the same data folder; the first one makes it."""
    with ExitStack() as stack:
        servers = stack.enter_context(running_servers()) if name == "postgresql" else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        setup = new_setup(name, folder / "data", servers)
        took = []
        for _ in range(rounds + 1):
            with Product(setup, "--port", "0") as product:
                took.append(product.ready_s)
        return took


def import_s(rounds: int) -> float:
    took = []
    for _ in range(rounds):
        begin_s = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import segtier.api.app"], check=True)
        took.append(time.perf_counter() - begin_s)
    return statistics.median(took)


def main(rounds: int, name: str) -> None:
    imports = import_s(rounds)
    first, *again = start_s(rounds, name)
    usual = statistics.median(again)
    print(f"`python benchmarks/start.py {rounds} {name}`:")
    print(
        f"first start {first:.1f} s, then {min(again):.1f} to {max(again):.1f} s; importing the web server {imports:.1f} s"
    )
    print(f"a start is {usual / imports:.1f} times the import")


if __name__ == "__main__":
    main(int((sys.argv[1:2] or ["3"])[0]), (sys.argv[2:3] or ["sqlite"])[0])
