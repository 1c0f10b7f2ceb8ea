"""Several tiers: what goes where, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.case import build_case
from segtier.advisor.plan_option import plan_option
from segtier.advisor.segments.tier_placing import place_on_tiers
from segtier.errors import Refused
from segtier.model.constraints import Constraints
from segtier.model.plan import Destination
from segtier.model.storage_tier import FurtherTier
from segtier.model.tier_answer import TierAnswer
from segtier.question import Question, compose_request
from segtier.question.tiers import AskedTier, compose_tiers
from tests.builders import a_request, a_segment
from tests.sentences import like, tells
from tests.two_speeds import FAST, SLOW, sizes, two_speeds

GIB = 2**30
NEARLY_NOTHING = 1_000


def asked(*tiers: AskedTier) -> tuple[FurtherTier, ...]:
    return compose_tiers(tiers)


def answer(flash_bytes: int, *tiers: AskedTier, reads: dict[str, float] | None = None, **request) -> TierAnswer:
    given = a_request(flash_bytes, headroom_pct=0.0, further_tiers=asked(*tiers), **request)
    found = advise([two_speeds(reads=reads)], [sizes()], given).tiers
    assert found is not None
    return found


def placed(found: TierAnswer) -> dict[str, str]:
    return {one.name.rpartition(".")[2]: one.tier for one in found.moves}


NVME = AskedTier(name="NVME", device="generic-pcie", size="32GiB", tablespaces=(FAST,))
SLOWER = AskedTier(name="SATA", size="20GiB", read_us=5_000)
COLD = {SLOW: 600_000.0, FAST: 60_000.0}


def test_each_segment_goes_where_it_fits_best() -> None:
    """40 GiB of SSD for the hottest; the tier beside it takes the next."""
    found = answer(40 * GIB, AskedTier(name="SAS", size="30GiB", read_us=600))
    assert placed(found) == {"ORDERS": "SSD", "LINES": "SAS"}
    assert found.gap < 1e-9
    assert [(one.name, one.segments, one.bytes) for one in found.tiers] == [
        ("SSD", 1, 40 * GIB),
        ("SAS", 1, 30 * GIB),
    ]
    assert sum(one.saved_s_per_hour for one in found.moves) == pytest.approx(
        found.db_time_saved_s_per_hour.expected, rel=0.05
    )


@pytest.mark.parametrize("allowed", [True, False])
def test_a_cold_segment_goes_down_only_where_allowed(allowed: bool) -> None:
    """LINES fits on the NVMe only where both indexes leave; they cost less there than it saves."""
    found = answer(NEARLY_NOTHING, NVME, SLOWER, reads=COLD, demotion=allowed)
    if allowed:
        assert placed(found) == {"LINES": "NVME", "ORDERS_PK": "SATA", "LINES_IX": "SATA"}
        down = {one.name: one.saved_s_per_hour for one in found.moves if one.tier == "SATA"}
        # 18,000 and 36,000 reads an hour, each 4.55 ms longer and more as the disks answer.
        assert sum(down.values()) == pytest.approx(-(0.9 * 60_000) * 4.55e-3, rel=0.3)
        assert found.demotions == 2
    else:
        assert placed(found) == {}
        assert found.demotions == 0


def test_a_tier_of_today_gets_no_more_of_what_nobody_said_it_takes() -> None:
    """The same with its size alone."""
    bare = AskedTier(name="NVME", size="32GiB", read_us=100, tablespaces=(FAST,))
    found = answer(NEARLY_NOTHING, bare, SLOWER, reads=COLD, demotion=True)
    assert placed(found) == {}
    assert any("NVME" in note and "requests a second" in note for note in found.notes)


@pytest.mark.parametrize("other_bytes", [10 * GIB, None])
def test_what_else_lies_on_a_tier_of_today_takes_its_room(other_bytes: int | None) -> None:
    """10 GiB that no report names: 32 less 10 hold no LINES of 30, whatever leaves; of unknown size they may take all."""
    found = sizes()
    other = replace(found.segments[0], name="UNREAD", tablespace=FAST, size_bytes=other_bytes)
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True, draws=50)
    listed = replace(found, segments=(*found.segments, other))
    assert placed(advise([two_speeds(reads=COLD)], [listed], given).tiers) == {}


def test_what_lies_on_a_tier_stays_where_read_times_tell_nothing() -> None:
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True, draws=50)
    found = advise([two_speeds(reads=COLD, timed=False)], [sizes()], given).tiers
    assert found is not None
    assert placed(found) == {}
    assert any("stays" in note for note in found.notes)


def test_a_tier_of_no_use_changes_nothing() -> None:
    """One that holds nothing: the best segments of the SSD alone."""
    request = a_request(60 * GIB, headroom_pct=0.0)
    alone = advise([two_speeds()], [sizes()], request)
    beside = advise(
        [two_speeds()],
        [sizes()],
        replace(request, further_tiers=asked(AskedTier(name="SMALL", size="1MiB", read_us=100))),
    )
    off = tuple(replace(row, tier=None, tier_reason="") for row in beside.segments)
    assert replace(beside, tiers=None, segments=off) == alone
    assert beside.tiers is not None
    option = next(one for one in alone.options if one.option == "segments")
    assert beside.tiers.response_ratio == option.response_ratio


@pytest.mark.parametrize(
    ("tiers", "code"),
    [
        ((AskedTier(name="A"),), "tier-incomplete"),
        ((AskedTier(name="A", size="1TB"),), "tier-incomplete"),
        ((AskedTier(name="A", device="generic-pcie", count=3, raid="raid1"),), "bad-device-count"),
        ((AskedTier(name="a", size="1TB", read_us=100), AskedTier(name="A", size="1TB", read_us=100)), "tier-twice"),
        (
            (
                AskedTier(name="A", size="1TB", read_us=100, tablespaces=("x",)),
                AskedTier(name="B", size="1TB", read_us=100, tablespaces=("X",)),
            ),
            "tier-twice",
        ),
    ],
)
def test_tiers_that_cannot_be_meant(tiers: tuple[AskedTier, ...], code: str) -> None:
    with pytest.raises(Refused) as refused:
        compose_tiers(tiers)
    assert refused.value.code == code


def test_raid_5_of_a_device() -> None:
    """Four devices of 700 GB: three of bytes; each small write costs two reads and two writes."""
    (one,) = asked(AskedTier(name="A", device="generic-pcie", count=4, raid="raid5"))
    (alone,) = asked(AskedTier(name="B", device="generic-pcie"))
    assert one.limits.usable_bytes == 3 * (alone.limits.usable_bytes or 0)
    assert one.tier.read_iops == 4 * alone.tier.read_iops
    assert one.tier.write_iops < 4 * alone.tier.write_iops / 2
    assert one.tier.write_us == pytest.approx(alone.tier.write_us + alone.tier.read_us)


@pytest.mark.parametrize(("flash", "reads"), [(0, None), (20 * GIB, None), (45 * GIB, COLD)])
def test_more_tiers_are_never_worse(flash: int, reads: dict[str, float] | None) -> None:
    """Each further tier, also a useless one, leaves at least what was there before it."""
    tiers = (
        AskedTier(name="SLOW", size="200GiB", read_us=50_000),
        AskedTier(name="SAS", size="30GiB", read_us=600),
        AskedTier(name="NVME", size="30GiB", read_us=90),
    )
    ratios = []
    for many in range(3):
        given = a_request(flash or NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(*tiers[: many + 1]), draws=20)
        found = place_on_tiers(build_case([two_speeds(reads=reads)], [sizes()], given))
        assert found is not None
        ratios.append(found.answer.response_ratio.expected)
    assert ratios[0] >= ratios[1] - 1e-6
    assert ratios[1] >= ratios[2] - 1e-6


def test_each_segment_says_which_tier_it_is_on() -> None:
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True)
    advice = advise([two_speeds(reads=COLD)], [sizes()], given)
    on = {row.name: (row.tier, bool(row.tier_reason)) for row in advice.segments}
    assert on == {
        "LINES": ("NVME", True),
        "ORDERS_PK": ("SATA", True),
        "LINES_IX": ("SATA", True),
        "ORDERS": (None, False),
    }


def test_going_down_is_never_free() -> None:
    """Also between two tiers that are both faster than a millisecond."""
    sas = AskedTier(name="SAS", size="20GiB", read_us=900)
    found = answer(NEARLY_NOTHING, NVME, sas, reads=COLD, demotion=True)
    down = [one.saved_s_per_hour for one in found.moves if one.tier == "SAS"]
    assert down
    assert all(one < 0 for one in down)


def test_a_tier_of_today_holds_what_else_lies_there() -> None:
    """40 GiB more in its tablespace, of a segment that nobody reads: nothing arrives."""
    full = sizes()
    full = replace(
        full, segments=(*full.segments, replace(full.segments[0], name="ARCHIVE", tablespace=FAST, size_bytes=40 * GIB))
    )
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True)
    found = advise([two_speeds(reads=COLD)], [full], given).tiers
    assert found is not None
    assert placed(found) == {}
    assert [one.usable_bytes for one in found.tiers if one.name == "NVME"] == [0]


@pytest.mark.parametrize("prefixes", [("/u01", "/u02"), ("/u01", "/u01")])
def test_what_may_come_from_a_cache_widens_the_range_as_for_one_ssd(prefixes: tuple[str, str]) -> None:
    """Beside a tier that nothing fits on, the SSD gets the forecast that it has alone."""
    pinned = Constraints(pinned=("*.ORDERS_PK", "*.LINES_IX"))
    tiny = asked(AskedTier(name="TINY", size="1GiB", read_us=50))
    given = a_request(70 * GIB, headroom_pct=0.0, further_tiers=tiny, constraints=pinned)
    advice = advise([two_speeds(prefixes=prefixes)], [sizes()], given)
    assert advice.tiers is not None
    alone = next(one for one in advice.options if one.option == "segments")
    assert placed(advice.tiers) == {"ORDERS": "SSD", "ORDERS_PK": "SSD", "LINES_IX": "SSD"}
    assert advice.tiers.response_ratio == alone.response_ratio


def test_what_nobody_reads_goes_down_at_no_cost_and_is_counted() -> None:
    """The page of the plan and the sentence above it name as many."""
    workload = two_speeds(reads=COLD)
    idle = replace(a_segment("LINES_IX", 0.0, 0.0, "INDEX"), tablespace=FAST)
    workload = replace(workload, segments=(*(one for one in workload.segments if one.name != idle.name), idle))
    given = a_request(NEARLY_NOTHING, headroom_pct=0.0, further_tiers=asked(NVME, SLOWER), demotion=True)
    found = advise([workload], [sizes()], given).tiers
    assert found is not None
    down = {one.name.rpartition(".")[2]: one.saved_s_per_hour for one in found.moves if one.lies is not None}
    assert down.keys() == {"ORDERS_PK", "LINES_IX"}
    assert (down["LINES_IX"], found.demotions) == (0.0, 2)
    (reason,) = [row.tier_reason for row in advise([workload], [sizes()], given).segments if row.name == "LINES_IX"]
    assert "costs nothing" in reason


CARD = AskedTier(name="CARD", device="generic-pcie", size="50GiB", place="+CARD")
ARRAY = AskedTier(name="ARRAY", size="50GiB", read_us=500, shared=True, place="+ARRAY")
SEEN = {"ORDERS": "CARD", "LINES": "ARRAY"}


@pytest.mark.parametrize(
    ("card", "array", "rac", "goes"),
    [
        (CARD, ARRAY, False, SEEN),
        (CARD, ARRAY, None, SEEN),
        (CARD, ARRAY, True, {"ORDERS": "ARRAY"}),
        (replace(CARD, shared=True), ARRAY, True, SEEN),
        (replace(CARD, device="generic-san"), ARRAY, True, {"ORDERS": "ARRAY", "LINES": "CARD"}),
        (CARD, replace(ARRAY, shared=None), True, {}),
        (replace(CARD, tablespaces=("OLD",), written_a_day="100TB"), ARRAY, True, SEEN),
    ],
    ids=["one node", "nobody knows", "a card", "a card all see", "an array", "nobody said", "what is there all see"],
)
def test_on_a_cluster_a_tier_takes_only_what_every_node_sees(
    card: AskedTier, array: AskedTier, rac: bool | None, goes: dict[str, str]
) -> None:
    """And the plan is that of the tiers that take something, whichever of them stands for the SSD."""
    workload = two_speeds()
    workload = replace(workload, database=replace(workload.database, rac=rac))
    question = Question(tiers=(card, array), headroom_pct=0.0)
    advice = advise([workload], [sizes()], replace(compose_request(question), draws=50))
    assert advice.tiers is not None
    assert placed(advice.tiers) == goes
    told = {note.split()[0] for note in advice.tiers.notes if tells(note, like("advisor/gets-nothing-other"))}
    assert told == {"CARD", "ARRAY"} - set(goes.values())
    if goes:
        plan = plan_option(advice, [workload], "segments", Destination(), override=True)
        assert {part.tier for part in plan.parts} == set(goes.values())


def test_a_pin_names_what_every_node_sees() -> None:
    """Nothing is held on a tier that it cannot be on."""
    workload = two_speeds()
    workload = replace(workload, database=replace(workload.database, rac=True))
    asks = Question(tiers=(CARD, ARRAY), headroom_pct=0.0, pinned=("*.LINES",))
    found = advise([workload], [sizes()], replace(compose_request(asks), draws=50)).tiers
    assert found is not None
    assert placed(found) == {"ORDERS": "ARRAY"}


def test_engineered_storage_places_data_itself() -> None:
    workload = two_speeds()
    workload = replace(workload, database=replace(workload.database, rac=True, engineered="exadata"))
    found = advise([workload], [sizes()], replace(compose_request(Question(tiers=(CARD, ARRAY))), draws=50)).tiers
    assert found is not None
    assert placed(found) == {}
    assert [note for note in found.notes if "Exadata" in note]
