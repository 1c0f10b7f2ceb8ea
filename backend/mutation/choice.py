"""Which tests are run for a fault, and in what order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mutation.reach import Reach
from mutation.sample import Sampled

MOST_S = 60.0
"""Of tests for one fault: what only slower ones would notice counts as not noticed."""


def chosen(sampled: Sampled, reach: Reach) -> list[list[str]]:
    """Two portions: unit tests of the fault's own area, then all others that reach it; the fastest first."""
    place = sampled.fault.place
    first, last = place.statement
    reaching = reach.tests(sampled.file, range(first, last + 1)) if place.in_function else reach.users(sampled.file)
    near = in_order(reaching, sampled.area, reach.seconds)
    beside = in_order(_same_files(near, reach.seconds) - set(near), sampled.area, reach.seconds)
    affordable = list(within([*near, *beside], reach.seconds))
    own = [test for test in affordable if _is_own(test, sampled.area)]
    return [portion for portion in (own, [test for test in affordable if test not in set(own)]) if portion]


def in_order(tests: Iterable[str], area: str, seconds: dict[str, float]) -> list[str]:
    """Own tests first, then the fastest; those that do not pass without a fault tell nothing."""
    return sorted(
        (test for test in tests if test in seconds), key=lambda test: (not _is_own(test, area), seconds[test], test)
    )


def within(tests: Iterable[str], seconds: dict[str, float], most_s: float = MOST_S) -> Iterator[str]:
    """Tests in their order until their time is used up."""
    for test in tests:
        most_s -= seconds[test]
        if most_s < 0:
            return
        yield test


def _same_files(tests: Iterable[str], seconds: dict[str, float]) -> set[str]:
    """All tests of the files: a fixture or a cache runs the line once, for the first of its users."""
    files = {test.partition("::")[0] for test in tests}
    return {test for test in seconds if test.partition("::")[0] in files}


def _is_own(test: str, area: str) -> bool:
    return test.startswith(f"tests/unit/{area}/")
