"""10_os_setup.sh: what lies below the files. It looks; with --apply it names disks, or makes one file system.

Device names such as /dev/nvme0n1 change between boots, so disks are named by their stable id, which only the
administrator can give. Mode 0660 as in Oracle's Grid Infrastructure installation guides.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.oracle.platforms import platform_of
from segtier.plan.by_platform import has_checklist
from segtier.plan.contract import TargetedRequest
from segtier.plan.os_checklist import checklist_file
from segtier.plan.os_devices import Devices
from segtier.plan.os_directory import directory_first, directory_functions, directory_only, env_lines
from segtier.plan.os_disks import device_rules, group_rules, looked_at
from segtier.plan.os_solaris import solaris_script
from segtier.plan.reviewed import review_folder
from segtier.plan.sqlplus import header
from segtier.plan.template import template, text_of

_OTHERS = " Run it on every other node too."
_MD = {
    True: "# asm: ASM mirrors, or nothing does. md: pairs of DISKS become RAID 1 arrays (their content is lost).\n",
    False: "# asm: ASM mirrors, or nothing does. Arrays of md belong to one node: they are not for these disks.\n",
}


def os_files(devices: Devices, request: TargetedRequest) -> tuple[BundleFile, ...]:
    """`10_os_setup.sh` and the `segtier.env` it reads; a checklist where the platform is no script's."""
    if has_checklist(request):
        return (checklist_file(devices, request),)
    head = header("10_os_setup.sh", f"what lies below the files ({_who(request)})", request, mark="#")
    solaris = platform_of(request.database) == "solaris"
    body = (
        solaris_script(devices, _nodes(request, _OTHERS), review_folder(request))
        if solaris
        else _linux(devices, request)
    )
    return (
        BundleFile("10_os_setup.sh", f"#!/usr/bin/env bash\n{head}{body}", executable=True),
        BundleFile(
            "segtier.env", header("segtier.env", "yours to fill in", request, mark="#") + _env(devices, request)
        ),
    )


def _linux(devices: Devices, request: TargetedRequest) -> str:
    parts = [template("os/head.sh", DIRECTORY=devices.directory or "''", REVIEW=review_folder(request))]
    if request.has_cache:
        parts.append(template("os/oracle_linux.sh", WHEN_EVERY_NODE=_nodes(request, " when every node says so")))
    parts += [template("os/linux.sh"), looked_at(_nodes(request, " on every node")), _place(devices, request)]
    return "".join(parts)


def _place(devices: Devices, request: TargetedRequest) -> str:
    others = _nodes(request, _OTHERS)
    if devices.device_links:
        return device_rules(devices.device_links, others)
    directory = directory_functions(devices.needed_bytes, others)
    if devices.group is None:
        return directory + directory_only()
    rules = group_rules(devices.group, others, md=request.may_mirror_by_md)
    return directory + directory_first() + rules if devices.asked else rules


def _env(devices: Devices, request: TargetedRequest) -> str:
    file_system = devices.group is None and not devices.device_links
    solaris = platform_of(request.database) == "solaris"
    disks = text_of("os/disks_solaris.env" if solaris else "os/disks_linux.env")
    if (file_system or devices.asked) and not solaris:
        disks += text_of("os/disks_file_system.env")
    return template(
        "os/segtier.env",
        ON_EVERY_NODE=_nodes(request, " on every node"),
        DISKS=disks,
        MD=_MD[request.may_mirror_by_md],
        DIRECTORY=env_lines(or_asm=devices.group is not None) if devices.asked else "",
    )


def _who(request: TargetedRequest) -> str:
    return "root" + _nodes(request, ", every node")


def _nodes(request: TargetedRequest, words: str) -> str:
    """A single instance has no other nodes; where the inputs do not say, the words cover both."""
    return "" if request.database.rac is False else words
