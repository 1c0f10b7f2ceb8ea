"""What plan.md says of the flash cache: what it is, what the restart needs, and what is known to go wrong."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.plan.cache_place import cache_files
from segtier.plan.contract import Lists, TargetedRequest
from segtier.plan.moves.flash_cache import sizes_word
from segtier.plan.moves.flash_cache_use import used_segments

_NOTES = (
    "The cache holds clean blocks that left the buffer cache. It is empty after each restart and warms up. Losing the device"
    " loses no data, so the cache is not mirrored.",
    "All instances of a cluster use the cache with the same path, or none. Restart them together, not one after the other.",
    "50_flash_cache.sql saves the old parameters as ?/dbs/segtier_before_flash_cache.ora on the server it is run on, and prints"
    " the commands of the restart (srvctl and SQL*Plus) and those that bring the old parameters back.",
    "00_precheck.sql prints what /dev/shm (MEMORY_TARGET) or HugePages (USE_LARGE_PAGES) must hold, with the command that mends"
    " it: without it the instance does not start. The script waits for memory_checked in settings.sql.",
    "11.2.0.3 on Oracle Linux 6 fails to start with ORA-00439 without patch 12949806;"
    " 11.2.0.1 needed patch 8974084 and is not taken here.",
    "Direct path reads, KEEP and RECYCLE pools and other block sizes do not use it.",
    "If free buffer waits or DBWR skips are high, the cache cannot help before the write side is mended.",
)
_RAC = (
    "Support note 2120400.1 (11.2.0.1 to 12.2): on two or more nodes the flash cache may bring busy DBWR, CPU at 100 %, hangs and"
    " lock contention. Not every user meets it. Try it with the load of one instance, and have the way back at hand: the"
    " rollback switches the running cache off at once."
)
_TDE = (
    "Tablespaces are encrypted: the Reference of 26ai asks for WALLET_ROOT and TDE_CONFIGURATION where the flash cache is used."
    " Look what your release writes to the device in clear."
)


def notes(_: Lists, request: TargetedRequest) -> Iterable[str]:
    yield from _NOTES
    files = cache_files(request)
    first_off = ", ".join(["0", *sizes_word(files[1:]).split(", ")])
    one = f"; the first device alone off: {first_off}" if len(files) > 1 else ""
    yield (
        f"To switch the cache off without a restart: ALTER SYSTEM SET db_flash_cache_size = {', '.join('0' for _ in files)};"
        f" back on only with the sizes of the start, {sizes_word(files)}{one}."
    )
    if len(files) > 1:
        yield (
            f"DISKS in segtier.env names {len(files)} disks, in the order of {', '.join(file.path for file in files)};"
            " 11_flash_cache_devices.sh says whether all are there."
        )
    if request.database.rac is not False:
        yield _RAC
    if encrypted(request):
        yield _TDE
    if used_segments(request):
        yield "FLASH_CACHE KEEP has no limit of its own and pushes the rest out; nobody has published what it gains."


def encrypted(request: TargetedRequest) -> bool:
    return any(each.encrypted for each in (request.known.tablespaces if request.known else None) or ())
