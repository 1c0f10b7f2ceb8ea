"""Laws of masking: what is masked comes back as it was, and a plan of masked files, unmasked, is the plan of the files.

Byte for byte, every file of the bundle, refusals included: whatever the names are, and however many segments are equal.
"""

from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from segtier.advisor import advise
from segtier.advisor.plan_option import plan_option
from segtier.documents import decode, encode
from segtier.errors import SegtierError
from segtier.masking.choice import Choice, Treatment
from segtier.masking.map import MaskMap, read_names
from segtier.masking.mask import Masker
from segtier.masking.tokens import TOKEN
from segtier.masking.unmask import unmask
from segtier.model.inventory import DatabaseFile, DiskGroup, Inventory, InventorySegment, RedoGroup, Tablespace
from segtier.model.plan import BundleFile, Destination, PlanRequest
from segtier.model.workload import Database, FileIo, Instance, Parameter, Segment, Source, Workload
from segtier.plan.bundle.files import REQUEST_FILE
from segtier.plan.write_plan import write_plan
from tests.builders import GIB, a_request, a_wait, a_workload

LONG = "A_NAME_OF_128_BYTES_" + "X" * 108
OWNERS = ("SHOP", "Shop", "SH OP", "SYS", "SYSTEM", "APEX_190100", "ÄPFEL", "**MISSING**", "AUDIT_APP", LONG)
TABLES = (
    *(
        "ORDERS",
        "Orders",
        "orders",
        'OR"DERS',
        "ORDER LINES",
        "T",
        "TAB$",
        "I_OBJ1",
        "SYS_LOB0000000042C00003$$",
        "AQ$_Q_T",
    ),
    *(
        "MLOG$_ORDERS",
        "BIN$1234567890123456789012==$0",
        "SYS_IOT_TOP_77",
        "BESTELLUNG_Ü",
        "-- drop",
        "$",
        "  ",
        LONG,
        "SALES",
    ),
)
SPACES = ("SHOP_DATA", "SYSTEM", "SYSAUX", "TEMP", "USERS", "UNDOTBS1", "Shop Data", "D", None)
PARTS = (None, None, "P1", "P_2024_Q1", "SYS_P4711", "part one")
PDBS = (None, None, "SHOPPDB", "shop pdb", "CON_ID 3", "CON_DBID 9001")
KINDS = ("TABLE", "INDEX", "TABLE PARTITION", "INDEX PARTITION", "LOBSEGMENT", None)
PATHS = (
    "+DATA/shop/users01.dbf",
    "/u01/oradata/shop/users01.dbf",
    "/dev/raw1",
    "C:\\oradata\\users01.dbf",
    "MISSING00007",
    "+FRA",
)
PLANNED = ("segments", "indexes", "all", "redo", "temp", "flash-cache", "combination")
KEY = bytes(range(32))

names = st.tuples(st.sampled_from(OWNERS), st.sampled_from(TABLES) | st.text(min_size=1, max_size=30))


@st.composite
def segments(draw: st.DrawFn) -> list[tuple[Segment, InventorySegment]]:
    """Few different sizes and reads, so that many are equal and only the order of equals is left to decide."""
    keys = draw(
        st.lists(st.tuples(names, *map(st.sampled_from, (PARTS, PDBS, KINDS))), min_size=1, max_size=14, unique=True)
    )
    odd = [_segment(draw, *key) for key in keys]
    return draw(st.permutations([*odd, *_equals(draw)]))


def _equals(draw: st.DrawFn) -> list[tuple[Segment, InventorySegment]]:
    """Segments that can be moved and differ in nothing but their names; the flash holds one of them."""
    plain = draw(st.lists(st.from_regex(r"[A-Z]{9,12}", fullmatch=True), max_size=4, unique=True))
    reads = dict.fromkeys(("physical_reads_blocks", "physical_read_requests"), 500_000.0)
    return [
        (
            Segment("STOCK", name, type="TABLE", tablespace="SHOP_DATA", **reads),
            InventorySegment(
                "STOCK", name, type="TABLE", tablespace="SHOP_DATA", size_bytes=40 * GIB, facts={"logging": True}
            ),
        )
        for name in plain
    ]


def _segment(
    draw: st.DrawFn, name: tuple[str, str], part: str | None, pdb: str | None, kind: str | None
) -> tuple[Segment, InventorySegment]:
    reads = draw(st.sampled_from((0.0, 40_000.0, 400_000.0, 400_000.0)))
    space = draw(st.sampled_from(SPACES))
    identity: dict[str, Any] = {"owner": name[0], "name": name[1], "subobject": part, "pdb": pdb, "type": kind}
    facts = draw(st.sampled_from((None, {}, {"partitioned": part is not None, "logging": True}, {"long_column": True})))
    seen = Segment(
        **identity,
        tablespace=space,
        physical_reads_blocks=reads,
        physical_read_requests=reads,
        physical_write_requests=draw(st.sampled_from((None, 0.0, 7_000.0))),
    )
    parent = draw(st.none() | names) if kind in ("INDEX", "LOBSEGMENT") else None
    known = InventorySegment(
        **identity,
        tablespace=space,
        size_bytes=draw(st.sampled_from((None, GIB, 40 * GIB, 40 * GIB))),
        parent_owner=parent[0] if parent else None,
        parent_name=parent[1] if parent else None,
        column="A_COLUMN" if kind == "LOBSEGMENT" and parent else None,
        facts=facts,
    )
    return seen, known


@st.composite
def databases(draw: st.DrawFn) -> tuple[Workload, Inventory]:
    """A busy hour of a database and what its dictionary says."""
    rows = draw(segments())
    path = st.sampled_from(PATHS)
    database = Database(
        name=draw(st.sampled_from(("ORCL", "shop", "Größe 1"))),
        dbid=4711,
        release=draw(st.sampled_from(("11.2.0.4.0", "19.0.0.0.0"))),
        rac=False,
        platform="Linux x86 64-bit",
        block_size_bytes=8192,
        pdb=draw(st.sampled_from((None, "SHOPPDB"))),
    )
    workload = a_workload(
        (a_wait("db file sequential read", 18_000, 10), a_wait("log file sync", 3_000, 8)),
        segments=tuple(seen for seen, _ in rows),
        database=database,
        source=Source("awr-html", draw(st.sampled_from(("awrrpt_1_7_8.html", "from shop.html"))), "a" * 64),
        instances=(Instance(1, "shop1", "db-host-1.example", 32, 16),),
        file_io=tuple(FileIo("SHOP_DATA", one) for one in draw(st.lists(path, max_size=2))),
        parameters=(
            Parameter("db_create_file_dest", draw(path)),
            Parameter("undo_tablespace", "UNDO_OF_SHOP"),
            Parameter("service_names", "sales.example, shop"),
            Parameter("sga_target", "0"),
            Parameter("db_cache_size", "8G"),
        ),
    )
    inventory = Inventory(
        source=Source("bundle", "shop-bundle.zip", "b" * 64),
        database=database,
        segments=tuple(known for _, known in rows),
        complete=True,
        tablespaces=tuple(
            Tablespace(one, contents="PERMANENT") for one in draw(st.lists(st.sampled_from(SPACES[:4]), max_size=3))
        ),
        datafiles=tuple(DatabaseFile(one, "SHOP_DATA", size_bytes=GIB) for one in draw(st.lists(path, max_size=3))),
        temp_files=tuple(DatabaseFile(one, "TEMP", size_bytes=GIB) for one in draw(st.lists(path, max_size=2))),
        redo_groups=tuple(
            RedoGroup(n, 1, GIB, 512, (one,)) for n, one in enumerate(draw(st.lists(path, max_size=2)), 1)
        ),
        disk_groups=tuple(
            DiskGroup(one, "EXTERN", 10 * GIB) for one in draw(st.sampled_from(((), ("DATA",), ("DATA", "FRA"))))
        ),
    )
    return workload, inventory


def the_plan(workload: Workload, inventory: Inventory, option: str) -> tuple[BundleFile, ...] | str:
    """The files, or the code of the refusal."""
    try:
        advice = advise([workload], [inventory], a_request(60 * GIB, draws=20))
        return plan_option(advice, [workload], option, Destination(), override=True, inventories=[inventory]).files
    except SegtierError as refusal:
        return refusal.code


def again(request: PlanRequest) -> tuple[BundleFile, ...] | str:
    try:
        return write_plan(request).files
    except SegtierError as refusal:
        return refusal.code


def request_in(files: tuple[BundleFile, ...]) -> PlanRequest:
    (file,) = (one for one in files if one.path == REQUEST_FILE)
    return decode(file.text, PlanRequest)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(
    databases(), st.sampled_from(PLANNED), st.sampled_from(list(Treatment)[:2]), st.sampled_from(list(Treatment)[:2])
)
def test_a_plan_of_masked_files_unmasked_is_the_plan_of_the_files(
    given_files: tuple[Workload, Inventory], option: str, hosts: Treatment, tablespaces: Treatment
) -> None:
    workload, inventory = given_files
    masks = Masker(MaskMap(KEY, own_key=True), Choice(Treatment.HASH, hosts, tablespaces))
    sent = (decode(encode(masks.document(workload)), Workload), decode(encode(masks.document(inventory)), Inventory))
    names_back = read_names(masks.map.encode())
    assert unmask(sent[0], names_back) == workload
    assert unmask(sent[1], names_back) == inventory
    plain, masked = the_plan(workload, inventory, option), the_plan(*sent, option)
    if isinstance(masked, str):
        assert plain == masked
    else:
        assert again(unmask(request_in(masked), names_back)) == plain


@settings(max_examples=60)
@given(databases())
def test_no_name_is_in_what_is_sent_and_every_token_is_an_identifier(given_files: tuple[Workload, Inventory]) -> None:
    masks = Masker(MaskMap(KEY, own_key=True))
    sent = "".join(encode(masks.document(one)).decode() for one in given_files)
    assert not [one for one in ("db-host-1", "UNDO_OF_SHOP", "sales.example", "oradata") if one in sent]
    for masked, name in masks.map:
        # A name may be spelled as a field of the documents is; as a value it must not be there.
        assert len(name.original) < 8 or not re.search(re.escape(f'"{name.original}"') + "(?!:)", sent)
        assert TOKEN.search(masked)
        assert (masked.isascii() and len(masked) <= 30) or name.kind in ("path", "parameter", "text", "file")


@settings(max_examples=200)
@given(st.lists(names, min_size=2, max_size=20, unique=True))
def test_a_name_has_one_token_and_a_token_one_name(given_names: list[tuple[str, str]]) -> None:
    masks, others = (Masker(MaskMap(key, own_key=True)) for key in (KEY, KEY[::-1]))
    rows = [Segment(owner, name) for owner, name in given_names]
    masked = [(one.owner, one.name) for one in masks.document(Workload(segments=tuple(rows))).segments]
    assert len(set(masked)) == len(given_names)
    assert masked == [(one.owner, one.name) for one in masks.document(Workload(segments=tuple(rows))).segments]
    elsewhere = [(one.owner, one.name) for one in others.document(Workload(segments=tuple(rows))).segments]
    assert all(one == row or one != other for row, one, other in zip(given_names, masked, elsewhere, strict=True))
