"""10_os_setup.md: the steps below the files on AIX, HP-UX and Windows, which have no udev and get no script.

Source: Grid Infrastructure Installation Guide of each, Configuring Storage; AIX chdev, crfs; Windows asmtool, format.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.oracle.platforms import platform_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.platform import CHECKLIST
from segtier.plan.sqlplus.quoting import comment_text
from segtier.plan.sqlplus.script import header
from segtier.plan.sqlplus.template import template, text_of
from segtier.plan.storage.asm import named_disks
from segtier.plan.storage.disks import Devices
from segtier.units import format_bytes


def checklist_file(devices: Devices, request: TargetedRequest) -> BundleFile:
    """What root or the Administrator does by hand, ASM's disks and a file system as the place may need."""
    platform = platform_of(request.database) or ""
    name = platform.replace("-", "_")
    parts = []
    if devices.group is not None:
        parts.append(_disks(name, devices.group, request))
    if devices.group is None or devices.asked:
        needed = format_bytes(devices.needed_bytes) if devices.needed_bytes else "what 00_precheck.sql says"
        parts.append(template(f"os/{name}_directory.md", DIRECTORY=devices.directory or "DIRECTORY", NEEDED=needed))
    body = template(
        "os/checklist.md",
        PLATFORM=comment_text(request.database.platform or "")[:60],
        WHO="The Administrator" if platform == "windows" else "root",
        FLASH="SSD and " if request.must_be_flash else "",
        HEALTH=text_of(f"os/{name}_health.txt").rstrip(),
        MIRRORED=_survives(request),
        BODY="\n".join(parts).rstrip(),
    )
    head = header(CHECKLIST, "to be done by hand", request, mark=">")
    return BundleFile(CHECKLIST, body.rstrip() + "\n\n" + head)


def _survives(request: TargetedRequest) -> str:
    if request.tier.parity:
        return "RAID 5 or 6"
    return "mirrored" if request.tier.mirrored else "not mirrored, as far as the plan knows"


def _disks(name: str, group: str, request: TargetedRequest) -> str:
    everywhere = "" if request.database.rac is False else ", every node"
    if name != "windows":
        return template(f"os/{name}_disks.md", ON_EVERY_NODE=everywhere)
    stamps = "\n".join(
        rf"      `asmtool -add \Device\HarddiskN\PartitionN {disk[4:]}`" for disk in named_disks(group, request)
    )
    several = request.database.rac is not False
    return template(
        "os/windows_disks.md",
        ON_ONE_NODE=", on one node" if several else "",
        ON_EVERY_NODE=" on every node (`rescan` in `diskpart`)" if several else "",
        STAMPS=stamps,
    )
