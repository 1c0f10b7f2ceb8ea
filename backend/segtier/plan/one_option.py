"""The scripts of one option: its checks, its moves, the way back; and, where it stands alone, the storage below them."""

from __future__ import annotations

from dataclasses import dataclass

from segtier.model.plan import BundleFile, PlanRequest, PlanSegment
from segtier.plan.asm import asm_files
from segtier.plan.cache_place import cache_size_bytes, flash_location
from segtier.plan.disk_group import existing_group, within_group
from segtier.plan.flash_cache import flash_cache_files
from segtier.plan.moves.datafile import datafile_files
from segtier.plan.moves.datafiles_known import known_files
from segtier.plan.moves.lists import MoveList, move_lists
from segtier.plan.moves.redo import redo_files
from segtier.plan.moves.redo_known import redo_plan
from segtier.plan.moves.segments import move_files
from segtier.plan.moves.temp import temp_bytes, temp_files
from segtier.plan.os_setup import Devices, os_files
from segtier.plan.place import place_of
from segtier.plan.precheck import precheck_file
from segtier.plan.quoting import tablespace
from segtier.plan.readme import readme
from segtier.plan.rollback import rollback_files
from segtier.plan.screening import SEGMENT_OPTIONS, screen_request, screen_segments
from segtier.plan.settings import settings_file
from segtier.plan.sizing import sizes
from segtier.plan.steps import Step, steps_for
from segtier.plan.tablespaces import tablespaces_file
from segtier.plan.target_names import check_target_names
from segtier.plan.verify import verify_file


@dataclass(frozen=True, slots=True)
class Written:
    """The files of one option, in no order, with what its README says."""

    files: tuple[BundleFile, ...]
    steps: tuple[Step, ...]
    refused: tuple[PlanSegment, ...]
    """Segments its scripts do not move, each with the reason."""
    readme: str
    needed_bytes: int
    """What its scripts create at once; 0 where the plan does not know it."""


def write_option(asked: PlanRequest) -> Written:
    """Raises Refused and Infeasible as `write_plan` does."""
    screen_request(asked)
    request = within_group(asked)
    lists, refused = _lists(request)
    check_target_names(lists, request)
    needed = _needed_bytes(lists, request)
    files = [
        settings_file(request),
        precheck_file(lists, request),
        *(() if request.parts else storage_files(request, needed)),
        *_option_files(lists, request),
        verify_file(lists, request),
    ]
    steps = steps_for(sorted(files, key=lambda file: file.path), request)
    return Written(tuple(files), steps, refused, readme(lists, refused, steps, request), needed)


def _lists(request: PlanRequest) -> tuple[tuple[MoveList, ...], tuple[PlanSegment, ...]]:
    if request.option not in SEGMENT_OPTIONS:
        return (), ()
    moving, refused = screen_segments(request)
    targets = request.targets
    lists = move_lists(moving, tablespace(targets.data_tablespace), tablespace(targets.index_tablespace))
    return lists, refused


def storage_files(request: PlanRequest, needed_bytes: int) -> list[BundleFile]:
    """The disk group or directory of the option, and the device names below it."""
    if request.option == "flash-cache":
        where = flash_location(request)
        if where.startswith("/dev/"):
            return list(os_files(Devices(device_link=where), request))
    flash_cache = "flash-cache" in (request.option, *request.parts)
    place = place_of(request)
    if existing_group(request) is not None:
        # Nothing to prepare; what 10_os_setup.sh says of the operating system the flash cache still needs.
        return list(os_files(Devices(group=place.group), request)) if flash_cache else []
    devices = Devices(group=place.group, directory=place.directory, asked=place.asked, needed_bytes=needed_bytes)
    files = list(os_files(devices, request))
    return [*files, *asm_files([place.group], request)] if place.group else files


def _needed_bytes(lists: tuple[MoveList, ...], request: PlanRequest) -> int:
    """What the scripts create at once, as far as the plan knows it."""
    if request.option == "temp":
        return temp_bytes(request) or 0
    if request.option == "redo":
        redo = redo_plan(request)
        return redo.new_bytes if redo else 0
    if request.option == "all":
        return sum(file.size_bytes or 0 for file in known_files(request) or ())
    if request.option == "flash-cache":
        return cache_size_bytes(request)
    moves = [move for each in lists for move in each.moves]
    return sum(size.first_bytes for size in sizes(moves, request.tier.usable_bytes).values()) if moves else 0


def _option_files(lists: tuple[MoveList, ...], request: PlanRequest) -> list[BundleFile]:
    if request.option == "redo":
        return list(redo_files(request))
    if request.option == "temp":
        return list(temp_files(request))
    if request.option == "flash-cache":
        return list(flash_cache_files(request))
    if request.option == "all":
        return list(datafile_files(request))
    return [tablespaces_file(lists, request), *move_files(lists, request), *rollback_files(lists, request)]
