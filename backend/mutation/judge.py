"""Is a fault noticed by a test?"""

from __future__ import annotations

import json
from collections.abc import Sequence

from mutation.copies import Copy
from mutation.sample import Sampled

START_S = 30.0
SLACK = 3.0
"""Of processor time a run may take what it takes to start, and that many times what its tests took; more, and it hangs."""
PASSED, NO_TESTS = 0, 5
"""Exit codes of pytest."""


def is_noticed(sampled: Sampled, portions: Sequence[list[str]], seconds: dict[str, float], copy: Copy) -> bool:
    """Put the fault into the copy, run its tests, take it out again."""
    path = copy.backend / sampled.file
    path.write_text(sampled.text, encoding="utf-8")
    try:
        return any(_fails(tests, START_S + SLACK * sum(map(seconds.__getitem__, tests)), copy) for tests in portions)
    finally:
        path.write_text(sampled.was, encoding="utf-8")


def _fails(tests: list[str], limit_s: float, copy: Copy) -> bool:
    """A fault that makes the package unimportable or endless is noticed too."""
    listed = copy.root / "only.json"
    listed.write_text(json.dumps(tests))
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    arguments = ["-x", "-p", "mutation.only", "--only", str(listed), *files]
    return copy.pytest(arguments, limit_s) not in (PASSED, NO_TESTS)
