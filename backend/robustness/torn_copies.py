"""How many copies of a SQLite database made while it is written does the check at the start find, and what does it cost?

Each copy has its database and its log of different moments (`tests/torn.py`). Then a whole database of the size asked for is
looked through, as `segtier serve` (quick_check) and `segtier doctor` (with integrity_check and foreign_key_check) do it.

Run: `python robustness/torn_copies.py [--copies 30] [--gib 1]`. Exits with 1 where a copy passed as whole.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.store import damage, schema
from segtier.store.engine import Store
from tests.integration.conftest import MIGRATIONS
from tests.torn import Writer, torn_copies

_GIB = 1024**3


def found(folder: Path, copies: int) -> int:
    """How many of the copies are found damaged."""
    count = 0
    for copy in torn_copies(folder / "segtier.db", folder, copies):
        with closing(Store(f"sqlite:///{copy}/segtier.db")) as store:
            count += damage.damage_of(store.engine, thorough=False) is not None
    return count


def seconds(act: Callable[[], object]) -> str:
    wall_s, cpu_s = time.monotonic(), time.process_time()
    act()
    return f"{time.process_time() - cpu_s:.2f} s of processor, {time.monotonic() - wall_s:.2f} s in all"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--copies", type=int, default=30)
    options.add_argument("--gib", type=float, default=1.0)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="segtier-torn-") as name:
        file = Path(name, "segtier.db")
        with closing(Store(f"sqlite:///{file}")) as store:
            schema.upgrade(store.engine, MIGRATIONS)
        count = found(file.parent, given.copies)
        print(f"{count} of {given.copies} torn copies are found by quick_check", flush=True)
        with closing(Writer(file, seed=1)) as writer:
            while file.stat().st_size < given.gib * _GIB:
                writer.write()
                writer.empty_log()
        with closing(Store(f"sqlite:///{file}")) as store:
            for what, thorough in (("serve", False), ("doctor", True)):
                took = seconds(lambda thorough=thorough: damage.damage_of(store.engine, thorough=thorough))  # type: ignore[misc]
                print(f"{file.stat().st_size / _GIB:.2f} GiB looked through by {what}: {took}", flush=True)
    return int(count < given.copies)


if __name__ == "__main__":
    sys.exit(main())
