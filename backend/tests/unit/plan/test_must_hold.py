"""80_verify.sql of every option ends with an error where the change is not there; a standby is told of before."""

from __future__ import annotations

import pytest

from segtier.plan import write_plan
from tests.sqlplus_reader import units
from tests.unit.plan.requests import OPTIONS, a_request, text_of

COUNTED = {
    "redo": [
        "v$logfile f WHERE f.type = 'ONLINE' AND INSTR(f.member, :s_flash_place || '/') <> 1",
        "HAVING COUNT(*) < 2",
    ],
    "temp": ["property_value <> 'TEMP_SSD'", "tablespace_name = 'TEMP_SSD' AND (status <> 'ONLINE' OR"],
    "all": ["INSTR(f.file_name, :s_flash_place || '/') <> 1;"],
    "flash-cache": [
        "p.name = 'db_flash_cache_file' AND INSTR(p.value, '+SSDFLASH') = 1)",
        "p.name = 'db_flash_cache_size' AND NVL(p.value, '0') <> '0')",
    ],
}


@pytest.mark.parametrize("option", OPTIONS)
def test_the_last_script_fails_where_the_change_is_not_there(option: str) -> None:
    text = text_of(write_plan(a_request(option, on_asm=True)), "80_verify.sql")
    blocks = [unit.text for unit in units(text) if unit.kind == "block"]
    last = blocks[-1]
    assert "raise_application_error(-20100" in last
    for counted in COUNTED.get(option, []):
        assert f"SELECT COUNT(*) INTO l_count FROM {counted}" in last or counted in last
    if option in COUNTED:
        assert last.count("verdict(l_count = 0, ") == last.count("SELECT COUNT(*) INTO l_count") >= len(COUNTED[option])
        assert last.index("verdict(l_count = 0, ") < last.index("IF :s_fails > 0 THEN")


@pytest.mark.parametrize("option", OPTIONS)
def test_a_standby_is_told_of_where_files_or_redo_come(option: str) -> None:
    text = text_of(write_plan(a_request(option, on_asm=True)), "00_precheck.sql")
    assert ("STANDBY_FILE_MANAGEMENT" in text) is (option not in ("temp", "flash-cache"))


def test_several_log_members_become_one_only_where_somebody_agreed() -> None:
    plan = write_plan(a_request("redo", on_asm=True))
    text = text_of(plan, "50_redo.sql")
    stop = text.index("IF l_count > 1 AND NVL(:s_one_member_ok, 'NO') <> 'YES' THEN")
    assert text.index("SELECT MAX(members) INTO l_count FROM v$log") < stop < text.index("ADD LOGFILE")
    assert ":s_one_member_ok := 'NO';" in text_of(plan, "settings.sql")
    assert "one_member_ok: YES when" in text_of(plan, "settings.sql")
