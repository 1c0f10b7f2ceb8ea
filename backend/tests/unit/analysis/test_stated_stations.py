"""What is stated of stations, and what reports leave unsaid."""

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.analysis.storage.found import StorageSeen
from segtier.analysis.storage.spread import Space, Spread
from segtier.analysis.storage.stated import Stated
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.stations import LatencyClass
from segtier.model.workload import Workload
from tests.builders import a_request
from tests.sentences import like, tells
from tests.two_speeds import FAST, SLOW, sizes, two_speeds


def group(name: str, **said) -> StorageGroup:
    return StorageGroup(name, inferred=False, **said)


def found(*groups: StorageGroup, workload: Workload | None = None) -> StorageToday:
    seen = StorageSeen()
    seen.add(workload or two_speeds())
    return seen.found(StorageToday(groups) if groups else None)


def classes(storage: StorageToday) -> dict[str, LatencyClass]:
    return {one.tablespaces[0].name: one for station in storage.stations for one in station.classes}


OF = {
    "a disk group, whatever its case": (("+ledger",), "+LEDGER/DB/a.dbf", True),
    "a path at a whole name": (("/u02",), "/u021/a.dbf", False),
    "a path with its slash": (("/u02/",), "/u02/a.dbf", True),
    "the file itself": (("/u02/a.dbf",), "/u02/a.dbf", True),
    "a letter of Windows": (("E:",), "E:\\oradata\\a.dbf", True),
    "another one": (("/u03",), "/u02/a.dbf", False),
}


@pytest.mark.parametrize("case", OF)
def test_which_files_a_group_holds(case: str) -> None:
    begins, file, held = OF[case]
    said = Stated(StorageToday((group("own", files=begins),)))
    assert said.of("DATA", file) == ("own" if held else None)
    assert said.unmatched([file]) == ([] if held else list(begins))


def test_the_longest_beginning_counts_and_a_named_tablespace_before_it() -> None:
    said = Stated(
        StorageToday((group("a", files=("/u02",)), group("b", files=("/u02/fast",)), group("c", tablespaces=("X",))))
    )
    assert said.of("DATA", "/u02/fast/a.dbf") == "b"
    assert said.of("DATA", "/u02/slow/a.dbf") == "a"
    assert said.of("x", "/u02/fast/a.dbf") == "c"


MEDIA = {
    "flash": ("flash", "stated as SSD"),
    "cached-array": ("fast-here", "as stated"),
    "hdd": ("fast-here", "from a cache"),
}


@pytest.mark.parametrize("media", MEDIA)
def test_what_a_station_is_goes_before_what_is_guessed(media: str) -> None:
    storage = found(group("cards", media=media, files=("/u02",)), group("rest"))
    guess, why = MEDIA[media]
    assert [(one.name, one.stated) for one in storage.stations] == [("rest", True), ("cards", True)]
    assert classes(storage)[FAST].guess == guess
    assert why in classes(storage)[FAST].why
    assert storage.read_times is not None
    assert "As stated: cards (/u02, " in storage.read_times.text
    assert storage.tablespaces_on_flash == ({FAST} if media == "flash" else set())


def test_a_stated_time_goes_before_the_reports() -> None:
    storage = found(group("cards", files=("/u02",), read_us=10_000.0))
    assert classes(storage)[FAST].read_us == pytest.approx(10_000)
    assert storage.read_times is not None
    assert "a read takes 10,000 µs" in storage.read_times.text
    assert classes(storage)[SLOW].read_us == pytest.approx(22_000)


@pytest.mark.parametrize(("place", "read_us"), [("/u02", 40_000.0), ("/u01", 300.0)])
def test_a_stated_time_that_the_waits_contradict_is_not_used(place: str, read_us: float) -> None:
    """The waits for reads are more than twice, or less than half, of what they would be."""
    storage = found(group("stated", files=(place,), read_us=read_us), group("rest"))
    assert [classes(storage)[name].read_us for name in (FAST, SLOW)] == pytest.approx([450, 22_000])
    assert storage.read_times is not None
    assert tells(storage.read_times.text, like("analysis/read-times-stated", ...))
    assert storage.read_times.trusted


def test_stated_times_stand_in_for_those_nobody_printed() -> None:
    stated = group("cards", files=("/u02",), read_us=450.0), group("disks", read_us=22_000.0)
    told = found(*stated, workload=two_speeds(timed=False))
    assert told.told_apart
    assert {name: one.time_share for name, one in classes(told).items()} == pytest.approx(
        {name: one.time_share for name, one in classes(found()).items()}
    )
    assert not found(workload=two_speeds(timed=False)).told_apart


def test_what_lies_on_stated_ssd_by_its_files_stays() -> None:
    stated = StorageToday((group("cards", media="flash", files=("/u02",)), group("disks", media="hdd")))
    advice = advise([two_speeds()], [sizes()], a_request(storage_today=stated))
    stays = {row.name for row in advice.segments if not row.included}
    assert stays == {"ORDERS_PK", "LINES_IX"}
    assert any(row.name == "on_flash_today" for option in advice.options for row in option.assumptions)


def test_a_beginning_that_no_file_has_is_said() -> None:
    stated = StorageToday((group("cards", media="flash", files=("/u09",)), group("disks")))
    advice = advise([two_speeds()], [sizes()], a_request(storage_today=stated))
    assert [one.code for one in advice.warnings if "/u09" in one.message] == ["no-such-file"]


def test_of_an_interval_without_its_length_nobody_knows_a_rate() -> None:
    one = two_speeds()
    seen = StorageSeen()
    for number, elapsed_s in ((1, 3_600.0), (2, None)):
        seen.add(replace(one, interval=replace(one.interval, begin_snap=number, elapsed_s=elapsed_s)))
    storage = seen.found(None)
    assert {row.reads_per_s for row in classes(storage).values()} == {None}
    assert [station.writes_per_s for station in storage.stations] == [None, None]
    assert classes(storage)[SLOW].read_us == pytest.approx(22_000)
    assert classes(storage)[SLOW].time_share == pytest.approx(classes(found())[SLOW].time_share)


LEFT = {
    "all tell their reads": ((300.0, 100.0), (0.3, 0.1)),
    "one does not: the rest is its": ((100.0, None), (0.1, 0.3)),
    "two do not: the rest is shared": ((100.0, None, None), (0.1, 0.15, 0.15)),
    "of nothing left it has nothing": ((900.0, None), (0.4, 0.0)),
}


@pytest.mark.parametrize("case", LEFT)
def test_reads_that_nobody_counted_are_not_none(case: str) -> None:
    """Of 1,000 waits 600 are of a tablespace that was timed."""
    requests, parts = LEFT[case]
    others = [Space(requests=one, writes=10.0) for one in requests]
    spread = Spread(1_000, 10.0, [Space(600.0, 6.0, 0.0, 600.0, 10.0), *others])
    assert [spread.left_to(one) for one in others] == pytest.approx(list(parts))


def test_a_tablespace_that_tells_no_reads_is_shown_and_has_its_part() -> None:
    full = two_speeds({SLOW: 22.0, FAST: 20.0, "X": 20.0}, {SLOW: 600_000.0, FAST: 600_000.0, "X": 300_000.0})
    rows = [replace(row, read_requests=None) if row.tablespace == "X" else row for row in full.tablespace_io]
    unknown = classes(found(workload=replace(full, tablespace_io=tuple(rows), file_io=())))["X"]
    assert (unknown.reads_per_s, unknown.read_us) == (None, None)
    assert unknown.time_share == pytest.approx(0.2, abs=0.02)
