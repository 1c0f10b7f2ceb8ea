"""Segments that an inventory knows: the statement each kind takes, what is left out, and that nothing is searched."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import Infeasible
from segtier.model.plan import PlanSegment
from segtier.plan.write_plan import write_plan
from tests.sentences import like, tells, worded
from tests.unit.plan.inventories import FILES, HEAP, INDEX, KINDS, KNOWN, LOB, known_request, known_segment, of
from tests.unit.plan.requests import OPTIONS, a_request, a_segment, name_of, paths, text_of, what_bars
from tests.unit.plan.test_way_back import rows

TARGETS = [("index of an IOT", "SSD_INDX"), ("index", "SSD_INDX"), ("LOB", "SSD_DATA")]


@pytest.mark.parametrize(("kind", "target"), TARGETS)
def test_target_of_a_kind(kind: str, target: str) -> None:
    plan = write_plan(known_request(move=(KINDS[kind],)))
    lists = next(file.text for file in plan.files if name_of(file).startswith("list_"))
    assert f'TABLESPACE "{target}"' in lists


OUTAGES = {
    "heap table": None,
    "table with encrypted columns": None,
    "index": None,
    "index of an IOT": None,
    "materialized view container": "materialized view",
    "table with a bitmap join index": "bitmap join index",
    "nested table storage": "no online move",
    "overflow of an IOT": "moves offline only",
    "LOB": None,
    "LOB of a partition": None,
}


@pytest.mark.parametrize("kind", OUTAGES)
def test_readme_says_what_needs_an_outage(kind: str) -> None:
    text = text_of(write_plan(known_request(move=(KINDS[kind],))), "appendix.md")
    said = re.findall(r"needs an outage: ([^.]+)[.]", text)
    words = OUTAGES[kind]
    assert (words in said[0]) if words else not said


def test_readme_names_encrypted_columns() -> None:
    text = text_of(write_plan(known_request(move=(KINDS["table with encrypted columns"],))), "appendix.md")
    assert "`SOE.CARDS` has encrypted columns" in text


def heap(**facts: bool | str | None) -> PlanSegment:
    return known_segment("LEFT", "TABLE", {**HEAP, **facts})


def lob(**facts: bool | str | None) -> PlanSegment:
    return known_segment("LEFT", "LOBSEGMENT", {**LOB, **facts}, **of("T", column="C"))


def index(**facts: bool | str | None) -> PlanSegment:
    return known_segment("LEFT", "INDEX", {**INDEX, **facts}, **of("T"))


LOB_PART: dict[str, Any] = {"subobject": "P", **of("T", column="C")}
REFUSALS: list[tuple[str, PlanSegment, str]] = [
    ("LONG", heap(long_column="LONG"), "LONG column"),
    ("clustered", heap(cluster=True), "clustered table"),
    ("hybrid columnar", heap(compression="QUERY HIGH"), "ORA-64307"),
    ("hybrid columnar, archived", heap(compression="ARCHIVE LOW"), "ORA-64307"),
    ("queue", heap(queue=True), "queue procedures"),
    ("flashback data archive", heap(flashback_archive=True), "ORA-55610"),
    ("LOB of a tracked table", lob(table_flashback_archive=True), "ORA-55610"),
    ("domain index on it", heap(domain_index=True), "domain index"),
    (
        "index-organized, table unknown",
        heap(iot="IOT_OVERFLOW"),
        worded("oracle/index-organized-table-moves", "IOT_OVERFLOW"),
    ),
    ("nested, parent unknown", heap(nested=True), worded("oracle/storage-nested-table")),
    ("other block size", heap(other_block_size=True), "block size"),
    ("NOLOGGING and a standby", heap(breaks_standby=True), "FORCE LOGGING"),
    ("encrypted LOB", lob(encrypted=True), "encrypted LOB"),
    ("compressed LOB", lob(compression="MEDIUM"), "compressed LOB"),
    ("LOB of a LONG table", lob(table_long_column="LONG"), "LONG column"),
    ("LOB of a clustered table", lob(table_cluster=True), "clustered"),
    ("LOB of a queue", lob(table_queue=True), "queue"),
    ("LOB of an IOT", lob(table_iot="IOT"), "index-organized"),
    ("nested table's LOB", lob(table_nested=True), "nested"),
    ("materialized view's LOB", lob(table_materialized_view=True), "materialized view"),
    ("LOB of all partitions", lob(table_partitioned=True), "partition by partition"),
    ("hidden column", replace(lob(), column="SYS_NC00003$"), "hidden column"),
    (
        "LOB part of an unknown partition",
        known_segment("LEFT", "LOB PARTITION", LOB, **LOB_PART),
        "which table partition",
    ),
    ("LOB without its table", known_segment("LEFT", "LOBSEGMENT", LOB), "LOB segments"),
    ("LOB of another owner's table", replace(lob(), parent_owner="HR"), "another owner"),
    ("domain index", index(domain_index=True), "domain index"),
    ("queue's index", index(table_queue=True), "queue"),
    ("kind of index", index(index_type="CLUSTER"), "CLUSTER index"),
    (
        "mapping table of partitions",
        replace(heap(iot="IOT_MAPPING", partitioned=True), parent_owner="SOE", parent_name="T"),
        "mapping table",
    ),
    ("nested table as IOT", index(iot="IOT", index_type="IOT - NESTED"), "index-organized"),
    ("LOB index", known_segment("LEFT", "LOBINDEX", {}), "LOB segments"),
    ("hostile table around it", replace(lob(), parent_name='T"'), "double quote"),
    ("hostile column", replace(lob(), column="C\u202eD"), "invisible"),
    (
        "hostile partition",
        known_segment("LEFT", "LOB PARTITION", {**LOB, "table_partition": 'P"'}, **LOB_PART),
        "double quote",
    ),
]


@pytest.mark.parametrize(("segment", "words"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS])
def test_left_out_with_the_reason(segment: PlanSegment, words: str) -> None:
    plan = write_plan(known_request(move=(segment, KINDS["heap table"])))
    assert [each.name for each in plan.refused] == ["LEFT"]
    assert words in plan.refused[0].reason
    assert not any("'LEFT'" in file.text for file in plan.files if name_of(file).endswith(".sql"))


def test_a_fact_that_is_not_known_leaves_nothing_out() -> None:
    unknown = a_segment("SOMETHING", facts={"logging": True})
    assert not write_plan(known_request(move=(unknown,))).refused


HELD: list[tuple[str, str, str]] = [
    ("compression", "heap table", "COMPRESSION=NO"),
    ("logging", "heap table", "LOGGING=YES"),
    ("materialized view", "materialized view container", "MVIEW=YES"),
    ("index type", "index", "INDEX_TYPE=NORMAL"),
]


@pytest.mark.parametrize(("kind", "word"), [row[1:] for row in HELD], ids=[row[0] for row in HELD])
def test_facts_go_along_and_are_held(kind: str, word: str) -> None:
    plan = write_plan(known_request(move=(KINDS[kind],)))
    lists = next(file.text for file in plan.files if name_of(file).startswith("list_"))
    (known,) = re.findall(r":s_known := '([^']*)';", lists)
    assert f" {word} " in known
    library = text_of(plan, "lib_move.sql")
    assert f"check_known('{word.split('=', maxsplit=1)[0]}'," in library
    assert worded("plan/collect-again-make.move-sql") in library


@pytest.mark.parametrize("complete", [True, False], ids=["all listed", "some may be missing"])
def test_an_index_the_inventory_does_not_list(complete: bool) -> None:
    """Where all are listed the script stops on another one; the one that is known goes along."""
    plan = write_plan(known_request(known={"dependents_complete": complete}, move=(KINDS["heap table"],)))
    text = text_of(plan, "list_segments.sql")
    assert (["rebuilt", "INDEX", "SOE", "ORDERS_PK"] in [row[:4] for row in rows(text)]) is True
    library = text_of(plan, "lib_move.sql")
    stops = "stop_if(:s_mode <> 'UNDO' AND NOT is_listed(i.owner, i.index_name),"
    assert (stops in library) is complete


def test_only_one_note_goes_by_the_inventory() -> None:
    """The others are the same whether it lists the files or not."""
    listed, looked_up = (
        text_of(write_plan(known_request("all", known)), "appendix.md") for known in ({}, {"datafiles": None})
    )
    assert listed.count(worded("plan/files-there-inventory")) == 1
    assert "looked up when" not in listed
    assert looked_up.count(worded("plan/files-there-looked")) == 1
    assert "the inventory says." not in looked_up
    for text in (listed, looked_up):
        assert worded("plan/old-file-deleted") in text


def test_the_way_back_is_never_barred_by_a_fact() -> None:
    plan = write_plan(known_request())
    assert re.search(r"l_then <> l_now AND :s_mode = 'UNDO' THEN\n +say\(", text_of(plan, "lib_move.sql"))
    for path in ("80_verify.sql", "90_rollback.sql", "91_rollback_recorded.sql"):
        assert "the inventory" not in what_bars(plan, path), path


def test_the_way_back_walks_every_list_and_records_what_each_operation_needs() -> None:
    plan = write_plan(known_request())
    backs = [path for path in paths(plan) if path.startswith("list_") and path.endswith("_back.sql")]
    assert backs == ["list_segments_back.sql"]
    calls = [line for line in text_of(plan, "90_rollback.sql").splitlines() if line.startswith("@lib/list_")]
    assert calls == ["@lib/list_segments_back.sql"]
    given = set(re.findall(r":s_(\w+) :=", text_of(plan, "list_segments.sql")))
    library = text_of(plan, "lib_move.sql")
    recorded = set(re.findall(r"'(?:  |; ):s_(\w+) :=", library)) | set(re.findall(r"print_text\('s_(\w+)'", library))
    assert given == recorded


LOGGED = [
    ("as it is", {}, ["'ARCHIVELOG'", "'NO'"]),
    ("no archive", {"archivelog": False}, ["'NOARCHIVELOG'", "'NO'"]),
    ("forced", {"force_logging": True}, ["'ARCHIVELOG'", "'YES'"]),
    ("not known", {"archivelog": None, "force_logging": None}, []),
]


@pytest.mark.parametrize(("known", "values"), [row[1:] for row in LOGGED], ids=[row[0] for row in LOGGED])
def test_log_mode_is_held(known: dict[str, Any], values: list[str]) -> None:
    script = text_of(write_plan(known_request(known=known)), "40_move_segments.sql")
    assert re.findall(r"IF l_(?:log_mode|forced) <> ('\w+') AND", script) == values


@pytest.mark.parametrize("option", OPTIONS)
def test_without_an_inventory_nothing_of_it_is_there(option: str) -> None:
    for file in write_plan(a_request(option)).files:
        if name_of(file) not in (
            "lib_move.sql",
            "appendix.md",
            "plan.html",
        ):  # the same in every bundle; says what is missing
            assert "nventory" not in file.text, name_of(file)


@pytest.mark.parametrize("option", OPTIONS)
def test_readme_says_what_came_from_the_inventory_and_when(option: str) -> None:
    text = text_of(write_plan(known_request(option)), "appendix.md")
    collected = worded("plan/collected-clock-database", "2026-11-20 10:00")
    assert tells(text, like("plan/inventory-said-asked", collected))


SAID = [
    ("segments", worded("plan/quota-segments-now", "`SOE`", "SSD_DATA", "30 GiB")),
    ("segments", worded("plan/quota-segments-now", "`SOE`", "SSD_INDX", "unlimited")),
    ("segments", "FORCE LOGGING: no"),
    ("segments", "Supplemental logging: yes" + worded("plan/whatever-reads-sees")),
    ("segments", worded("plan/no-standby-database")),
    ("segments", worded("plan/indexes-tables-rewritten", 1, worded("plan/all-there"))),
    ("all", worded("plan/data-files-move.all", 2, "60 GiB", "")),
    ("all", worded("plan/files-there-inventory")),
    ("temp", "Temporary tablespace today: `TEMP`, 8 GiB"),
    ("temp", worded("plan/size-new-temporary", "8 GiB")),
    ("redo", worded("plan/redo-thread-group", 2, 2, "2 GiB")),
    ("flash-cache", worded("plan/flash-cache-set", "/dev/fc0")),
]


def test_a_data_file_of_unknown_size_is_told_as_such() -> None:
    files = (FILES[2], replace(FILES[3], size_bytes=None))
    text = text_of(write_plan(known_request("all", {"datafiles": files})), "appendix.md")
    assert worded("plan/data-files-move.all", 2, "40 GiB", f" {worded('plan/unknown-size', 1)}") in text


@pytest.mark.parametrize(("option", "words"), SAID)
def test_readme_tells_the_facts(option: str, words: str) -> None:
    assert words in text_of(write_plan(known_request(option)), "appendix.md")


ASKED = [
    ("redo", {"redo_groups": None}, worded("plan/redo-groups-threads")),
    ("all", {"datafiles": None}, worded("plan/data-files-there")),
    ("all", {"datafiles": (replace(FILES[2], file_id=None), FILES[3])}, worded("plan/data-files-there")),
    ("all", {"datafiles": (replace(FILES[2], tablespace="LATER"), FILES[3])}, worded("plan/data-files-there")),
    ("temp", {"temp_files": None}, worded("plan/size-todays-temporary")),
    ("segments", {"quotas": None}, "Quotas."),
]


@pytest.mark.parametrize(("option", "missing", "words"), ASKED, ids=[row[0] for row in ASKED])
def test_readme_tells_what_is_still_asked(option: str, missing: dict[str, Any], words: str) -> None:
    assert f"* {words}" in text_of(write_plan(known_request(option, missing)), "appendix.md")
    assert f"* {words}" not in text_of(write_plan(known_request(option)), "appendix.md")


def test_nothing_left_says_every_reason() -> None:
    with pytest.raises(Infeasible) as refusal:
        write_plan(known_request(move=(heap(queue=True), lob(encrypted=True))))
    assert "queue procedures" in str(refusal.value.advice)
    assert "encrypted LOB" in str(refusal.value.advice)


def test_facts_alone_are_enough() -> None:
    """Segments may be known where nothing is known of the database."""
    plan = write_plan(a_request(move=(KINDS["LOB"],), known=None))
    assert "list_segments.sql" in paths(plan)
    assert KNOWN.taken_at is not None
    assert worded("plan/does-not-say") in text_of(plan, "appendix.md")
