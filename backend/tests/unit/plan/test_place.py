"""Where the files go: ASM, a file system, or a question that every script asks before it runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.model.plan import Destination
from segtier.plan.contract import EXAMPLE, Place
from segtier.plan.targets import targeted
from segtier.plan.write_plan import write_plan
from tests.unit.plan.requests import OPTIONS, TIER, a_request, as_run, name_of, paths, text_of

GIVEN = Destination(data_diskgroup="FAST", redo_diskgroup="/u03/redo")
PLACES: list[tuple[str, str, dict[str, Any], Place]] = [
    ("ASM", "segments", {"on_asm": True}, Place("SSDDATA", None, "+SSDDATA")),
    ("ASM, redo", "redo", {"on_asm": True}, Place("SSDREDO", None, "+SSDREDO")),
    ("file system", "segments", {"on_asm": False}, Place(None, None, EXAMPLE)),
    ("not known", "temp", {"on_asm": None}, Place("SSDTEMP", None, EXAMPLE)),
    ("file system, but a group is named", "all", {"on_asm": False, "targets": GIVEN}, Place("FAST", None, "+FAST")),
    ("not known, but a group is named", "all", {"on_asm": None, "targets": GIVEN}, Place("FAST", None, "+FAST")),
    ("ASM, but a path is named", "redo", {"on_asm": True, "targets": GIVEN}, Place(None, "/u03/redo", "/u03/redo")),
]


@pytest.mark.parametrize(("option", "changes", "place"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_place(option: str, changes: dict[str, Any], place: Place) -> None:
    request = a_request(option, **changes)
    assert targeted(request).place == place
    plan = write_plan(request)
    assert f":s_flash_place := '{place.setting}';" in text_of(plan, "settings.sql")
    assert ("20_asm_diskgroups.sql" in paths(plan)) is (place.group is not None)
    assert (f"scripts stop on {EXAMPLE}" in text_of(plan, "settings.sql")) is place.asked
    assert ("DIRECTORY=" in text_of(plan, "segtier.env")) is (place.asked)


@pytest.mark.parametrize("option", [option for option in OPTIONS if option != "flash-cache"])
@pytest.mark.parametrize("on_asm", [True, False, None])
def test_every_script_stops_on_the_example_and_names_no_place_itself(option: str, on_asm: bool | None) -> None:
    for file in as_run(write_plan(a_request(option, on_asm=on_asm)).files):
        if name_of(file)[:2].isdigit() and name_of(file).endswith(".sql") and not name_of(file).startswith("20_"):
            assert f"NVL(:s_flash_place, '{EXAMPLE}') = '{EXAMPLE}'" in file.text, name_of(file)
            assert "+SSD" not in file.text, name_of(file)


FLASH: list[tuple[str, dict[str, Any], str]] = [
    ("ASM", {"on_asm": True}, "+SSDFLASH"),
    ("file system: the device itself", {"on_asm": False, "tier": replace(TIER, count=1)}, "/dev/segtier/flash_cache"),
    (
        "a directory takes a file",
        {"targets": Destination(flash_diskgroup="/u02/fc")},
        "/u02/fc/segtier_flash_cache.dat",
    ),
    ("a device is taken as it is", {"targets": Destination(flash_diskgroup="/dev/segtier/fc0")}, "/dev/segtier/fc0"),
]


@pytest.mark.parametrize(("changes", "file"), [row[1:] for row in FLASH], ids=[row[0] for row in FLASH])
def test_flash_cache_file(changes: dict[str, Any], file: str) -> None:
    plan = write_plan(a_request("flash-cache", **changes))
    assert f"'db_flash_cache_file' || ' = ' || '''{file}'''" in text_of(plan, "50_flash_cache.sql")
    assert (any(path.startswith("20_") for path in paths(plan))) is file.startswith("+")
