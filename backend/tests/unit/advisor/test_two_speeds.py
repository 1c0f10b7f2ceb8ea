"""Two tablespaces of 0.45 and 22 ms: no segment of the fast one is chosen or credited, the others save what the average hid."""

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.analysis.storage.classes import FAST_INTERVALS
from segtier.analysis.storage.found import StorageSeen
from segtier.model.advice import Advice, RankedSegment
from segtier.model.device import StorageGroup, StorageToday
from tests.builders import a_request
from tests.two_speeds import FAST, SLOW, sizes, space_of, two_speeds

READ_S = 600_000 * (22.0 + 0.45) / 1e3
CASES = {"two prefixes": ("/u01", "/u02"), "one prefix": ("/u01", "/u01")}


def answer(**given) -> Advice:
    return advise([two_speeds(**given)], [sizes()], a_request())


def rows(advice: Advice) -> dict[str, RankedSegment]:
    return {row.name: row for row in advice.segments}


@pytest.mark.parametrize("case", CASES)
def test_the_fast_one_earns_nothing(case: str) -> None:
    told, average = answer(prefixes=CASES[case]), answer(timed=False)
    for name, row in rows(told).items():
        before = rows(average)[name].benefit_s_per_hour or 0.0
        if space_of(name) == FAST:
            assert (row.included, row.benefit_s_per_hour) == (False, 0.0)
            assert before > 1_000
            assert all(word in row.reason for word in (FAST, "450 µs"))
        else:
            assert row.included
            assert (row.benefit_s_per_hour or 0.0) > 1.5 * before
    option = next(one for one in told.options if one.option == "segments")
    assert option.db_time_saved_s_per_hour is not None
    parts = sum(row.benefit_s_per_hour or 0.0 for row in told.segments if row.included)
    assert parts == pytest.approx(option.db_time_saved_s_per_hour.expected, rel=0.01)
    assert option.db_time_saved_s_per_hour.high < READ_S
    assert told.storage_today.read_times is not None
    assert all(word in told.storage_today.read_times.text for word in (FAST, SLOW, "450 µs", "22 ms"))


@pytest.mark.parametrize(("case", "stations"), [("two prefixes", 2), ("one prefix", 1)])
def test_what_is_shown_of_the_storage(case: str, stations: int) -> None:
    storage = answer(prefixes=CASES[case]).storage_today
    assert len(storage.stations) == stations
    classes = {one.tablespaces[0].name: one for station in storage.stations for one in station.classes}
    assert {name: (one.read_us, one.guess) for name, one in classes.items()} == {
        SLOW: (pytest.approx(22_000), "disks"),
        FAST: (pytest.approx(450), "fast-here"),
    }
    assert sum(one.time_share for one in classes.values()) == pytest.approx(1.0)


def test_stated_groups_are_stations_and_a_stated_ssd_is_one() -> None:
    stated = StorageToday(
        (
            StorageGroup("san", media="hdd", inferred=False),
            StorageGroup("nvme", media="flash", tablespaces=(FAST,), inferred=False),
        )
    )
    storage = advise([two_speeds(prefixes=("/u01", "/u01"))], [sizes()], a_request(storage_today=stated)).storage_today
    guesses = {station.name: [one.guess for one in station.classes] for station in storage.stations}
    assert guesses == {"san": ["disks"], "nvme": ["flash"]}


def test_a_place_of_its_own_that_stays_fast_is_flash() -> None:
    for prefixes, guess in ((("/u01", "/u02"), "flash"), (("/u01", "/u01"), "fast-here")):
        seen, one = StorageSeen(), two_speeds(prefixes=prefixes)
        for number in range(FAST_INTERVALS):
            seen.add(replace(one, interval=replace(one.interval, begin_snap=number)))
        classes = [one for station in seen.found(None).stations for one in station.classes]
        assert [one.guess for one in classes if one.tablespaces[0].name == FAST] == [guess]


def test_reports_without_times_answer_as_before() -> None:
    """The tablespaces and files are there, and nobody timed a read."""
    with_lists = two_speeds(timed=False)
    bare = replace(with_lists, tablespace_io=(), file_io=())
    one, other = (advise([each], [sizes()], a_request()) for each in (with_lists, bare))
    assert one.segments == other.segments
    assert one.options == other.options
    assert one.storage_today.read_times is not None
    assert not one.storage_today.told_apart


@pytest.mark.parametrize(("slow", "fast"), [(0.45, 0.4), (0.45, 0.45), (0.9, 0.3)])
def test_what_a_cache_may_gain_is_the_same_with_and_without_tablespaces(slow: float, fast: float) -> None:
    """What moves off it takes the flash's time, which today's disks shorten no further."""
    whole = two_speeds({SLOW: slow, FAST: fast})
    told, bare = (
        next(one.response_ratio for one in advise([each], [sizes()], a_request()).options if one.option == "all")
        for each in (whole, replace(whole, tablespace_io=(), file_io=()))
    )
    assert told is not None
    assert bare is not None
    assert bare.low <= told.low + 0.005
