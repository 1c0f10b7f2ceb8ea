"""Database Smart Flash Cache: parameters in the spfile, memory for its metadata, restart by hand, and the way back.

Metadata is about 100 bytes a block (200 on RAC) of buffer cache; the buffer cache, SGA or memory target grows by it.
While the instance runs, the size can be set to 0 and back to what it was at the start, device by device in a list.
Sources: Administrator's Guide 11.2, Configuring Database Smart Flash Cache; Reference, DB_FLASH_CACHE_SIZE.
"""

from __future__ import annotations

from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.block import block, entry, record, replay
from segtier.plan.sqlplus.script import header, library, review_folder, script
from segtier.plan.sqlplus.template import template
from segtier.plan.storage.flash_cache import CacheFile, cache_files, cache_size_bytes, metadata_bytes, size_word
from segtier.units import format_bytes

RECORDED = "old_parameters.sql"
DEVICES = "11_flash_cache_devices.sh"
SAVED = "?/dbs/segtier_before_flash_cache.ora"
_EXPECTED = "seconds, then a restart of the whole database"
_BY_HAND = f"The flash cache is out of the spfile. Set the memory parameters back by hand from {SAVED}."
_ENTRY = entry(
    {
        "name": "'''' || p.name || ''''",
        "kind": "CASE WHEN p.isspecified = 'TRUE' THEN '''' || p.value || '''' ELSE 'NULL' END",
    },
    calls="lib_restore_parameter.sql",
)


def flash_cache_files(request: TargetedRequest) -> tuple[BundleFile, ...]:
    """`50_flash_cache.sql`, its rollback, the block that restores one parameter, and what looks at devices."""
    files = cache_files(request)
    restart = block("cache/restart.sql")
    restore = block(
        "cache/restore.sql",
        SET=ddl.SET_PARAMETER.plsql(name=":s_name", value=":s_kind"),
        RESET=ddl.RESET_PARAMETER.plsql(name=":s_name"),
    )
    off = ddl.RESIZE_CACHE.plsql(sizes=f"'{', '.join('0' for _ in files)}'")
    back = block(
        "cache/back.sql",
        OFF=off,
        SIZES=sizes_word(files),
        REPLAY=replay(RECORDED, least=3, advice=_BY_HAND),
        RESTART=restart,
    )
    expected = f"{format_bytes(cache_size_bytes(request))} of cache for each instance: {_EXPECTED}"
    found = [
        script(
            "50_flash_cache.sql",
            "sets the flash cache in the spfile (SYSDBA)",
            _check(files, request) + record(RECORDED, "50_flash_cache.log", template("cache/record.sql", ENTRY=_ENTRY))
            + "SET ECHO ON\n" + _set(files, request, restart),
            request,
            expected=expected,
            root=True,
        ),
        script(
            "90_rollback_flash_cache.sql",
            "takes the flash cache out of the spfile",
            back,
            request,
            expected=_EXPECTED,
            root=True,
        ),
        library("lib_restore_parameter.sql", "puts one recorded parameter back, called by the rollback", restore, request),
    ]  # fmt: skip
    return (*found, _devices(files, request)) if files[0].is_device else tuple(found)


def sizes_word(files: tuple[CacheFile, ...]) -> str:
    """The list for DB_FLASH_CACHE_SIZE: `70G, 70G`."""
    return ", ".join(size_word(file.size_bytes) for file in files)


def files_word(files: tuple[CacheFile, ...]) -> str:
    return ", ".join(file.path for file in files)


def memory(request: TargetedRequest) -> str:
    """PL/SQL that says what SGA and PGA come to, and what the operating system must hold for them."""
    return template("cache/memory.sql", METADATA=str(metadata_bytes(request)))


def _check(files: tuple[CacheFile, ...], request: TargetedRequest) -> str:
    path, where = files[0].path, ""
    if files[0].is_device:
        where = template("cache/devices_checked.sql")
    elif path.startswith("+"):
        where = template("cache/group.sql", GROUP=path[1:], BYTES=str(cache_size_bytes(request)))
    return block(
        "cache/check.sql",
        MEMORY=memory(request),
        SINGLE="" if request.database.rac else template("cache/pieces.sql#single"),
        LOCATION_CHECK=where,
    )


def _set(files: tuple[CacheFile, ...], request: TargetedRequest, restart: str) -> str:
    quoted = ", ".join(f"''{file.path}''" for file in files)
    return block(
        "cache/set.sql",
        MEMORY=memory(request),
        METADATA=str(metadata_bytes(request)),
        RAISE=ddl.SET_PARAMETER.plsql(name="p_name", value="TO_CHAR(p_bytes)"),
        SAVE=ddl.CREATE_PFILE.plsql(file=f"'''{SAVED}'''"),
        FILE=ddl.SET_PARAMETER.plsql(name="'db_flash_cache_file'", value=f"'{quoted}'"),
        SIZE=ddl.SET_PARAMETER.plsql(name="'db_flash_cache_size'", value=f"'{sizes_word(files)}'"),
        RESTART=restart,
    )


def _devices(files: tuple[CacheFile, ...], request: TargetedRequest) -> BundleFile:
    head = header(DEVICES, "does each device hold its part of the cache? Looks only (root)", request, mark="#")
    lines = "".join(f"must_hold {file.path} {file.size_bytes}\n" for file in files)
    others = (
        "" if request.database.rac is False else " Run it on every other node too: the names must be the same there."
    )
    text = template("cache/devices.sh", DEVICES=lines, OTHER_NODES=others, REVIEW=review_folder(request))
    return BundleFile(DEVICES, f"#!/usr/bin/env bash\n{head}{text}", executable=True)
