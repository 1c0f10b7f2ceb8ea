"""What is weighed beforehand, what every script says about size and time, and that no error is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest

from segtier.plan.operations.segments import operations_of
from segtier.plan.sqlplus.duration import for_operations, minutes
from segtier.plan.targets import targeted
from segtier.plan.write_plan import write_plan
from segtier.units import GIB
from tests.sentences import worded
from tests.sqlplus_reader import units
from tests.unit.plan.inventories import INDEX, KINDS, known_request, known_segment, of
from tests.unit.plan.requests import OPTIONS, a_request, a_segment, as_run, name_of, text_of
from tests.unit.plan.test_bundle import IDS, VARIANTS

CHECKS = {
    "segments": [
        "the name ' || p_tablespace || ' is free",
        f"room_verdict(:s_need_bytes * 1.02, :s_room_bytes, '{worded('plan/new-copies-beside')}');",
        "creating the tablespaces",
        "verdict(l_free >= :s_need_bytes + :s_log_bytes, ",
        "verdict(l_free >= :s_sort_bytes, ",
    ],
    "all": ["the files hold", worded("plan/new-copies-beside")],
    "redo": ["the redo needs", worded("plan/new-redo-beside"), "enabled but closed"],
    "flash-cache": [worded("plan/v-option-lists"), "room_verdict(l_bytes, 0, '"],
    "temp": ["the name TEMP_SSD is free", "temp needs"],
}


@pytest.mark.parametrize("option", CHECKS)
def test_precheck_weighs(option: str) -> None:
    text = text_of(write_plan(a_request(option)), "00_precheck.sql")
    for words in CHECKS[option]:
        assert words in text
    assert "v$asm_diskgroup WHERE name = SUBSTR(:s_flash_place, 2)" in text
    assert "PASS  " in text and "FAIL  " in text and "NOT CHECKED  " in text  # noqa: PT018


@pytest.mark.parametrize("option", OPTIONS)
def test_precheck_ends_with_the_outcome(option: str) -> None:
    """The last block counts and raises: nothing after it could turn a FAIL into success."""
    blocks = [
        unit.text for unit in units(text_of(write_plan(a_request(option)), "00_precheck.sql")) if unit.kind == "block"
    ]
    last = blocks[-1]
    assert "IF :s_fails + :s_problems > 0 AND NVL(:s_ignore_precheck, 'NO') = 'YES' THEN" in last
    assert "raise_application_error(-20100, 'STOP: ' || :s_fails" in last


def test_first_sizes_are_those_of_the_tablespaces_script() -> None:
    plan = write_plan(a_request())
    weighed = re.findall(r"name_verdict\('(\w+)', (\d+)\)", text_of(plan, "00_precheck.sql"))
    made = re.findall(r"create_missing\('(\w+)', (\d+),", text_of(plan, "30_tablespaces.sql"))
    assert weighed == made
    assert len(weighed) == 2


def test_containers_are_weighed_apart() -> None:
    moves = (a_segment(pdb="PDB2"), a_segment(pdb="PDB1"))
    text = text_of(write_plan(a_request(move=moves, cdb=True)), "00_precheck.sql").partition("PROMPT Now every check")[
        2
    ]
    assert re.findall(r'SET CONTAINER = "(PDB\d)"|name_verdict\(.(SSD_DATA)', text)[:4] == [
        ("PDB1", ""),
        ("", "SSD_DATA"),
        ("PDB2", ""),
        ("", "SSD_DATA"),
    ]


@pytest.mark.parametrize("request_", [request for _, request in VARIANTS], ids=IDS)
def test_every_script_says_what_to_expect_and_shows_errors(request_: Any) -> None:
    for file in as_run(write_plan(request_).files):
        if not name_of(file).endswith(".sql"):
            continue
        assert "TERMOUT OFF" not in file.text, name_of(file)
        if name_of(file)[:2].isdigit() and not name_of(file).startswith("20_"):
            assert re.search(r"^PROMPT Expected: \S.+$", file.text, re.MULTILINE), name_of(file)


TOTALS = {
    "segments": ["00_precheck.sql", "30_tablespaces.sql", "40_move_segments.sql", "90_rollback.sql", "80_verify.sql"],
    "temp": ["00_precheck.sql", "50_temp.sql"],
    "redo": ["00_precheck.sql", "50_redo.sql"],
}


@pytest.mark.parametrize("option", TOTALS)
def test_totals_are_printed(option: str) -> None:
    plan = write_plan(a_request(option))
    for path in TOTALS[option]:
        assert "'Total: '" in text_of(plan, path) or "'Total: no problem" in text_of(plan, path), path


TIMES = [
    ("nothing", 0, "0 to 0 min"),
    ("a little", 1, "1 to 1 min"),
    ("24 GB: one minute at the fastest", 24 * 10**9, "1 to 8 min"),
    ("a TiB", 1024 * GIB, "46 to 367 min"),
]


@pytest.mark.parametrize(("size", "text"), [row[1:] for row in TIMES], ids=[row[0] for row in TIMES])
def test_minutes_are_a_range_and_an_assumption(size: int, text: str) -> None:
    assert minutes(size) == f"{text} at {worded('plan/mb-s-assumed-not', 50, 400)}"


def test_the_scripts_reckon_with_the_same_rates() -> None:
    """400 MB/s x 60 s are 24 GB a minute, 50 MB/s are 3 GB."""
    text = text_of(write_plan(a_request()), "00_precheck.sql")
    rates = re.findall(r"CEIL\(p_bytes / (\d+)\) \|\| ' to ' \|\| CEIL\(p_bytes / (\d+)\) \|\| ' min", text)
    assert set(rates) == {("24000000000", "3000000000")}


def test_unknown_sizes_are_counted_not_guessed() -> None:
    moving = (a_segment(), a_segment("B", size_bytes=None))
    text = for_operations(operations_of(moving, targeted(a_request(move=moving))))
    assert text.startswith(worded("plan/operation-written-anew", 2, "2 GiB", "1 to 1 min"))
    assert text.endswith(worded("plan/segment-more-unknown", 1))


def test_archive_space_counts_what_is_written_anew_beside_the_segment() -> None:
    """The indexes of a table that moves, and the table whose LOB moves: with it they fill the archive."""
    table = known_segment("ORDERS", "TABLE", {}, **of("ORDERS"))
    known = {"dependents": (table, known_segment("ORDERS_PK", "INDEX", INDEX, **of("ORDERS")))}
    plan = write_plan(known_request(known=known, move=(KINDS["LOB"],), release="11.2.0.4.0", edition="EE"))
    library = text_of(plan, "lib_move.sql")
    added = re.findall(r":s_log_bytes := :s_log_bytes \+ ([^;]+);", library)
    assert added == ["l_size", "NVL(r(p).bytes, 0)"]
    part = text_of(write_plan(known_request(move=(KINDS["table partition"],))), "lib_move.sql")
    assert "CASE WHEN l_all = 0 THEN 0 ELSE l_indexes * l_part / l_all END" in part
    precheck = text_of(plan, "00_precheck.sql")
    assert "verdict(l_free >= :s_need_bytes + :s_log_bytes, " in precheck
    assert " :s_log_bytes := 0;" in precheck
