"""The configurations of published measurements come out as bundles: what each was built of stands in its scripts.

Their figures are in `segtier/backtest/`; the configuration on Amazon RDS is in test_rds.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.model.device import Tier
from segtier.model.plan import Destination
from segtier.plan.write_plan import write_plan
from tests.unit.plan.requests import GIB, TIER, a_request, a_segment, pages_of, paths, text_of

GB = 10**9
ONE_CARD: Tier = replace(TIER, count=1, raw_bytes=350 * GB, usable_bytes=350 * GB, mirrored=False)
FOUR_CARDS = replace(TIER, count=4)
INDEXES = tuple(a_segment(name, "INDEX", tablespace="INDX", size_bytes=4 * GIB) for name in ("STOCK_I1", "ORDERS_I2"))
STOCK = a_segment("C_STOCK", size_bytes=90 * GIB)

PUBLISHED: list[tuple[str, str, dict[str, Any], dict[str, list[str]]]] = [
    ("four cards of 350 GB, two mirrors striped by ASM, one node", "segments", {"tier": FOUR_CARDS, "rac": False}, {
        "steps/20_asm_diskgroups_md.sql": ["CREATE DISKGROUP SSDDATA EXTERNAL REDUNDANCY DISK '/dev/segtier/ssddata/md*'"],
        "os/10_os_setup.sh": ["--level=1 --raid-devices=2"],
        "plan.md": ["652 GiB are usable"],
    }),
    ("one card in each node of a cluster as flash cache", "flash-cache", {"tier": ONE_CARD, "rac": True}, {
        "steps/50_flash_cache.sql": ["/dev/segtier/flash_cache", "SID = ''*''"],
        "os/10_os_setup.sh": ["/dev/segtier/flash_cache"],
        "plan.md": ["root, every node", "2120400.1"],
    }),
    ("indexes and the table STOCK", "segments", {"move": (*INDEXES, STOCK)}, {
        "steps/40_move_segments.sql": ["@lib/list_segments.sql"],
        "lib/list_segments.sql": [
            'ALTER TABLE "SOE"."C_STOCK" MOVE', 'ALTER INDEX "SOE"."STOCK_I1" REBUILD', 'ALTER INDEX "SOE"."ORDERS_I2" REBUILD'
        ],
    }),
    ("tablespaces SSDDATA and SSDINDX", "segments",
     {"move": (*INDEXES, STOCK), "targets": Destination(data_tablespace="SSDDATA", index_tablespace="SSDINDX")}, {
        "steps/30_tablespaces.sql": ['"SSDDATA"', '"SSDINDX"'],
        "lib/list_segments.sql": ['TABLESPACE "SSDDATA"', 'TABLESPACE "SSDINDX"'],
    }),
    ("redo in disk group REDO", "redo", {"targets": Destination(redo_diskgroup="REDO")}, {
        "settings.sql": [":s_flash_place := '+REDO';"],
        "steps/20_asm_diskgroups.sql": ["CREATE DISKGROUP REDO NORMAL REDUNDANCY"],
        "steps/50_redo.sql": ["ADD LOGFILE THREAD"],
    }),
    ("files without ASM", "segments", {"on_asm": False, "targets": Destination(data_diskgroup="/u02/ssd")}, {
        "settings.sql": [":s_flash_place := '/u02/ssd';"],
        "steps/00_precheck.sql": ["filesystemio_options"],
        "os/10_os_setup.sh": ["mkfs.xfs", "/etc/fstab"],
    }),
]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "changes", "holds"), [row[1:] for row in PUBLISHED], ids=[row[0] for row in PUBLISHED]
)
def test_a_published_configuration_is_a_bundle(
    option: str, changes: dict[str, Any], holds: dict[str, list[str]]
) -> None:
    plan = write_plan(a_request(option, **changes))
    text = {file.path: file.text for file in plan.files} | {"plan.md": pages_of(plan)}
    for path, words in holds.items():
        assert [word for word in words if word not in text[path]] == [], path


def test_without_asm_there_is_no_disk_group() -> None:
    plan = write_plan(a_request(on_asm=False, targets=Destination(data_diskgroup="/u02/ssd")))
    assert not [path for path in paths(plan) if "asm" in path]
    assert "CREATE DISKGROUP" not in text_of(plan, "30_tablespaces.sql")
