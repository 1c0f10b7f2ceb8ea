"""Nothing unlogged behind a standby: the scripts as they are shipped, run on emulated databases (`tests/plsql`).

Every kind of segment, with each of the segments beside it NOLOGGING in turn, with and without a standby, and with all that forces
logging. The laws: behind a standby nothing is ever written without redo; nothing is refused that would have been logged; the precheck
says what the run would refuse. Which writes go unlogged the emulated database decides by the manuals (`segtier/oracle/unlogged.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from segtier.model.plan import PlanSegment
from segtier.oracle.unlogged import STANDBY_MISSES
from segtier.plan import write_plan
from tests.plsql.dictionary import Emulated, Index, Leaf, Lob, Table
from tests.plsql.sqlplus import Session
from tests.unit.plan.inventories import HEAP, INDEX, KINDS, LOB, known_request, known_segment, of
from tests.unit.plan.rds_requests import known_on_rds

TABLES, INDEXES = "40_move_tables.sql", "42_move_indexes.sql"
Made = tuple[list[Table], dict[str, Leaf]]
"""Tables, and the segments that can be NOLOGGING by what they are."""


@dataclass(frozen=True)
class Kind:
    move: tuple[PlanSegment, ...]
    make: Callable[[], Made]
    stays: tuple[str, ...] = ()
    """What the statement does not write, or always logs."""
    step: str = TABLES


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
        "partition": rows[1], "its part of a local index": local[1], "its part of the LOB": data[1], "of the LOB's index": data_index[1],
        "another partition": rows[0], "another part of the index": local[0], "another part of the LOB": data[0], "global index": glob,
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


LOB_PART, TOP = KINDS["LOB of a partition"], KINDS["index of an index-organized table"]
IOT = {**INDEX, "iot": "IOT", "index_type": "IOT - TOP"}
OVER = KINDS["overflow of an index-organized table"]
BASIC = replace(KINDS["LOB"], facts={**LOB, "securefile": False})
NOT_NAMED = ("LOB that is not named",)
OTHERS = ("another partition", "another part of the index", "another part of the LOB", "global index")
LOB_PARTS = ("its part of the LOB", "of the LOB's index")
KINDS_OF: dict[str, Kind] = {
    "heap table": Kind((KINDS["heap table"],), heap),
    "nested table": Kind((KINDS["storage of a nested table"],), nested),
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
    "partition of an index-organized table": Kind(
        (known_segment("SYS_IOT_TOP_7", "INDEX PARTITION", IOT, subobject="P2024", **of("COUNTRIES")),), iot(partitioned=True),
        ("overflow", "second index"),
    ),
    "index": Kind((KINDS["index"],), an_index, ("table", "another index"), INDEXES),
    "part of an index": Kind(
        (KINDS["index partition"],), part_of_an_index, ("another part", "partition of the table"), INDEXES
    ),
}  # fmt: skip
WHOLLY_FORCED: dict[str, dict[str, Any]] = {
    "by the database": {"forced": "YES"},
    "by the container": {"container": "YES"},
    "by all tablespaces": {"ssd": "YES", "home": "YES"},
}
TARGETS = {"own": (known_request, "+SSDDATA"), "rds": (known_on_rds, "/rdsdbdata2/db")}
ELSEWHERE = (("11.2.0.4.0", "own"), ("12.1.0.2.0", "own"), ("12.1.0.2.0", "rds"), ("19.0.0.0.0", "rds"))
"""Releases and targets beside 19c on a machine of one's own: offline forms, other guards."""


def a_database(tables: list[Table], *, ssd: str = "NO", home: str = "NO", **more: Any) -> Emulated:
    spaces = {"USERS": home, "INDX": home, "ARCHIVE": "NO", "SSD_DATA": ssd, "SSD_INDX": ssd}
    return Emulated(tables, spaces, **more)


@cache
def a_bundle(
    name: str, release: str = "19.0.0.0.0", target: str = "own", *, logging: bool | None = None
) -> Mapping[str, str]:
    """The files of its plan; nothing is known of a standby, nor of indexes that go along. `logging`: None as of an older bundle."""
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
        assert any("note: NOLOGGING, not forced" in line for line in told.log) is goes_unlogged, spot
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
