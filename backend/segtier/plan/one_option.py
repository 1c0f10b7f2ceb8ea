"""The scripts of one option: its checks, its moves, the way back; and, where it stands alone, the storage below them."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, PlanRequest, PlanSegment, Step
from segtier.plan.after import after_file
from segtier.plan.asm import asm_files
from segtier.plan.cache_place import cache_files
from segtier.plan.disk_group import existing_group, within_group
from segtier.plan.os_devices import Devices
from segtier.plan.os_setup import os_files
from segtier.plan.place import place_of
from segtier.plan.possible import screen_request
from segtier.plan.precheck import precheck_file
from segtier.plan.screening import with_usable_dependents
from segtier.plan.settings import settings_file
from segtier.plan.steps import steps_for
from segtier.plan.verify import verify_file
from segtier.plan.write.appendix import appendix
from segtier.plan.write.plan_md import plan_md
from segtier.plan.write.rds.container import in_its_container
from segtier.plan.write.rds.shell import instance_files


@dataclass(frozen=True, slots=True)
class Written:
    """The files of one option, in no order, with its pages."""

    files: tuple[BundleFile, ...]
    steps: tuple[Step, ...]
    refused: tuple[PlanSegment, ...]
    """Segments its scripts do not move, each with the reason."""
    operations: tuple[Operation, ...]
    pages: tuple[BundleFile, ...]
    """plan.md and appendix.md."""
    needed_bytes: int
    """What its scripts create at once; 0 where the plan does not know it."""


def write_option(asked: PlanRequest) -> Written:
    """Raises Refused and Infeasible as `write_plan` does."""
    scripts = screen_request(asked)
    request = with_usable_dependents(within_group(in_its_container(asked)))
    lists, refused = scripts.lists(request)
    scripts.check_names(lists, request)
    needed = scripts.needed_bytes(lists, request)
    files = [
        settings_file(request),
        precheck_file(lists, request),
        *(() if request.parts else storage_files(request, needed)),
        *scripts.files(lists, request),
        after_file(lists, request),
        verify_file(lists, request),
    ]
    steps = steps_for(sorted(files, key=lambda file: file.path), request)
    pages = (
        BundleFile("plan.md", plan_md(lists, steps, request)),
        BundleFile("appendix.md", appendix(lists, refused, request)),
    )
    return Written(tuple(files), steps, refused, tuple(lists), pages, needed)


def storage_files(request: PlanRequest, needed_bytes: int) -> list[BundleFile]:
    """The disk group or directory of the option, and the device names below it; on RDS the volume and the parameters."""
    if request.on_rds:
        return instance_files(request)
    if request.spec.per_node:
        links = tuple(file.path for file in cache_files(request) if file.is_device)
        if links:
            return list(os_files(Devices(device_links=links), request))
    place = place_of(request)
    if existing_group(request) is not None:
        # Nothing to prepare; what 10_os_setup.sh says of the operating system the flash cache still needs.
        return list(os_files(Devices(group=place.group), request)) if request.has_cache else []
    devices = Devices(group=place.group, directory=place.directory, asked=place.asked, needed_bytes=needed_bytes)
    files = list(os_files(devices, request))
    return [*files, *asm_files([place.group], request)] if place.group else files
