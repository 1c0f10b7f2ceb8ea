"""What an option takes for granted: in plain words, what changes most first, and stated where somebody knows better."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.model.advice import OptionAdvice
from segtier.model.assumption import KINDS
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.forecast import Assumption
from segtier.model.option import OptionName
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.sentences import like, worded
from tests.source import trees

WAITS = (
    a_wait("db file sequential read", 18_000, 9),
    a_wait("direct path read", 2_000, 9),
    a_wait("log file sync", 4_000, 6),
)
WORKLOAD = a_workload(WAITS, segments=(a_segment("ORDERS", 1_500_000, 200_000),))
SIZES = some_sizes(("ORDERS", 40))
DISKS = StorageToday((StorageGroup("disks", media="hdd", spindles=12, raid="raid10"),))


def options(**asked: object) -> dict[OptionName, OptionAdvice]:
    return {one.option: one for one in advise([WORKLOAD], [SIZES], a_request(**asked)).options}  # type: ignore[arg-type]


def assumed(option: OptionAdvice) -> dict[str, Assumption]:
    return {row.name: row for row in option.assumptions}


def named_in_code() -> set[str]:
    """The first argument of every Assumption, every draw and every known figure."""
    found = set()
    for _, tree in trees("Assumption(", "triangle(", "uniform(", "known("):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if (
                called in ("Assumption", "triangle", "uniform", "known")
                and isinstance(first, ast.Constant)
                and isinstance(first.value, str)
            ):
                found.add(first.value)
    return found


def test_every_assumption_has_a_title_of_its_own() -> None:
    assert named_in_code() == set(KINDS)
    titles = [kind.title for kind in KINDS.values()]
    assert len(set(titles)) == len(titles)
    assert all(title and "_" not in title for title in titles)


def test_the_largest_influence_comes_first_and_they_add_up() -> None:
    for option in options().values():
        shares = [row.influence for row in option.assumptions]
        known = [share for share in shares if share is not None]
        assert known == sorted(known, reverse=True)
        assert shares[: len(known)] == known
        assert sum(known) == pytest.approx(1 if known else 0)
        varies = {row.name for row in option.assumptions if row.low != row.high}
        assert {row.name for row in option.assumptions if row.influence is not None} <= varies
        assert all(row.title == KINDS[row.name].title for row in option.assumptions)
        assert option.dominant_input is None or assumed(option)[option.dominant_input].influence


def test_what_is_stated_is_not_drawn_and_says_so() -> None:
    free, stated = options(), options(assumed=(("flash_read_us", 900.0),))
    before, after = (assumed(found["segments"])["flash_read_us"] for found in (free, stated))
    assert (after.value, after.low, after.high, after.influence) == (900.0, 900.0, 900.0, None)
    assert like("forecast/stated-instead", ..., ..., before.source).fullmatch(after.source)
    ratios = [found["segments"].response_ratio for found in (free, stated)]
    assert ratios[0] is not None
    assert ratios[1] is not None
    assert ratios[1].expected > ratios[0].expected


def test_what_was_measured_can_be_stated_otherwise() -> None:
    free, stated = (options(storage_today=DISKS, assumed=one) for one in ((), (("disk_utilisation", 0.9),)))
    before, after = (assumed(found["segments"])["disk_utilisation"] for found in (free, stated))
    assert "12 spindles" in before.source
    assert (after.value, after.source) == (
        0.9,
        worded("forecast/stated-instead.draws", f"{before.value:,.4g}", before.source),
    )
    assert free["segments"].response_ratio != stated["segments"].response_ratio


def test_the_hits_of_a_flash_cache_can_be_stated() -> None:
    option = options(assumed=(("flash_hit_share", 0.8),))["flash-cache"]
    row = assumed(option)["flash_hit_share"]
    assert row.value == 0.8
    assert re.match(r"as stated, .* 0\.", row.source)
    assert not {"miss_curve_trust", "miss_exponent", "miss_exponent_fitted"} & set(assumed(option))
    assert option.flash_cache is not None
    assert option.flash_cache.hit_ratio == replace(option.flash_cache.hit_ratio, low=0.8, expected=0.8, high=0.8)
