"""Database Smart Flash Cache."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.errors import Infeasible
from segtier.model.option import Spec
from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle import gates
from segtier.plan.cache_place import cache_size_bytes, flash_location, metadata_bytes, size_word
from segtier.plan.moves.flash_cache import flash_cache_files
from segtier.plan.must_hold import must_hold
from segtier.plan.options.option import Lists, Scripts
from segtier.plan.quoting import markdown_text
from segtier.plan.room import GUARDED, HEAD
from segtier.plan.sqlplus import fill
from segtier.plan.step import Step
from segtier.units import format_bytes

_LOOK = """\
SELECT parameter, value FROM v$option WHERE parameter = 'Server Flash Cache';
SELECT sid, name, display_value FROM v$spparameter WHERE isspecified = 'TRUE' AND name IN ('db_flash_cache_file',
  'db_flash_cache_size', 'memory_target', 'memory_max_target', 'sga_target', 'sga_max_size', 'db_cache_size') ORDER BY name, sid;
SELECT size_for_estimate, size_factor, estd_physical_read_factor
  FROM v$db_cache_advice WHERE name = 'DEFAULT' ORDER BY size_for_estimate;
"""

_ROOM = f"""\
{HEAD}\
{GUARDED}\
  :s_flash_place := '%%FILE%%';
  SELECT MAX(CASE value WHEN 'TRUE' THEN 1 ELSE 0 END) INTO l_count FROM v$option WHERE parameter = 'Server Flash Cache';
  verdict(l_count = 1, 'v$option lists Server Flash Cache as allowed on this server.');
  SELECT COUNT(*) INTO l_count FROM gv$instance;
  l_bytes := l_count * %%BYTES%%;
  room_verdict(l_bytes, 0, 'the cache of every instance');
  say('Total: ' || l_count || ' instance(s), ' || gib(l_bytes) || ' of cache. Expected: a restart.');
END;
/
"""

_VERIFY = """\
PROMPT After the restart. Expected on every instance: %%FILE%% and %%SIZE%%
SELECT inst_id, name, display_value FROM gv$parameter
 WHERE name IN ('db_flash_cache_file', 'db_flash_cache_size') ORDER BY inst_id, name;
PROMPT After some hours: inserts grow, hits grow faster than inserts
SELECT inst_id, name, value FROM gv$sysstat
 WHERE name LIKE 'flash cache%' OR name IN ('physical read flash cache hits', 'physical reads cache') ORDER BY inst_id, name;
PROMPT Expected: skips by DBWR overloaded below a tenth of the inserts, free buffer waits not among the top events
SELECT inst_id, event, total_waits, ROUND(time_waited_micro / NULLIF(total_waits, 0)) AS avg_us FROM gv$system_event
 WHERE event LIKE 'db flash cache%' OR event IN ('db file sequential read',
       'write complete waits: flash cache', 'free buffer waits')
 ORDER BY inst_id, event;
"""

_VERIFY_FILES = """\
PROMPT Expected: one row per file, enabled (view from 12.1 on)
SELECT * FROM v$flashfilestat;
"""

_STEP = Step(
    "50_flash_cache.sql",
    "SYSDBA",
    "Sets the cache and its memory in the spfile.",
    "a restart of the whole database, all instances together",
    "memory for the list of cached blocks",
    "90_rollback_flash_cache.sql, then restart",
)

_NOTES = (
    "The cache holds clean blocks that left the buffer cache. It is empty after each restart and warms up. Losing the device"
    " loses no data.",
    "All instances of a cluster use the cache with the same path, or none. Restart them together, not one after the other.",
    "If the database does not start: 50_flash_cache.sql has saved the old parameters as ?/dbs/segtier_before_flash_cache.ora and"
    " prints the two commands that bring them back.",
    "With HugePages raise vm.nr_hugepages by the added memory before the restart.",
    "To switch the cache off without a restart: ALTER SYSTEM SET db_flash_cache_size = 0 (11.2.0.2 and later);"
    " back on only with the"
    " same size as at the start.",
    "11.2.0.3 on Oracle Linux 6 fails to start with ORA-00439 without patch 12949806;"
    " 11.2.0.1 needed patch 8974084 and is not taken here.",
    "Direct path reads, KEEP and RECYCLE pools and other block sizes do not use it. No segment is marked FLASH_CACHE KEEP.",
    "If free buffer waits or DBWR skips are high, the cache cannot help before the write side is mended.",
)

_BESIDE = (
    "The flash cache lies at the same place as the files of the other parts, so it is mirrored where they are, and each"
    " block put in is written as often as there are copies. A disk group of its own on a device of its own avoids that:"
    " then get its scripts by themselves."
)
_BESIDE_SEGMENTS = (
    "Blocks of the segments on the flash would go into the flash cache as well, where they gain nothing. ALTER TABLE (or INDEX)"
    " ... STORAGE (FLASH_CACHE NONE) for them keeps its room for the others. The scripts leave it alone."
)


def _screen(request: PlanRequest) -> None:
    gate = gates.flash_cache(request.database)
    if gate.allowed is False:
        raise Infeasible(gate.reason, code="flash-cache-not-available")


def _files(_: Lists, request: PlanRequest) -> Sequence[BundleFile]:
    return flash_cache_files(request)


def _needed_bytes(_: Lists, request: PlanRequest) -> int:
    return cache_size_bytes(request)


def _checks(_: Lists, request: PlanRequest) -> str:
    return _LOOK + fill(_ROOM, FILE=flash_location(request), BYTES=str(cache_size_bytes(request)))


def _verified(_: Lists, request: PlanRequest) -> str:
    file = flash_location(request)
    text = fill(_VERIFY, FILE=file, SIZE=size_word(cache_size_bytes(request)))
    text += must_hold(
        (_without("db_flash_cache_file", f"INSTR(p.value, '{file}') = 1"), f"instance(s) whose cache is not at {file}"),
        (_without("db_flash_cache_size", "NVL(p.value, '0') <> '0'"), "instance(s) with a cache of no size: it is off"),
    )
    release = request.database.release or ""
    return text if release.startswith("11.") or not release else text + _VERIFY_FILES


def _without(parameter: str, condition: str) -> str:
    """Rows of instances of which the condition does not hold."""
    return (
        "gv$instance i WHERE NOT EXISTS (SELECT 1 FROM gv$parameter p"
        f" WHERE p.inst_id = i.inst_id AND p.name = '{parameter}' AND {condition})"
    )


def _steps(_: PlanRequest) -> Sequence[Step]:
    return (_STEP,)


def _notes(_: Lists, __: PlanRequest) -> Iterable[str]:
    return _NOTES


def _figures(_: Lists, request: PlanRequest) -> list[str]:
    size, metadata = cache_size_bytes(request), metadata_bytes(request)
    lines = [
        f"Per instance: {format_bytes(size)} of cache at {flash_location(request)}, and {format_bytes(metadata)} more"
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


def _known(_: Lists, request: PlanRequest) -> Iterable[str]:
    for file in (request.known.flash_cache if request.known else None) or ():
        yield f"A flash cache is set up already: {markdown_text(file.name)}"


def _beside(others: Sequence[Spec]) -> Iterable[str]:
    yield _BESIDE
    if any(other.by_name for other in others):
        yield _BESIDE_SEGMENTS


OPTION = Scripts(
    "flash-cache",
    "Set up Database Smart Flash Cache",
    _files,
    _needed_bytes,
    _checks,
    _verified,
    _steps,
    _notes,
    _figures,
    _known,
    gates=(gates.flash_cache,),
    screen=_screen,
    beside=_beside,
)
