"""Rented volumes for a database: within the budget, far enough for the target, and never past a limit."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date

import pytest

from segtier.advisor import advise
from segtier.advisor.renting.volumes import SPARE, Wanted, volume_answers
from segtier.errors import NotUsable
from segtier.model.constraints import Constraints
from segtier.model.volume import Machine, Prices, VolumeAnswers
from segtier.model.workload import Workload
from segtier.oracle.volumes import find_volume, month, ordered, volume_models, volume_tier
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload
from tests.sentences import like, tells, worded

TODAY = date(2026, 11, 23)


def a_database() -> Workload:
    segments = tuple(
        replace(a_segment(f"T{n}", 600_000 * 0.6**n, 20_000 * 0.6**n), size_bytes=(10 + 7 * n) * GIB) for n in range(10)
    )
    return a_workload((a_wait("db file sequential read", 18_000, 10),), segments=segments)


UNPRICED = "google-hyperdisk-balanced"
"""Its sources differ about the price."""


def answers(
    wanted: Wanted, *models: str, machine: Machine | None = None, workload: Workload | None = None
) -> VolumeAnswers:
    kinds = [find_volume(name, volume_models()) for name in models or ("aws-gp3",)]
    request = a_request(draws=60, machine=machine or Machine())
    return volume_answers([workload or a_database()], [], request, kinds, wanted, TODAY)


def test_more_budget_never_gains_less_and_is_never_exceeded() -> None:
    before = 1.0
    for budget in (2, 4, 8, 12, 20, 40):
        offer = answers(Wanted(budget=budget)).volumes[0].for_budget
        if offer is None:
            assert before == 1.0
            continue
        assert offer.month <= budget
        assert offer.response_ratio.expected <= before
        before = offer.response_ratio.expected
    assert before < 0.6


def test_a_farther_target_never_costs_less_and_is_reached() -> None:
    before = 0.0
    for less in (0.1, 0.25, 0.4, 0.55):
        offer = answers(Wanted(less_db_time=less)).volumes[0].for_target
        assert offer.response_ratio.expected <= 1 - less
        assert offer.month >= before
        before = offer.month


def test_what_cannot_be_had_is_said_with_what_can() -> None:
    (one,) = answers(Wanted(budget=0.5, less_db_time=0.95)).volumes
    assert (one.for_budget, one.for_target) == (None, None)
    assert tells(one.text, like("advisor/least-gains-anything"))
    assert tells(one.text, like("advisor/most-less-db"))


def test_it_says_how_many_segments_move_at_most() -> None:
    given = answers(Wanted())
    assert given.moves == 10


def test_a_price_that_nobody_knows_is_within_no_budget() -> None:
    (one,) = answers(Wanted(budget=10**6), UNPRICED).volumes
    assert one.for_budget is None
    assert tells(one.text, like("advisor/catalogue-no-price.volumes"))
    assert "price_gb_month" in one.unpriced
    assert one.most.month is None


def test_ordered_is_what_moves_with_something_to_spare() -> None:
    (one,) = answers(Wanted(), "aws-io2").volumes
    reads = sum(600_000 * 0.6**n for n in range(10)) / 3_600
    writes = sum(20_000 * 0.6**n for n in range(10)) / 3_600
    assert one.most.moves == 10
    assert one.most.requests_per_s == math.ceil((reads + writes) * SPARE)
    assert one.most.bytes >= sum(10 + 7 * n for n in range(10)) * GIB / 0.9
    volume = ordered(one.model, one.most.bytes, one.most.requests_per_s, one.most.bytes_per_s)
    assert one.most.month == pytest.approx(month(volume))
    assert (one.most.binding, one.most.times) == ("volume-requests", pytest.approx(SPARE, rel=1e-3))


def test_where_bytes_a_second_come_with_the_size_more_of_it_is_ordered() -> None:
    """Ten segments of a GiB, and so much I/O that the size for it is the larger one."""
    small = replace(a_database(), segments=tuple(replace(one, size_bytes=GIB) for one in a_database().segments))
    kind = replace(find_volume("azure-netapp-ultra", volume_models()), least_bytes=0)
    (one,) = volume_answers([small], [], a_request(draws=60), [kind], Wanted(), TODAY).volumes
    assert one.most.bytes > 2 * 10 * GIB
    assert (one.most.binding, one.most.times) == ("volume-bytes", pytest.approx(SPARE, rel=0.05))


def test_the_knee_is_smaller_than_the_whole_and_gains_most_of_it() -> None:
    (one,) = answers(Wanted()).volumes
    assert one.knee.bytes < one.most.bytes
    assert 1 - one.knee.response_ratio.expected > 0.5 * (1 - one.most.response_ratio.expected)


@pytest.mark.parametrize(("requests", "offered"), [(650.0, False), (10_000.0, True)])
def test_behind_a_machine_that_is_full_no_volume_helps(requests: float, offered: bool) -> None:
    (one,) = answers(Wanted(), machine=Machine(requests_per_s=requests)).volumes
    assert (one.most is not None) is offered
    if not offered:
        assert worded("model/requests-s-machine") in one.text


def test_a_volume_too_slow_for_what_moves_is_given_no_more_than_it_carries() -> None:
    """Four hundred times the load: a volume of 16,000 requests a second takes a part of the segments."""
    base = a_database()
    many = replace(
        base,
        instance_statistics=tuple(replace(row, total=(row.total or 0) * 400) for row in base.instance_statistics),
        io_filetypes=tuple(
            replace(row, read_requests_per_s=(row.read_requests_per_s or 0) * 400, write_requests_per_s=1.0)
            for row in base.io_filetypes
        ),
        segments=tuple(
            replace(
                row,
                physical_read_requests=(row.physical_read_requests or 0) * 400,
                physical_reads_blocks=(row.physical_reads_blocks or 0) * 400,
            )
            for row in base.segments
        ),
    )
    (slow,) = answers(Wanted(), workload=many).volumes
    (fast,) = answers(Wanted(), "azure-ultra", workload=many).volumes
    assert slow.most is None or slow.most.moves < fast.most.moves
    assert slow.most is None or slow.most.times >= 1


def test_no_more_moves_are_offered_than_are_allowed() -> None:
    kinds = [find_volume("aws-gp3", volume_models())]
    for constraints in (Constraints(most_moves=3), Constraints(most_moved_bytes=40 * GIB)):
        request = a_request(draws=60, constraints=constraints)
        (one,) = volume_answers([a_database()], [], request, kinds, Wanted(), TODAY).volumes
        assert 0 < one.most.moves <= 3


def test_what_is_slower_than_today_is_not_offered() -> None:
    slow = replace(find_volume("aws-gp3", volume_models()), read_us_low=30_000, read_us=40_000, read_us_high=50_000)
    (one,) = volume_answers([a_database()], [], a_request(draws=60), [slow], Wanted(), TODAY).volumes
    assert (one.knee, one.most) == (None, None)
    assert one.text


def test_without_sizes_there_is_nothing_to_rent_for() -> None:
    unsized = replace(a_database(), segments=tuple(replace(row, size_bytes=None) for row in a_database().segments))
    with pytest.raises(NotUsable) as refused:
        answers(Wanted(), workload=unsized)
    assert refused.value.code == "nothing-to-place"


@pytest.mark.parametrize("moves", [1, 2, 3, 5])
def test_under_limits_the_placement_is_the_best_within_them(moves: int) -> None:
    """As the advice with as much flash as the volume has; not a point of the frontier, which knows no limits."""
    workload = a_database()
    request = a_request(10**13, draws=60, constraints=Constraints(most_moves=moves))
    kind = find_volume("aws-gp3", volume_models())
    offer = volume_answers([workload], [], request, [kind], Wanted(), TODAY).volumes[0].most
    assert offer is not None
    assert offer.moves == moves
    tier = volume_tier(ordered(kind, offer.bytes, offer.requests_per_s, offer.bytes_per_s))
    again = advise([workload], [], replace(request, tier=replace(tier, usable_bytes=10**13)))
    saved = next(one for one in again.options if one.option == "segments").response_ratio
    assert saved is not None
    assert offer.response_ratio.expected == pytest.approx(saved.expected, abs=0.005)


def test_what_holds_storage_back_is_told() -> None:
    free = volume_answers([a_database()], [], a_request(draws=60), [], Wanted(), TODAY)
    load = free.load.requests_per_s
    held = answers(Wanted(), machine=Machine(requests_per_s=load * 1.02))
    assert not free.throttled
    assert tells(held.throttled, like("advisor/whether-new-volume"))


@pytest.mark.parametrize(
    ("kind", "count", "gib"),
    [("rds-gp3", 1, 200), ("azure-netapp-ultra", 1, 1_024), ("azure-netapp-ultra", 3, 3_072), ("aws-gp3", 4, 4)],
)
def test_less_than_is_sold_is_not_ordered(kind: str, count: int, gib: int) -> None:
    tiny = replace(a_database(), segments=tuple(replace(one, size_bytes=GIB // 10) for one in a_database().segments))
    (one,) = answers(Wanted(count=count), kind, workload=tiny).volumes
    assert one.knee.bytes == gib * GIB


@pytest.mark.parametrize("count", [1, 2, 5])
def test_several_side_by_side_have_the_same_room_and_more_of_what_is_included(count: int) -> None:
    (one,) = answers(Wanted(count=count)).volumes
    (alone,) = answers(Wanted()).volumes
    assert one.most.count == count
    assert one.most.bytes % (count * GIB) == 0
    assert 0 <= one.most.bytes - alone.most.bytes < count * GIB
    assert one.most.requests_per_s == count * 3_000
    assert one.most.times == pytest.approx(count * alone.most.times)
    assert one.most.response_ratio.expected <= alone.most.response_ratio.expected * 1.001


def test_no_volumes_side_by_side_where_nothing_stripes_over_them() -> None:
    (one,) = answers(Wanted(count=2), "rds-io2").volumes
    assert (one.most, one.knee) == (None, None)
    assert tells(one.text, like("oracle/nothing-stripes-over"))


@pytest.mark.parametrize(("a_gib", "freed"), [(None, None), (0.0, 0.0), (0.05, 0.05)])
def test_what_becomes_free_is_what_moves_at_its_price(a_gib: float | None, freed: float | None) -> None:
    """Nobody said is not for nothing."""
    (one,) = answers(Wanted(prices=Prices(today_gib=a_gib))).volumes
    offer = one.most
    assert offer.freed_bytes == sum(10 + 7 * n for n in range(10)) * GIB
    if freed is None:
        assert (offer.freed_month, offer.net_month) == (None, None)
    else:
        assert offer.freed_month == pytest.approx(freed * sum(10 + 7 * n for n in range(10)))
        assert offer.net_month == pytest.approx(offer.month - offer.freed_month)


def test_where_the_price_is_not_known_neither_is_what_it_costs_more() -> None:
    (one,) = answers(Wanted(prices=Prices(today_gib=0.05)), UNPRICED).volumes
    assert (one.most.month, one.most.net_month) == (None, None)
    assert one.most.freed_month > 0


def test_the_answer_says_how_old_it_is() -> None:
    given = answers(Wanted(), "aws-gp3", UNPRICED)
    assert "2026-11-28" in given.prices_as_of
    assert "us-east-1" in given.prices_as_of
    assert "us-central1" not in given.prices_as_of
