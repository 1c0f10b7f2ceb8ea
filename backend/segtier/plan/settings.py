"""settings.sql: what only the administrator may decide or know. Every script reads it first."""

from __future__ import annotations

from segtier.model.option import specs
from segtier.model.plan import BundleFile, PlanRequest
from segtier.plan.by_platform import by_platform
from segtier.plan.place import EXAMPLE, Place, place_of
from segtier.plan.sqlplus import fill, header
from segtier.plan.template import template, text_of

_NOTES = """\
-- This file is yours to edit. Each YES is a decision that you take.
-- allow_offline: YES when an outage of the segments is agreed (where they cannot move online)
-- lock_wait_s: how long a statement waits for a lock before it gives up
-- unmirrored_ok: YES when the devices below the redo are mirrored by something ASM does not see
-- one_member_ok: YES when log groups of several members may become groups of one, protected by what lies below it
-- redo_second_place: where each new log group gets a second member, +GROUP or a directory; '' for one member
-- move_temp_users: YES when users with a temporary tablespace of their own are to use the new one too
-- devices_checked: YES when 11_flash_cache_devices.sh ended with done %%WHERE%%
-- memory_checked: YES when /dev/shm or HugePages hold what 00_precheck.sql printed %%WHERE%%
-- oracle_linux_checked: YES when 10_os_setup.sh said Oracle Linux %%WHERE%%
-- ignore_precheck: YES when 00_precheck.sql is to end well in spite of a FAIL that you have looked at
%%NEW_PARTITIONS%%\
-- diagnostics_pack: YES when the Diagnostics Pack is licensed, so that 70_after.sql may take an AWR snapshot
-- confirm_database: the database name, only where the script asks for it
"""

_NEW_PARTITIONS = """\
-- new_partitions_ok: YES when partitions made later go to the flash as well (MODIFY DEFAULT ATTRIBUTES)
"""
_VALUES = text_of("sql/settings.sql")
_ONE_FOR_ALL = "the settings of all parts, one folder up"


def settings_file(request: PlanRequest) -> BundleFile:
    """`settings.sql` with the place of the flash, or the example value on which every script stops."""
    if request.is_part:
        return BundleFile(
            "settings.sql", header("settings.sql", _ONE_FOR_ALL, request, mark="--") + "@@../settings.sql\n"
        )
    head = header("settings.sql", "read by every script", request, mark="--")
    moves_segments = any(spec.by_name for spec in specs((request.option, *request.parts)))
    segments = {
        "NEW_PARTITIONS": _NEW_PARTITIONS if moves_segments else "",
        "SEGMENTS": "  :s_new_partitions_ok := 'NO';\n" if moves_segments else "",
    }
    if request.on_rds:
        return BundleFile(
            "settings.sql", head + template("rds/settings.sql", **segments, PLACE=place_of(request).setting)
        )
    where = "on the server" if request.database.rac is False else "on every node"
    place = place_of(request)
    asks = not request.spec.per_node
    notes = _NOTES + (_place_note(place) if asks else "")
    words = {
        "WHERE": where,
        **segments,
        "PLACE": f"  :s_flash_place := '{place.setting}';\n" if asks else "",
    }
    return BundleFile("settings.sql", head + by_platform(fill(notes + _VALUES, **words), request))


def _place_note(place: Place) -> str:
    if not place.asked:
        return "-- flash_place: where the files go, +GROUP for a disk group or a directory such as /u02/ssd\n"
    group = f"+{place.group} when 20_asm_diskgroups.sql has made it, or " if place.group else ""
    known = "nothing in the inputs says whether the files are in ASM" if place.group else "the files are not in ASM"
    return (
        f"-- flash_place: FILL THIS IN, the scripts stop on {EXAMPLE}. It is {group}a directory such as\n"
        f"-- /u02/ssd on a file system of the flash ({known})\n"
    )
