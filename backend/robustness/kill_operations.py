"""Kills single operations with -9: draft, submit, approve, mark applied, restore, migrate-to, and retention.

First at points (`killed/points.py`): before the n-th statement, commit or change of a file, spread evenly over all there are,
the last being `answer`: everything is committed, no answer was sent. Then at moments: the real program, killed after a random
time. An act that was answered must be there, with its entry in the audit trail, its event and its seal; any other is there
as a whole or not at all; asked for again, with the same Idempotency-Key where it takes one, it is done once. What a killed
restore or migrate-to leaves is whole, nothing, or refused by `serve` and `doctor` until it is repeated. Each upload is forgotten
as a whole or not at all, and no plan that somebody approved goes with it. The audit trail holds. The exit code is 1 where not.

Run: `python robustness/kill_operations.py [--setup sqlite|postgresql|both] [--operation approve ...] [--points 20]
[--moments 20] [--results FILE]`
Each run adds a line for each operation to that file; `--totals` prints the sums of all its lines, `--write` into docs/ too.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.failing_calls import spread
from robustness.killed.acts import ACTS, Act, Filled, filled
from robustness.killed.forgetting import Forgetting
from robustness.killed.kill import BROKEN, FINE, Kill, Operation, Outcome, Way
from robustness.killed.moving import MigrateTo, Restore
from robustness.killed.places import Places
from robustness.ledger import Ledger
from robustness.report import table, write_block
from tests.servers import Servers, running_servers
from tests.stack import SETUPS

OPERATIONS = (*ACTS, "restore", "migrate-to", "retention")
_RESULTS = Path(__file__).resolve().parents[2] / "build" / "kill_operations.jsonl"
_COUNTED = (*FINE, "key in doubt", *BROKEN)
_LATE = 1.1
"""A moment may come a little after the time that the operation took when it was measured."""


@dataclass
class Result:
    """What came of the kills of one operation."""

    operation: str
    setup: str
    way: Way
    outcomes: list[Outcome] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        found = Counter(one.found for one in self.outcomes)
        found["key in doubt"] = sum(one.words == "key in doubt" for one in self.outcomes)
        return {"kills": len(self.outcomes), **{name: found[name] for name in _COUNTED}}


class Stand:
    """Both set-ups, filled alike; each operation is made when it is asked for."""

    def __init__(self, root: Path, servers: Servers) -> None:
        self._root, self._servers = root, servers
        self._made: dict[str, tuple[Places, Filled]] = {}

    def operation(self, name: str, setup: str, way: Way) -> Operation:
        places, made = self._filled(setup)
        if name == "restore":
            return Restore(places, made.like, self._root / f"backup-{setup}", way)
        if name == "migrate-to":
            sources, source = self._filled("sqlite")
            return MigrateTo(sources, places, source.like, way)
        return Forgetting(places, made, way) if name == "retention" else Act(places, name, made, way)

    def _filled(self, setup: str) -> tuple[Places, Filled]:
        if setup not in self._made:
            (self._root / setup).mkdir()
            places = Places(setup, self._root / setup, self._servers)
            self._made[setup] = places, filled(places)
        return self._made[setup]


def operations_on(setup: str) -> list[str]:
    """Nothing migrates to SQLite."""
    return [name for name in OPERATIONS if name != "migrate-to" or setup == "postgresql"]


def at_points(operation: Operation, count: int) -> Iterator[Kill]:
    """Spread over all calls, always the first and the last; all of them where there are no more."""
    return (Kill(at=n) for n in spread(int(operation.extent), count))


def at_moments(operation: Operation, count: int, chance: random.Random) -> Iterator[Kill]:
    return (Kill(after_s=chance.uniform(0, operation.extent * _LATE)) for _ in range(count))


def killed(operation: Operation, setup: str, way: Way, kills: Callable[[], Iterator[Kill]], count: int) -> Result:
    """So many kills: what was over before does not count. RuntimeError where it is always over before."""
    result = Result(operation.name, setup, way)
    for _ in range(2 if way == "moment" else 1):
        for kill in kills():
            if len(result.outcomes) == count:
                break
            outcome = operation.kill(kill)
            if outcome is None:
                continue
            result.outcomes.append(outcome)
            told = f"{setup} {operation.name}, {outcome.where}: {outcome.found} {outcome.words}"
            print(told, file=sys.stderr, flush=True)
            if outcome.is_broken:
                print(f"BROKEN {told}", flush=True)
    return result


def runs(stand: Stand, setups: Sequence[str], names: Sequence[str], points: int, moments: int) -> Iterator[Result]:
    chance = random.SystemRandom()
    for setup in setups:
        for name in (one for one in operations_on(setup) if one in names):
            if points:
                operation = stand.operation(name, setup, "point")
                made = lambda one=operation: at_points(one, points)  # noqa: E731
                yield killed(operation, setup, "point", made, points)
            if moments:
                operation = stand.operation(name, setup, "moment")
                made = lambda one=operation: at_moments(one, moments, chance)  # noqa: E731
                yield killed(operation, setup, "moment", made, moments)


def shown(ledger: Ledger) -> str:
    rows = ledger.sums(("operation", "set-up"), ("kills", *_COUNTED))
    headings = ["operation", "set-up", "runs", "kills", *FINE, "key in doubt", "broken"]
    lines = []
    for row in rows:
        row["broken"] = sum(int(row[name]) for name in BROKEN)
        lines.append([str(row[name]) for name in headings])
    sums = {name: sum(int(row[name]) for row in rows) for name in ("kills", *BROKEN)}
    last = ", ".join(f"{count:,} {name}" for name, count in sums.items())
    return f"{table(headings, lines)}\n\n{last}."


def _commit() -> str:
    said = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    return subprocess.run(said, capture_output=True, text=True, check=True, cwd=Path(__file__).parent).stdout.strip()


def main() -> int:
    """Print the sums; 1 where a promise was broken in this run, or with `--totals` in any."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--setup", choices=[*SETUPS, "both"], default="both")
    asked.add_argument("--operation", action="append", choices=OPERATIONS, default=[])
    asked.add_argument("--points", type=int, default=20)
    asked.add_argument("--moments", type=int, default=20)
    asked.add_argument("--results", type=Path, default=_RESULTS)
    asked.add_argument("--totals", action="store_true", help="kill nothing")
    asked.add_argument("--write", action="store_true", help="put the sums into docs/internals/robustness.md")
    given = asked.parse_args()
    ledger, broken, commit = Ledger.at(given.results), 0, _commit()
    if not given.totals:
        setups = list(SETUPS) if given.setup == "both" else [given.setup]
        with ExitStack() as stack:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-killed-")))
            stand = Stand(root, stack.enter_context(running_servers()))
            for one in runs(stand, setups, given.operation or OPERATIONS, given.points, given.moments):
                named = {"commit": commit, "operation": one.operation, "set-up": one.setup, "at": one.way}
                ledger.add([{**named, **one.counts()}])
                broken += sum(outcome.is_broken for outcome in one.outcomes)
    else:
        broken = sum(int(row.get(name, 0)) for row in ledger.rows() for name in BROKEN)
    print(shown(ledger))
    if given.write:
        write_block("kills of operations", f"All runs of `python robustness/kill_operations.py`:\n\n{shown(ledger)}")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
