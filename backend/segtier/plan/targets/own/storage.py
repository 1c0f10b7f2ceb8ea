"""What prepares the place: the disk group or directory of the option, and the device names below it."""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.plan.asm import asm_files
from segtier.plan.by_platform import by_platform, has_checklist
from segtier.plan.cache_place import cache_files
from segtier.plan.contract import TargetedRequest
from segtier.plan.disk_group import existing_group
from segtier.plan.os_devices import Devices
from segtier.plan.os_setup import os_files
from segtier.plan.place import EXAMPLE

_FILE_SYSTEM = (
    "The files go to a file system. SQL cannot see its room; 10_os_setup.sh looks at it. Mount it with the options Oracle"
    " asks for, and set filesystemio_options so that the SSD is read directly."
)
_ASKED_BY_HAND = (
    f"Nobody has said where the SSD is. Fill in flash_place in settings.sql; every script stops on {EXAMPLE}."
)
_ASKED = f"{_ASKED_BY_HAND} For a file system fill in DIRECTORY in segtier.env as well."


def storage_files(request: TargetedRequest, needed_bytes: int) -> list[BundleFile]:
    if request.spec.per_node:
        links = tuple(file.path for file in cache_files(request) if file.is_device)
        if links:
            return list(os_files(Devices(device_links=links), request))
    place = request.place
    if existing_group(request) is not None:
        # Nothing to prepare; what 10_os_setup.sh says of the operating system the flash cache still needs.
        return list(os_files(Devices(group=place.group), request)) if request.has_cache else []
    devices = Devices(group=place.group, directory=place.directory, asked=place.asked, needed_bytes=needed_bytes)
    files = list(os_files(devices, request))
    return [*files, *asm_files([place.group], request)] if place.group else files


def storage_notes(request: TargetedRequest) -> list[str]:
    if request.spec.per_node:
        return []
    place = request.place
    notes = [_ASKED_BY_HAND if has_checklist(request) else _ASKED] if place.asked else []
    return notes if place.group else [*notes, by_platform(_FILE_SYSTEM, request)]
