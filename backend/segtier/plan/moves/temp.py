"""Temp: a new temporary tablespace on flash becomes the default; the old one stays, so the way back is one statement.

Users with a temporary tablespace of their own keep it, unless settings.sql says to move them; what each had is recorded.
In a container database each container has its own default.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.oracle import owners
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import ddl, plsql
from segtier.plan.sqlplus.block import block, entry, record, replay
from segtier.plan.sqlplus.quoting import sql_literal, tablespace
from segtier.plan.sqlplus.script import library, script
from segtier.plan.sqlplus.template import template
from segtier.plan.storage.sizing import with_headroom

RECORDED = "old_temp.sql"
_LIBRARY = "lib_restore_temp.sql"


def temp_files(request: TargetedRequest) -> tuple[BundleFile, ...]:
    """`50_temp.sql`, its rollback and the block that restores the default or one user's tablespace."""
    restore = block(
        "temp/restore.sql",
        DEFAULT=ddl.DEFAULT_TEMP.plsql(tablespace="q(:s_to_ts)"),
        USER=ddl.TEMP_OF_USER.plsql(user="q(:s_owner)", tablespace="q(:s_to_ts)"),
    )
    return there_and_back(
        _create(request),
        restore,
        request,
        title="temporary tablespace on SSD becomes the default (SYSDBA)",
        expected="1 tablespace; its size and time are printed before it is made",
        back="one statement, and one",
    )


def there_and_back(
    create: str, restore: str, request: TargetedRequest, *, title: str, expected: str, back: str
) -> tuple[BundleFile, ...]:
    """`back`: what the way back takes."""
    recorded = template(
        "temp/record.sql",
        **weighed(request),
        DEFAULT=entry({"owner": "'NULL'", "to_ts": "lit(l_default)"}, calls=_LIBRARY),
        USER=entry({"owner": "lit(u.username)", "to_ts": "lit(u.temporary_tablespace)"}, calls=_LIBRARY),
    )
    body = record(RECORDED, "50_temp.log", recorded) + "SET ECHO ON\n" + create + template("temp/users.sql")
    name = tablespace(request.targets.temp_tablespace)
    again = template("temp/back.sql", REPLAY=replay(RECORDED), TABLESPACE=name)
    seconds = f"seconds: {back} for each user that was moved"
    told = "restores the default or one user's tablespace, called by the rollback"
    return (
        script("50_temp.sql", title, body, request, expected=expected),
        script(
            "90_rollback_temp.sql",
            "the old temporary tablespace becomes the default again",
            again,
            request,
            expected=seconds,
        ),
        library(_LIBRARY, told, restore, request),
    )


def _create(request: TargetedRequest) -> str:
    name = tablespace(request.targets.temp_tablespace)
    quoted = f"'\"{name}\"'"
    slots = {
        "tablespace": quoted,
        "file": plsql.file_at_place(f"'segtier_{name.lower()}_01.dbf'"),
        "bytes": "TO_CHAR(l_bytes)",
    }
    return block(
        "temp/create.sql",
        **weighed(request),
        CREATE=ddl.CREATE_TEMP.plsql(**slots),
        ADD_FILE=ddl.ADD_TEMPFILE.plsql(**slots),
        DEFAULT=ddl.DEFAULT_TEMP.plsql(tablespace=quoted),
        MOVE_USER=ddl.TEMP_OF_USER.plsql(user="q(u.username)", tablespace=quoted),
    )


def weighed(request: TargetedRequest) -> dict[str, str]:
    """Slots that the checks share with the script: what is to be made, and who has another temporary tablespace."""
    name, size = tablespace(request.targets.temp_tablespace), temp_bytes(request)
    not_theirs = ", ".join(f"'{owner}'" for owner in owners.OWNERS)
    return {
        "TABLESPACE": name,
        "BYTES": "NULL" if size is None else str(size),
        "HELD": held_temp(request),
        "TODAY": template("temp/today.sql").rstrip(),
        "OTHERS": template("temp/others.sql", TABLESPACE=name, OWNERS=not_theirs).rstrip(),
        "USABLE": str(request.tier.usable_bytes),
    }


def temp_bytes(request: TargetedRequest) -> int | None:
    """Peak use with headroom in whole GiB, else the temp files an inventory lists; None: the script looks them up."""
    if request.temp_peak_bytes:
        return with_headroom(request.temp_peak_bytes)
    known = known_temp(request)
    return known[1] if known else None


def known_temp(request: TargetedRequest) -> tuple[str, int] | None:
    """Name and bytes of the only temporary tablespace; None where no inventory lists it, or it lists several."""
    files = (request.known.temp_files if request.known else None) or ()
    names = {(file.pdb, file.tablespace) for file in files}
    if len(names) != 1 or any(file.tablespace is None or not file.size_bytes for file in files):
        return None
    return str(files[0].tablespace), sum(file.size_bytes or 0 for file in files)


def held_temp(request: TargetedRequest) -> str:
    """PL/SQL that stops where temp is not as the inventory said; empty without one. `l_bytes` is the size to be made.

    The peak is that since start-up over all instances, as the collector takes it. Source: Reference, V$SORT_SEGMENT.
    """
    if request.known is None:
        return ""
    if request.temp_peak_bytes:
        return template("temp/peak.sql")
    known = known_temp(request)
    return template("temp/same_files.sql", NAME=sql_literal(known[0]), BYTES=str(known[1])) if known else ""
