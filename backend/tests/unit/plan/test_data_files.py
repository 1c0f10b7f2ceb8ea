"""Whole files by RMAN: the tagged copy and no other, nothing lost, run again at any time; and the files of some tablespaces."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import Infeasible, Refused
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.sqlplus_reader import units
from tests.unit.plan.evaluated import asked, lines_printed
from tests.unit.plan.inventories import DATA, FILES, known_request
from tests.unit.plan.requests import GIB, a_request, name_of, pages_of, text_of

EE_11 = {"release": "11.2.0.4.0", "edition": "EE"}
OLD = "/u01/users01.dbf"


def spooled(script: str) -> dict[str, tuple[str, str]]:
    """File -> (how, block) of what a script spools beside its log."""
    found = re.findall(r"^SPOOL (\S+\.(?:rman|sql)) (\w+)\n(.*?)^SPOOL OFF", script, re.MULTILINE | re.DOTALL)
    return {file: (how, block) for file, how, block in found}


def rman(block: str, name: str, number: str) -> str:
    place = ":s_flash_place || CASE WHEN :s_flash_place NOT LIKE '+%' THEN :s_slash || '%U' END"
    text = block.replace(place, "PLACE")
    return "\n".join(lines_printed(text, {number: "5", name: OLD, "PLACE": "+SSDDATA"}))


def copies() -> dict[str, tuple[str, str]]:
    return spooled(text_of(write_plan(a_request("all", **EE_11)), "41_copy_datafiles.sql"))


def test_a_copy_is_made_and_taken_by_its_tag() -> None:
    written = copies()
    assert rman(written["copy_datafiles.rman"][1], "f.file_name", "f.file_id") == (
        "BACKUP AS COPY INCREMENTAL LEVEL 0 TAG 'SEGTIER' DATAFILE 5 FORMAT '+SSDDATA';"
    )
    switch = rman(written["switch_datafiles.rman"][1], "f.file_name", "f.file_id").splitlines()
    assert switch[0] == "RUN {"
    assert [line.strip() for line in switch if not line.startswith('  SQL "')] == [
        "RUN {",
        "SQL 'ALTER DATABASE DATAFILE 5 OFFLINE';",
        "SWITCH DATAFILE 5 TO DATAFILECOPY TAG 'SEGTIER';",
        "RECOVER DATAFILE 5;",
        "SQL 'ALTER DATABASE DATAFILE 5 ONLINE';",
        "}",
    ]
    assert "TO COPY" not in "\n".join(switch)


def test_p13_the_copies_are_rolled_forward_before_a_file_goes_offline() -> None:
    """Each was offline while all redo since its copy was applied."""
    text = text_of(write_plan(a_request("all", **EE_11)), "41_copy_datafiles.sql")
    how, block = spooled(text)["roll_datafiles.rman"]
    assert how == "REPLACE"
    assert rman(block, "f.file_name", "f.file_id").splitlines() == [
        "BACKUP INCREMENTAL LEVEL 1 FOR RECOVER OF COPY WITH TAG 'SEGTIER' DATAFILE 5;",
        "RECOVER COPY OF DATAFILE 5 WITH TAG 'SEGTIER';",
    ]
    told = [line for line in text.splitlines() if line.startswith("PROMPT Then: rman")]
    assert [line.split("cmdfile ")[1].split()[0] for line in told] == [
        "copy_datafiles.rman",
        "roll_datafiles.rman",
        "switch_datafiles.rman",
    ]


# file#, status, tag, checkpoint_change#; unrecoverable_change# of the file; may the file be switched?
COPIES: list[tuple[str, list[tuple[int, str, str, int]], int, bool]] = [
    ("copied, all with redo", [(5, "A", "SEGTIER", 100)], 0, True),
    ("NOLOGGING before the copy", [(5, "A", "SEGTIER", 100)], 99, True),
    ("NOLOGGING after it", [(5, "A", "SEGTIER", 100)], 101, False),
    ("copied again after that", [(5, "A", "SEGTIER", 100), (5, "A", "SEGTIER", 200)], 101, True),
    ("a copy of somebody else's", [(5, "A", "NIGHTLY", 200)], 0, False),
    ("of another file", [(6, "A", "SEGTIER", 200)], 0, False),
    ("deleted since", [(5, "D", "SEGTIER", 200)], 0, False),
]


@pytest.mark.parametrize(
    ("made", "unrecoverable", "switched"), [row[1:] for row in COPIES], ids=[row[0] for row in COPIES]
)
def test_a_file_with_changes_that_the_copy_lacks_is_not_switched(
    made: list[tuple[int, str, str, int]], unrecoverable: int, switched: bool
) -> None:
    """Asked before the file goes offline and once more after it."""
    text = rman(copies()["switch_datafiles.rman"][1], "f.file_name", "f.file_id")
    checks = re.findall(r"FOR d IN \((.*?)\) LOOP raise_application_error\(-20100", text)
    assert len(checks) == 2
    tables = {
        "v_datafile": ("file_, unrecoverable_change_", [(5, unrecoverable)]),
        "v_datafile_copy": ("file_, status, tag, checkpoint_change_", made),
    }
    for check in checks:
        assert bool(asked(check.replace("''", "'"), tables)) is not switched


def test_the_way_back_is_never_written_over() -> None:
    written = copies()
    assert written["old_copies.sql"][0] == "APPEND"
    assert {written[name][0] for name in ("copy_datafiles.rman", "roll_datafiles.rman", "switch_datafiles.rman")} == {
        "REPLACE"
    }
    assert "rollback_datafiles.rman" not in written
    plan = write_plan(a_request("all", **EE_11))
    assert "@old_copies.sql" in text_of(plan, "90_rollback_copies.sql")
    back = text_of(plan, "lib_copy_back.sql")
    assert "DBMS_LOB.INSTR(:s_index_homes, ' ' || :s_step || ' ') = 0" in back
    printed = rman(back, ":s_name", ":s_step")
    assert f"SWITCH DATAFILE 5 TO DATAFILECOPY '{OLD}';" in printed
    assert f"c.name = ''{OLD}''" in printed


def test_a_second_run_takes_what_is_left() -> None:
    """The three files are made of the same rows: those that are not at the flash."""
    rows = {re.search(r"FOR f IN \((.*?)ORDER BY", block, re.DOTALL)[1] for _, block in copies().values()}  # type: ignore[index]
    assert len(rows) == 1
    assert "INSTR(f.file_name, :s_flash_start) <> 1" in rows.pop()


ONLY = "AND t.tablespace_name IN ('USERS')"
WAYS: list[tuple[str, dict[str, Any]]] = [("RMAN", EE_11), ("online", {"release": "19.0.0.0.0", "edition": "EE"})]


@pytest.mark.parametrize("changes", [row[1] for row in WAYS], ids=[row[0] for row in WAYS])
def test_the_files_of_one_tablespace_alone(changes: dict[str, Any]) -> None:
    plan = write_plan(a_request("all", tablespaces=("users",), **changes))
    for file in plan.files:
        if name_of(file).endswith(".sql"):
            assert file.text.count("t.contents = 'PERMANENT'") == file.text.count(ONLY), name_of(file)
    assert worded("plan/only-data-files", "USERS") in pages_of(plan)
    assert ONLY in text_of(plan, "80_verify.sql")
    assert ONLY not in text_of(write_plan(a_request("all", **changes)), "80_verify.sql")


def test_the_files_of_one_tablespace_by_the_inventory() -> None:
    plan = write_plan(known_request("all", tablespaces=("INDX",)))
    listed = [unit.text for unit in units(text_of(plan, "list_datafiles.sql")) if unit.kind == "block"]
    assert len(listed) == 1
    assert ":s_step := 6;" in listed[0]
    assert worded("plan/data-files-move.all", 1, "20 GiB", "") in pages_of(plan)


REFUSED = [
    ("USERS'; --", Refused, "bad-name"),
    ("SYSTEM", Refused, "bad-name"),
    ("OTHER", Infeasible, "nothing-to-move"),
]


@pytest.mark.parametrize(("name", "error", "code"), REFUSED)
def test_a_tablespace_that_cannot_move(name: str, error: type[Refused], code: str) -> None:
    files = tuple(replace(each, size_bytes=GIB) for each in FILES)
    with pytest.raises(error) as refusal:
        write_plan(known_request("all", {"datafiles": files, "tablespaces": DATA_AND_MORE}, tablespaces=(name,)))
    assert refusal.value.code == code


DATA_AND_MORE = (*DATA, replace(DATA[0], name="SYSTEM"), replace(DATA[0], name="UNDO", contents="UNDO"))


@pytest.mark.parametrize(("option", "follows"), [("segments", True), ("all", False)])
def test_p14_a_standby_receives_what_statements_write_and_no_move_of_a_file(option: str, follows: bool) -> None:
    page = pages_of(write_plan(known_request(option, {"standby": True, "force_logging": True})))
    assert ("every moved byte" in page) is follows
