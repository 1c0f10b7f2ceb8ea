"""Users somebody gave, the bigger buffer cache as a rival, and what the flash costs."""

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.plan_option import plan_option
from segtier.errors import Refused
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.plan import Destination
from segtier.model.request import Users
from segtier.model.workload import BufferPoolAdvice, Cache, Workload
from tests.builders import GIB, a_request, a_segment, a_wait, a_workload
from tests.sentences import like, worded

BUSY = a_workload((a_wait("db file sequential read", 36_000, 10),), segments=(a_segment("ORDERS", 3_000_000.0),))
"""11 active sessions and 100 transactions a second: 0.11 s each."""


def advice(workload: Workload = BUSY, **changed: object) -> Advice:
    return advise([workload], [], a_request(**changed))


def option(found: Advice, name: str) -> OptionAdvice:
    return next(row for row in found.options if row.option == name)


@pytest.mark.parametrize(
    ("users", "warned"),
    [
        (None, False),
        (Users(111, 1.0), False),
        *((Users(86, 1.0), False), (Users(85, 1.0), True)),
        *((Users(144, 1.0), False), (Users(145, 1.0), True)),
    ],
)
def test_users_are_held_against_the_reports(users: Users | None, warned: bool) -> None:
    codes = {warning.code for warning in advice(users=users).warnings}
    assert ("users-do-not-fit" in codes) == warned


def test_what_does_not_fit_is_said_with_how_many_would() -> None:
    (told,) = [one.message for one in advice(users=Users(600, 1.0)).warnings if one.code == "users-do-not-fit"]
    assert told == worded("advisor/users-think-time", 600, 1, "100.0", "11.0", 111)


def test_users_who_think_gain_less_throughput_than_users_who_do_not() -> None:
    thinking, busy = (option(advice(users=users), "all").throughput_ratio for users in (Users(111, 1.0), None))
    assert thinking.expected < busy.expected
    assert thinking.expected <= 1.11 + 1e-9  # (think + response) / think bounds it


@pytest.mark.parametrize(("factor", "feasible", "saved"), [(0.5, True, True), (1.0, True, False), (None, False, False)])
def test_a_bigger_cache_is_a_rival_as_far_as_the_advisory_looks(
    factor: float | None, feasible: bool, saved: bool
) -> None:
    found = option(advice(a_workload(cache_factor_at_double=factor)), "buffer-cache")
    assert found.feasible == feasible
    assert (found.response_ratio is not None) == feasible  # missing is not the same as no change
    assert bool(found.response_ratio and found.response_ratio.expected < 0.9) == saved
    assert not found.worth_it


@pytest.mark.parametrize(("server_gib", "fits"), [(41, True), (39, False)])
def test_the_advisory_is_about_the_default_pool_alone(server_gib: float, fits: bool) -> None:
    """8 GiB of a buffer cache of 24 GiB: at 16 GiB half the reads are left, beside the 16 GiB of the other pools."""
    others = tuple(
        BufferPoolAdvice(pool, size_bytes=8 * GIB, size_factor=1.0, est_physical_read_factor=1.0)
        for pool in ("KEEP", "RECYCLE")
    )
    workload = a_workload(BUSY.wait_events, cache_factor_at_double=0.5)
    workload = replace(
        workload,
        cache=(Cache(buffer_cache_bytes=24 * GIB),),
        buffer_pool_advisory=(*workload.buffer_pool_advisory, *others),
        instances=(replace(workload.instances[0], memory_bytes=round(server_gib * GIB)),),
    )
    found = advice(workload)
    assert option(found, "buffer-cache").feasible == fits
    said = [one.text for one in found.findings if one.code == "bigger-cache-helps"]
    assert [text for text in said if "with a default buffer pool of 16 GiB instead of 8 GiB" in text] == said
    assert bool(said) == fits


def test_no_scripts_belong_to_a_bigger_cache() -> None:
    with pytest.raises(Refused, match=like("advisor/bigger-buffer-cache")) as refused:
        plan_option(advice(), [BUSY], "buffer-cache", Destination(), True)
    assert refused.value.code == "no-scripts"


def test_cost_of_each_transaction_gained() -> None:
    found = option(advice(price=6_268.0), "all")
    gained = (found.throughput_ratio.expected - 1) * 100
    assert found.cost == 6_268.0
    assert found.cost_per_txn_per_s == pytest.approx(6_268.0 / gained)


@pytest.mark.parametrize("name", ["none", "buffer-cache"])
def test_what_needs_no_flash_costs_none(name: str) -> None:
    found = option(advice(price=6_268.0), name)
    assert (found.cost, found.cost_per_txn_per_s) == (None, None)


def test_without_a_price_nothing_is_said_of_cost() -> None:
    assert all(row.cost is None and row.cost_per_txn_per_s is None for row in advice().options)
