"""Which tests are run for a fault, and in what order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from mutation.reach import Reach
from mutation.sample import Sampled

PORTION = 1 / 40
"""Of the time of all tests, on whatever machine they were timed: what only slower tests would notice counts as not noticed."""


def chosen(sampled: Sampled, reach: Reach) -> list[list[str]]:
    """Two portions: unit tests of the fault's own area, then all others that reach it: those of the file named after the
    module first, and the fastest first.

    To the first belong the other tests of their files: a fixture or a cache runs the line once, for the first of its users.
    A line that no test runs may be part of a function called while its module is read: it is judged by the file's users.
    """
    place, seconds = sampled.fault.place, reach.seconds
    first, last = place.statement
    called = reach.tests(sampled.file, range(first, last + 1)) if place.in_function else set[str]()
    reaching = called or reach.users(sampled.file)
    named = f"test_{Path(sampled.file).stem}.py"
    known = sorted(
        (test for test in reaching if test in seconds),
        key=lambda test: (not _file(test).endswith(f"/{named}"), seconds[test], test),
    )
    own = [test for test in known if test.startswith(f"tests/unit/{sampled.area}/")]
    files = {_file(test) for test in own}
    beside = sorted(
        (test for test in seconds if _file(test) in files and test not in reaching), key=seconds.__getitem__
    )
    most_s = PORTION * reach.whole_s
    near = list(within([*own, *beside], seconds, most_s))
    far = list(within((test for test in known if test not in set(own)), seconds, most_s))
    return [portion for portion in (near, far) if portion]


def within(tests: Iterable[str], seconds: dict[str, float], most_s: float) -> Iterator[str]:
    """Tests in their order until their time is used up."""
    for test in tests:
        most_s -= seconds[test]
        if most_s < 0:
            return
        yield test


def _file(test: str) -> str:
    return test.partition("::")[0]
