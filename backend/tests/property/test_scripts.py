"""Hostile names: a script carries exactly the names it was given and does exactly what it did without them, or refuses."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from segtier.errors import Infeasible
from segtier.model.inventory import DatabaseFile
from segtier.model.plan import Plan
from segtier.plan.checks.screening import refusal
from segtier.plan.write_plan import write_plan
from tests.sqlplus_reader import literals, skeleton, units
from tests.unit.plan.inventories import FILES, KINDS, known_request
from tests.unit.plan.requests import a_request, a_segment, as_run, name_of, text_of
from tests.unit.plan.test_way_back import rows

PLAIN = a_segment("PLAIN")
TRICKS = (
    "X'; DROP USER SYS CASCADE; --",
    "X\nDROP TABLE T;",
    "@evil.sql",
    "&var",
    "!reboot",
    "/",
    ".",
    "*/",
    "/* ",
    "--",
    "A-",
    "A;",
    "'||'",
    "'''",
    "$(id)",
    "`id`",
    "\\",
    "\\0041",
    "UNISTR('A')",
    "%%SELF%%",
    "%%PREFIX%%",
    "{table}",
    "\u202eEVIL",
    "\u00c4\u00d6\u00dc",
    "\U0001f600",
    " lead",
    "trail ",
    "a  b",
    "\ufeffA",
    "<script>",
    "|",
    "`",
)
names = st.one_of(
    st.sampled_from(TRICKS), st.text(min_size=1, max_size=20), st.text("';\n/@&!-\"\\ A", min_size=1, max_size=12)
)


def script_shape(plan: Plan) -> dict[str, list[tuple[str, str]]]:
    return {
        file.path: [
            (unit.kind, skeleton(unit.text).replace("UNISTR('?')", "'?'").replace(";\n  :s_", "; :s_"))
            for unit in units(file.text)
        ]
        for file in as_run(plan.files)
        if file.path.endswith(".sql")
    }


ORDINARY = script_shape(
    write_plan(a_request(move=(replace(PLAIN, name="HOSTILE", owner="OWNER", tablespace="TS"), PLAIN)))
)


@settings(max_examples=150)
@given(owner=names, name=names, tablespace=names)
@example(owner="SOE", name="X'; DROP USER SYS CASCADE; --", tablespace="USERS")
@example(owner="\u00c4", name="\U0001f600", tablespace="a b")
def test_names_change_no_statement(owner: str, name: str, tablespace: str) -> None:
    hostile = replace(PLAIN, owner=owner, name=name, tablespace=tablespace)
    plan = write_plan(a_request(move=(hostile, PLAIN)))
    if plan.refused:
        assert plan.refused[0].name == name
        assert plan.refused[0].reason != hostile.reason
        return
    assert script_shape(plan).keys() == ORDINARY.keys()
    for path, shape in script_shape(plan).items():
        if path != "steps/30_tablespaces.sql":  # one call per owner, so its length may differ
            assert shape == ORDINARY[path], path
    listed = text_of(plan, "list_segments.sql")
    assert ["moves", "TABLE", owner, name, None, tablespace, "SSD_DATA", None] in rows(listed)
    statement = f'ALTER TABLE "{owner}"."{name}" MOVE'
    assert any(text.startswith(statement) for unit in units(listed) for text in literals(unit.text))


@settings(max_examples=100)
@given(texts=st.lists(st.text(max_size=80) | st.sampled_from(TRICKS), min_size=3, max_size=3))
def test_free_text_changes_no_statement(texts: list[str]) -> None:
    plan = write_plan(a_request(move=(PLAIN,), overridden=True, override_reason=texts[0], engine_version=texts[1]))
    still = write_plan(a_request(move=(PLAIN,), overridden=True, override_reason="why", engine_version="1"))
    assert script_shape(plan) == script_shape(still)
    for file in plan.files:
        if file.path.endswith(".sh"):
            lines = file.text.splitlines()
            code = [line for line in lines if not line.startswith("#")]
            assert code == [line for line in text_of(still, name_of(file)).splitlines() if not line.startswith("#")]


@settings(max_examples=60)
@given(name=names, partition=names, pdb=names)
def test_partitions_and_containers(name: str, partition: str, pdb: str) -> None:
    hostile = a_segment(name, "TABLE PARTITION", subobject=partition, pdb=pdb)
    try:
        plan = write_plan(a_request(move=(hostile,)))
    except Infeasible:
        assert refusal(hostile, 128)  # only a segment that is refused leaves nothing to move
        return
    read = units(text_of(plan, "list_segments.sql"))
    assert [unit.kind for unit in read] == ["statement", "command", *["block", "command"] * 2]
    assert read[0].text == f'ALTER SESSION SET CONTAINER = "{pdb}"'
    assert [pdb, "SOE", name, partition] == [bound(read[2].text, each) for each in ("pdb", "owner", "table", "part")]


def bound(block: str, variable: str) -> str | None:
    """What an entry sets the bind variable to."""
    value = re.search(rf":s_{variable} := (.*?);(?: :s_|\n)", block, re.DOTALL)
    assert value
    return next(iter(literals(value[1])), None)


KNOWN_LOB = KINDS["LOB"]
ORDINARY_KNOWN = script_shape(
    write_plan(known_request(known=None, move=(replace(KNOWN_LOB, name="HOSTILE", parent_name="T", column="C"),)))
)


@settings(max_examples=80)
@given(name=names, table=names, column=names)
@example(name="SYS_LOB", table="X'; DROP USER SYS CASCADE; --", column="%%NAME%%")
def test_names_an_inventory_gives_change_no_statement(name: str, table: str, column: str) -> None:
    hostile = replace(KNOWN_LOB, name=name, parent_name=table, column=column)
    try:
        plan = write_plan(known_request(move=(hostile,)))
    except Infeasible:
        assert refusal(hostile, 128)
        return
    shape = script_shape(plan)
    assert shape.keys() == ORDINARY_KNOWN.keys()
    for path in shape.keys() - {"lib/list_segments.sql"}:  # names each index of the table, if the inventory has any
        assert shape[path] == ORDINARY_KNOWN[path], path
    first = next(unit.text for unit in units(text_of(plan, "list_segments.sql")) if unit.kind == "block")
    assert bound(first, "table") == table
    assert (name, column) in {(row[3], row[7]) for row in rows(text_of(plan, "list_segments.sql"))}


def shape_known(option: str, file: str, temp: str) -> dict[str, list[tuple[str, str]]]:
    files = (*FILES, DatabaseFile(f"/u01/{file}", "USERS", 7, size_bytes=1))
    temps = (DatabaseFile("/u01/t", temp, 1, size_bytes=2**30),)
    return script_shape(write_plan(known_request(option, {"datafiles": files, "temp_files": temps})))


ORDINARY_FILES = {option: shape_known(option, "F", "T") for option in ("all", "temp")}


@settings(max_examples=60)
@given(option=st.sampled_from(sorted(ORDINARY_FILES)), file=names, temp=names)
def test_names_of_files_change_no_statement(option: str, file: str, temp: str) -> None:
    assert shape_known(option, file, temp) == ORDINARY_FILES[option]
