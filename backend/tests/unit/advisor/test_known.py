"""From a collector's bundle to the statements of a plan: what the inventory says decides, and nothing where it is silent."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from segtier.advisor.today.known import with_known
from segtier.collect.catalogue import queries
from segtier.model.inventory import DiskGroup, Inventory, InventorySegment, Quota, Tablespace
from segtier.model.plan import PlanRequest, PlanSegment
from segtier.plan.write_plan import write_plan
from tests.packed_bundles import documents_of
from tests.sentences import worded
from tests.unit.plan.requests import a_request, pages_of, paths, text_of

GIB = 1024**3
HOME = {"owner": "SHOP", "tablespace_name": "SHOP_DATA", "con_id": None}


def seg(name: str, kind: str, part: str | None = None) -> dict[str, Any]:
    return {**HOME, "segment_name": name, "segment_type": kind, "partition_name": part, "bytes": GIB}


def tab(name: str, **more: Any) -> dict[str, Any]:
    return {**HOME, "table_name": name, "partitioned": "NO", "logging": "YES", "compression": "DISABLED", **more}


def ind(name: str, table: str, **more: Any) -> dict[str, Any]:
    base = {"index_name": name, "table_owner": "SHOP", "table_name": table, "index_type": "NORMAL", "join_index": "NO"}
    return {**HOME, **base, "partitioned": "NO", "logging": "YES", "compression": "DISABLED", **more}


def lob(name: str, table: str, column: str, **more: Any) -> dict[str, Any]:
    base = {"table_name": table, "column_name": column, "segment_name": name, "index_name": f"SYS_IL_{column}"}
    return {**HOME, **base, "securefile": "YES", "partitioned": "NO", "encrypt": "NO", "compression": "NO", **more}


LOB_PART = {**HOME, "table_owner": "SHOP", "table_name": "SALES", "column_name": "PHOTO", "lob_name": "SYS_LOB02$$",
            "partition_name": "P2024", "lob_partition_name": "SYS_LOB_P1"}  # fmt: skip
NESTED = {**HOME, "table_name": "LINES_NT", "parent_table_name": "BASKETS", "parent_table_column": "LINES"}
ROWS: dict[str, list[dict[str, Any]]] = {
    "segments": [
        seg("ORDERS", "TABLE"), seg("ORDERS_PK", "INDEX"), seg("SYS_LOB01$$", "LOBSEGMENT"),
        seg("SYS_LOB02$$", "LOB PARTITION", "SYS_LOB_P1"),
        seg("SYS_IOT_TOP_7", "INDEX"), seg("SYS_IOT_OVER_7", "TABLE"), seg("LINES_NT", "NESTED TABLE"), seg("MV_SUMS", "TABLE"),
        seg("OLD", "TABLE"), seg("QT", "TABLE"), seg("DOCS", "TABLE"), seg("MLOG$_ORDERS", "TABLE"), seg("FACTS", "TABLE"),
        seg("I_MLOG", "INDEX"),
    ],
    "tables": [
        tab("ORDERS"), tab("MV_SUMS"), tab("OLD"), tab("QT"), tab("DOCS"), tab("MLOG$_ORDERS"), tab("FACTS"),
        tab("COUNTRIES", iot_type="IOT", tablespace_name=None),
        tab("SYS_IOT_OVER_7", iot_type="IOT_OVERFLOW", iot_name="COUNTRIES"),
        tab("SALES", partitioned="YES", tablespace_name=None),
    ],
    "indexes": [
        ind("ORDERS_PK", "ORDERS"), ind("SYS_IOT_TOP_7", "COUNTRIES", index_type="IOT - TOP"),
        ind("DOCS_TXT", "DOCS", index_type="DOMAIN"), ind("I_MLOG", "MLOG$_ORDERS"),
        ind("FACTS_JOIN", "FACTS", index_type="BITMAP", join_index="YES"),
    ],
    "lobs": [lob("SYS_LOB01$$", "ORDERS", "NOTE"), lob("SYS_LOB02$$", "SALES", "PHOTO", partitioned="YES")],
    "lob_partitions": [LOB_PART],
    "nested_tables": [NESTED],
    "materialized_views": [{**HOME, "mview_name": "MV_SUMS", "container_name": "MV_SUMS"}],
    "mview_logs": [{**HOME, "log_owner": "SHOP", "log_table": "MLOG$_ORDERS", "master": "ORDERS"}],
    "long_columns": [{**HOME, "table_name": "OLD", "column_name": "TEXT", "data_type": "LONG"}],
    "queue_tables": [{**HOME, "queue_table": "QT"}],
    "quotas": [{"username": "SHOP", "tablespace_name": "SHOP_DATA", "max_bytes": 50 * GIB, "bytes": 0}],
}  # fmt: skip


def only_columns(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """The rows without the columns a file does not have."""
    names = {query.name: {column.name for column in query.columns} for query in queries()}
    return {file: [{key: row[key] for key in row if key in names[file]} for row in all_] for file, all_ in rows.items()}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Inventory:
    folder: Path = tmp_path_factory.mktemp("bundle")
    return documents_of(folder / "b", only_columns(ROWS)).inventory


def moved(row: InventorySegment) -> PlanSegment:
    """As a placement gives it: name, type and size, no facts."""
    return PlanSegment(
        row.owner, row.name, row.subobject, row.pdb, row.type, row.tablespace, row.size_bytes, "many reads a GiB"
    )


def a_plan_for(inventory: Inventory, **changes: Any) -> PlanRequest:
    rows = (row for row in inventory.segments if row.name != "I_MLOG")
    request = a_request(move=tuple(moved(row) for row in rows), temp_peak_bytes=None, **changes)
    return with_known(request, [inventory])


DONE = [
    (worded("plan/table-lobs"), 'ALTER TABLE "SHOP"."ORDERS" MOVE', ["ORDERS", "SYS_LOB01$$"], ["ORDERS_PK"]),
    (worded("plan/lobs-partition"), 'ALTER TABLE "SHOP"."SALES" MOVE PARTITION "P2024" LOB ("PHOTO")', ["SYS_LOB02$$"], []),
    ("index-organized table with overflow", 'ALTER TABLE "SHOP"."COUNTRIES" MOVE', ["SYS_IOT_OVER_7", "SYS_IOT_TOP_7"], []),
    ("nested table", 'ALTER TABLE "SHOP"."LINES_NT" MOVE', ["LINES_NT"], []),
    ("heap table", 'ALTER TABLE "SHOP"."MV_SUMS" MOVE', ["MV_SUMS"], []),
    ("materialized view log", 'ALTER MATERIALIZED VIEW LOG ON "SHOP"."ORDERS" MOVE', ["MLOG$_ORDERS"], ["I_MLOG"]),
    ("heap table", 'ALTER TABLE "SHOP"."FACTS" MOVE', ["FACTS"], []),
    ("index", 'ALTER INDEX "SHOP"."ORDERS_PK" REBUILD', ["ORDERS_PK"], []),
]  # fmt: skip
"""Kind, how the statement begins, what moves by it and which indexes it leaves to be built anew."""
LEFT = {"OLD": "LONG", "QT": "queue", "DOCS": "domain index"}


def test_a_bundle_decides_every_segment(bundle: Inventory) -> None:
    plan = write_plan(a_plan_for(bundle))
    lists = ["list_segments.sql", "list_segments_back.sql"]
    assert [path for path in paths(plan) if path.startswith("list_")] == lists
    for one, (kind, start, moves, rebuilt) in zip(plan.operations, DONE, strict=True):
        assert (one.kind, one.statement.startswith(start)) == (kind, True), one.statement
        rows = [(row.role, row.name) for row in one.rewrites]
        assert sorted(name for role, name in rows if role == "moves") == moves
        assert [name for role, name in rows if role == "rebuilt"] == rebuilt
    assert {each.name for each in plan.refused} == set(LEFT)
    for each in plan.refused:
        assert LEFT[each.name] in each.reason


CARRIED = [
    "s_parent := 'COUNTRIES'",
    "LOGGING=YES",
    "'P2024'",
    "MVIEW=YES",
    "'ORDERS_PK'",
    'LOB ("NOTE") STORE AS SECUREFILE',
]


@pytest.mark.parametrize("words", CARRIED)
def test_names_and_facts_come_from_the_bundle(bundle: Inventory, words: str) -> None:
    assert words in text_of(write_plan(a_plan_for(bundle)), "list_segments.sql").replace("\\003D", "=")


@pytest.mark.parametrize("option", ["all", "redo", "temp"])
def test_the_storage_of_a_bundle_is_written_out(bundle: Inventory, option: str) -> None:
    plan = write_plan(a_plan_for(bundle, option=option))
    words = {
        "all": ("list_datafiles.sql", "/u01/oradata/shop/data01.dbf"),
        "redo": ("50_redo.sql", f"add_group(4, 1, {GIB}, 512)"),
        "temp": ("50_temp.sql", f"l_bytes NUMBER := {GIB};"),
    }
    path, word = words[option]
    assert word in text_of(plan, path).replace("\\002F", "/").replace("\\002E", ".")
    assert "Collected 2026-11-20 10:00" in pages_of(plan)


ORDERS = InventorySegment("SOE", "ORDERS", type="TABLE", tablespace="USERS", size_bytes=GIB)
SIZES_ONLY = Inventory(segments=(ORDERS,))


def test_sizes_alone_change_nothing() -> None:
    request = a_request()
    assert with_known(request, [SIZES_ONLY]) == request
    assert with_known(request, []) == request


A, B, D = Quota("A", "T"), Quota("B", "T"), DiskGroup("D")
LATER: list[tuple[str, Inventory, Inventory, str, Any]] = [
    ("a later list replaces an earlier one", Inventory(quotas=(A,)), Inventory(quotas=(B,)), "quotas", (B,)),
    ("a list missing later stays", Inventory(disk_groups=(D,)), Inventory(), "disk_groups", (D,)),
    ("a later no", Inventory(archivelog=True), Inventory(archivelog=False), "archivelog", False),
    ("not known later", Inventory(supplemental_logging=True), Inventory(archivelog=True), "supplemental_logging", True),
    ("neither knows", Inventory(archivelog=True), Inventory(), "standby", None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "field", "value"), [row[1:] for row in LATER], ids=[row[0] for row in LATER]
)
def test_the_last_inventory_that_says_it(first: Inventory, second: Inventory, field: str, value: Any) -> None:
    known = with_known(a_request(), [first, second]).known
    assert getattr(known, field) == value


TAKEN = datetime(2026, 11, 20, 10)  # noqa: DTZ001
PK = InventorySegment(
    "SOE", "ORDERS_PK", type="INDEX", tablespace="INDX", size_bytes=GIB, parent_owner="SOE", parent_name="ORDERS"
)
OTHER_PK = replace(PK, name="OTHER_PK", parent_name="OTHER")
KNOWN_ORDERS = replace(ORDERS, facts={"iot": False, "logging": False})


@pytest.mark.parametrize("complete", [True, False, None])
def test_indexes_of_what_is_rewritten(complete: bool | None) -> None:
    inventory = Inventory(segments=(KNOWN_ORDERS, PK, OTHER_PK), complete=complete, taken_at=TAKEN)
    known = with_known(a_request(), [inventory]).known
    assert known is not None
    assert known.taken_at == TAKEN
    assert [each.name for each in known.dependents or ()] == ["ORDERS_PK"]
    assert known.dependents_complete is (complete is True)


LOB = PlanSegment("SOE", "SYS_LOB0001", None, None, "LOBSEGMENT", "USERS", GIB, "hot", "SOE", "ORDERS", "NOTE")


@pytest.mark.parametrize(
    ("segment", "dependents"),
    [(LOB, ["ORDERS", "ORDERS_PK"]), (replace(LOB, subobject="P1"), [])],
    ids=["whole", "a partition"],
)
def test_a_lob_takes_its_table_along_and_so_its_indexes(segment: PlanSegment, dependents: list[str]) -> None:
    """A LOB moves in its table's own MOVE; one partition of it in that partition's."""
    known = with_known(replace(a_request(), move=(segment,)), [Inventory(segments=(KNOWN_ORDERS, PK, OTHER_PK))]).known
    assert [each.name for each in known.dependents or ()] == dependents


def test_an_index_of_the_tables_name_is_not_the_table() -> None:
    """Rebuilding it rewrites no table, so no other index becomes unusable."""
    request = replace(a_request(), move=(PlanSegment("SOE", "ORDERS", None, None, "INDEX", "INDX", GIB, "hot"),))
    known = with_known(request, [Inventory(segments=(KNOWN_ORDERS, PK, OTHER_PK), complete=True)]).known
    assert [each.name for each in known.dependents or ()] == []


@pytest.mark.parametrize(("inventory", "taken_at"), [(Inventory(quotas=(A,)), TAKEN), (Inventory(), None)])
def test_when_it_was_collected_is_said_where_anything_is_known(inventory: Inventory, taken_at: datetime | None) -> None:
    known = with_known(a_request(), [replace(inventory, taken_at=TAKEN)]).known
    assert (known.taken_at if known else None) == taken_at


STANDBYS = [
    ("fed, not forced", {"standby": True, "force_logging": False}, True),
    ("fed and forced", {"standby": True, "force_logging": True}, False),
    ("not fed", {"standby": False, "force_logging": False}, False),
    ("not known", {"force_logging": False}, False),
]


@pytest.mark.parametrize(("said", "refused"), [row[1:] for row in STANDBYS], ids=[row[0] for row in STANDBYS])
def test_nologging_and_a_standby(said: dict[str, Any], refused: bool) -> None:
    plan = write_plan(with_known(a_request(), [Inventory(segments=(KNOWN_ORDERS, PK), **said)]))
    assert [each.name for each in plan.refused] == (["ORDERS"] if refused else [])


LOGGED = replace(ORDERS, facts={"iot": False, "logging": True})
A_LOB = InventorySegment(
    "SOE", "SYS_LOB0001", type="LOBSEGMENT", tablespace="USERS", size_bytes=GIB, parent_owner="SOE", parent_name="ORDERS",
    column="NOTE", facts={"securefile": True},
)  # fmt: skip
NO, YES = {"logging": False}, {"logging": True}
FORCED = (Tablespace("USERS", force_logging=True), Tablespace("INDX", force_logging=True))
ALONG: list[tuple[str, InventorySegment, tuple[InventorySegment, ...], tuple[Tablespace, ...], bool]] = [
    ("its index", ORDERS, (LOGGED, replace(PK, facts=NO)), (), True),
    ("its index logs", ORDERS, (LOGGED, replace(PK, facts=YES)), (), False),
    ("the index of another table", ORDERS, (LOGGED, replace(OTHER_PK, facts=NO)), (), False),
    ("the index of its LOB", ORDERS, (LOGGED, replace(PK, column="NOTE", facts=NO)), (), False),
    ("where tablespaces force it", ORDERS, (KNOWN_ORDERS, replace(PK, facts=NO)), FORCED, False),
    ("a LOB itself", A_LOB, (LOGGED, replace(A_LOB, facts={**(A_LOB.facts or {}), **NO})), (), True),
    ("a LOB that logs", A_LOB, (LOGGED, replace(A_LOB, facts={**(A_LOB.facts or {}), **YES})), (), False),
    ("the table of a LOB", A_LOB, (KNOWN_ORDERS, A_LOB), (), True),
    ("an index beside a LOB", A_LOB, (LOGGED, A_LOB, replace(PK, facts=NO)), (), True),
    ("an index alone", PK, (KNOWN_ORDERS, replace(PK, facts=YES)), (), False),
]


@pytest.mark.parametrize(
    ("moved", "rows", "places", "refused"), [row[1:] for row in ALONG], ids=[row[0] for row in ALONG]
)
def test_what_goes_along_unlogged(
    moved: InventorySegment, rows: tuple[InventorySegment, ...], places: tuple[Tablespace, ...], refused: bool
) -> None:
    """Behind a standby; LOBs, and tables with what their move writes anew."""
    inventory = Inventory(segments=rows, tablespaces=places, standby=True, force_logging=False)
    move = PlanSegment(
        moved.owner, moved.name, None, None, moved.type, moved.tablespace, GIB, "hot", moved.parent_owner, moved.parent_name,
        moved.column,
    )  # fmt: skip
    other = PlanSegment("SOE", "ELSEWHERE", None, None, "TABLE", "USERS", GIB, "hot")
    plan = write_plan(with_known(replace(a_request(), move=(move, other)), [inventory]))
    assert [each.name for each in plan.refused] == ([moved.name] if refused else [])


def test_what_was_encrypted_goes_to_an_encrypted_tablespace() -> None:
    encrypted = Inventory(segments=(KNOWN_ORDERS,), tablespaces=(Tablespace("USERS", encrypted=True),))
    plan = write_plan(with_known(a_request(), [encrypted]))
    assert {row.target for one in plan.operations for row in one.rewrites if row.name == "ORDERS"} == {"SSD_DATA_ENC"}
    assert "ENCRYPTION USING" in text_of(plan, "30_tablespaces.sql")
