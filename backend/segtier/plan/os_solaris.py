"""10_os_setup.sh on Solaris: slices by their names, which hold the disk's own id; owner and mode stay with the device.

Source: Solaris prtvtoc(1M), fstyp(1M); Grid Infrastructure Installation Guide for Oracle Solaris, Configuring Storage.
"""

from __future__ import annotations

from segtier.plan.os_devices import Devices
from segtier.plan.template import template, text_of


def solaris_script(devices: Devices, other_nodes: str, review: str) -> str:
    """All below the shebang and the header. `review`: the folder of `plan/reviewed.py`."""
    parts = [template("os/head.sh", DIRECTORY=devices.directory or "''", REVIEW=review), text_of("os/solaris.sh")]
    if devices.device_links:
        links = " ".join(devices.device_links)
        only = template("os/solaris_only.sh", LINKS=links)
        last = template("os/solaris_device.sh", OTHER_NODES=other_nodes)
        return "".join((*parts, template("os/solaris_disks.sh", WHO="DB", ONLY=only), last))
    directory = template("os/solaris_directory.sh", NEEDED=str(devices.needed_bytes))
    if devices.group is None:
        return "".join((*parts, directory, text_of("os/use_directory.sh")))
    if devices.asked:
        parts += [directory, text_of("os/directory_or_disks.sh")]
    disks = template("os/solaris_disks.sh", WHO="GRID", ONLY="")
    return "".join((*parts, disks, template("os/solaris_group.sh", OTHER_NODES=other_nodes)))
