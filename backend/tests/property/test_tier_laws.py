"""Laws of an answer over several tiers, on drawn databases."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.option_called import option_called
from segtier.advisor.segments.held import full_name
from segtier.advisor.segments.tier_case import LEAST_SAID, TierCase
from segtier.advisor.segments.tier_idle import LEAST_OF_ALL
from segtier.advisor.segments.tier_placing import place_on_tiers
from segtier.forecast import forecast_change
from segtier.model.advice import Advice
from segtier.model.option import TIERS
from segtier.placement.tiers import built
from segtier.question.tiers import AskedTier, compose_tiers
from segtier.units import GIB
from tests.builders import a_request
from tests.drawn_tiers import Drawn, drawn

SEEDS = (2, 5, 8, 13, 17, 20, 23, 30, 33, 36, 57, 79)


def asked(seed: int, *, demotion: bool) -> tuple[Drawn, Advice]:
    chance = random.Random(seed)
    one = drawn(chance)
    given = a_request(
        chance.choice([1_000, 5 * GIB, 30 * GIB, 80 * GIB]),
        headroom_pct=chance.choice([0.0, 10.0]),
        further_tiers=compose_tiers(one.tiers),
        demotion=demotion,
        draws=30,
    )
    return one, advise([one.workload], [one.sizes], given)


@pytest.mark.parametrize("seed", SEEDS)
def test_without_demotion_a_move_saves_something_where_reads_are_faster(seed: int) -> None:
    """By the read time of its own tablespace, also where tablespaces differ too little to count apart."""
    one, advice = asked(seed, demotion=False)
    assert advice.tiers is not None
    there = {tier.name: tier.device.read_us for tier in advice.tiers.tiers}
    moved = [row for row in advice.placed(TIERS) if row.included]
    wrong = [
        (row.name, row.tier, row.benefit_s_per_hour)
        for row in moved
        if there[row.tier or ""] >= one.read_us[row.tablespace or ""]
        or not (row.benefit_s_per_hour or 0.0) >= LEAST_SAID
    ]
    assert not wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_with_demotion_the_parts_add_up_and_no_tier_is_filled_beyond_its_size(seed: int) -> None:
    """What saves nothing leaves a tier that somebody else needs: it lies on one of them."""
    one, advice = asked(seed, demotion=True)
    assert advice.tiers is not None
    moved = {row.name: row for row in advice.placed(TIERS) if row.included}
    idle = [row.name for row in moved.values() if not (row.benefit_s_per_hour or 0.0) >= LEAST_SAID]
    tiers = {tier.name: tier for tier in one.tiers}
    for name, row in moved.items():
        longer_us = (tiers[row.tier].read_us or 0.0) - one.read_us[row.tablespace] if row.tier in tiers else 0.0
        reads = next((seg.physical_read_requests for seg in one.workload.segments if seg.name == name), 0.0)
        assert row.benefit_s_per_hour <= -0.999 * max(longer_us, 0.0) * reads / 1e6 or longer_us <= 0
    assert {moved[name].lies for name in idle} <= set(tiers)
    saved = option_called(TIERS, advice.options).db_time_saved_s_per_hour
    if saved is not None:
        assert sum(row.benefit_s_per_hour or 0.0 for row in moved.values()) == pytest.approx(saved.expected, rel=1e-3)
    for tier in one.tiers:
        before = sum(gib for gib, space in one.gib.values() if space in tier.tablespaces)
        after = sum(
            gib
            for name, (gib, space) in one.gib.items()
            if (moved[name].tier == tier.name if name in moved else space in tier.tablespaces)
        )
        assert after <= max(before, float((tier.size or "0GiB").removesuffix("GiB")))


def saves(one: Drawn, tiers: tuple[AskedTier, ...], flash_bytes: int = 1_000) -> tuple[float, dict[str, str]]:
    """Of DB time by the full model, and the tier of each segment that moves."""
    given = a_request(flash_bytes, headroom_pct=0.0, further_tiers=compose_tiers(tiers), draws=20)
    case = build_case([one.workload], [one.sizes], given)
    found = place_on_tiers(case)
    assert found is not None
    ratio = forecast_change(case.over_tiers, found.change).response_ratio.expected
    return 1 - ratio, {move.name.rpartition(".")[2]: move.tier for move in found.answer.moves}


@pytest.mark.parametrize("seed", [12, 82, 107])
def test_no_placement_there_is_saves_more(seed: int) -> None:
    """Every one of a small database, by the full forecast; but for moves too small to tell. What reads no faster moves only
    from a tier, to make room that lacks without it.
    """
    chance = random.Random(seed)
    one = drawn(chance)
    given = a_request(
        chance.choice([1_000, 5 * GIB, 30 * GIB, 80 * GIB]),
        headroom_pct=chance.choice([0.0, 10.0]),
        further_tiers=compose_tiers(one.tiers),
        demotion=True,
        draws=30,
    )
    case = build_case([one.workload], [one.sizes], given)
    over, found = TierCase(case), place_on_tiers(case)
    assert found is not None
    goes = {move.name: move.tier for move in found.answer.moves}
    names = [tier.name for tier in over.tiers]
    chosen = [
        names.index(goes[name]) if (name := full_name(load.key)) in goes else int(lies)
        for load, lies in zip(over.loads, over.lies, strict=True)
    ]
    best = max(over.found(np.array(tier)).saved for tier in _every(over))
    assert over.found(np.array(chosen)).saved >= best - LEAST_OF_ALL


def _every(over: TierCase) -> Iterator[tuple[int, ...]]:
    problem = built(over.tiers, over.segments, over.saves(over.placed.none_moved), over.moves).problem
    slower = over.rows.no_faster
    home = [int(at) for at in problem.today]
    able = problem.benefit > -np.inf
    ways = [
        [at, *(to for to in np.flatnonzero(able[one]).tolist() if to != at and (at >= 0 or not slower[one, to]))]
        for one, at in enumerate(home)
    ]
    for tier in itertools.product(*ways):
        down = [u for u, at in enumerate(tier) if at != home[u] and slower[u, at]]
        without = [np.array((*tier[:u], home[u], *tier[u + 1 :])) for u in down]
        if problem.fits(np.array(tier)) and not any(map(problem.fits, without)):
            yield tier


def parted(sizes: list[float], room: float) -> bool:
    """Whether two rooms hold them."""
    reached = {0.0}
    for size in sizes:
        reached |= {one + size for one in reached}
    return any(one <= room and sum(sizes) - one <= room for one in reached)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_halves_of_a_tier_lose_no_more_than_whole_segments_explain(seed: int) -> None:
    """Where what the whole takes can be shared out to the halves, they save as much."""
    chance = random.Random(seed)
    one = drawn(chance)
    gib, read_us = chance.choice([20, 40, 80]), chance.choice([80.0, 400.0])
    whole, there = saves(one, (AskedTier(name="W", size=f"{gib}GiB", read_us=read_us),))
    halves, _ = saves(one, tuple(AskedTier(name=name, size=f"{gib / 2}GiB", read_us=read_us) for name in ("A", "B")))
    if parted([one.gib[name][0] for name, tier in there.items() if tier == "W"], gib / 2):
        assert halves >= whole - 1e-4
    assert halves <= whole + 1e-3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_faster_tier_makes_no_answer_worse(seed: int) -> None:
    chance = random.Random(seed)
    one = drawn(chance)
    slow = tuple(replace(tier, tablespaces=()) for tier in one.tiers)
    faster = AskedTier(name="F", size=chance.choice(["5GiB", "30GiB", "1TiB"]), read_us=60.0)
    before, _ = saves(one, slow)
    after, _ = saves(one, (*slow, faster))
    assert after >= before - 1e-4


def test_a_seed_is_one_database() -> None:
    first, again = (drawn(random.Random(7)) for _ in range(2))
    assert replace(first, workload=again.workload) == again
