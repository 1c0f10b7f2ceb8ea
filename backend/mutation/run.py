"""Faults put into the code by machine, one at a time: how many do the tests notice?

Run in backend/: `python mutation/run.py [AREA ...] [--faults 400] [--seed 1] [--write]`. The sample is the same for the same
seed and sources. Each fault is put into a copy of the checkout, and the tests that reach its line run there, the
fastest first; a run that hangs counts as noticed. What is printed names every fault no test noticed. `--write` puts the
table into docs/internals/robustness.md.

`--kept FILE` writes down what was noticed as it goes on. A run that is given it again does the others anew: good while
tests are added, wrong once one is taken away. Not part of `make test`: two processes for the better part of an hour.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutation.choice import chosen
from mutation.copies import BACKEND, Copy
from mutation.equivalent import Equivalent, changed_line, equivalents, is_listed, stale
from mutation.judge import is_noticed
from mutation.reach import Reach, recorded
from mutation.sample import AREAS, Sampled, sample
from robustness.report import table, write_block

PROCESSES = 2
NOTICED, EQUIVALENT, NOT_NOTICED = "noticed", "equivalent", "not noticed"


def outcomes(drawn: Sequence[Sampled], listed: Sequence[Equivalent], kept: Path | None) -> list[str]:
    """What became of each fault, in their order."""
    known = set(json.loads(kept.read_text())) if kept and kept.exists() else set()
    with tempfile.TemporaryDirectory(prefix="segtier-mutation-") as folder, ThreadPoolExecutor(PROCESSES) as pool:
        copies: Queue[Copy] = Queue()
        for number in range(PROCESSES):
            (Path(folder) / str(number)).mkdir()
            copies.put(Copy(Path(folder) / str(number)))
        reach = recorded(copies, pool)

        def outcome(one: Sampled) -> str:
            if is_listed(one.file, one.was, one.text, listed):
                return EQUIVALENT
            if one.key not in known and not _noticed(one, reach, copies):
                print(f"not noticed: {shown(one)}", file=sys.stderr, flush=True)
                return NOT_NOTICED
            known.add(one.key)
            if kept:
                kept.write_text(json.dumps(sorted(known)))
            return NOTICED

        return list(pool.map(outcome, drawn))


def _noticed(one: Sampled, reach: Reach, copies: Queue[Copy]) -> bool:
    portions = chosen(one, reach)
    copy = copies.get()
    try:
        return is_noticed(one, portions, reach.seconds, copy)
    finally:
        copies.put(copy)


def shown(one: Sampled) -> str:
    """Where a fault is and what it changes."""
    was, fault = changed_line(one.was, one.text)
    return f"{one.file}:{one.fault.place.line}\n    - {was}\n    + {fault}"


def counted(drawn: Sequence[Sampled], found: Sequence[str]) -> str:
    """The table by area and the line that sums it up."""
    headings = ["area", "faults", NOTICED, EQUIVALENT, NOT_NOTICED, "% noticed"]
    rows = [
        [area, *_row(Counter(what for one, what in zip(drawn, found, strict=True) if one.area == area))]
        for area in dict.fromkeys(one.area for one in drawn)
    ]
    return table(headings, [*rows, ["all", *_row(Counter(found))]])


def _row(counts: Counter[str]) -> list[str]:
    faults = counts.total()
    return [
        str(faults),
        *(str(counts[what]) for what in (NOTICED, EQUIVALENT, NOT_NOTICED)),
        f"{100 * counts[NOTICED] / faults:.1f}",
    ]


def main() -> int:
    """Print the table and each fault not noticed; 1 where an entry of the list of equivalents is stale."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("areas", nargs="*", metavar="AREA", help=", ".join(AREAS))
    options.add_argument("--faults", type=int, default=400)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--write", action="store_true")
    options.add_argument("--kept", type=Path)
    given = options.parse_args()
    listed = equivalents()
    old = stale(listed, BACKEND)
    for one in old:
        print(f"stale: {one.file} has no line {one.was!r} ({one.why})", file=sys.stderr)
    drawn = sample(BACKEND, given.areas or AREAS, given.faults, given.seed)
    found = outcomes(drawn, listed, given.kept)
    print("\n".join(shown(one) for one, what in zip(drawn, found, strict=True) if what == NOT_NOTICED))
    text = counted(drawn, found)
    print(text)
    if given.write:
        command = " ".join(["python mutation/run.py", *given.areas, f"--faults {given.faults} --seed {given.seed}"])
        write_block("mutation", f"`{command}`:\n\n{text}")
    return int(bool(old))


if __name__ == "__main__":
    sys.exit(main())
