"""Database Smart Flash Cache."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from segtier.errors import Infeasible
from segtier.model.option import Spec
from segtier.model.plan import BundleFile, Step
from segtier.oracle import gates
from segtier.plan.checks.verify import must_hold
from segtier.plan.contract import MEASURED, Gates, Lists, Scripts, TargetedRequest
from segtier.plan.moves.flash_cache import DEVICES, files_word, flash_cache_files, memory, sizes_word
from segtier.plan.moves.flash_cache_use import NAME as USE
from segtier.plan.moves.flash_cache_use import flash_cache_use_files, used_segments
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.quoting import markdown_text
from segtier.plan.sqlplus.template import template
from segtier.plan.storage.flash_cache import cache_files, cache_size_bytes, metadata_bytes
from segtier.plurals import plural
from segtier.units import format_bytes

_STEPS = (
    Step(DEVICES, "root, every node", "Looks whether each device holds its part of the cache.", "none", "nothing", "-"),
    Step(
        "50_flash_cache.sql",
        "SYSDBA",
        "Sets the cache and its memory in the spfile.",
        "a restart of the whole database, all instances together",
        "memory for the list of cached blocks",
        "90_rollback_flash_cache.sql, then restart",
    ),
    Step(
        USE,
        "SYSDBA, after the restart",
        "Marks what the cache keeps and what it leaves out.",
        "none",
        "nothing is rewritten",
        "90_rollback_flash_cache_use.sql",
    ),
)

_BESIDE = (
    "The flash cache lies at the same place as the files of the other parts, so it is mirrored where they are, and each"
    " block put in is written as often as there are copies. A disk group of its own on a device of its own avoids that:"
    " then get its scripts by themselves."
)
_BESIDE_SEGMENTS = (
    "Blocks of the segments on the SSD would go into the flash cache as well, where they gain nothing. ALTER TABLE (or INDEX)"
    " ... STORAGE (FLASH_CACHE NONE) for them keeps its room for the others: 51_flash_cache_use.sql, where the advice names them."
)

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
    " lock contention. Not every user meets it. Try it with the load of one instance, and have the rollback ready: it"
    " switches the running cache off at once."
)
_TDE = (
    "Tablespaces are encrypted: the Reference of 26ai asks for WALLET_ROOT and TDE_CONFIGURATION where the flash cache is used."
    " Look what your release writes to the device in clear."
)


def _without(parameter: str, condition: str) -> str:
    """Rows of instances of which the condition does not hold."""
    return (
        "gv$instance i WHERE NOT EXISTS (SELECT 1 FROM gv$parameter p"
        f" WHERE p.inst_id = i.inst_id AND p.name = '{parameter}' AND {condition})"
    )


_AFTER = (
    MEASURED,
    "The cache fills for hours. `80_verify.sql` shows hits, inserts and what skips them: run it after each busy hour.",
    "Roll back when `physical read flash cache hits` stay below inserts after a day, when `write complete waits: flash cache` or"
    " `free buffer waits` reach the top events, or when DBWR skips a tenth of the inserts.",
)


class FlashCache(Scripts):
    title = "Set up Database Smart Flash Cache"
    gates: ClassVar[Gates] = (gates.flash_cache,)
    after = _AFTER

    def files(self, _: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        return (*flash_cache_files(request), *flash_cache_use_files(request, cache_size_bytes(request)))

    def needed_bytes(self, _: Lists, request: TargetedRequest) -> int:
        return cache_size_bytes(request)

    def checks(self, _: Lists, request: TargetedRequest) -> str:
        files = cache_files(request)
        by_shell = f"  verdict(NULL, 'each device must hold its part of the cache: {DEVICES} looks, on every node.');"
        return block(
            "cache/look.sql",
            MEMORY=memory(request),
            METADATA=str(metadata_bytes(request)),
            FIRST=files[0].path,
            BYTES=str(cache_size_bytes(request)),
            ENCRYPTED=template("cache/encrypted.sql") if encrypted(request) else "",
            ROOM_OF=by_shell if files[0].is_device else "  room_verdict(l_bytes, 0, 'the cache of every instance');",
        )

    def verified(self, _: Lists, request: TargetedRequest) -> str:
        files, release = cache_files(request), request.database.release or ""
        listed = "" if release.startswith("11.") or not release else template("cache/pieces.sql#files")
        text = template("cache/verify.sql", FILES=files_word(files), SIZES=sizes_word(files), FLASH_FILES=listed)
        there = [
            (
                _without("db_flash_cache_file", f"INSTR(p.value, '{file.path}') > 0"),
                f"instance(s) do not have their cache at {file.path}",
            )
            for file in files
        ]
        on = f"REGEXP_COUNT(p.value, '[1-9][0-9]*') = {len(files)}"
        return text + must_hold(
            *there, (_without("db_flash_cache_size", on), "instance(s) with a part of the cache off")
        )

    def steps(self, _: TargetedRequest) -> Sequence[Step]:
        return _STEPS

    def notes(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
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
                f"DISKS in segtier.env names {plural(len(files), 'disk')}, "
                f"in the order of {', '.join(file.path for file in files)};"
                " 11_flash_cache_devices.sh says whether all are there."
            )
        if request.database.rac is not False:
            yield _RAC
        if encrypted(request):
            yield _TDE
        if used_segments(request):
            yield "FLASH_CACHE KEEP has no limit of its own and pushes the rest out; nobody has published what it gains."

    def figures(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        size, metadata, files = cache_size_bytes(request), metadata_bytes(request), cache_files(request)
        lines = [
            f"Per instance: {format_bytes(size)} of cache at {files_word(files)}, and {format_bytes(metadata)} more"
            " memory for the list of its blocks (100 bytes a block, 200 on a cluster)."
        ]
        cache = request.buffer_cache_bytes
        if cache and not 2 * cache <= size <= 10 * cache:
            lines.append(
                f"Oracle advises 2 to 10 times the buffer cache; this is {size / cache:.1f} times {format_bytes(cache)}."
            )
        if request.memory_management:
            lines.append(
                f"The report shows {request.memory_management.upper()} memory management;"
                " the script looks again and raises what is set."
            )
        return lines

    def known(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        for file in (request.known.flash_cache if request.known else None) or ():
            yield f"A flash cache is set up already: {markdown_text(file.name)}"

    def going_back(self, _: Lists, __: TargetedRequest) -> str:
        return (
            "It is never too late: the cache holds copies only. Size 0 switches it off at once; without its parameters a"
            " restart is needed."
        )

    def screen(self, request: TargetedRequest) -> None:
        gate = gates.flash_cache(request.database)
        if gate.allowed is False:
            raise Infeasible(gate.reason, code="flash-cache-not-available")

    def beside(self, others: Sequence[Spec]) -> Iterable[str]:
        yield _BESIDE
        if any(other.by_name for other in others):
            yield _BESIDE_SEGMENTS


def encrypted(request: TargetedRequest) -> bool:
    return any(each.encrypted for each in (request.known.tablespaces if request.known else None) or ())
