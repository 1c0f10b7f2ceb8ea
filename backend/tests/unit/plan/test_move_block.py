"""The block that does one operation, as text: what it must ask before, and what it must not leave behind.

It has run on no Oracle server; the grammar reads it (test_grammar.py). Each case is a defect that was found by reading.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from segtier.plan.write_plan import write_plan
from tests.unit.plan.inventories import DATA, INDEX, KINDS, known_request, known_segment, of
from tests.unit.plan.requests import a_request, text_of

BLOCK = text_of(write_plan(known_request()), "lib_move.sql")


def body(name: str) -> str:
    """The text of one procedure or function of the block."""
    return re.split(rf"(?m)^  (?:PROCEDURE|FUNCTION) {name}\b", BLOCK)[1].partition("\n  END;\n")[0]


CASES = [
    ("what was killed is cleaned up and run again", "run_once", ["WHEN l_interrupted THEN", "clean_up;"]),
    ("an index and a partition, each its way", "clean_up", ["DBMS_REPAIR.ONLINE_INDEX_CLEAN", "DBMS_PART.CLEANUP_ONLINE_OP"]),
    ("open transactions are waited for, not for ever", "wait_for_transactions", ["l_waited >= NVL(:s_lock_wait_s", "stop("]),
    ("a tablespace that forces logging is not left for one that does not", "check_target", ["l_from.force_logging = 'YES'"]),
    ("room for new indexes", "check_room_of_indexes", ["NOT l_online AND :s_part IS NULL", "check_room(l_home"]),
    ("a target that is yet to come needs no room", "check_room_of_indexes", ["IF l_count > 0 OR :s_mode <> 'CHECK' THEN"]),
    ("all indexes", "check_indexes", ["check_room_of_indexes;"]),
    ("parts of indexes beside a partition", "weigh_indexes_of_part", ["check_room_of_indexes;"]),
    ("a number without the comma of some territories", "print_entry", ["REPLACE(TO_CHAR(:s_since), ',', '.')"]),
    ("new partitions of an index without a default", "print_entry", ["r(1).now_in = 'DEFAULT' THEN 'DEFAULT'"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "words"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_what_the_block_asks(name: str, words: list[str]) -> None:
    assert [word for word in words if word not in body(name)] == []


def test_one_segment_that_cannot_go_back_holds_up_no_other() -> None:
    """It is counted, and the script ends with an error."""
    caught = BLOCK.rpartition("EXCEPTION\n  WHEN OTHERS THEN")[2]
    assert (
        "IF :s_mode IN ('CHECK', 'VERIFY', 'UNDO') AND SQLCODE = -20100 THEN\n      :s_problems := :s_problems + 1;"
        in caught
    )
    assert "ELSIF :s_problems > 0 THEN" in text_of(write_plan(known_request()), "90_rollback.sql")


def test_no_field_of_a_record_has_a_reserved_word_for_a_name() -> None:
    """PL/SQL Language Reference, appendix D, Reserved Words; those a short name might be."""
    declared = BLOCK.partition("IS RECORD (")[2].partition(");")[0]
    names = set(re.findall(r"(\w+) (?:VARCHAR2|NUMBER)", declared))
    assert len(names) == 11
    assert not names & {"type", "mode", "size", "start", "index", "table", "values", "option", "share", "sql", "view"}


def test_the_tablespaces_of_what_forces_logging_force_it_too() -> None:
    known = {"tablespaces": (replace(DATA[0], force_logging=True), DATA[1])}
    assert "FORCE LOGGING" in text_of(write_plan(known_request(known=known)), "30_tablespaces.sql")


def test_the_tablespaces_of_other_segments_do_not_force_logging() -> None:
    known = {"tablespaces": (replace(DATA[0], force_logging=True), DATA[1])}
    plan = write_plan(known_request(known=known, move=(KINDS["heap table"], KINDS["index"])))
    lines = text_of(plan, "30_tablespaces.sql").splitlines()
    made = [line for line in lines if line.startswith("  create_missing('")]
    assert [(line.split("'")[1], line.endswith("' FORCE LOGGING');")) for line in made] == [
        ("SSD_DATA", True),
        ("SSD_INDX", False),
    ]


def test_a_plan_for_a_container_is_pinned_to_it() -> None:
    plan = write_plan(a_request(move=(replace(KINDS["heap table"], pdb="PDB1"),), cdb=True))
    assert 'ALTER SESSION SET CONTAINER = "PDB1"' in text_of(plan, "list_segments.sql")
    assert ":s_pdb IS NOT NULL AND :s_pdb <> SYS_CONTEXT('USERENV', 'CON_NAME')" in text_of(plan, "lib_move.sql")


def test_the_log_of_a_materialized_view_has_its_own_indexes() -> None:
    log = known_segment("MLOG$_ORDERS", "TABLE", {"materialized_view_log": True}, **of("ORDERS"))
    own = known_segment("I_MLOG", "INDEX", INDEX, tablespace="INDX", **of("MLOG$_ORDERS"))
    beside = known_segment("ORDERS_PK", "INDEX", INDEX, tablespace="INDX", **of("ORDERS"))
    request = known_request(known={"dependents": (own, beside), "dependents_complete": True}, move=(log,))
    (one,) = write_plan(request).operations
    assert [(row.role, row.name) for row in one.rewrites] == [("moves", "MLOG$_ORDERS"), ("rebuilt", "I_MLOG")]
