"""Kills one part of a running installation after another and compares what clients were promised with what is there.

While clients upload, upload again and delete (`under_load/load.py`), one component is killed with -9 at a random moment,
started again as an operator would, and so on for as many rounds as asked; then the load ends, everything is read, and
the judge (`under_load/judge.py`) compares the clients' journal with the server. A component has an installation of
its own. Prints counts for each; the exit code is 1 where a promise was broken.

Run: `python robustness/kills.py [--setup sqlite|postgresql|s3|both] [--component web ...] [--rounds 20] [--seed N] [--write]`
The seed repeats what is uploaded, deleted and killed when; what the machine does meanwhile it cannot repeat.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sqlalchemy.exc import SQLAlchemyError

from robustness.ledger import Ledger
from robustness.report import table, write_block
from robustness.under_load.installation import COMPONENTS, Installation, Missing
from robustness.under_load.journal import Journal
from robustness.under_load.judge import Fault, judge, unfinished
from robustness.under_load.load import Load
from robustness.under_load.server import Server, Stored, Upload
from tests.object_store import object_store
from tests.servers import running_servers
from tests.stack import SETUPS

BROKEN = ("lost", "doubled", "stuck", "undeleted", "left over")
_TOLD = ("rounds", "kills", "acknowledged", "deleted")
SILENT_S = 90.0
"""A queue in which nothing at all changes for this long is stuck; several times what a lost job waits for."""
_LOOK_S = 0.25
_LEAST_ACTS = 4
"""Acknowledged between two kills: a kill of an idle installation shows nothing."""


@dataclass
class Result:
    """What came of the kills of one component, or of several in turn."""

    setup: str
    component: str
    seed: int
    rounds: int = 0
    kills: int = 0
    acknowledged: int = 0
    deleted: int = 0
    faults: list[Fault] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def count(self, kind: str) -> int:
        return sum(fault.kind == kind for fault in self.faults)


def run(setup: str, components: Sequence[str], rounds: int, seed: int, folder: Path) -> Result:
    """`rounds` kills of each component in turn, on one fresh installation in that folder."""
    result = Result(setup, " ".join(components), seed)
    chance = random.Random(f"{seed} {setup} {components}")
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="segtier-kills-")))
        servers = stack.enter_context(running_servers()) if setup != "sqlite" else None
        store = stack.enter_context(object_store()) if setup == "s3" else None
        log = stack.enter_context((folder / f"{setup}-{'-'.join(components)}.log").open("a"))
        installation = Installation(setup, data, servers, log, store)
        stack.callback(lambda: result.remarks.extend(f"left running: {one}" for one in installation.stop()))
        server = stack.enter_context(closing(Server(installation.setup)))
        journal = Journal()
        load = Load(installation.url, journal, seed, lambda: _waiting(server))
        try:
            for component in [name for _ in range(rounds) for name in components]:
                _round(installation, journal, component, chance, result)
        finally:
            load.stop()
        stored, stuck = _settled(server)
        result.faults = [*stuck, *judge(journal, load.files, stored)]
        result.acknowledged, result.deleted = len(journal.acknowledged()), len(journal.acknowledged(deletes=True))
        _write_journal(folder / f"{setup}-{'-'.join(components)}.jsonl", journal)
    return result


def _round(installation: Installation, journal: Journal, component: str, chance: random.Random, result: Result) -> None:
    result.rounds += 1
    told = len(journal.acknowledged()) + _LEAST_ACTS
    deadline_s = time.monotonic() + SILENT_S
    while len(journal.acknowledged()) < told:
        if time.monotonic() > deadline_s:
            raise RuntimeError(f"no upload was acknowledged for {SILENT_S:g} s; see the log")
        time.sleep(_LOOK_S / 10)
    time.sleep(chance.uniform(0, 0.5))
    try:
        words = installation.kill(component, chance)
    except Missing:
        result.remarks.append(f"round {result.rounds}: no process of {component} to kill")
        return
    result.kills += 1
    time.sleep(chance.uniform(0, 0.5))
    installation.start_again(component)
    print(f"{installation.setup.name} round {result.rounds}: killed {words}", file=sys.stderr, flush=True)


def _waiting(server: Server) -> int:
    with contextlib.suppress(SQLAlchemyError):
        return server.waiting()
    return 0


def _settled(server: Server) -> tuple[Stored, list[Fault]]:
    """What is there once nothing waits and nothing changes any more; what still waits then is stuck."""
    quiet_since_s, last = time.monotonic(), None
    while True:
        stored = server.stored()
        waiting, untidy = unfinished(stored), stored.bytes ^ stored.by_digest.keys()
        if not waiting and not untidy:
            return stored, []
        now = ([(one.id, one.state, one.attempt, one.progress) for one in waiting], untidy)
        if now != last:
            quiet_since_s, last = time.monotonic(), now
        if time.monotonic() - quiet_since_s > (SILENT_S if waiting else _sweep_s()):
            return stored, [_stuck(one) for one in waiting]
        time.sleep(_LOOK_S)


def _stuck(upload: Upload) -> Fault:
    return Fault("stuck", upload.id, f"upload {upload.id} is {upload.state}, attempt {upload.attempt}")


def _sweep_s() -> float:
    """How long bytes without a row may lie: the sweeper's grace and a few of its rounds."""
    return 20.0


def _write_journal(path: Path, journal: Journal) -> None:
    with path.open("w") as file:
        for act in journal.acts:
            file.write(json.dumps(asdict(act)) + "\n")


def runs(setups: Sequence[str], wanted: Sequence[str], rounds: int, seed: int, folder: Path) -> Iterator[Result]:
    for setup in setups:
        for component in COMPONENTS[setup]:
            if not wanted or component in wanted:
                yield run(setup, [component], rounds, seed, folder)


def counts_of(result: Result) -> dict[str, str | int]:
    """As the ledger keeps it."""
    broken = {kind: result.count(kind) for kind in BROKEN}
    told = {name: getattr(result, name) for name in _TOLD}
    return {"set-up": result.setup, "killed": result.component, **told, **broken, "seed": result.seed}


def shown(rows: Sequence[Mapping[str, str | int]]) -> str:
    """A table of them, and their sums in words."""
    headings = [name for name in ("set-up", "killed", "runs", *_TOLD, *BROKEN, "seed") if name in rows[0]]
    sums: Counter[str] = Counter()
    for row in rows:
        sums.update({name: int(row[name]) for name in ("kills", "acknowledged", *BROKEN)})
    last = ", ".join(f"{sums[name]:,} {name}" for name in ("kills", "acknowledged", *BROKEN))
    return f"{table(headings, [[str(row[name]) for name in headings] for row in rows])}\n\n{last}."


def _add(result: Result) -> None:
    """To those of earlier runs: what was counted stays, also where the next component is not reached."""
    ledger = Ledger("kills")
    ledger.add([counts_of(result)])
    together = shown(ledger.sums(("set-up", "killed"), (*_TOLD, *BROKEN)))
    write_block("kills", f"All runs of `python robustness/kills.py ... --write`:\n\n{together}")


def main() -> int:
    """Print the counts; 1 where a promise was broken."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--setup", choices=[*COMPONENTS, "both"], default="both")
    options.add_argument("--component", action="append", default=[])
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    options.add_argument(
        "--write", action="store_true", help="add the counts to those of earlier runs, in docs/internals/robustness.md"
    )
    given = options.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="segtier-kills-kept-"))
    results = []
    for result in runs(
        SETUPS if given.setup == "both" else [given.setup], given.component, given.rounds, given.seed, folder
    ):
        results.append(result)
        print(f"{result.setup} {result.component}: {len(result.faults)} faults", file=sys.stderr, flush=True)
        for words in (*result.remarks, *(f"FAULT {fault.kind}: {fault.words}" for fault in result.faults)):
            print(words, flush=True)
        if given.write:
            _add(result)
    rows = [counts_of(one) for one in results]
    print(shown(rows))
    print(f"Logs and journals: {folder}", file=sys.stderr)
    return int(any(one.faults for one in results))


if __name__ == "__main__":
    sys.exit(main())
