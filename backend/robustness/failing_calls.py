"""Lets the n-th call of a worker to files, database or broker fail, once or for good, and looks what becomes of the upload.

For a report, a zip of reports and a bundle, each kind of call and each error (`failing/plan.py`): calls are counted while
nothing fails; then those at points spread evenly over them fail. A fault that lasts is healed after a while. Everything
must be read in the end, without anybody's help and without an upload set aside. The exit code is 1 where it is not.

Run: `python robustness/failing_calls.py [--setup sqlite|postgresql|both] [--case zip ...] [--kind write ...]
[--points 6] [--once | --for-good] [--write]`
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.failing.command import lasting, options, setups
from robustness.failing.plan import ERRORS, Plan
from robustness.failing.trial import FAULTS, Case, Outcome, Stand, a_stand, attempt, cases, count_calls
from robustness.report import table, write_block

OUTCOMES = ("resumed", "untouched", *FAULTS)


def trials(
    stand: Stand, chosen: Sequence[Case], kinds: Sequence[str], points: int, lasting: Sequence[bool]
) -> Iterator[Outcome]:
    """Every trial on one stand, one after the other."""
    for case in chosen:
        calls = count_calls(stand, case)
        for kind in kinds:
            for n in spread(calls[kind], points):
                for error in ERRORS[kind]:
                    for for_good in lasting:
                        yield attempt(stand, case, Plan(kind, error, n, for_good))


def spread(calls: int, points: int) -> list[int]:
    """So many of 1 to `calls`, the first among them; a single one lies in the middle."""
    if points == 1:
        return [max(1, calls // 2)]
    return sorted({max(1, round(1 + place * (calls - 1) / (points - 1))) for place in range(points)}) if calls else []


def shown(found: Sequence[tuple[str, Outcome]]) -> str:
    rows: dict[tuple[str, ...], list[Outcome]] = {}
    for setup, one in found:
        lasts = "for good, healed" if one.plan.for_good else "once"
        rows.setdefault((setup, one.case, one.plan.kind, one.plan.error, lasts), []).append(one)
    headings = ["set-up", "upload", "calls", "error", "fails", "trials", *OUTCOMES, "told"]
    lines = []
    for words, ones in rows.items():
        counts = Counter(one.outcome for one in ones)
        told = sum(bool(one.told) for one in ones)
        lines.append([*words, str(len(ones)), *(str(counts[name]) for name in OUTCOMES), str(told)])
    sums = Counter(one.outcome for _, one in found)
    last = ", ".join(f"{sums[name]} {name}" for name in OUTCOMES)
    return f"{table(headings, lines)}\n\n{len(found)} trials: {last}."


def main() -> int:
    """Print the counts; 1 where an upload was not read in the end."""
    asked = options(__doc__, list(ERRORS))
    asked.add_argument("--case", action="append", choices=list(cases()), default=[])
    given = asked.parse_args()
    found: list[tuple[str, Outcome]] = []
    kept = tempfile.NamedTemporaryFile("w", prefix="segtier-failing-", suffix=".log", delete=False)  # noqa: SIM115
    for setup in setups(given):
        with a_stand(setup, kept) as stand:
            chosen = [cases()[name] for name in given.case or cases()]
            for one in trials(stand, chosen, given.kind or list(ERRORS), given.points, lasting(given)):
                found.append((setup, one))
                words = (
                    f"{setup} {one.case}, {one.plan}: {one.outcome} in {one.took_s:.1f} s, {one.failed} calls failed"
                )
                print(f"{words}; told: {one.told or '-'} {one.words}", file=sys.stderr, flush=True)
    print(shown(found))
    print(f"Log of the servers: {kept.name}", file=sys.stderr)
    if given.write:
        write_block("failing calls", f"`python robustness/failing_calls.py --points {given.points}`:\n\n{shown(found)}")
    return int(any(one.is_fault for _, one in found))


if __name__ == "__main__":
    sys.exit(main())
