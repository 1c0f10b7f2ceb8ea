"""What a bundle is on other systems than Linux: their own steps, no word of udev, and on Windows paths of Windows."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from segtier.errors import Infeasible, Refused
from segtier.model.inventory import DatabaseFile, RedoGroup, Tablespace
from segtier.model.plan import Destination, Known
from segtier.oracle.platforms import platform_of
from segtier.plan.moves.redo_known import redo_plan
from segtier.plan.targets import targeted
from segtier.plan.write_plan import write_plan
from tests.sqlplus_reader import units
from tests.unit.plan.requests import GIB, OPTIONS, TIER, a_request, as_run, name_of, pages_of, paths, text_of

AIX, HP = "AIX-Based Systems (64-bit)", "HP-UX IA (64-bit)"
WINDOWS, SOLARIS = "Microsoft Windows x86 64-bit", "Solaris[tm] OE (64-bit)"
NAMES = [
    ("Linux x86 64-bit", "linux"),
    ("IBM zSeries Based Linux", "linux"),
    (SOLARIS, "solaris"),
    ("Solaris Operating System (x86-64)", "solaris"),
    (AIX, "aix"),
    ("HP-UX (64-bit)", "hp-ux"),
    (WINDOWS, "windows"),
    ("HP Open VMS", None),
    (None, None),
]


@pytest.mark.parametrize(("name", "platform"), NAMES)
def test_platform_names(name: str | None, platform: str | None) -> None:
    """As V$TRANSPORTABLE_PLATFORM lists them."""
    assert platform_of(a_request(platform=name).database) == platform


FILES = [option for option in OPTIONS if option != "flash-cache"]
OWN = {
    AIX: ("reserve_policy=no_reserve", "chmod 660 /dev/rhdisk10", "crfs -v jfs2"),
    HP: ("/dev/rdisk/disk10", "chmod 660 /dev/rdisk/disk10", "newfs -F vxfs"),
    WINDOWS: ("asmtool -list", r"asmtool -add \Device\HarddiskN\PartitionN ORCLDISKSSD", "fs=ntfs unit=64K"),
}


@pytest.mark.parametrize("on_asm", [True, False, None], ids=["ASM", "file system", "not known"])
@pytest.mark.parametrize("option", FILES)
@pytest.mark.parametrize("platform", OWN)
def test_a_platform_without_udev_gets_its_own_steps(platform: str, option: str, on_asm: bool | None) -> None:
    plan = write_plan(a_request(option, platform=platform, on_asm=on_asm))
    assert not {"10_os_setup.sh", "segtier.env"} & set(paths(plan))
    checklist = text_of(plan, "10_os_setup.md")
    _, owner, file_system = OWN[platform]
    assert (owner in checklist, file_system in checklist) == (on_asm is not False, on_asm is not True)
    assert "`os/10_os_setup.md`" in pages_of(plan)
    for file in plan.files:
        assert not re.search(
            r"udev|10_os_setup\.sh|segtier\.env|/dev/segtier/(?!\[a-z\]|NAME)|_md\.sql",
            _words(name_of(file), file.text),
        ), name_of(file)


def _words(path: str, text: str) -> str:
    """Of the README the rules at its head are for every platform."""
    return re.sub(r"(?s)## Before you start.*?(?=\n## )", "", text) if path == "plan.md" else text


DISKS = [
    (AIX, "'CHANGE_THIS_1', 'CHANGE_THIS_2'"),
    (SOLARIS, "'CHANGE_THIS_1', 'CHANGE_THIS_2'"),
    (WINDOWS, r"'\\.\ORCLDISKSSDDATA0', '\\.\ORCLDISKSSDDATA1'"),
    (None, "'/dev/segtier/ssddata/d*'"),
]


@pytest.mark.parametrize(("platform", "disks"), DISKS)
def test_a_disk_group_is_made_of_names_that_are_there(platform: str | None, disks: str) -> None:
    text = text_of(write_plan(a_request(platform=platform)), "20_asm_diskgroups.sql")
    assert f"NORMAL REDUNDANCY DISK {disks} ATTRIBUTE" in text
    assert text.count(f"path IN ({disks})") == (2 if platform else 0)


@pytest.mark.parametrize("platform", [AIX, WINDOWS])
def test_sqlplus_takes_no_line_of_2500_characters(platform: str) -> None:
    tier = replace(TIER, count=400, raw_bytes=1400 * 10**9)
    text = text_of(write_plan(a_request(platform=platform, tier=tier)), "20_asm_diskgroups.sql")
    assert units(text)
    assert max(map(len, text.splitlines())) < 2500
    assert len(set(re.findall(r"CHANGE_THIS_\d+|ORCLDISKSSDDATA\d+", text))) == 400


PLACE = r"E:\ORADATA\SSD"
TARGETS = Destination(data_diskgroup=r"e:\oradata\ssd", redo_diskgroup=PLACE, temp_diskgroup=PLACE)


@pytest.mark.parametrize("option", FILES)
def test_a_directory_of_windows_is_written_with_backslashes(option: str) -> None:
    plan = write_plan(a_request(option, platform=WINDOWS, targets=TARGETS))
    assert f":s_flash_place := '{PLACE}';" in text_of(plan, "settings.sql")
    assert f"the letter of {PLACE}" in text_of(plan, "10_os_setup.md")
    for file in as_run(plan.files):
        if name_of(file).endswith(".sql"):
            slashes = re.findall(
                r"s_flash_place \|\| '/|LIKE '/%|'/segtier_'? |'/f'|'\[\^/\+|/u02", file.text, re.IGNORECASE
            )
            assert not slashes, name_of(file)
            assert units(file.text), name_of(file)
            assert "SET DEFINE" not in file.text or name_of(file).startswith("20_") or "SET ESCAPE OFF" in file.text


def test_file_names_of_windows_hang_on_the_place() -> None:
    plan = write_plan(a_request(platform=WINDOWS, targets=TARGETS))
    text = text_of(plan, "30_tablespaces.sql")
    assert (
        ":s_flash_place || CASE WHEN :s_flash_place NOT LIKE '+%' THEN :s_slash || 'segtier_ssd_data_01.dbf' END"
        in text
    )
    assert r":s_slash := '\';" in text
    guard = text_of(plan, "00_precheck.sql")
    assert r"'^([+][A-Z][A-Z0-9_]{0,29}|[A-Z]:(\\[A-Z0-9_]([A-Z0-9._-]*[A-Z0-9_-])?){1,20})$'" in guard
    assert "filesystemio_options" not in guard


LOCATIONS: list[tuple[str, str | None, str | None]] = [
    (r"E:\ORADATA\SSD", WINDOWS, r"E:\ORADATA\SSD"),
    (r"e:\OraData\ssd_1.2", WINDOWS, r"E:\ORADATA\SSD_1.2"),
    ("SSDDATA", WINDOWS, "+SSDDATA"),
    (r"E:\ORADATA\SSD", "Linux x86 64-bit", None),
    (r"E:\ORADATA\SSD", None, None),
    ("/u02/ssd", WINDOWS, None),
    ("E:/ORADATA/SSD", WINDOWS, None),
    ("E:\\", WINDOWS, None),
    (r"E:ORADATA", WINDOWS, None),
    (r"E:\ORADATA\..\SSD", WINDOWS, None),
    (r"E:\ORADATA\SSD.", WINDOWS, None),
    (r"E:\ORADATA\SS D", WINDOWS, None),
    (r"E:\ORADATA\SSD';--", WINDOWS, None),
    (r"E:\ORADATA\NUL", WINDOWS, None),
    (r"E:\AUX.DIR\SSD", WINDOWS, None),
    (r"\\SERVER\SHARE\SSD", WINDOWS, None),
    ("E:\\" + "A" * 118, WINDOWS, None),
    ("E:\\" + "A" * 117, WINDOWS, "E:\\" + "A" * 117),
]


@pytest.mark.parametrize(("name", "platform", "place"), LOCATIONS)
def test_which_paths_of_windows_are_taken(name: str, platform: str | None, place: str | None) -> None:
    request = a_request(platform=platform, targets=Destination(data_diskgroup=name))
    if place is None:
        with pytest.raises(Refused, match="cannot be used"):
            str(targeted(request).place)
    else:
        assert targeted(request).place.setting == place


def test_files_that_are_there_already_are_known_by_their_backslash() -> None:
    """By the inventory: one redo group is at the place, one file of data is."""
    groups = tuple(
        RedoGroup(group=number, thread=1, size_bytes=GIB, members=(f"{where}\\REDO{number}.LOG",))
        for number, where in ((1, PLACE), (2, r"C:\ORADATA"), (3, r"E:\ORADATA\SSD2"))
    )
    plan = redo_plan(targeted(a_request("redo", platform=WINDOWS, targets=TARGETS, known=Known(redo_groups=groups))))
    assert plan is not None
    assert [group.group for group in plan.old] == [2, 3]
    files = (
        DatabaseFile(f"{PLACE}\\A.DBF", "A", file_id=5, size_bytes=GIB),
        DatabaseFile(r"C:\ORADATA\B.DBF", "B", file_id=6, size_bytes=GIB),
    )
    known = Known(
        datafiles=files, tablespaces=(Tablespace("A", contents="PERMANENT"), Tablespace("B", contents="PERMANENT"))
    )
    moved = "".join(
        f.text
        for f in write_plan(a_request("all", platform=WINDOWS, targets=TARGETS, known=known)).files
        if f.path.endswith(".sql")
    )
    assert "B.DBF" in moved.replace("\\002E", ".")
    assert "A.DBF" not in moved.replace("\\002E", ".")


@pytest.mark.parametrize(("folder", "taken"), [(PLACE, False), (r"E:\ORADATA\SSD2", True)])
def test_a_tablespace_that_is_there_lies_in_its_folder(folder: str, taken: bool) -> None:
    file = DatabaseFile(rf"{folder}\X.DBF", "SSD_DATA", file_id=9, size_bytes=GIB)
    known = Known(datafiles=(file,), tablespaces=(Tablespace("SSD_DATA", contents="PERMANENT"),))
    request = a_request(platform=WINDOWS, targets=TARGETS, known=known)
    if taken:
        with pytest.raises(Infeasible, match="has files outside"):
            write_plan(request)
    else:
        write_plan(request)
