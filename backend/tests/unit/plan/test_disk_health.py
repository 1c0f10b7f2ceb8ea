"""Is a disk well, is it flash, does it keep writes in memory? What nvme-cli and smartmontools print, weighed by the script.

The texts are as the programs print them: nvme-cli smart-log, smartctl -H -A -l ssd of NVMe, SAS and SATA devices.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sentences import in_shell, worded
from tests.unit.plan.machine import ENV, FLASH, HEALTHY, TOLD, Disk, Machine, apply, isolated, prints, unmirrored


def nvme(**figures: str) -> str:
    text = HEALTHY
    for name, value in figures.items():
        text = re.sub(rf"({name}\s*:) .*", rf"\1 {value}", text)
    return prints(text)


SAS = """=== START OF READ SMART DATA SECTION ===
SMART Health Status: OK

Percentage used endurance indicator: 3%
Elements in grown defect list: 0
"""
NVME = """=== START OF SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

SMART/Health Information (NVMe Log 0x02)
Critical Warning:                   0x00
Percentage Used:                    15%
Media and Data Integrity Errors:    0
"""
ATA = """SMART overall-health self-assessment test result: PASSED
Device Statistics (GP Log 0x04)
0x07  0x008  1              12  ---  Percentage Used Endurance Indicator
"""
GONE = {"nvme": "exit 1"}
SDQ = Disk(name="sdq", link="wwn-0x5000c500a1b2c3d4", udev="ID_WWN=0x5000c500a1b2c3d4")
LUN = Disk(name="dm-3", link="dm-uuid-mpath-3600a", udev="DM_UUID=mpath-3600a", type="mpath")
WARNS, FAILED = NVME.replace("0x00", "0x01"), NVME.replace("PASSED", "FAILED!")
FAILING = SAS.replace("OK", "FIRMWARE IMPENDING FAILURE")


def used(worn: int, media: int | str) -> str:
    return in_shell("plan/health-device-endurance", device="", worn=worn, media=media).removeprefix("health of ")


HEALTH: list[tuple[str, Disk, dict[str, str], str, str]] = [
    ("as new", Disk(), {"nvme": nvme()}, "PASS", used(8, 0)),
    ("a critical warning", Disk(), {"nvme": nvme(critical_warning="0x4")}, "FAIL", ", critical warning 0x4"),
    ("worn out", Disk(), {"nvme": nvme(percentage_used="100%")}, "FAIL", in_shell("plan/worn-endurance-used", worn=100)),
    ("nearly", Disk(), {"nvme": nvme(percentage_used="99%")}, "PASS", ": 99 %"),
    ("media errors", Disk(), {"nvme": nvme(media_errors="1,234")}, "FAIL", ", 1234 media errors"),
    ("no nvme-cli", Disk(), {**GONE, "smartctl": prints(NVME)}, "PASS", used(15, 0)),
    ("smartctl warns", Disk(), {**GONE, "smartctl": prints(WARNS, 8)}, "FAIL", ", critical warning 0x01"),
    ("smartctl fails it", Disk(), {**GONE, "smartctl": prints(FAILED, 8)}, "FAIL", ", it says FAILED!"),
    ("unread", Disk(), {**GONE, "smartctl": prints("no device\n", 2)}, "NOT CHECKED", ": run: nvme smart-log /dev/nvme9n1"),
    ("SAS", SDQ, {"smartctl": prints(SAS)}, "PASS", used(3, "no word of")),
    ("SAS about to fail", SDQ, {"smartctl": prints(FAILING, 8)}, "FAIL", ", it says FIRMWARE"),
    ("SATA with errors logged", SDQ, {"smartctl": prints(ATA, 64)}, "PASS", ": 12 %"),
    ("no tool", SDQ, {}, "NOT CHECKED", ": " + in_shell("plan/run-smartctl-h", "/dev/sdq")),
    ("a LUN", LUN, {"smartctl": prints(SAS)}, "NOT CHECKED", ": " + worded("plan/lun-ask-array")),
]  # fmt: skip


@isolated
@pytest.mark.parametrize(
    ("disk", "tools", "verdict", "words"), [case[1:] for case in HEALTH], ids=[case[0] for case in HEALTH]
)
def test_the_health_of_a_disk_is_weighed(
    disk: Disk, tools: dict[str, str], verdict: str, words: str, tmp_path: Path
) -> None:
    """Only a disk that is known to be well is touched."""
    env = f"DISKS={disk.link.removeprefix('nvme-').removeprefix('wwn-').removeprefix('dm-uuid-')}\n"
    ran = apply(tmp_path, disk, env, **tools)
    assert f"{verdict:<13}health of /dev/{disk.name}{words}" in ran.said
    well = verdict == "PASS"
    assert (ran.code, bool(ran.did), bool(ran.written)) == (0 if well else 1, well, well), ran.said


@isolated
def test_health_that_cannot_be_read_is_somebody_s_decision(tmp_path: Path) -> None:
    machine = Machine(tmp_path, unmirrored(), Disk())
    assert machine.run(ENV).code == 0, "a look tells and goes on"
    stopped = machine.run(ENV, "--apply")
    assert (stopped.code, stopped.did, stopped.written) == (1, [], {})
    assert "set UNREAD_HEALTH_OK=YES" in stopped.said
    agreed = machine.run(f"{ENV}UNREAD_HEALTH_OK=YES\n", "--apply")
    assert (agreed.code, agreed.did) == (0, TOLD), agreed.said


CACHES = [
    ("write through", "PASS         " + in_shell("plan/device-keeps-no", device="/dev/nvme9n1")),
    ("write back", "NOT CHECKED  /dev/nvme9n1 has a volatile write cache"),
    ("", "NOT CHECKED  the write cache"),
]


@isolated
@pytest.mark.parametrize(("cache", "said"), CACHES)
def test_a_volatile_write_cache_is_told(cache: str, said: str, tmp_path: Path) -> None:
    ran = apply(tmp_path, Disk(queue={**FLASH, "write_cache": cache}))
    assert (ran.code, said in ran.said) == (0, True), ran.said


SECTORS = [
    ("512", "512", ""),
    ("512", "4096", "BLOCKSIZE of v$log"),
    ("4096", "4096", "LOGFILE THREAD 1 SIZE ... BLOCKSIZE 4096"),
    ("", "", "NOT CHECKED  the sectors of /dev/nvme9n1"),
]


@isolated
@pytest.mark.parametrize(("logical", "physical", "told"), SECTORS)
def test_sectors_come_with_the_statement_they_need(logical: str, physical: str, told: str, tmp_path: Path) -> None:
    ran = apply(tmp_path, Disk(queue={**FLASH, "logical_block_size": logical, "physical_block_size": physical}))
    assert (ran.code, told in ran.said) == (0, True), ran.said
    assert ("BLOCKSIZE" in ran.said) is ("4096" in (logical, physical)), ran.said
