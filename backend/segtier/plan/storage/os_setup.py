"""10_os_setup.sh: what lies below the files. It looks; with --apply it names disks, or makes one file system.

Device names such as /dev/nvme0n1 change between boots, so disks are named by their stable id, which only the
administrator can give. Mode 0660 as in Oracle's Grid Infrastructure installation guides.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.oracle.platforms import platform_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.platform import has_checklist
from segtier.plan.sqlplus.script import header, review_folder
from segtier.plan.sqlplus.template import template, text_of
from segtier.plan.storage.asm import labels
from segtier.plan.storage.checklist import checklist_file
from segtier.plan.storage.disks import Devices, device_rules, group_rules, looked_at

_OTHERS = " Run it on every other node too."
_LABELS = """\
# How ASM finds the disks: udev (names that the rules give), asmlib (oracleasm createdisk, ORCL:...) or afd (asmcmd afd_label,
# AFD:...). Labels go with 20_asm_diskgroups_asmlib.sql or _afd.sql.
LABELS=udev
"""
_ASM = "# asm: ASM mirrors, or nothing does."
_MD = "md: pairs of DISKS become RAID 1 arrays (their content is lost)."
_PARITY = "The plan counts RAID 5 or 6: DISKS is the one disk that a controller or an array shows."
_UNMIRRORED = "md is for disks that the plan counts as mirrored, and these are not."
_ONE_NODE = "Arrays of md belong to one node: they are not for these disks."


def os_files(devices: Devices, request: TargetedRequest) -> tuple[BundleFile, ...]:
    """`10_os_setup.sh` and the `segtier.env` it reads; a checklist where the platform is no script's."""
    if has_checklist(request):
        return (checklist_file(devices, request),)
    head = header(
        "10_os_setup.sh", f"what lies below the files (root{_nodes(request, ', every node')})", request, mark="#"
    )
    solaris = platform_of(request.database) == "solaris"
    body = _solaris(devices, request) if solaris else _linux(devices, request)
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
    parts += [
        template("os/pieces.sh#linux"),
        looked_at(_nodes(request, " on every node"), _rotates("disk", request)),
        _place(devices, request),
    ]
    return "".join(parts)


def _place(devices: Devices, request: TargetedRequest) -> str:
    others = _nodes(request, _OTHERS)
    if devices.device_links:
        return device_rules(devices.device_links, others)
    check = template(
        "os/directory.sh",
        NEEDED=str(devices.needed_bytes),
        FLASH=request.flash,
        ROTATES=_rotates("directory", request),
        OTHER_NODES=others,
    )
    directory = text_of("os/file_system.sh") + check
    if devices.group is None:
        return directory + text_of("os/pieces.sh#use_directory")
    rules = group_rules(devices.group, others, labels(devices.group, request), md=request.may_mirror_by_md)
    return directory + text_of("os/pieces.sh#directory_or_disks") + rules if devices.asked else rules


def _rotates(what: str, request: TargetedRequest) -> str:
    return text_of(f"os/pieces.sh#{what}_{'must_be_flash' if request.must_be_flash else 'may_rotate'}")


def _env(devices: Devices, request: TargetedRequest) -> str:
    file_system = devices.group is None and not devices.device_links
    solaris = platform_of(request.database) == "solaris"
    disks = text_of("os/disks_solaris.env" if solaris else "os/disks_linux.env")
    if (file_system or devices.asked) and not solaris:
        disks += text_of("os/disks_file_system.env")
    or_asm = "" if devices.group is None else " (or leave it empty for ASM)"
    return template(
        "os/segtier.env",
        ON_EVERY_NODE=_nodes(request, " on every node"),
        DISKS=disks,
        MD=f"{_ASM} {_mirror(request)}\n",
        LABELS=_LABELS if devices.group is not None and not solaris else "",
        DIRECTORY=template("os/directory.env", OR=or_asm) if devices.asked else "",
    )


def _mirror(request: TargetedRequest) -> str:
    if request.may_mirror_by_md:
        return _MD
    if request.tier.parity:
        return _PARITY
    return _ONE_NODE if request.tier.mirrored else _UNMIRRORED


def _nodes(request: TargetedRequest, words: str) -> str:
    """A single instance has no other nodes; where the inputs do not say, the words cover both."""
    return "" if request.database.rac is False else words


def _solaris(devices: Devices, request: TargetedRequest) -> str:
    """Slices by their names, which hold the disk's own id; owner and mode stay with the device.

    Source: Solaris prtvtoc(1M), fstyp(1M); Grid Infrastructure Installation Guide for Oracle Solaris, Configuring Storage.
    """
    other_nodes = _nodes(request, _OTHERS)
    parts = [
        template("os/head.sh", DIRECTORY=devices.directory or "''", REVIEW=review_folder(request)),
        text_of("os/pieces.sh#solaris"),
    ]
    if devices.device_links:
        links = " ".join(devices.device_links)
        only = template("os/pieces.sh#solaris_only", LINKS=links)
        last = template("os/pieces.sh#solaris_device", OTHER_NODES=other_nodes)
        return "".join((*parts, template("os/solaris_disks.sh", WHO="DB", ONLY=only), last))
    directory = template("os/solaris_directory.sh", NEEDED=str(devices.needed_bytes), FLASH=request.flash)
    if devices.group is None:
        return "".join((*parts, directory, text_of("os/pieces.sh#use_directory")))
    if devices.asked:
        parts += [directory, text_of("os/pieces.sh#directory_or_disks")]
    disks = template("os/solaris_disks.sh", WHO="GRID", ONLY="")
    return "".join((*parts, disks, template("os/solaris_group.sh", OTHER_NODES=other_nodes)))
