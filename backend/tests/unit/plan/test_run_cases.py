"""What an outside examination found by running the scripts, a case each (P3 to P9): shipped scripts on emulated databases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from lab.plsql.database import GIB, Emulated, File, Index, Leaf, Lob, RedoGroup, Table, Tablespace
from lab.plsql.sqlplus import ROOT, Session
from segtier.model.inventory import InventorySegment
from segtier.model.inventory import Tablespace as Listed
from segtier.model.plan import PlanSegment
from segtier.oracle.moving import READ_ONLY, gather_facts, refusal_by_facts
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.unit.plan.inventories import KINDS, known_request
from tests.unit.plan.requests import a_request, a_segment, text_of

MOVE = (KINDS["heap table"], KINDS["index"])
BACK, RECORDED = "rollback/90_rollback.sql", "rollback/91_rollback_recorded.sql"
PRECHECK, CREATE, MOVES = (f"steps/{name}.sql" for name in ("00_precheck", "30_tablespaces", "40_move_segments"))


def a_database(**changes: Any) -> Emulated:
    orders = Table("ORDERS", [Leaf("USERS")], [Index("ORDERS_PK", [Leaf("INDX")])])
    spaces = {name: Tablespace() for name in ("USERS", "INDX", "SSD_DATA", "SSD_INDX")}
    temp = [File(1, "TEMP", "+DATA/temp.dbf", 8 * GIB, 8 * GIB)]
    return Emulated([orders], {**spaces, "TEMP": Tablespace(contents="TEMPORARY")}, temp_files=temp, **changes)


def a_session(
    emulated: Emulated, option: str = "segments", settings: Mapping[str, Any] | None = None, **request: Any
) -> Session:
    changes = {
        "move": MOVE,
        "release": emulated.release,
        "edition": "EE",
        "compatible": emulated.release[:6],
        **request,
    }
    known = {"standby": None, "force_logging": None, "dependents": None, "dependents_complete": False}
    plan = write_plan(known_request(option, known=known, **changes))
    emulated.place = {"temp": "+SSDTEMP"}.get(option, "+SSDDATA")
    given = {"allow_offline": "YES", "flash_place": emulated.place, "lock_wait_s": 10, **(settings or {})}
    return Session({file.path: file.text for file in plan.files}, emulated, **given)


def places(emulated: Emulated) -> list[tuple[str, str, bool]]:
    return [(name, leaf.tablespace, leaf.usable) for name, leaf in emulated.segments()]


@pytest.mark.parametrize("way", [BACK, RECORDED])
@pytest.mark.parametrize("release", ["11.2.0.4.0", "19.0.0.0.0"])
def test_p3_a_way_back_rebuilds_what_a_dead_run_left_unusable(release: str, way: str) -> None:
    emulated = a_database(release=release, enterprise=True)
    emulated.table("ORDERS").objects = release.startswith("19")  # offline, as found when it runs
    before, session = places(emulated), a_session(emulated, edition=None)
    session.fails_at = 2
    assert "ORA-01652" in str(session.run(MOVES))
    assert not emulated.index("ORDERS_PK").leaves[0].usable
    session.fails_at = None
    assert session.run(way) is None
    assert places(emulated) == before


def test_p4_an_object_column_takes_the_offline_form() -> None:
    emulated = a_database()
    emulated.table("ORDERS").objects = True
    asked = a_session(emulated, settings={"allow_offline": "NO"}, edition=None)
    assert asked.run(PRECHECK) is not None
    assert any(worded("plan/object-type-materialized") in line for line in asked.log)
    session = a_session(emulated, edition=None)
    assert (session.run(PRECHECK), session.run(MOVES)) == (None, None)
    assert session.changes[0] == 'ALTER TABLE "SOE"."ORDERS" MOVE TABLESPACE "SSD_DATA"'


@pytest.mark.parametrize("found", ["an object column", "a bitmap join index"])
def test_a_plan_that_moves_all_online_has_no_offline_way_and_says_so(found: str) -> None:
    """Before anything is changed, whatever settings.sql allows; a plan that knows better makes it."""
    emulated = a_database()
    emulated.table("ORDERS").objects = found == "an object column"
    emulated.index("ORDERS_PK").join = found != "an object column"
    session = a_session(emulated)
    assert not any(" MOVE TABLESPACE " in text for path, text in session.files.items() if path.endswith(".sql"))
    assert session.run(PRECHECK) is not None
    assert any(worded("plan/plan-moves-all") in line for line in session.log)
    assert worded("plan/plan-moves-all") in str(session.run(MOVES))
    assert session.changes == []


@pytest.mark.parametrize(
    ("moves", "locked", "setting", "said"),
    [
        (True, False, "YES", "  statistics of "),
        (True, True, "YES", worded("plan/statistics-locked-stay")),
        (False, False, "YES", "has not moved"),
        (True, False, "NO", "No statistics"),
    ],
)
def test_p5_statistics_of_what_moved_and_is_not_locked(*, moves: bool, locked: bool, setting: str, said: str) -> None:
    emulated = a_database()
    emulated.table("ORDERS").statistics_locked = locked
    session = a_session(emulated, settings={"gather_statistics": setting})
    if moves:
        assert session.run(MOVES) is None
    session.log.clear()
    assert session.run("steps/70_after.sql") is None
    assert any(said in line for line in session.log)
    assert any("  statistics of " in line for line in session.log) is (said == "  statistics of ")


@pytest.mark.parametrize("standby", [True, False])
def test_p6_temp_names_the_statement_of_each_standby(*, standby: bool) -> None:
    session = a_session(a_database(standby=standby), "temp")
    assert (session.run(PRECHECK), session.run("steps/50_temp.sql")) == (None, None)
    wanted = "ALTER TABLESPACE \"TEMP_SSD\" ADD TEMPFILE '+SSDTEMP' SIZE "
    assert any(wanted in line for line in session.log) is standby
    assert any("NOT CHECKED" in line and "ORA-25153" in line for line in session.log) is standby


@pytest.mark.parametrize(
    ("option", "script"), [("temp", "steps/50_temp.sql"), ("segments", MOVES), ("redo", "steps/70_after.sql")]
)
def test_p7_scripts_of_a_pdb_enter_it(option: str, script: str) -> None:
    session = a_session(a_database(pdb="SHOP"), option, cdb=True, pdb="SHOP")
    session.connected = ROOT
    assert session.run(script) is None


def test_p8_nothing_leaves_a_read_only_tablespace() -> None:
    row = InventorySegment("SOE", "ORDERS", type="TABLE", tablespace="USERS")
    facts = gather_facts(row, tablespace=Listed("USERS", status="READ ONLY"))
    assert refusal_by_facts("TABLE", facts) == READ_ONLY
    emulated = a_database()
    emulated.tablespaces["USERS"].status = "READ ONLY"
    session = a_session(emulated)
    assert session.run(PRECHECK) is not None
    assert READ_ONLY in str(session.run(MOVES))
    assert session.changes == []


def test_p8_no_index_is_built_anew_in_a_read_only_tablespace() -> None:
    emulated = a_database()
    emulated.tablespaces["INDX"].status = "READ ONLY"
    session = a_session(emulated, move=MOVE[:1])
    assert "READ ONLY" in str(session.run(MOVES))
    assert session.changes == []


@pytest.mark.parametrize("option", ["segments", "all"])
def test_p9_unmirrored_is_asked_about(option: str) -> None:
    script = CREATE if option == "segments" else "steps/40_move_datafiles.sql"
    for mirrored, agreed, stops in ((True, "NO", False), (False, "NO", True), (False, "YES", False)):
        emulated = a_database(mirrored=mirrored)
        emulated.files = [File(5, "USERS", "+DATA/orcl/users01.dbf", 40 * GIB, 40 * GIB)]
        emulated.files += [File(6, "INDX", "+DATA/orcl/indx01.dbf", 20 * GIB, 20 * GIB)]
        for name in ("SSD_DATA", "SSD_INDX"):
            del emulated.tablespaces[name]
        session = a_session(emulated, option, {"unmirrored_ok": agreed})
        assert (session.run(PRECHECK) is not None, "mirrored" in str(session.run(script))) == (stops, stops), (
            mirrored,
            agreed,
        )


def test_open_transactions_are_waited_for_before_an_offline_statement() -> None:
    emulated = a_database(release="11.2.0.4.0")
    emulated.table("ORDERS").busy = True
    session = a_session(emulated)
    session.run(PRECHECK)
    assert any("open transaction" in line for line in session.log)
    assert worded("plan/transactions-open-see") in str(session.run(MOVES))


@pytest.mark.parametrize("release", ["11.2.0.4.0", "12.2.0.1.0"])
def test_a_table_with_traffic_is_no_table_with_an_open_transaction(release: str) -> None:
    """Somebody is always in the middle of something there; nobody for long."""
    emulated = a_database(release=release)
    emulated.table("ORDERS").traffic = True
    session = a_session(emulated)
    assert session.run(MOVES) is None


def test_a_mapping_table_goes_with_its_index_organized_table() -> None:
    top = Table("COUNTRIES", [], [Index("SYS_IOT_TOP_7", [Leaf("USERS")], "IOT - TOP")])
    mapping = Table("SYS_IOT_MAP_7", [Leaf("USERS")], iot_type="IOT_MAPPING", iot="COUNTRIES")
    emulated = replace(a_database(), tables=[top, mapping])
    move = (
        KINDS["index of an IOT"],
        replace(KINDS["overflow of an IOT"], name="SYS_IOT_MAP_7", facts={"iot": "IOT_MAPPING"}),
    )
    session = a_session(emulated, move=move)
    assert session.run(MOVES) is None
    assert {leaf.tablespace for _, leaf in emulated.segments()} == {"SSD_INDX"}


def test_a_part_of_an_index_that_stays_counts_beside_one_that_moves() -> None:
    """Offline the whole index becomes UNUSABLE: what is built anew at home is redo as well."""
    part = replace(KINDS["index partition"], name="ORDERS_HASH", parent_name="ORDERS")
    stays = replace(part, subobject="P2023", tablespace="INDX")
    request = known_request(
        known={"dependents": (part, stays)}, move=(KINDS["heap table"], part), release="11.2.0.4.0", compatible="11.2.0"
    )
    (table,) = (one for one in write_plan(request).operations if one.kind == "heap table")
    rows = {(row.role, row.subobject, row.target) for row in table.rewrites}
    assert rows == {("moves", None, "SSD_DATA"), ("rebuilt", "P2024", "SSD_INDX"), ("rebuilt", "P2023", "INDX")}


@pytest.mark.parametrize("way", [BACK, RECORDED])
def test_an_index_of_which_nobody_said_the_table_is_built_where_it_goes(way: str) -> None:
    """The table moves offline, and the database knows which of the indexes of the plan are its own."""
    emulated = a_database(release="11.2.0.4.0", enterprise=True)
    before = places(emulated)
    other = Table("LINES", [Leaf("USERS")], [Index("LINES_PK", [Leaf("INDX")])])
    emulated.tables.append(other)
    move = (
        a_segment(),
        a_segment("ORDERS_PK", "INDEX", tablespace="INDX"),
        a_segment("LINES_PK", "INDEX", tablespace="INDX"),
    )
    plan = write_plan(a_request(move=move, release="11.2.0.4.0", edition="EE"))
    emulated.place = "+SSDDATA"
    session = Session(
        {file.path: file.text for file in plan.files},
        emulated,
        allow_offline="YES",
        flash_place=emulated.place,
        lock_wait_s=10,
    )
    assert session.run(MOVES) is None
    assert places(emulated)[:2] == [("ORDERS", "SSD_DATA", True), ("ORDERS_PK", "SSD_INDX", True)]
    assert session.run(way) is None
    assert places(emulated)[: len(before)] == before


TOGETHER = (
    'ALTER TABLE "SOE"."ORDERS" MOVE ONLINE TABLESPACE "SSD_DATA" UPDATE INDEXES ("ORDERS_PK" TABLESPACE "SSD_INDX")'
)


@pytest.mark.parametrize("way", [BACK, RECORDED])
def test_p11_a_table_and_its_indexes_move_in_one_statement(way: str) -> None:
    """Each is written once, and the way back is one statement as well."""
    emulated = a_database()
    before, session = places(emulated), a_session(emulated)
    assert (session.run(PRECHECK), session.run(MOVES)) == (None, None)
    assert session.changes == [TOGETHER]
    assert [what for what, *_ in emulated.written] == ["ORDERS", "ORDERS_PK"]
    assert (session.run(way), emulated.schema) == (None, "SYS")
    assert places(emulated) == before
    assert len(session.changes) == 2


@pytest.mark.parametrize(
    ("release", "compatible", "changes"),
    [
        ("12.1.0.2.0", "12.1.0", {}),
        ("19.0.0.0.0", "12.1.0", {}),
        ("19.0.0.0.0", None, {}),
        ("19.0.0.0.0", "19.0.0", {"owner": "OTHER"}),
        ("19.0.0.0.0", "19.0.0", {"tablespace": None}),
        ("19.0.0.0.0", "19.0.0", {"type": "INDEX PARTITION", "subobject": "P1"}),
    ],
)
def test_p11_an_index_goes_by_itself_where_one_statement_cannot_take_it(
    release: str, compatible: str | None, changes: dict[str, Any]
) -> None:
    """Before 12.2, of another schema, from a tablespace that nobody said, and of one in parts."""
    move = (KINDS["heap table"], replace(KINDS["index"], **changes))
    plan = write_plan(known_request(move=move, release=release, edition="EE", compatible=compatible))
    assert not any("UPDATE INDEXES" in one.statement for one in plan.operations)


def test_p11_where_the_table_cannot_move_online_its_indexes_are_rebuilt_where_they_go() -> None:
    emulated = a_database()
    emulated.table("ORDERS").objects = True
    session = a_session(emulated, edition=None)
    assert (session.run(PRECHECK), session.run(MOVES)) == (None, None)
    assert session.changes == [
        'ALTER TABLE "SOE"."ORDERS" MOVE TABLESPACE "SSD_DATA"',
        'ALTER INDEX "SOE"."ORDERS_PK" REBUILD TABLESPACE "SSD_INDX" ONLINE',
    ]


@pytest.mark.parametrize("mode", ["room", "gone", "elsewhere", "quota"])
def test_p11_what_goes_along_is_checked_like_what_moves(mode: str) -> None:
    emulated = a_database()
    index = emulated.index("ORDERS_PK")
    if mode == "room":
        emulated.files.append(File(9, "SSD_INDX", "+SSDDATA/x.dbf", GIB // 2, GIB // 2))
    elif mode == "gone":
        emulated.table("ORDERS").indexes.clear()
    elif mode == "elsewhere":
        index.leaves[0].tablespace = "USERS"
    else:
        emulated.users["SOE"].unlimited = False
        emulated.users["SOE"].quotas = {"SSD_DATA": -1, "USERS": -1, "INDX": -1}
    session = a_session(emulated)
    assert session.run(MOVES) is not None
    assert session.changes == []


@pytest.mark.parametrize("whole", [True, False])
def test_p12_lobs_move_online(*, whole: bool) -> None:
    emulated = a_database()
    lob = Lob("NOTE", "SYS_LOB01$$", [Leaf("USERS")], Index("SYS_IL01$$", [Leaf("USERS", bytes=65536)], "LOB"))
    emulated.table("ORDERS").lobs.append(lob)
    move = (KINDS["heap table"], KINDS["LOB"]) if whole else (KINDS["LOB"],)
    before, session = places(emulated), a_session(emulated, move=move, settings={"allow_offline": "NO"})
    assert (session.run(PRECHECK), session.run(MOVES)) == (None, None)
    assert lob.leaves[0].tablespace == "SSD_DATA"
    assert all(usable for _, _, usable in places(emulated))
    assert " ONLINE " in session.changes[0]
    assert session.run(BACK) is None
    assert places(emulated) == before


def test_p10_a_move_waits_for_the_archiver_and_stops_where_it_stands_still() -> None:
    for stuck, error in ((False, None), (True, "not archived")):
        emulated = a_database(stuck=stuck, redo=[RedoGroup(1, 1, ["+DATA/a"], status="CURRENT", archived=False)])
        emulated.redo.append(RedoGroup(2, 1, ["+DATA/b"], status="ACTIVE", archived=False))
        session = a_session(emulated, settings={"archive_wait_s": 20})
        found = session.run(MOVES)
        assert (found is None) is (error is None), found
        assert error is None or error in str(found)
        assert len(session.changes) == (1 if error is None else 0)


@pytest.mark.parametrize(("free", "runs"), [(4 * GIB, True), (GIB, False)])
def test_p10_no_move_fills_the_recovery_area(free: int, *, runs: bool) -> None:
    """The precheck fails, and a run that goes on in spite of that stops before the statement."""
    emulated = a_database(recovery=free)
    session = a_session(emulated)
    assert (session.run(PRECHECK) is None) is runs
    assert (session.run(MOVES) is None) is runs
    assert len(session.changes) == (1 if runs else 0)


@pytest.mark.parametrize(("size", "said"), [(3 * GIB, "PASS"), (GIB // 16, "NOT CHECKED")])
def test_p10_the_precheck_says_how_often_the_moves_fill_a_log_group(size: int, said: str) -> None:
    groups = [RedoGroup(at, 1, [f"+DATA/{at}"], size, status=state) for at, state in ((1, "CURRENT"), (2, "INACTIVE"))]
    session = a_session(a_database(redo=groups))
    assert session.run(PRECHECK) is None
    assert [line.split("  ")[0] for line in session.log if "log groups of" in line] == [said]
    noarchive = a_session(a_database(redo=groups, archivelog=False), settings={})
    noarchive.run(PRECHECK)
    assert not any("log groups of" in line for line in noarchive.log)


def test_a_subpartition_that_no_report_names_so_holds_up_no_way_back() -> None:
    """Nothing has moved it: the run stops before."""
    parts = [Leaf("USERS", name="P1_S1", within="P1")]
    emulated = a_database()
    emulated.tables.append(Table("SALES", parts))
    plan = write_plan(
        a_request(move=(a_segment("SALES", None, subobject="P1_S1"),), release="19.0.0.0.0", edition="EE")
    )
    emulated.place = "+SSDDATA"
    session = Session(
        {file.path: file.text for file in plan.files}, emulated, flash_place=emulated.place, lock_wait_s=10
    )
    assert "subpartition" in str(session.run(MOVES))
    assert session.run(BACK) is None


def test_an_index_built_elsewhere_leaves_no_read_only_tablespace() -> None:
    """Parts of a global index as well: nothing could take them back."""
    emulated = a_database(release="11.2.0.4.0")
    parts = [Leaf("ARCHIVE", name="H1"), Leaf("INDX", name="H2", position=2)]
    emulated.tablespaces["ARCHIVE"] = Tablespace(status="READ ONLY")
    emulated.table("ORDERS").indexes.append(Index("ORDERS_HASH", parts))
    move = (
        a_segment(),
        a_segment("ORDERS_HASH", "INDEX PARTITION", subobject="H1", tablespace="ARCHIVE"),
    )
    plan = write_plan(a_request(move=move, release="11.2.0.4.0", edition="EE"))
    emulated.place = "+SSDDATA"
    session = Session(
        {file.path: file.text for file in plan.files},
        emulated,
        allow_offline="YES",
        flash_place="+SSDDATA",
        lock_wait_s=10,
    )
    assert READ_ONLY in str(session.run(MOVES))
    assert session.changes == []


def test_an_index_that_was_unusable_before_is_no_fault_of_another_that_moved() -> None:
    emulated = a_database()
    emulated.table("ORDERS").indexes.append(Index("ORDERS_DT", [Leaf("INDX", usable=False)]))
    session = a_session(emulated, move=MOVE[1:])
    assert (session.run(MOVES), session.run("verify/80_verify.sql")) == (None, None)


def test_a_way_back_waits_for_transactions_before_it_rebuilds() -> None:
    emulated = a_database()
    emulated.index("ORDERS_PK").leaves[0].usable = False
    emulated.table("ORDERS").busy = True
    session = a_session(emulated, edition=None)
    assert session.run(MOVES) is not None
    assert "ORA-20100" in str(session.run(BACK))
    assert any(worded("plan/transactions-open-see") in line for line in session.log)


def test_p10_plan_md_says_how_many_log_groups_the_moves_fill() -> None:
    """By the smallest that the inventory lists; nothing where it lists none, or nothing is archived."""
    said = re.compile(r"\| Log groups of (.+) filled[^|]*\| (\d+) \|")

    def page(**known: Any) -> str:
        request = known_request(known=known, move=MOVE, release="19.0.0.0.0", edition="EE", compatible="19.0.0")
        plan = write_plan(request)
        assert plan.ledger is not None
        return next(file.text for file in plan.files if file.path == "plan.md")

    redo = write_plan(known_request(move=MOVE, release="19.0.0.0.0", edition="EE", compatible="19.0.0")).ledger
    assert redo is not None
    assert redo.redo_bytes is not None
    assert said.findall(page()) == [("1 GiB", str(-(-redo.redo_bytes // GIB)))]
    assert said.findall(page(redo_groups=None)) == said.findall(page(archivelog=False)) == []


@pytest.mark.parametrize("part", [None, "P2024"])
def test_p14_hybrid_columnar_compression_is_refused_before_anything_moves(part: str | None) -> None:
    """ORA-64307 came from the statement, after the precheck had passed."""
    emulated = a_database()
    orders = emulated.table("ORDERS")
    orders.hybrid, orders.indexes = "QUERY HIGH", []
    orders.leaves = [Leaf("USERS", name=part)]
    kind = replace(KINDS["table partition" if part else "heap table"], name="ORDERS", subobject=part)
    session = a_session(emulated, move=(replace(kind, facts={**(kind.facts or {}), "compression": None}),))
    assert session.run(PRECHECK) is not None
    assert any("ORA-64307" in line for line in session.log)
    assert "ORA-64307" in str(session.run(MOVES))
    assert session.changes == []


@pytest.mark.parametrize("part", [None, "P2024"])
@pytest.mark.parametrize("history", [False, True])
def test_p14_what_a_flashback_data_archive_tracks_is_refused_before_anything_moves(
    part: str | None, *, history: bool
) -> None:
    """ORA-55610 came from the statement, after the precheck had passed."""
    emulated = a_database()
    orders = emulated.table("ORDERS")
    orders.archive, orders.indexes = "SYS_FBA_HIST_7", []
    orders.leaves = [Leaf("USERS", name=part)]
    moving = orders
    if history:
        moving = Table("SYS_FBA_HIST_7", [Leaf("USERS", name=part)])
        emulated.tables.append(moving)
    kind = replace(KINDS["table partition" if part else "heap table"], name=moving.name, subobject=part)
    session = a_session(emulated, move=(kind,))
    assert session.run(PRECHECK) is not None
    code = "ORA-55622" if history else "ORA-55610"
    assert any(code in line for line in session.log)
    assert code in str(session.run(MOVES))
    assert session.changes == []


@pytest.mark.parametrize("policies", [0, 2])
def test_p14_policies_that_tier_storage_are_told(policies: int) -> None:
    emulated = a_database()
    emulated.table("ORDERS").policies = policies
    session = a_session(emulated)
    assert session.run(PRECHECK) is None
    assert any("2 policies" in line for line in session.log) is (policies == 2)


@pytest.mark.parametrize("points", [0, 1])
def test_guaranteed_restore_points_are_told(points: int) -> None:
    session = a_session(a_database(restore_points=points))
    assert session.run(PRECHECK) is None
    assert [line.split("  ")[0] for line in session.log if "restore point" in line] == ["NOT CHECKED"] * points


@pytest.mark.parametrize(("most", "runs"), [(GIB * 5 // 2, True), (GIB * 3 // 2, False)])
def test_p14_free_space_of_two_tablespaces_is_not_added_up(most: int, *, runs: bool) -> None:
    """Both tables fit by themselves, and SSD_INDX had room for both: the precheck passed, the second statement stopped."""
    emulated = a_database()
    emulated.tables = [Table(name, [Leaf("USERS", bytes=GIB)]) for name in ("ORDERS", "LINES")]
    emulated.files = [
        File(7, "SSD_DATA", "+SSDDATA/data", most, most),
        File(8, "SSD_INDX", "+SSDDATA/indx", 50 * GIB, 50 * GIB),
    ]
    heap = KINDS["heap table"]
    session = a_session(emulated, move=(replace(heap, name="ORDERS"), replace(heap, name="LINES")))
    assert (session.run(PRECHECK) is None) is runs
    assert any('"LINES" with what' in line for line in session.log) is not runs


@pytest.mark.parametrize(
    ("more", "complete", "said"),
    [((), True, "0 B"), ((), False, "looked up"), ((KINDS["index"],), False, "at least 2 GiB")],
)
def test_p14_temp_of_indexes_that_nobody_listed_is_not_nothing(
    more: tuple[PlanSegment, ...], *, complete: bool, said: str
) -> None:
    known = {"dependents": (), "dependents_complete": complete}
    text = text_of(write_plan(known_request(known=known, move=(KINDS["heap table"], *more))), "plan.md")
    assert worded("plan/temp-largest-index", said) in text
