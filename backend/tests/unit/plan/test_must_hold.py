"""80_verify.sql of every option ends with an error where the change is not there; a standby is told of before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.plan.write_plan import write_plan
from tests.sqlplus_reader import units
from tests.unit.plan.inventories import DATA, FILES, known_request
from tests.unit.plan.requests import OPTIONS, a_request, text_of

COUNTED = {
    "redo": [
        "WHERE f.type = 'ONLINE' AND INSTR(f.member, :s_flash_start) <> 1",
        "WHERE f.type = 'STANDBY' AND INSTR(f.member, :s_flash_start) <> 1",
        "HAVING COUNT(*) < 2",
    ],
    "temp": ["property_value <> 'TEMP_SSD'", "tablespace_name = 'TEMP_SSD' AND (status <> 'ONLINE' OR"],
    "all": [
        "INSTR(f.file_name, :s_flash_start) <> 1;",
        "INSTR(file_name, :s_flash_start) = 1 AND online_status <> 'ONLINE'",
        "= 1) WHERE files = 0",
    ],
    "flash-cache": [
        "p.name = 'db_flash_cache_file' AND INSTR(p.value, '+SSDFLASH') > 0)",
        "p.name = 'db_flash_cache_size' AND REGEXP_COUNT(p.value, '[1-9][0-9]*') = 1)",
    ],
}


@pytest.mark.parametrize("option", OPTIONS)
def test_the_last_script_fails_where_the_change_is_not_there(option: str) -> None:
    text = text_of(write_plan(a_request(option, on_asm=True)), "80_verify.sql")
    blocks = [unit.text for unit in units(text) if unit.kind == "block"]
    last = blocks[-1]
    assert "raise_application_error(-20100" in last
    for counted in COUNTED.get(option, []):
        assert counted in last
    if option in COUNTED:
        assert last.count("verdict(l_count = 0, ") == last.count("COUNT(*) INTO l_count") >= len(COUNTED[option])
        assert last.index("verdict(l_count = 0, ") < last.index("IF :s_fails > 0 THEN")


@pytest.mark.parametrize("option", OPTIONS)
def test_a_standby_is_told_of_where_files_or_redo_come(option: str) -> None:
    text = text_of(write_plan(a_request(option, on_asm=True)), "00_precheck.sql")
    assert ("STANDBY_FILE_MANAGEMENT" in text) is (option not in ("temp", "flash-cache"))


def test_several_log_members_become_one_only_where_somebody_agreed() -> None:
    plan = write_plan(a_request("redo", on_asm=True))
    text = text_of(plan, "50_redo.sql")
    stop = text.index("IF l_count > l_members AND NVL(:s_one_member_ok, 'NO') <> 'YES' THEN")
    assert text.index("SELECT MAX(members) INTO l_count FROM v$log") < stop < text.index("ADD LOGFILE")
    assert ":s_one_member_ok := 'NO';" in text_of(plan, "settings.sql")
    assert "one_member_ok: YES when" in text_of(plan, "settings.sql")
    assert ":s_redo_second_place := '';" in text_of(plan, "settings.sql")


@pytest.mark.parametrize("option", ["all", "temp"])
def test_the_last_script_gives_no_all_clear_from_the_root(option: str) -> None:
    """The files of a PDB are not in DBA_DATA_FILES of CDB$ROOT: what looks for them runs in the PDB."""
    text = text_of(write_plan(a_request(option, on_asm=True, cdb=True)), "80_verify.sql")
    assert "= 'CDB$ROOT',\n    '" in text


@pytest.mark.parametrize(("option", "known"), [("all", "datafiles"), ("temp", "temp_files")])
def test_the_last_script_names_the_containers_that_each_need_it(option: str, known: str) -> None:
    spaces = tuple(replace(each, pdb=pdb) for pdb in ("PDB1", "PDB2") for each in DATA)
    files = tuple(replace(FILES[2], pdb=pdb, file_id=number) for number, pdb in enumerate(("PDB1", "PDB2"), 5))
    plan = write_plan(known_request(option, {"tablespaces": spaces, known: files}, cdb=True))
    assert "PDB1, PDB2" in text_of(plan, "80_verify.sql").partition("PROMPT This looks into")[2].splitlines()[0]
