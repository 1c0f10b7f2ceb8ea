"""Several options in one bundle: every part in its folder, the room of all of them counted, one place for all files."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import Infeasible, Refused
from segtier.model.forecast import Assumption
from segtier.model.plan import Destination, PlanRequest
from segtier.plan.write_plan import write_plan
from tests.sentences import like, tells, worded
from tests.unit.plan.inventories import known_request
from tests.unit.plan.requests import GIB, TIER, a_request, a_segment, name_of, pages_of, paths, text_of

ALL_FOUR = ("redo", "temp", "segments", "flash-cache")


def together(*parts: str, **changes: Any) -> PlanRequest:
    return a_request("combination", parts=parts or ALL_FOUR, **changes)


def scripts(part: str, path: str) -> str:
    return text_of(write_plan(a_request(part)), path)


@pytest.mark.parametrize(
    ("parts", "steps"),
    [
        (
            ("redo", "segments"),
            ["1_redo/50_redo.sql", "2_segments/30_tablespaces.sql", "2_segments/40_move_segments.sql"],
        ),
        (("redo", "temp"), ["1_redo/50_redo.sql", "2_temp/50_temp.sql"]),
        (
            ALL_FOUR,
            ["1_redo/50_redo.sql", "2_temp/50_temp.sql", "3_segments/40_move_segments.sql", "4_flash_cache/50_flash_cache.sql"],
        ),
    ],
)  # fmt: skip
def test_the_parts_come_in_order_after_the_storage(parts: tuple[str, ...], steps: list[str]) -> None:
    plan = write_plan(together(*parts))
    order = [step.file for step in plan.steps]
    assert order[:2] == ["os/10_os_setup.sh", "steps/20_asm_diskgroups.sql"]
    assert [step for step in (one.replace("/steps/", "/") for one in order) if step in steps] == steps
    assert sum(step.endswith("/80_verify.sql") for step in order) == len(parts)
    assert not any(
        path.rpartition("/")[2] in ("10_os_setup.sh", "20_asm_diskgroups.sql") for path in paths(plan) if "/" in path
    )


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ("redo", "90_rollback_redo.sql"),
        ("temp", "90_rollback_temp.sql"),
        ("segments", "90_rollback.sql"),
        ("segments", "91_rollback_recorded.sql"),
        ("segments", "40_move_segments.sql"),
        ("redo", "50_redo.sql"),
    ],
)
def test_a_part_does_what_its_option_does_alone(part: str, path: str) -> None:
    plan = write_plan(together("redo", "temp", "segments", tier=TIER))
    folder = {"redo": "1_redo", "temp": "2_temp", "segments": "3_segments"}[part]
    texts = (text_of(plan, f"{folder}/{path}"), scripts(part, path))
    here, alone = (re.sub(r"^VARIABLE .*\n", "", text, flags=re.MULTILINE) for text in texts)
    assert here.replace("../review", "review") == alone


def test_the_precheck_keeps_room_for_the_parts_that_follow() -> None:
    plan = write_plan(together())
    cache, temp = 140 * GIB, 25 * GIB
    last = text_of(plan, "4_flash_cache/00_precheck.sql")
    assert not tells(last, like("plan/free-room-told"))
    assert "l_at_place NUMBER := free_at_place;" in last
    assert f"free_at_place - {cache};" in text_of(plan, "3_segments/00_precheck.sql")
    first = text_of(plan, "1_redo/00_precheck.sql")
    kept = int(first.partition("free_at_place - ")[2].partition(";")[0])
    assert kept > cache + temp
    assert "%%KEPT%%" not in first


def test_each_part_may_fill_what_the_others_leave() -> None:
    plan = write_plan(together("temp", "flash-cache"))
    assert f"l_bytes <= {TIER.usable_bytes - 140 * GIB}" in text_of(plan, "1_temp/00_precheck.sql")


@pytest.mark.parametrize("parts", [("redo", "flash-cache"), ("temp", "segments", "flash-cache"), ALL_FOUR])
def test_parts_fit_on_an_ssd_that_holds_them_and_no_more(parts: tuple[str, ...]) -> None:
    """A cache larger than what it leaves was refused by the page of a part that has none."""
    request_ = together(*parts, move=(a_segment(size_bytes=150 * GIB),))
    needed = write_plan(request_).needed_bytes
    assert needed is not None
    full = replace(request_, tier=replace(request_.tier, usable_bytes=needed))
    assert write_plan(full).needed_bytes == needed
    with pytest.raises(Infeasible):
        write_plan(replace(request_, tier=replace(request_.tier, usable_bytes=needed - 1)))


def test_one_settings_file_for_all() -> None:
    plan = write_plan(together(on_asm=True))
    assert ":s_flash_place := '+SSDDATA'" in text_of(plan, "settings.sql")
    for folder in ("1_redo", "2_temp", "3_segments", "4_flash_cache"):
        lines = text_of(plan, f"{folder}/settings.sql").splitlines()
        assert [line for line in lines if not line.startswith("--")] == ["@../settings.sql"]
    assert "'''+SSDDATA'''" in text_of(plan, "4_flash_cache/50_flash_cache.sql")


def test_the_readme_tells_order_room_and_what_two_parts_do_to_each_other() -> None:
    text = pages_of(write_plan(together()))
    assert "# Combination: redo, then temp, then best segments, then Smart Flash Cache" in text
    assert f"| redo | {worded('plan/looked-up-precheck')} |" in text
    assert "| flash-cache | 140 GiB |" in text
    assert "FLASH_CACHE NONE" in text
    assert worded("plan/redo-data-share") in text
    assert "FLASH_CACHE NONE" not in pages_of(write_plan(together("redo", "flash-cache")))
    assert "Part 2 of 4" in pages_of(write_plan(together()), "2_temp/")


def test_a_part_says_whose_room_it_leaves_and_repeats_nothing_of_the_whole() -> None:
    log_write = Assumption("log_write_us", 6361.405, unit="µs", source="log file parallel write", title="Log write")
    plan = write_plan(replace(together("redo", "segments"), assumptions=(log_write,)))
    part, whole = pages_of(plan, "2_segments/"), pages_of(plan)
    assert f"usable {worded('plan/part-far-sizes')}" in part
    assert worded("plan/room-comes-off", "redo") in part
    assert "* Log write: 6.36 ms, log file parallel write" in whole
    for title in ("## What was assumed", "## What this was"):
        assert title in whole
        assert title not in part


def test_where_nobody_said_where_the_flash_is_the_readme_asks() -> None:
    plan = write_plan(together("redo", "segments", on_asm=None))
    assert "CHANGE_THIS" in text_of(plan, "settings.sql")
    assert "Fill in flash_place" in pages_of(plan)


def test_known_sizes_are_counted() -> None:
    text = pages_of(write_plan(known_request("combination", parts=("redo", "temp", "segments"))))
    assert "| redo | 15 GiB |" in text
    assert "looked up" not in text.partition("## Room")[2].partition("## ")[0]


REFUSALS: list[tuple[str, PlanRequest, type[Refused] | type[Infeasible], str]] = [
    ("one part", together("redo"), Refused, "no-parts"),
    ("a part twice", together("redo", "redo"), Refused, "no-parts"),
    ("no part of it", together("redo", "all"), Refused, "no-parts"),
    ("flash cache and no place", together("redo", "flash-cache", on_asm=None), Refused, "place-needed"),
    ("flash cache of a cluster", together("redo", "flash-cache", rac=True), Infeasible, "flash-cache-apart"),
    ("a cluster and a card in one server", together("redo", "segments", rac=True), Infeasible, "rac-local-flash"),
    ("too much together", together("temp", "flash-cache", temp_peak_bytes=500 * GIB), Infeasible, "does-not-fit"),
    ("no names of segments", together("redo", "segments", move=()), Infeasible, "nothing-to-move"),
    ("a bad name", together("redo", "temp", targets=Destination(data_diskgroup="/u02/../etc")), Refused, "bad-name"),
]


@pytest.mark.parametrize(("request_", "error", "code"), [c[1:] for c in REFUSALS], ids=[c[0] for c in REFUSALS])
def test_refusals(request_: PlanRequest, error: type[Refused] | type[Infeasible], code: str) -> None:
    with pytest.raises(error) as raised:
        write_plan(request_)
    assert raised.value.code == code


@pytest.mark.parametrize(
    "request_",
    [
        together(),
        together("redo", "segments", on_asm=False),
        together("temp", "flash-cache", targets=Destination(data_diskgroup="/u02/ssd")),
        together("redo", "temp", "segments", overridden=True, override_reason="locks"),
        known_request("combination", parts=("redo", "temp", "segments")),
    ],
)
def test_same_request_same_bytes_and_true_sums(request_: PlanRequest, tmp_path: Path) -> None:
    plan = write_plan(request_)
    assert write_plan(request_) == plan
    for file in plan.files:
        (tmp_path / file.path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / file.path).write_bytes(file.text.encode())
    subprocess.run(["sha256sum", "-c", "--quiet", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True)
    assert json.loads((tmp_path / "manifest.json").read_text())["option"] == "combination"
    assert len(set(paths(plan))) == len(plan.files)
    assert not [name_of(file) for file in plan.files if "%%" in file.text and name_of(file) != "request.json"]
