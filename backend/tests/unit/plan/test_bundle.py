"""The bundle as files: the same bytes each time, sums that agree, shell that is clean, readable by the SQL*Plus reader."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.model.inventory import DiskGroup
from segtier.model.plan import Destination, Plan, PlanRequest
from segtier.plan.write_plan import write_plan
from tests.sentences import in_shell, worded
from tests.sqlplus_reader import Unit, units
from tests.unit.plan.inventories import DATA, FILES, HEAP, KINDS, known_request
from tests.unit.plan.requests import (
    APPROVED,
    EVERY_KIND,
    OPTIONS,
    TIER,
    a_request,
    a_segment,
    as_run,
    lay,
    name_of,
)

ENCRYPTED = tuple(replace(each, encrypted=True) for each in DATA)
VARIANTS: list[tuple[str, PlanRequest]] = [
    *[(option, a_request(option)) for option in OPTIONS],
    *[(f"{option}, not mirrored", a_request(option, tier=replace(TIER, mirrored=False))) for option in OPTIONS],
    ("11.2 everything", a_request(release="11.2.0.3.0")),
    ("flash cache on RAC", a_request("flash-cache", rac=True)),
    ("directory", a_request("redo", targets=Destination(redo_diskgroup="/u02/redo"))),
    ("data files in a directory", a_request("all", targets=Destination(data_diskgroup="/u02/ssd"))),
    ("segments in a directory", a_request(targets=Destination(data_diskgroup="/u02/ssd"), rac=False)),
    *[(f"{option}, without ASM", a_request(option, on_asm=False)) for option in OPTIONS],
    *[(f"{option}, storage not known", a_request(option, on_asm=None, rac=None)) for option in OPTIONS],
    ("cache in a directory", a_request("flash-cache", targets=Destination(flash_diskgroup="/u02/fc"))),
    ("temp without a peak", a_request("temp", temp_peak_bytes=None)),
    (
        "flash cache, what it keeps",
        a_request("flash-cache", on_asm=False, flash_keep=EVERY_KIND, flash_none=(a_segment("STOCK", pdb="PDB1"),)),
    ),
    ("flash cache in RAC, encrypted", known_request("flash-cache", {"tablespaces": ENCRYPTED}, rac=True)),
    ("files of two tablespaces", a_request("all", tablespaces=("users", "INDX"), release="11.2.0.4.0")),
    ("overridden", a_request(overridden=True, override_reason="locks")),
    *[(f"{option}, inventory", known_request(option)) for option in OPTIONS],
    *[(f"{option}, inventory, storage not known", known_request(option, on_asm=None, rac=None)) for option in OPTIONS],
    ("11.2 inventory", known_request(release="11.2.0.4.0", edition="EE")),
    ("11.2 inventory, copies of data files", known_request("all", release="11.2.0.4.0", edition="EE")),
    (
        "inventory that may lack indexes",
        known_request(known={"dependents_complete": False}, move=(KINDS["heap table"],)),
    ),
    ("inventory, group is there", known_request(known={"disk_groups": (DiskGroup("SSDDATA", usable_bytes=10**12),)})),
    (
        "inventory, encrypted and logged",
        known_request(
            known={"tablespaces": (replace(DATA[0], encrypted=True, force_logging=True), DATA[1])},
            move=(replace(KINDS["heap table"], facts={**HEAP, "tablespace_encrypted": True}), KINDS["index"]),
        ),
    ),
    ("inventory, temp by its peak", known_request("temp", temp_peak_bytes=2**34)),
    ("inventory without an archive", known_request("redo", {"archivelog": False, "force_logging": True})),
    (
        "inventory of containers",
        known_request(
            "all",
            {
                "tablespaces": tuple(replace(each, pdb="PDB1") for each in DATA),
                "datafiles": tuple(replace(each, pdb="PDB1") for each in FILES[2:]),
            },
            cdb=True,
        ),
    ),
]
IDS = [name for name, _ in VARIANTS]


def unpack(plan: Plan, folder: Path) -> None:
    lay((*plan.files, *APPROVED), folder)


@pytest.mark.parametrize("request_", [request for _, request in VARIANTS], ids=IDS)
def test_same_request_same_bytes_and_true_sums(request_: PlanRequest, tmp_path: Path) -> None:
    plan = write_plan(request_)
    assert write_plan(request_) == plan
    unpack(plan, tmp_path)
    subprocess.run(["sha256sum", "-c", "--quiet", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True)
    assert [file.path for file in plan.files if file.executable is not file.text.startswith("#!")] == []
    summed = {line.split("  ")[1] for line in (tmp_path / "SHA256SUMS").read_text().splitlines()}
    assert summed == {file.path for file in plan.files} - {"SHA256SUMS", "plan.html"}
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["option"] == request_.option
    assert [each["path"] for each in manifest["files"]] == [
        file.path for file in plan.files if file.path not in ("manifest.json", "SHA256SUMS", *manifest["not_signed"])
    ]
    assert manifest["inputs"] == [{"file": "awr_1.html", "sha256": "ab" * 32}]


WITH_SHELL = [(name, request) for name, request in VARIANTS if not name.endswith("group is there")]
"""Where the inventory lists the disk group there is nothing to prepare."""


@pytest.mark.parametrize("request_", [row[1] for row in WITH_SHELL], ids=[row[0] for row in WITH_SHELL])
def test_shell_is_clean_and_refuses_an_empty_env(request_: PlanRequest, tmp_path: Path) -> None:
    plan = write_plan(request_)
    unpack(plan, tmp_path)
    subprocess.run(["bash", "-n", "os/10_os_setup.sh"], cwd=tmp_path, check=True)
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    subprocess.run(["shellcheck", "os/10_os_setup.sh"], cwd=tmp_path, check=True)
    run = subprocess.run(
        ["bash", "os/10_os_setup.sh", "--apply"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert run.stderr.startswith("STOP: ")


HOSTILE_ENV = [
    ("command in DISKS", "DISKS=$(touch owned)\n", worded("plan/segtier-env-disks-holds")),
    ("semicolon", "DISKS=a; touch owned\n", worded("plan/segtier-env-disks-holds")),
    ("owner", "DISKS=a\nGRID_OWNER=grid;touch owned\n", worded("plan/segtier-env-owner")),
    ("unknown key", "PATH=/tmp\n", "unknown key"),
    ("mirror", "MIRROR=raid0\n", worded("plan/segtier-env-mirror")),
    ("empty", "DISKS=\n", "fill in DISKS"),
    ("quoted and unknown disk", 'DISKS="eui.0"\n', in_shell("plan/no-disk-here", id="eui.0")),
]


@pytest.mark.parametrize(("env", "words"), [row[1:] for row in HOSTILE_ENV], ids=[row[0] for row in HOSTILE_ENV])
def test_env_is_data(env: str, words: str, tmp_path: Path) -> None:
    unpack(write_plan(a_request()), tmp_path)
    script = (tmp_path / "os/10_os_setup.sh").read_text()
    # The check for root stands before the disks; these cases are about what is read from the file.
    (tmp_path / "os/10_os_setup.sh").write_text(re.sub(r'\[ "\$\(id -u\)" = 0 \][^\n]*\n', "", script))
    (tmp_path / "segtier.env").write_text(env)
    run = subprocess.run(["bash", "os/10_os_setup.sh"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert words in run.stderr
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("request_", [request for _, request in VARIANTS], ids=IDS)
def test_scripts_read_as_meant(request_: PlanRequest) -> None:
    plan = write_plan(request_)
    here = {file.path for file in (*plan.files, *APPROVED)} | {
        "old_placement.sql",
        "run_started.sql",
        "old_redo.sql",
        "old_temp.sql",
        "old_datafiles.sql",
        "old_copies.sql",
        "old_flash_cache_use.sql",
        "old_parameters.sql",
    }
    for file in as_run(plan.files):
        assert "%%" not in file.text, name_of(file)
        if not name_of(file).endswith(".sql"):
            continue
        read = units(file.text)
        called = {unit.text[1:].partition(" ")[0] for unit in read if unit.text.startswith("@")}
        assert called <= here, name_of(file)
        if name_of(file)[:2].isdigit() and not name_of(file).startswith("20_"):
            _guarded(name_of(file), read)


def _guarded(path: str, read: list[Unit]) -> None:
    """Nothing but SQL*Plus settings stands before the guard, and every block that changes something asks it."""
    read = [unit for unit in read if ":s_any_logging := 'YES';" not in unit.text]
    blocks = [unit.text for unit in read if unit.kind == "block"]
    assert "v$database d CROSS JOIN v$instance" in blocks[0], path
    before = read[: next(n for n, unit in enumerate(read) if unit.kind == "block")]
    assert all(unit.kind == "command" for unit in before), path
    for block in blocks[1:]:
        assert "run_ddl(" not in block or re.search(r"(stop_if\(|IF )NVL\(:s_guard_ok, 'NO'\) <> 'YES'", block), path
    statements = [unit.text for unit in read if unit.kind == "statement"]
    assert all(text.startswith(("SELECT", "ALTER SESSION SET CONTAINER")) for text in statements), path


RESERVED = {"MODE", "NUMBER", "SIZE", "FILE", "ACCESS", "LEVEL", "COMMENT", "SESSION", "ONLINE", "OPTION", "ROW"}
_VARIABLE = re.compile(r"^VARIABLE (\w+) ", re.MULTILINE)
_BIND = re.compile(r"(?<![:\w']):([a-z]\w*)")


@pytest.mark.parametrize("request_", [request for _, request in VARIANTS], ids=IDS)
def test_every_bind_variable_is_declared_and_free(request_: PlanRequest) -> None:
    plan = write_plan(request_)
    declared = {name for file in plan.files if "lib_begin" in file.path for name in _VARIABLE.findall(file.text)}
    for file in as_run(plan.files):
        if not name_of(file).endswith(".sql") or name_of(file).startswith("20_"):
            continue
        code = "\n".join(unit.text for unit in units(file.text) if unit.kind == "block")
        used = set(_BIND.findall(re.sub(r"'(?:[^']|'')*'", "''", code)))
        assert used <= declared, name_of(file)
    assert all(any(f":{name}" in file.text for file in plan.files) for name in declared) or plan.parts
    assert not {name.upper() for name in declared} & RESERVED


@pytest.mark.parametrize("request_", [request for _, request in VARIANTS], ids=IDS)
def test_declarations_come_before_subprograms(request_: PlanRequest) -> None:
    """PL/SQL takes no variable after the first procedure of a declare section; the grammar would."""
    for file in as_run(write_plan(request_).files):
        for unit in units(file.text) if name_of(file).endswith(".sql") else []:
            if unit.kind != "block" or not unit.text.startswith("DECLARE"):
                continue
            section = re.split(r"^BEGIN$", unit.text, maxsplit=1, flags=re.MULTILINE)[0]
            first = re.search(r"^  (?:PROCEDURE|FUNCTION) ", section, re.MULTILINE)
            if first:
                assert not re.search(r"^  (?:l_|e_|PRAGMA)\w* ", section[first.end() :], re.MULTILINE), name_of(file)


def test_names_reach_only_the_lists() -> None:
    names = ("ORDERS", "SALES", "P2024", "MYSTERY", "ORDERS_PK")
    plan = write_plan(a_request())
    for file in plan.files:
        if name_of(file).startswith("list_") or name_of(file) in (
            "appendix.md",
            "plan.md",
            "plan.html",
            "request.json",
            "70_after.sql",
        ):
            continue
        assert not any(f"'{name}'" in file.text or f'"{name}"' in file.text for name in names), name_of(file)


def test_an_input_is_named_once() -> None:
    """Given twice, or a bundle that gives two documents; another file of the same name is another input."""
    packed, other = ("bun.zip", "ab" * 32), ("bun.zip", "cd" * 32)
    plan = write_plan(a_request(inputs=(packed, ("awr_1.html", "ef" * 32), packed, other)))
    text = {name_of(file): file.text for file in plan.files}
    assert [text["appendix.md"].count(f"SHA-256 {digest * 32}") for digest in ("ab", "cd", "ef")] == [1, 1, 1]
    assert [each["sha256"][:2] for each in json.loads(text["manifest.json"])["inputs"]] == ["ab", "ef", "cd"]
    assert [digest[:2] for _, digest in json.loads(text["request.json"])["inputs"]] == ["ab", "ef", "cd"]


def test_the_plan_is_one_page_and_says_what_is_not_tested() -> None:
    for name, request in VARIANTS:
        text = next(file.text for file in write_plan(request).files if name_of(file) == "plan.md")
        assert "No Oracle server" in " ".join(text.split())
        for heading in ("## What runs", "## Going back", "## Go or no"):
            assert heading in text, name
        assert len(text.split()) < 900, name


FIRST = " ".join(["word"] * 45)
VERDICT = f"{FIRST}. {' '.join(['more'] * 30)}."
FORECAST = " ".join(["figure"] * 35)
WHY = " ".join(["reason"] * 12)


@pytest.mark.parametrize("option", OPTIONS)
def test_the_plan_is_one_page_with_all_that_may_stand_on_it(option: str) -> None:
    """An inventory, an override and a long verdict, which stands in full in the appendix."""
    request = replace(known_request(option), verdict_text=VERDICT, forecast_text=FORECAST)
    request = replace(request, overridden=True, override_reason=WHY)
    pages = {name_of(file): file.text for file in write_plan(request).files}
    assert len(pages["plan.md"].split()) < 900
    assert f"{FIRST}." in pages["plan.md"]
    assert VERDICT in pages["appendix.md"]


def test_the_pages_are_safe_markdown() -> None:
    hostile: dict[str, Any] = {
        "verdict_text": "<script>x</script> [a](javascript:b) `c` | d\u202e",
        "inputs": (("a|b<i>.html", "00"),),
    }
    text = "".join(file.text for file in write_plan(a_request(**hostile)).files if name_of(file).endswith(".md"))
    assert "<script>" not in text
    assert not re.search(r"(?<!\\)\]\(javascript", text)
    assert "\u202e" not in text
    assert "<i>" not in text
