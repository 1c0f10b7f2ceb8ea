"""Lets the n-th call of the web server to files or database fail while people act on plans, once or until it is healed.

For each action, each kind of call and each error: calls are counted while nothing fails, then those at points spread evenly
over them fail. Afterwards the action is done as a whole, with its line in the audit trail, its event and its sealed forecast,
or not at all; sent again once nothing fails, the request does it exactly once; the audit trail holds. The exit code is 1 where
not.

Run: `python robustness/failing_reviews.py [--setup sqlite|postgresql|both] [--action draft ...] [--kind write ...]
[--points 6] [--once | --for-good] [--write]`
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.failing.acting import ACTIONS, FAULTS, FINE, Outcome, Stand, a_stand, attempt, measured
from robustness.failing.command import lasting, options, setups
from robustness.failing.plan import ERRORS, Plan
from robustness.failing_calls import spread
from robustness.report import table, write_block

KINDS = ("write", "read", "database")


def trials(
    stand: Stand, actions: Sequence[str], kinds: Sequence[str], points: int, lasting: Sequence[bool]
) -> Iterator[Outcome]:
    """Every trial on one stand, one after the other."""
    for action in actions:
        whole = measured(stand, action)
        for kind in kinds:
            for n in spread(whole.calls[kind], points) if whole.calls[kind] else ():
                for error in ERRORS[kind]:
                    for for_good in lasting:
                        yield attempt(stand, action, Plan(kind, error, n, for_good), whole)


def shown(found: Sequence[tuple[str, Outcome]]) -> str:
    rows: dict[tuple[str, ...], list[Outcome]] = {}
    for setup, one in found:
        rows.setdefault((setup, one.action, one.plan.kind), []).append(one)
    outcomes = (*FINE, *FAULTS)
    lines = []
    for words, ones in rows.items():
        counts = Counter(one.outcome for one in ones)
        doubts = sum(one.in_doubt for one in ones)
        lines.append([*words, str(len(ones)), *(str(counts[name]) for name in outcomes), str(doubts)])
    sums = Counter(one.outcome for _, one in found)
    last = ", ".join(f"{sums[name]} {name}" for name in outcomes)
    return f"{table(['set-up', 'action', 'calls', 'trials', *outcomes, 'key in doubt'], lines)}\n\n{len(found)} trials: {last}."


def main() -> int:
    """Print the counts; 1 where an action was done by half, or a repeated one not exactly once."""
    asked = options(__doc__, KINDS)
    asked.add_argument("--action", action="append", choices=list(ACTIONS), default=[])
    given = asked.parse_args()
    found: list[tuple[str, Outcome]] = []
    kept = tempfile.NamedTemporaryFile("w", prefix="segtier-failing-", suffix=".log", delete=False)  # noqa: SIM115
    for setup in setups(given):
        with a_stand(setup, kept) as stand:
            for one in trials(stand, given.action or list(ACTIONS), given.kind or KINDS, given.points, lasting(given)):
                found.append((setup, one))
                told = f"{setup} {one.action}, {one.plan} of {one.calls}: {one.outcome}, {one.failed} failed"
                print(f"{told}{', key in doubt' if one.in_doubt else ''} {one.words}", file=sys.stderr, flush=True)
    print(shown(found))
    print(f"Log of the server: {kept.name}", file=sys.stderr)
    if given.write:
        command = " ".join(("failing_reviews.py", *(word for word in sys.argv[1:] if word != "--write")))
        write_block("failing reviews", f"`python robustness/{command}`:\n\n{shown(found)}")
    return int(any(one.is_fault for _, one in found))


if __name__ == "__main__":
    sys.exit(main())
