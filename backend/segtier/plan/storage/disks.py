"""Disks by their stable ids: what must not be touched, their health, and the udev rules that name them.

Source: systemd, rules.d/60-persistent-storage.rules (059ca4f): wwn- names are made of ID_WWN_WITH_EXTENSION, nvme- names of
the wwid, which is ID_WWN, or of model and serial (Amazon_Elastic_Block_Store_vol...), virtio- names of ID_SERIAL.
Google: guest-configs, 65-gce-disk-naming.rules (20230630): google- and ID_SERIAL_SHORT, of NVMe by google_nvme_id.
Azure: Azure/azure-vm-utils, udev/80-azure-disk.rules (2fdf8dd): disk/azure/data/by-lun/ and AZURE_DISK_LUN; Microsoft,
Troubleshoot Linux VM device name changes: disk/azure/scsi1/lun. OCI: Connecting to Volumes With Consistent Device Paths, and
`device` of oci_core_volume_attachment: /dev/oracleoci/oraclevdb.
Health: nvme-cli, smart-log; smartmontools, smartctl(8), EXIT STATUS. Kernel, queue-sysfs.
"""

from __future__ import annotations

from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.plan.sqlplus.template import template
from segtier.plan.storage.asm import disk_pattern


@dataclass(frozen=True, slots=True)
class Devices:
    """An ASM disk group, the database's own cache devices, or a directory.

    `asked`: segtier.env names the directory. `needed_bytes`: what a directory must have free, 0 = not known.
    """

    group: str | None = None
    device_links: tuple[str, ...] = ()
    directory: str | None = None
    asked: bool = False
    needed_bytes: int = 0


CACHE_RULES = "flash_cache"
"""The name of the rules of cache devices, where groups have theirs."""


def rules_file(name: str) -> str:
    """Where udev's rules of a group, or of cache devices, are."""
    return f"/etc/udev/rules.d/97-segtier-{name.lower()}.rules"


def looked_at(on_every_node: str, rotates: str) -> str:
    """Functions that find the disks, refuse those that hold something, and judge their health.

    `rotates`: what is done with one that does.
    """
    return template("os/disks.sh", ON_EVERY_NODE=on_every_node) + template("os/health.sh", ROTATES=rotates)


def group_rules(group: str, other_nodes: str, labels: Sequence[str], *, md: bool) -> str:
    """Numbered names for the disks of a group, by udev or as labels; where md arrays may be made also the choice of these."""
    link = disk_pattern(group, "").removeprefix("/dev/")
    rules = template(
        "os/rules.sh", WHO="GRID", LINKS=f"/dev/{link}*", RULES=rules_file(group), OTHER_NODES=other_nodes
    ) + template("os/asm_driver.sh")
    rules += template("os/labels.sh", COUNT=str(len(labels)), LABEL=labels[0].removesuffix("0"))
    if md:
        return rules + template("os/group_md.sh", LINK=link, ARRAY=f"{group.lower()}_md")
    return rules + template("os/group.sh", LINK=link)


def device_rules(devices: Sequence[str], other_nodes: str) -> str:
    """A fixed name for each cache device of this node."""
    rules = template(
        "os/rules.sh", WHO="DB", LINKS=" ".join(devices), RULES=rules_file(CACHE_RULES), OTHER_NODES=other_nodes
    )
    return rules + template("os/cache_device.sh", LINKS=" ".join(devices))
