"""Plan requests for tests: one ordinary database, one ordinary card, and what a case changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from segtier.model.device import Tier
from segtier.model.plan import BundleFile, Plan, PlanRequest, PlanSegment
from segtier.model.workload import Database
from segtier.plan.bundle.folders import FOLDERS
from segtier.plan.bundle.reviewed import review_files
from segtier.plan.options import SCRIPTS
from tests.sqlplus_reader import as_read, is_shared

GIB = 2**30
APPROVED = review_files(("Approved.",), "0" * 64, None)
"""What stands beside the scripts of a bundle that somebody approved: they go on without asking."""
OPTIONS = tuple(SCRIPTS)
"""Every option that has scripts."""


def lay(files: Iterable[BundleFile], folder: Path) -> Path:
    """The files in that folder, which is given back."""
    for file in files:
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_bytes(file.text.encode())
    return folder


DATABASE = Database(
    name="ORCL", dbid=1539058184, release="19.0.0.0.0", rac=False, platform="Linux x86 64-bit", block_size_bytes=8192
)
TIER = Tier(
    id="pcie-1",
    model="a card",
    attachment="server-pcie",
    shared=False,
    usable_bytes=700 * 10**9,
    raw_bytes=1400 * 10**9,
    count=2,
    mirrored=True,
    read_us=280,
    read_us_low=200,
    read_us_high=400,
    write_us=60,
    write_us_low=30,
    write_us_high=100,
    read_iops=1e5,
    write_iops=5e4,
    read_bytes_per_s=1e9,
    write_bytes_per_s=1e9,
)


def a_segment(name: str = "ORDERS", type_: str | None = "TABLE", **changes: Any) -> PlanSegment:
    base = PlanSegment("SOE", name, None, None, type_, "USERS", 2 * GIB, "many reads a GiB")
    return replace(base, **changes)


EVERY_KIND = (
    a_segment(),
    a_segment("SALES", "TABLE PARTITION", subobject="P2024"),
    a_segment("SALES", "TABLE SUBPARTITION", subobject="P2025_S1", tablespace=None, size_bytes=None),
    a_segment("ORDERS_PK", "INDEX", tablespace="INDX"),
    a_segment("SALES_IX", "INDEX PARTITION", subobject="P2024", tablespace="INDX"),
    a_segment("MYSTERY", None),
)


def a_request(option: str = "segments", **changes: Any) -> PlanRequest:
    """A request for an option; `release`, `edition`, `rac`, `platform` ... change the database, the rest the request."""
    known = set(Database.__dataclass_fields__)
    database = {name: changes.pop(name) for name in list(changes) if name in known}
    base = PlanRequest(
        option=option,
        database=replace(DATABASE, **database),
        tier=TIER,
        move=EVERY_KIND,
        on_asm=True,
        flash_cache_bytes=140 * GIB,
        buffer_cache_bytes=32 * GIB,
        redo_bytes_per_s=5e6,
        temp_peak_bytes=20 * GIB,
        verdict_text="Storage holds it up.",
        inputs=(("awr_1.html", "ab" * 32),),
        engine_version="0.1.0",
    )
    return replace(base, **changes)


def text_of(plan: Plan, path: str) -> str:
    """The file of this name, in whatever folder it stands, as SQL*Plus reads it."""
    return next(file.text for file in as_run(plan.files) if name_of(file) == path)


def what_bars(plan: Plan, path: str) -> str:
    """The script without the checks that it says are none of its business."""
    text = text_of(plan, path)
    guard, said = text.find("v$database d CROSS JOIN"), text.find("BEGIN\n  :s_any_logging := 'YES';")
    checks = r"  IF l_\w+ <> '\w+' AND NVL\(:s_any_logging, 'NO'\) <> 'YES' THEN\n.*?\n  END IF;\n"
    return re.sub(checks, "", text, flags=re.DOTALL) if 0 <= said < guard else text


def as_run(files: Sequence[BundleFile]) -> list[BundleFile]:
    """As SQL*Plus reads them: what scripts share stands in the place of its call, and nowhere else."""
    texts = {file.path: file.text for file in files}
    kept = [file for file in files if not is_shared(file.path)]
    return [replace(file, text=as_read(file.path, texts)) if file.path.endswith(".sql") else file for file in kept]


def paths(plan: Plan) -> list[str]:
    """The names of the files, without the folders of the bundle but with the part's of a combination."""
    return [name_of(file) for file in plan.files]


def name_of(file: BundleFile) -> str:
    return re.sub(rf"(^|/)({'|'.join(FOLDERS)})/", r"\1", file.path)


def pages_of(plan: Plan, folder: str = "") -> str:
    """What people read: the page and its appendix."""
    return "\n".join(file.text for file in plan.files if file.path in (f"{folder}plan.md", f"{folder}appendix.md"))
