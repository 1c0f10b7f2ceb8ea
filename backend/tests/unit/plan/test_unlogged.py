"""Nothing unlogged behind a standby: the scripts as they are shipped, run on emulated databases (`lab/plsql`).

Every kind of segment, with each of the segments beside it NOLOGGING in turn, with and without a standby, and with all that forces
logging. The laws: behind a standby nothing is ever written without redo; nothing is refused that would have been logged; the
precheck says what the run would refuse. Which writes go unlogged the emulated database decides by the manuals
(`segtier/oracle/unlogged.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from lab.plsql.database import Emulated, Index, Leaf, Lob, Table, Tablespace
from lab.plsql.sqlplus import Session
from segtier.model.plan import PlanSegment
from segtier.oracle.unlogged import STANDBY_MISSES
from segtier.plan.write_plan import write_plan
from tests.sentences import like, tells, worded
from tests.sqlplus_reader import units
from tests.unit.plan.inventories import HEAP, INDEX, KINDS, LOB, known_request, known_segment, of
from tests.unit.plan.rds_requests import known_on_rds
from tests.unit.plan.requests import pages_of, text_of

STEP = "40_move_segments.sql"
Made = tuple[list[Table], dict[str, Leaf]]
"""Tables, and the segments that can be NOLOGGING by what they are."""


@dataclass(frozen=True)
class Kind:
    move: tuple[PlanSegment, ...]
    make: Callable[[], Made]
    stays: tuple[str, ...] = ()
    """What the statement does not write, or always logs."""
    step: str = STEP


def a_leaf(tablespace: str = "USERS", **more: Any) -> Leaf:
    return Leaf(tablespace, **more)


def parts(tablespace: str, **more: Any) -> list[Leaf]:
    return [a_leaf(tablespace, name=name, position=at, **more) for at, name in enumerate(("P2023", "P2024"), 1)]


def heap() -> Made:
    table, index, first, second = (
        a_leaf(),
        a_leaf("INDX"),
        a_leaf("INDX", name="G1"),
        a_leaf("INDX", name="G2", position=2),
    )
    indexes = [Index("ORDERS_PK", [index]), Index("ORDERS_HASH", [first, second])]
    return [Table("ORDERS", [table], indexes)], {"table": table, "index": index, "part of a global index": second}


def nested() -> Made:
    table, index = a_leaf(), a_leaf("INDX")
    return (
        [Table("BASKETS", [a_leaf()]), Table("LINES_NT", [table], [Index("LINES_IX", [index])], parent="BASKETS")],
        {"storage": table, "index": index},
    )


def a_log() -> Made:
    table, index = a_leaf(), a_leaf("INDX")
    own = Table("MLOG$_ORDERS", [table], [Index("I_MLOG", [index])], master="ORDERS")
    return [Table("ORDERS", [a_leaf()]), own], {"log": table, "index": index}


def a_lob(secure: bool, cache: str = "NO") -> Callable[[], Made]:
    def make() -> Made:
        table, index, data, its_index, other = a_leaf(), a_leaf("INDX"), a_leaf(), a_leaf(), a_leaf()
        lobs = [
            Lob("NOTE", "SYS_LOB01$$", [data], Index("SYS_IL01$$", [its_index]), secure, cache),
            Lob("PHOTO", "SYS_LOB09$$", [other], Index("SYS_IL09$$", [a_leaf()]), secure),
        ]
        found = {
            "table": table,
            "index": index,
            "LOB": data,
            "index of the LOB": its_index,
            "LOB that is not named": other,
        }
        return [Table("ORDERS", [table], [Index("ORDERS_PK", [index])], lobs)], found

    return make


def partition() -> Made:
    rows, local, glob, data, data_index = parts("USERS"), parts("INDX"), a_leaf("INDX"), parts("USERS"), parts("USERS")
    for each, leaf, of_table in zip((1, 2), data, rows, strict=True):
        leaf.of, leaf.name = of_table.name, f"SYS_LOB_P{each}"
    data[1].name, data[0].name = "SYS_LOB_P1", "SYS_LOB_P0"
    local[0].name, local[1].name = "IX_OLD", "IX_NEW"  # parts of a local index go by their place, not by their name
    lob = Lob("PHOTO", "SYS_LOB02$$", data, Index("SYS_IL02$$", data_index, local=True))
    table = Table("SALES", rows, [Index("SALES_IX", local, local=True), Index("SALES_G", [glob])], [lob])
    return [table], {
        "partition": rows[1], "its part of a local index": local[1], "its LOB part": data[1],
        "of the LOB's index": data_index[1], "another partition": rows[0], "another part of the index": local[0],
        "another LOB part": data[0], "global index": glob,
    }  # fmt: skip


def subpartition() -> Made:
    def of_both(tablespace: str, prefix: str = "") -> list[Leaf]:
        return [
            a_leaf(tablespace, name=f"{prefix}{part}_S{at}", position=at, within=f"{prefix}{part}")
            for part, at in product(("P2023", "P2024"), (1, 2))
        ]

    rows, local = of_both("USERS"), of_both("INDX", "IX_")
    return [Table("SALES", rows, [Index("SALES_IX", local, local=True)])], {
        "subpartition": rows[2], "its part of a local index": local[2], "another subpartition": rows[3], "another part": local[3],
        "the same place in another partition": local[0],
    }  # fmt: skip


def iot(*, partitioned: bool = False) -> Callable[[], Made]:
    def make() -> Made:
        top = parts("USERS") if partitioned else [a_leaf()]
        over = parts("USERS") if partitioned else [a_leaf()]
        second = a_leaf("INDX")
        table = Table(
            "COUNTRIES", [], [Index("SYS_IOT_TOP_7", top, "IOT - TOP", local=True), Index("COUNTRIES_IX", [second])]
        )
        overflow = Table("SYS_IOT_OVER_7", over, iot_type="IOT_OVERFLOW", iot="COUNTRIES")
        return [table, overflow], {"top": top[-1], "overflow": over[-1], "second index": second}

    return make


def an_index() -> Made:
    table, index, other = a_leaf(), a_leaf("INDX"), a_leaf("INDX")
    indexes = [Index("ORDERS_PK", [index]), Index("ORDERS_DT", [other])]
    return [Table("ORDERS", [table], indexes)], {"index": index, "table": table, "another index": other}


def part_of_an_index() -> Made:
    rows, local = parts("USERS"), parts("INDX")
    found = {"part": local[1], "another part": local[0], "partition of the table": rows[1]}
    return [Table("SALES", rows, [Index("SALES_IX", local, local=True)])], found


LOB_PART, TOP = KINDS["LOB of a partition"], KINDS["index of an IOT"]
IOT = {**INDEX, "iot": "IOT", "index_type": "IOT - TOP"}
OVER = KINDS["overflow of an IOT"]
BASIC = replace(KINDS["LOB"], facts={**LOB, "securefile": False})
NOT_NAMED = ("LOB that is not named",)
OTHERS = ("another partition", "another part of the index", "another LOB part", "global index")
LOB_PARTS = ("its LOB part", "of the LOB's index")
KINDS_OF: dict[str, Kind] = {
    "heap table": Kind((KINDS["heap table"],), heap),
    "nested table": Kind((KINDS["nested table storage"],), nested),
    "materialized view log": Kind(
        (known_segment("MLOG$_ORDERS", "TABLE", {**HEAP, "materialized_view_log": True}, **of("ORDERS")),), a_log
    ),
    "SecureFile with its table": Kind((KINDS["heap table"], KINDS["LOB"]), a_lob(True), NOT_NAMED),
    "SecureFile": Kind((KINDS["LOB"],), a_lob(True), NOT_NAMED),
    "SecureFile that is cached": Kind((KINDS["LOB"],), a_lob(True, "YES"), NOT_NAMED),
    "BasicFile": Kind((BASIC,), a_lob(False), NOT_NAMED),
    "BasicFile that is cached for reads": Kind((BASIC,), a_lob(False, "CACHEREADS"), NOT_NAMED),
    "BasicFile that is cached": Kind((BASIC,), a_lob(False, "YES"), ("LOB", *NOT_NAMED)),
    "partition": Kind((KINDS["table partition"],), partition, (*LOB_PARTS, *OTHERS)),
    "partition with its LOB": Kind((KINDS["table partition"], LOB_PART), partition, OTHERS),
    "LOB of a partition": Kind((LOB_PART,), partition, OTHERS),
    "subpartition": Kind(
        (known_segment("SALES", "TABLE SUBPARTITION", HEAP, subobject="P2024_S1"),), subpartition,
        ("another subpartition", "another part", "the same place in another partition"),
    ),
    "index-organized table": Kind((TOP,), iot(), ("overflow", "second index")),
    "index-organized table with overflow": Kind((OVER, TOP), iot(), ("second index",)),
    "overflow": Kind((OVER,), iot(), ("second index",)),
    "partition of an IOT": Kind(
        (known_segment("SYS_IOT_TOP_7", "INDEX PARTITION", IOT, subobject="P2024", **of("COUNTRIES")),), iot(partitioned=True),
        ("overflow", "second index"),
    ),
    "index": Kind((KINDS["index"],), an_index, ("table", "another index")),
    "part of an index": Kind(
        (KINDS["index partition"],), part_of_an_index, ("another part", "partition of the table")
    ),
}  # fmt: skip
WHOLLY_FORCED: dict[str, dict[str, Any]] = {
    "by the database": {"forced": "YES"},
    "by the container": {"container": "YES"},
    "by all tablespaces": {"ssd": "YES", "home": "YES"},
}
TARGETS = {"own": (known_request, "+SSDDATA"), "rds": (known_on_rds, "/rdsdbdata2/db")}
ELSEWHERE = (("11.2.0.4.0", "own"), ("12.1.0.2.0", "own"), ("19.0.0.0.0", "rds"))
"""Releases and targets beside 19c on a machine of one's own: offline forms, other guards."""


def a_database(tables: list[Table], *, ssd: str = "NO", home: str = "NO", **more: Any) -> Emulated:
    spaces = {"USERS": home, "INDX": home, "ARCHIVE": "NO", "SSD_DATA": ssd, "SSD_INDX": ssd}
    return Emulated(tables, {name: Tablespace(forced) for name, forced in spaces.items()}, **more)


@cache
def a_bundle(
    name: str, release: str = "19.0.0.0.0", target: str = "own", *, logging: bool | None = None
) -> Mapping[str, str]:
    """The files of its plan; nothing is known of a standby or of what goes along. `logging`: None as of an older bundle."""
    make = TARGETS[target][0]
    known = {"standby": None, "force_logging": None, "dependents": None, "dependents_complete": False}
    move = tuple(said(segment, logging) for segment in KINDS_OF[name].move)
    compatible = ".".join(release.split(".")[:3])
    request = make(known=known, move=move, release=release, edition="EE", compatible=compatible)
    return {file.path: file.text for file in write_plan(request).files}


def said(segment: PlanSegment, logging: bool | None) -> PlanSegment:
    facts = {word: value for word, value in (segment.facts or {}).items() if word != "logging"}
    return replace(segment, facts=facts if logging is None else {**facts, "logging": logging})


def a_session(files: Mapping[str, str], database: Emulated, target: str = "own") -> Session:
    database.place = TARGETS[target][1]
    return Session(files, database, allow_offline="YES", confirm_database="ORCL", flash_place=database.place)


def run(
    name: str, spots: Iterable[str], release: str = "19.0.0.0.0", target: str = "own", **around: Any
) -> tuple[str | None, Emulated, Session]:
    """The error of the run where these segments are NOLOGGING, the database and the session afterwards."""
    kind = KINDS_OF[name]
    tables, leaves = kind.make()
    for spot in spots:
        leaves[spot].logging = False
    database = a_database(tables, release=release, **around)
    session = a_session(a_bundle(name, release, target), database, target)
    error = session.run(f"steps/{kind.step}")
    assert error is None or STANDBY_MISSES in error, error
    return error, database, session


def written(name: str) -> list[str]:
    return [spot for spot in KINDS_OF[name].make()[1] if spot not in KINDS_OF[name].stays]


@pytest.fixture(scope="module")
def counted() -> Iterator[Counter[str]]:
    """How many databases were emulated, printed with `pytest -s`."""
    found: Counter[str] = Counter()
    yield found
    print(f"\n{found.total()} emulated databases: {dict(found)}")


@pytest.mark.parametrize("name", KINDS_OF)
def test_nothing_unlogged_behind_a_standby(name: str, counted: Counter[str]) -> None:
    """One segment NOLOGGING at a time: refused behind a standby exactly where it goes unlogged without one."""
    kind = KINDS_OF[name]
    for spot in (None, *kind.make()[1]):
        spots = [] if spot is None else [spot]
        none, alone, told = run(name, spots)
        error, behind, session = run(name, spots, standby=True)
        goes_unlogged = spot is not None and spot not in kind.stays
        assert (none, bool(alone.unlogged)) == (None, goes_unlogged), (spot, alone.unlogged)
        assert (error is not None, behind.unlogged) == (goes_unlogged, []), (spot, error)
        assert any(worded("plan/note-nologging-not") in line for line in told.log) is goes_unlogged, spot
        if error is not None:  # refused before anything moved: the precheck says the same of the same database
            session.run("steps/00_precheck.sql")
            assert session.count("problems") == 1, spot
        counted["one at a time"] += 2


@pytest.mark.parametrize("name", KINDS_OF)
def test_what_forces_logging_lets_everything_through(name: str, counted: Counter[str]) -> None:
    everything = list(KINDS_OF[name].make()[1])
    for how, forced in WHOLLY_FORCED.items():
        error, database, session = run(name, everything, standby=True, **forced)
        assert (error, database.unlogged) == (None, []), how
        assert not any("NOLOGGING" in line for line in session.log), how
        counted["wholly forced"] += 1
    for spot in written(name):  # the SSD's tablespaces force it: what is written at home is not
        _, alone, _ = run(name, [spot], ssd="YES")
        error, behind, _ = run(name, [spot], ssd="YES", standby=True)
        assert (error is not None, behind.unlogged) == (bool(alone.unlogged), []), (spot, alone.unlogged)
        counted["forced at the SSD"] += 2


@pytest.mark.parametrize("name", KINDS_OF)
def test_what_does_not_force_logging_stops_everything(name: str, counted: Counter[str]) -> None:
    """STANDBY NOLOGGING counts on Active Data Guard; a container of FORCE NOLOGGING logs nothing, whatever a segment says."""
    for around, spots in (
        ({"forced": "STANDBY NOLOGGING FOR LOAD PERFORMANCE"}, written(name)),
        ({"container": "NO"}, ()),
    ):
        error, database, _ = run(name, spots, standby=True, **around)
        assert (error is not None, database.unlogged) == (True, []), around
        counted["not forced"] += 1


@pytest.mark.parametrize(("release", "target"), ELSEWHERE)
@pytest.mark.parametrize("name", KINDS_OF)
def test_other_releases_and_amazon_rds(name: str, release: str, target: str, counted: Counter[str]) -> None:
    """What is not written may be what it likes; of the rest each is asked where nothing moves online, else all together."""
    kind = KINDS_OF[name]
    alone = [[spot] for spot in written(name)] if release.startswith("11") else [written(name)]
    for spots in (list(kind.stays), *alone):
        error, database, _ = run(name, spots, release, target, standby=True)
        assert (error is not None, database.unlogged) == (spots != list(kind.stays), []), spots
        counted[f"{release} {target}"] += 1


STALE: list[tuple[bool, bool, str]] = [
    (True, False, "LOGGING is NO" + worded("plan/inventory-plan-made", "YES")),
    (False, True, "LOGGING is YES" + worded("plan/inventory-plan-made", "NO")),
    (False, False, STANDBY_MISSES),
]


@pytest.mark.parametrize(("planned", "now", "words"), STALE)
@pytest.mark.parametrize("name", ["heap table", "index"])
def test_what_the_plan_knew_is_held_against_the_dictionary(name: str, planned: bool, now: bool, words: str) -> None:
    tables, leaves = KINDS_OF[name].make()
    leaves[written(name)[0]].logging = now
    session = a_session(a_bundle(name, logging=planned), a_database(tables, standby=True))
    assert words in str(session.run(f"steps/{KINDS_OF[name].step}"))


def moved(name: str, release: str = "19.0.0.0.0", target: str = "own", **around: Any) -> tuple[Emulated, Session]:
    """A run that went through."""
    error, database, session = run(name, [], release, target, **around)
    assert error is None
    return database, session


def verified(session: Session) -> tuple[str | None, list[str]]:
    """The error that 80_verify.sql ends with, and what it says is not right."""
    session.log.clear()
    return session.run("verify/80_verify.sql"), [line.strip() for line in session.log if "NOT OK" in line]


CHANGED: list[tuple[str, str, int, dict[str, Any], bool]] = [
    ("the SSD, since", "SSD_DATA", +1, {"standby": True}, True),
    ("the SSD, before", "SSD_DATA", -1, {"standby": True}, False),
    ("where its index was built", "INDX", +1, {"standby": True}, True),
    ("a tablespace of others", "ARCHIVE", +1, {"standby": True}, False),
    ("no standby, no backup", "SSD_DATA", +1, {}, True),
    ("no standby, an old backup", "SSD_DATA", +1, {"backed_up": {"SSD_DATA": 900}}, True),
    ("no standby, backed up since", "SSD_DATA", +1, {"backed_up": {"SSD_DATA": 99_999}}, False),
    ("backed up, and a standby", "SSD_DATA", +1, {"backed_up": {"SSD_DATA": 99_999}, "standby": True}, True),
]


@pytest.mark.parametrize(
    ("where", "when", "around", "fails"), [row[1:] for row in CHANGED], ids=[row[0] for row in CHANGED]
)
def test_verify_fails_where_a_file_of_the_plan_was_changed_without_redo(
    where: str, when: int, around: dict[str, Any], fails: bool
) -> None:
    database, session = moved("heap table", **around)
    assert verified(session) == (None, [])
    database.changed[where] = 1000 + when  # runs begin at SCN 1000
    error, said = verified(session)
    assert (error is not None, len(said)) == (fails, int(fails)), said
    if fails:
        assert f"/{where.lower()}.dbf{worded('plan/changed-without-redo')} the time of {1000 + when}" in said[0]


def test_verify_tells_a_file_once_however_many_operations_wrote_it() -> None:
    tables, _ = a_lob(True)()
    files = a_bundle("SecureFile with its table")
    database = a_database(tables, standby=True)
    session = a_session(files, database)
    assert session.run("steps/40_move_segments.sql") is None
    database.changed["SSD_DATA"] = 5000
    error, said = verified(session)
    assert (error, len(said)) == ("ORA-20100: STOP: 1 problem(s), see above.", 1)


def test_files_that_others_wrote_are_named() -> None:
    text = a_bundle("heap table")["verify/80_verify.sql"]
    queries = [unit.text for unit in units(text) if unit.kind == "statement" and "unrecoverable" in unit.text]
    assert [query.partition("WHERE ")[2] for query in queries] == ["unrecoverable_change# >= :s_started_scn"]


def test_on_rds_only_a_replica_counts() -> None:
    """Amazon backs up the volumes, which the database does not see."""
    for around, fails in (({}, False), ({"standby": True}, True)):
        database, session = moved("heap table", target="rds", **around)
        database.changed["SSD_DATA"] = 5000
        assert (verified(session)[0] is not None) is fails


def test_verify_needs_the_start_of_the_run() -> None:
    _, session = moved("heap table")
    del session.files["run_started.sql"]
    assert tells(str(verified(session)[0]), like("plan/stop-not-here", "run_started.sql"))


def test_a_second_run_keeps_the_first_start() -> None:
    database, session = moved("heap table", standby=True)
    database.changed["SSD_DATA"] = database.scn = 2000
    database.scn = 3000
    assert session.run("steps/40_move_segments.sql") is None
    assert session.files["run_started.sql"].count(":s_handled := :s_handled + 1") == 2
    assert verified(session)[0] is not None


def test_a_run_that_goes_on_asks_again_before_it_rebuilds() -> None:
    """The table has moved offline, the rebuild of an index died; then it was made NOLOGGING, or a standby came."""
    tables, leaves = heap()
    database = a_database(tables, release="11.2.0.4.0")
    session = a_session(a_bundle("heap table", "11.2.0.4.0"), database)
    assert session.run("steps/40_move_segments.sql") is None
    leaves["index"].usable, leaves["index"].logging, database.standby = False, False, True
    session.run("steps/00_precheck.sql")
    assert session.count("problems") == 1
    assert STANDBY_MISSES in str(session.run("steps/40_move_segments.sql"))
    assert database.unlogged == []
    database.forced = "YES"
    assert session.run("steps/40_move_segments.sql") is None
    assert leaves["index"].usable


@pytest.mark.parametrize("name", ["heap table", "SecureFile", "partition", "overflow", "index"])
def test_the_way_back_is_no_different(name: str, counted: Counter[str]) -> None:
    database, session = moved(name)
    assert session.run("rollback/90_rollback.sql") is None
    _, database, session = run(name, written(name))  # went unlogged: no standby was there
    database.unlogged.clear()
    database.standby = True
    assert session.run("rollback/90_rollback.sql") == "ORA-20100: STOP: 1 problem(s), see above."
    assert database.unlogged == []
    assert any(STANDBY_MISSES in line for line in session.log)
    counted["back"] += 2


def test_the_notes_of_a_plan_say_it_in_the_same_words() -> None:
    plan = write_plan(known_request(move=(KINDS["heap table"],)))
    block = text_of(plan, "lib_move.sql")
    assert STANDBY_MISSES in block
    assert STANDBY_MISSES in pages_of(plan)
    refused = write_plan(known_request(move=(KINDS["heap table"], said_to_break(KINDS["LOB"])))).refused
    assert [STANDBY_MISSES in one.reason for one in refused] == [True]


def said_to_break(segment: PlanSegment) -> PlanSegment:
    return replace(segment, facts={**(segment.facts or {}), "breaks_standby": True})
