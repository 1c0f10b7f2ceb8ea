"""The plan as data (`segtier.plan/1`): the same operations, figures and files as the scripts, and nothing that no input says."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from segtier.documents import decode, encode
from segtier.model.operation import Operation
from segtier.model.plan import Destination, Plan, PlanRequest
from segtier.model.plan_document import PlanDocument
from segtier.plan.document import plan_document
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.sqlplus_reader import literals, units
from tests.unit.plan.inventories import KINDS, known_request
from tests.unit.plan.requests import EVERY_KIND, GIB, OPTIONS, a_request, a_segment, text_of

PARTS = ("redo", "temp", "segments", "flash-cache")
CASES: dict[str, PlanRequest] = {
    **{option: a_request(option) for option in OPTIONS},
    **{f"{option}, inventory": known_request(option) for option in OPTIONS},
    "combination": a_request("combination", parts=PARTS),
    "combination, inventory": known_request("combination", parts=PARTS),
    "containers": known_request(
        move=(replace(KINDS["heap table"], pdb="PDB1"), replace(KINDS["index"], pdb="PDB2")), cdb=True
    ),
    "names that need escapes": a_request(move=(a_segment("O'HARE; \U0001f600", owner="Ä b"), a_segment("é", "INDEX"))),
    "sizes not known": a_request(move=tuple(replace(one, size_bytes=None) for one in EVERY_KIND)),
}
EACH = pytest.mark.parametrize("request_", CASES.values(), ids=CASES.keys())
_ASSIGNED = re.compile(r":s_sql(_offline)? := (.*?);(?=\n  :s_|\nEND;)", re.DOTALL)


@EACH
def test_the_document_is_what_its_types_say(request_: PlanRequest) -> None:
    document = plan_document(write_plan(request_))
    raw = encode(document)
    assert decode(raw, PlanDocument) == document
    assert TypeAdapter(PlanDocument).validate_json(raw) == document
    assert json.loads(raw)["schema"] == "segtier.plan/1"
    assert (document.option, document.database) == (request_.option, request_.database)
    assert [one.sha256 for one in document.inputs] == ["ab" * 32]


@EACH
def test_files_steps_and_manifest_agree(request_: PlanRequest) -> None:
    plan = write_plan(request_)
    document, manifest = plan_document(plan), json.loads(text_of(plan, "manifest.json"))
    sums = {file.path: hashlib.sha256(file.text.encode()).hexdigest() for file in plan.files}
    assert {file.path: file.sha256 for file in document.files} == sums
    assert [one.file for one in document.steps] == [one["file"] for one in manifest["steps"]]
    assert [(one.id, one.kind, one.file) for one in document.operations] == [
        (one["id"], one["kind"], one["file"]) for one in manifest["operations"]
    ]
    assert len({one.id for one in document.operations}) == len(document.operations)
    assert {one.file for one in (*document.steps, *document.operations)} <= sums.keys()
    assert {one.file for one in document.operations} <= {one.file for one in document.steps}


@EACH
def test_the_scripts_run_the_statements_of_the_document(request_: PlanRequest) -> None:
    """In order, each as a literal that reads back to it; the way back is a list of its own, last first."""
    plan = write_plan(request_)
    wanted = [(one.statement, one.otherwise) for one in plan.operations]
    back = [(one.inverse, one.inverse_otherwise) for one in plan.operations]
    assert sorted(_carried(plan, back=False), key=str) == sorted(wanted, key=str)
    assert sorted(_carried(plan, back=True), key=str) == sorted(back, key=str)


def _carried(plan: Plan, *, back: bool) -> list[tuple[str | None, str | None]]:
    """Of every list of the bundle that holds operations."""
    lists = [
        file.text for file in plan.files if ":s_sql :=" in file.text and file.path.endswith("_back.sql") is back
    ]  # fmt: skip
    blocks = [unit.text for text in lists for unit in units(text) if unit.kind == "block"]
    return [_statements(block) for block in blocks if ":s_homes :=" not in block]


def _statements(block: str) -> tuple[str | None, str | None]:
    found = {match[1]: "".join(literals(match[2])) or None for match in _ASSIGNED.finditer(block)}
    return found.get(None), found.get("_offline")


@EACH
def test_the_ledger_is_the_sum_of_the_operations(request_: PlanRequest) -> None:
    document = plan_document(write_plan(request_))
    if not document.operations:
        assert document.ledger is None
        assert document.rewrites_complete is None
        return
    ledger = document.ledger
    assert ledger is not None
    assert ledger.redo_bytes == _sum(document.operations, "moves", "rewritten", "rebuilt")
    assert ledger.moved_bytes == _sum(document.operations, "moves")
    for step in ledger.steps:
        mine = [one for one in document.operations if one.file == step.file]
        assert (step.operations, step.redo_bytes) == (len(mine), _sum(mine, "moves", "rewritten", "rebuilt"))
    assert {step.file for step in ledger.steps} == {one.file for one in document.operations}


def _sum(operations: tuple[Operation, ...] | list[Operation], *roles: str) -> int | None:
    sizes = [row.size_bytes for one in operations for row in one.rewrites if row.role in roles]
    known = [size for size in sizes if size is not None]
    return sum(known) if known else None


def test_room_by_hand() -> None:
    """2 GiB and 4 GiB arrive with the tables; of the index that the moves write anew where it is, once 1 GiB."""
    moving = (KINDS["heap table"], replace(KINDS["table partition"], size_bytes=4 * GIB))
    ledger = plan_document(write_plan(known_request(move=moving, edition="EE", compatible="19.0.0"))).ledger
    assert ledger is not None
    room = {(one.tablespace, one.why): one.bytes for one in ledger.room}
    assert room == {("SSD_DATA", "arrives"): 6 * GIB, ("INDX", "rewritten"): GIB}
    assert (ledger.moved_bytes, ledger.redo_bytes, ledger.archive_bytes) == (6 * GIB, 7 * GIB, 7 * GIB)


def test_what_no_input_says_is_null() -> None:
    """Without sizes no figure is 0, and the page says that it is looked up. One of unknown type stands in two operations."""
    plan = write_plan(CASES["sizes not known"])
    document = plan_document(plan)
    assert document.ledger is not None
    figures = json.loads(encode(document.ledger))
    for row in (figures, *figures["steps"]):
        assert {row[name] for name in ("moved_bytes", "redo_bytes", "minutes_low", "minutes_high")} == {None}
    assert {row["bytes"] for row in figures["room"]} == {None}
    assert (figures["archive_bytes"], figures["of_unknown_size"]) == (None, 7)
    assert document.rewrites_complete is False
    assert "redo 0" not in text_of(plan, "plan.md")
    assert worded("plan/archive-space-all", "looked up") in text_of(plan, "plan.md")
    redo = plan_document(write_plan(a_request("redo")))
    assert (redo.needed_bytes, redo.ledger, redo.operations) == (None, None, ())


def test_the_parts_of_a_combination() -> None:
    document = plan_document(write_plan(CASES["combination"]))
    assert [(one.option, one.folder) for one in document.parts] == [
        ("redo", "1_redo"), ("temp", "2_temp"), ("segments", "3_segments"), ("flash-cache", "4_flash_cache")
    ]  # fmt: skip
    assert [len(one.operations) for one in document.parts] == [0, 0, len(document.operations), 0]
    assert all(one.file.startswith("3_segments/") for one in document.operations)
    assert {one.name: one.tablespace for one in document.targets} == {
        "data_tablespace": "SSD_DATA",
        "index_tablespace": "SSD_INDX",
        "temp_tablespace": "TEMP_SSD",
    }


@pytest.mark.parametrize(
    ("request_", "places"),
    [
        (a_request(), ("+SSDDATA",)),
        (a_request(on_asm=None), ()),
        (a_request("temp", targets=Destination(temp_diskgroup="/u02/t")), ("/u02/t",)),
        (a_request("flash-cache", rac=True), ("/dev/segtier/fc0", "/dev/segtier/fc1")),
    ],
)
def test_places(request_: PlanRequest, places: tuple[str, ...]) -> None:
    assert plan_document(write_plan(request_)).places == places


def test_what_stays_is_told_why() -> None:
    moving = (a_segment(), a_segment("T", owner="SYS"))
    left_out = (a_segment("BIG", reason="does not fit"),)
    stays = plan_document(write_plan(a_request(move=moving, left_out=left_out))).stays
    assert [(one.name, one.reason) for one in stays] == [
        ("T", worded("plan/oracle-owns-schema")),
        ("BIG", "does not fit"),
    ]
