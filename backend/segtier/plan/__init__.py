"""Placement in, scripts out. Nothing here runs anything: people do, after they have read it."""

from __future__ import annotations

from segtier.model.plan import BundleFile, Plan, PlanRequest, PlanSegment
from segtier.plan.asm import asm_files
from segtier.plan.bundle import as_written, bundle
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
from segtier.plan.steps import steps_for
from segtier.plan.tablespaces import tablespaces_file
from segtier.plan.target_names import check_target_names
from segtier.plan.verify import verify_file

__all__ = ["write_plan"]


def write_plan(request: PlanRequest) -> Plan:
    """The bundle for one option: the same request gives the same bytes.

    Raises Refused for names that cannot be used and options without scripts, Infeasible where release, edition,
    cluster or size forbid the option. A single segment that cannot move is listed in `Plan.refused` instead.
    """
    asked = as_written(request)
    screen_request(asked)
    request = within_group(asked)
    lists, refused = _lists(request)
    check_target_names(lists, request)
    files = [
        settings_file(request),
        precheck_file(lists, request),
        *_storage_files(lists, request),
        *_option_files(lists, request),
        verify_file(lists, request),
    ]
    steps = steps_for(sorted(files, key=lambda file: file.path), request)
    text = readme(lists, refused, steps, request)
    return Plan(
        option=request.option,
        steps=tuple(f"{step.file}: {step.what}" for step in steps),
        files=bundle(files, text, steps, refused, asked),
        refused=(*refused, *request.left_out) if request.option in SEGMENT_OPTIONS else (),
    )


def _lists(request: PlanRequest) -> tuple[tuple[MoveList, ...], tuple[PlanSegment, ...]]:
    if request.option not in SEGMENT_OPTIONS:
        return (), ()
    moving, refused = screen_segments(request)
    targets = request.targets
    lists = move_lists(moving, tablespace(targets.data_tablespace), tablespace(targets.index_tablespace))
    return lists, refused


def _storage_files(lists: tuple[MoveList, ...], request: PlanRequest) -> list[BundleFile]:
    """The disk group or directory of the option, and the device names below it."""
    if request.option == "flash-cache":
        where = flash_location(request)
        if where.startswith("/dev/"):
            return list(os_files(Devices(device_link=where), request))
    place = place_of(request)
    if existing_group(request) is not None:
        # Nothing to prepare; what 10_os_setup.sh says of the operating system the flash cache still needs.
        return list(os_files(Devices(group=place.group), request)) if request.option == "flash-cache" else []
    devices = Devices(
        group=place.group, directory=place.directory, asked=place.asked, needed_bytes=_needed_bytes(lists, request)
    )
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
