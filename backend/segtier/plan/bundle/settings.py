"""settings.sql: what only the administrator may decide or know. Every script reads it first."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.option import OptionName
from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.platform import by_platform
from segtier.plan.sqlplus.script import header
from segtier.plan.sqlplus.template import fill, template

_ONE_FOR_ALL = "the settings of all parts, one folder up"
_BY_NAME: tuple[OptionName, ...] = ("segments", "indexes", "set")
_REDO: tuple[OptionName, ...] = ("redo",)
_CACHE: tuple[OptionName, ...] = ("flash-cache",)


@dataclass(frozen=True, slots=True)
class Setting:
    """A decision of the administrator. `options`: those that ask for it, none: all; `own`: of servers with a root."""

    name: str
    value: str
    note: str
    options: tuple[OptionName, ...] = ()
    own: bool = False
    of_place: bool = False
    """Said of the devices: of several tiers each has its own."""


SETTINGS = (
    Setting("allow_offline", "'NO'", "YES when an outage of segments that cannot move online is agreed", _BY_NAME),
    Setting("lock_wait_s", "60", "how long a statement waits for a lock before it gives up"),
    Setting(
        "archive_wait_s", "600", "how long a move waits for log groups to be archived before it gives up", _BY_NAME
    ),
    Setting("new_partitions_ok", "'NO'", "YES when partitions made later go where the others go", _BY_NAME),
    Setting("gather_statistics", "'NO'", "YES when 70_after.sql gathers statistics of the tables that moved", _BY_NAME),
    Setting(
        "unmirrored_ok",
        "'NO'",
        "YES when something that ASM does not see mirrors the devices or keeps parity, or losing them is agreed",
        (*_BY_NAME, "all", *_REDO),
        own=True,
        of_place=True,
    ),
    Setting("one_member_ok", "'NO'", "YES when log groups of several members may become groups of one", _REDO),
    Setting("redo_second_place", "''", "a second member of each log group: +GROUP or a directory; '' for none", _REDO),
    Setting("move_temp_users", "'NO'", "YES when users of another temporary tablespace use the new one too", ("temp",)),
    Setting(
        "devices_checked", "'NO'", "YES when 11_flash_cache_devices.sh ended with done %%WHERE%%", _CACHE, own=True
    ),
    Setting(
        "memory_checked", "'NO'", "YES when memory is there as 00_precheck.sql printed %%WHERE%%", _CACHE, own=True
    ),
    Setting("oracle_linux_checked", "'NO'", "YES when 10_os_setup.sh said Oracle Linux %%WHERE%%", _CACHE, own=True),
    Setting("ignore_precheck", "'NO'", "YES when 00_precheck.sql is to end well in spite of a FAIL you have looked at"),
    Setting(
        "diagnostics_pack", "'NO'", "YES when the Diagnostics Pack is licensed: 70_after.sql takes an AWR snapshot"
    ),
    Setting("confirm_database", "''", "the database name, only where a script asks for it"),
)


def settings_file(request: TargetedRequest, *, online: bool = False) -> BundleFile:
    """`settings.sql` with the place of the flash, or the example value on which every script stops.

    `online`: no statement of the plan has an outage to agree to.
    """
    if request.is_part:
        return BundleFile(
            "settings.sql", header("settings.sql", _ONE_FOR_ALL, request, mark="--") + "@@../settings.sql\n"
        )
    if request.tier_name:
        head = header("settings.sql", f"the place of {request.tier_name}, and the settings of all", request, mark="--")
        rows = [] if request.place_there else [row for row in _asked(request) if row.of_place]
        notes = "".join(f"-- {row.name}: {row.note}\n" for row in rows) + request.place.note
        values = "".join(f"  :s_{row.name} := {row.value};\n" for row in rows)
        own = template("sql/pieces.sql#place_of_tier", NOTES=notes, VALUES=values, PLACE=request.place.setting)
        return BundleFile("settings.sql", f"{head}@@../settings.sql\n{own}")
    rows = [
        row
        for row in _asked(request)
        if not (row.of_place and request.tiers) and not (online and row.name == "allow_offline")
    ]
    notes = "".join(f"-- {row.name}: {row.note}\n" for row in rows)
    values = "".join(f"  :s_{row.name} := {row.value};\n" for row in rows)
    if not request.tiers and (not request.spec.per_node or not request.target.terms.administered):
        place = request.place
        notes += place.note
        values += f"  :s_flash_place := '{place.setting}';\n"
    where = "on the server" if request.database.rac is False else "on every node"
    text = template("sql/pieces.sql#settings", NOTES=fill(notes, WHERE=where), VALUES=values)
    return BundleFile(
        "settings.sql", header("settings.sql", "read by every script", request, mark="--") + by_platform(text, request)
    )


def _asked(request: TargetedRequest) -> list[Setting]:
    """Those that the scripts of this plan read."""
    options = {request.option, *request.parts}
    return [
        row
        for row in SETTINGS
        if (not row.options or options.intersection(row.options))
        and not (row.own and not request.target.terms.administered)
    ]
