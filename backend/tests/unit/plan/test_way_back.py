"""What an offline move rebuilds elsewhere is recorded before it, so that 91_rollback_recorded.sql brings it back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from segtier.model.plan import Plan, PlanRequest, PlanSegment
from segtier.plan import write_plan
from tests.sqlplus_reader import literals, units
from tests.unit.plan.inventories import KINDS, known_request
from tests.unit.plan.requests import a_request, a_segment, text_of

_MODE = re.compile(r":s_mode := '(\w+)'")
EE_11 = {"release": "11.2.0.4.0", "edition": "EE"}
INDEXES = (KINDS["index"], KINDS["index partition"])


def steps(plan: Plan, path: str) -> list[tuple[str, str, str]]:
    """(spool file, mode, list) of every list the script calls, in order."""
    spool = mode = ""
    called = []
    for unit in units(text_of(plan, path)):
        if unit.text.startswith("SPOOL "):
            spool = unit.text.split()[1]
        if unit.text.startswith("@@list_"):
            called.append((spool, mode, unit.text[2:]))
        found = _MODE.search(unit.text) if unit.kind == "block" and "IF" not in unit.text else None
        mode = found.group(1) if found else mode
    return called


def rebuilt_elsewhere(plan: Plan, path: str) -> set[tuple[str, str, str | None]]:
    """Owner, index and partition of every home that a list gives to indexes."""
    blocks = [unit.text for unit in units(text_of(plan, path)) if ":s_index_homes :=" in unit.text]
    lines = ["".join(literals(line)) for text in blocks for line in text.splitlines()]
    rows = re.findall(r'^"(\w+)"\."(\w+)"\.(?:-|"(\w+)")', "\n".join(lines), re.MULTILINE)
    return {(owner, name, part or None) for owner, name, part in rows}


def entries(plan: Plan, path: str) -> set[tuple[str, str, str | None]]:
    """Owner, name and partition of every entry of a list."""
    found = set()
    for unit in units(text_of(plan, path)):
        if unit.kind == "block" and ":s_owner :=" in unit.text:
            value = {name: (literals(text) or [None])[0] for name, text in re.findall(r":s_(\w+) := (.*);", unit.text)}
            found.add((str(value["owner"]), str(value["name"]), value["sub"]))
    return found


REWRITES: list[tuple[str, str, str, PlanRequest]] = [
    ("table, 11.2", "40_move_tables.sql", "list_tables.sql", known_request(move=(KINDS["heap table"], *INDEXES), **EE_11)),
    ("table, no inventory", "40_move_tables.sql", "list_tables.sql",
     a_request(move=(a_segment(), a_segment("ORDERS_PK", "INDEX", tablespace=None)), release="11.2.0.4.0")),
    ("bitmap join index, 19", "40_move_tables.sql", "list_tables.sql",
     known_request(move=(KINDS["table with a bitmap join index"], *INDEXES), edition="EE")),
    ("nested table", "40_move_nested.sql", "list_nested.sql",
     known_request(move=(KINDS["storage of a nested table"], *INDEXES), **EE_11)),
    ("LOB", "41_move_lobs.sql", "list_lobs.sql", known_request(move=(KINDS["LOB"], *INDEXES), **EE_11)),
    ("in a container", "40_move_tables.sql", "list_tables.sql",
     known_request(move=tuple(replace(each, pdb="PDB1") for each in (KINDS["heap table"], *INDEXES)), cdb=True)),
]  # fmt: skip


@pytest.mark.parametrize(("script", "own", "request_"), [row[1:] for row in REWRITES], ids=[row[0] for row in REWRITES])
def test_indexes_are_recorded_before_the_move_rebuilds_them(script: str, own: str, request_: PlanRequest) -> None:
    plan = write_plan(request_)
    log = script.replace(".sql", ".log")
    assert steps(plan, script) == [
        ("old_placement.sql", "RECORD", "list_indexes.sql"),
        ("old_placement.sql", "RECORD", own),
        (log, "RUN", own),
    ]
    homes = rebuilt_elsewhere(plan, own)
    assert homes
    assert homes <= entries(plan, "list_indexes.sql")


def test_the_volume_to_move_is_that_of_the_own_list() -> None:
    blocks = [unit.text for unit in units(text_of(write_plan(REWRITES[0][3]), "40_move_tables.sql"))]
    between = blocks[blocks.index("@@list_indexes.sql") + 1 : blocks.index("@@list_tables.sql")]
    assert len(between) == 1
    assert ":s_need_bytes := 0;" in between[0]
    assert ":s_handled := 0;" in between[0]


ALONE: list[tuple[str, str, tuple[PlanSegment, ...]]] = [
    ("no index moves", "40_move_tables.sql", (KINDS["heap table"],)),
    ("partitions keep their indexes usable", "41_move_partitions.sql", (KINDS["table partition"], *INDEXES)),
    ("the indexes themselves", "42_move_indexes.sql", INDEXES),
]


@pytest.mark.parametrize(("script", "move"), [row[1:] for row in ALONE], ids=[row[0] for row in ALONE])
def test_others_record_their_own_list_only(script: str, move: tuple[PlanSegment, ...]) -> None:
    called = steps(write_plan(known_request(move=move, **EE_11)), script)
    assert [mode for _, mode, _ in called] == ["RECORD", "RUN"]
    assert len({path for _, _, path in called}) == 1


def test_an_index_is_recorded_whatever_may_forbid_its_move() -> None:
    """RECORD stands before every check of the library but that the segment is there, and before every statement."""
    library = text_of(write_plan(REWRITES[0][3]), "lib_move_index.sql")
    body = library[library.index(":s_handled := :s_handled + 1") :]
    recorded = body.index("IF :s_mode = 'RECORD' THEN")
    assert all(recorded < body.index(later) for later in ("check_owner;", "check_index;", "check_target;", "run_ddl("))


def test_what_one_container_said_of_indexes_is_gone_in_the_next() -> None:
    """Both have SOE.ORDERS and its ORDERS_PK; only the first one's index moves. The second one's is rebuilt where it is."""
    move = tuple(
        replace(segment, pdb=pdb)
        for pdb in ("PDB1", "PDB2")
        for segment in (a_segment(), a_segment("ORDERS_PK", "INDEX", tablespace="INDX"))
        if (pdb, segment.name) != ("PDB2", "ORDERS_PK")
    )
    text = text_of(write_plan(a_request(move=move, release="12.1.0.2.0", edition="EE")), "list_tables.sql")
    first, second = text.split('CONTAINER = "PDB2"')
    assert "ORDERS_PK" in first
    assert ":s_index_homes := CHR(10);" in second
    assert "ORDERS_PK" not in second
    assert second.index(":s_index_homes := CHR(10);") < second.index("@@lib_move_table.sql")


def test_what_one_container_s_inventory_said_of_indexes_is_gone_in_the_next() -> None:
    index = replace(KINDS["index"], pdb="PDB1", parent_owner="SOE", parent_name="ORDERS")
    move = (replace(KINDS["heap table"], pdb="PDB1"), replace(KINDS["heap table"], pdb="PDB2"))
    request = known_request(move=move, release="12.1.0.2.0", edition="EE")
    assert request.known is not None
    known = replace(request.known, dependents=(index,), dependents_complete=False)
    text = text_of(write_plan(replace(request, known=known)), "list_tables.sql")
    second = text.split('CONTAINER = "PDB2"')[1]
    assert second.index(":s_known_indexes := CHR(10);") < second.index("@@lib_move_table.sql")
