"""What a reader of the bundle should know that no table says, per option."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.plan import PlanRequest
from segtier.plan.cache_place import cache_size_bytes, flash_location, metadata_bytes
from segtier.plan.duration import FASTEST_MB_PER_S, SLOWEST_MB_PER_S
from segtier.plan.moves.datafiles_known import known_files
from segtier.plan.moves.lists import MoveList
from segtier.plan.moves.temp import temp_bytes
from segtier.plan.place import EXAMPLE, place_of
from segtier.plan.sqlplus import knows_segments
from segtier.units import format_bytes

_LOBS_STAY = "LOB segments stay where they are: MOVE TABLESPACE does not take them along."
_LOBS_MOVE = (
    "LOBs in the list move through their table and column; the table is rewritten where it is, and its rowids change. LOBs"
    " that are not in the list stay where they are."
)
_NOT_MOVED = (
    "Not moved by these scripts: LOBs, index-organized tables, clusters, nested tables, queues, materialized views, LONG"
    " tables, domain indexes, and everything Oracle owns."
)
_NOT_MOVED_KNOWN = (
    "Not moved by these scripts: clusters, queues, materialized view logs, LONG tables, domain indexes, and everything"
    " Oracle owns; nor LOBs, index-organized tables, nested tables and materialized views of which the inventory does not"
    " say enough."
)
_FILES_LOOKED_UP = "Which files there are is looked up when the script runs. SYSTEM, SYSAUX, undo, temp and redo stay."
_FILES_KNOWN = "Which files there are the inventory says. SYSTEM, SYSAUX, undo, temp and redo stay."

_SEGMENTS = (
    "Tables move before their indexes. A table that cannot move online leaves its indexes UNUSABLE; the script rebuilds"
    " them at once, each where it is or, if it moves too, where it goes.",
    _LOBS_STAY,
    "Rowids change. Anything that stores rowids (materialized view logs by ROWID stop the script) must be looked at.",
    "Compression, LOGGING and quota are checked and kept. A segment that is encrypted differently from the target"
    " tablespace, or has another block size, stops the script.",
    "Statistics: an index rebuild refreshes those of the index. Oracle advises to gather those of a moved table:"
    " DBMS_STATS.GATHER_TABLE_STATS with cascade. Plans may change with the clustering factor.",
    "New partitions are created where the table's default says, not on the flash: ALTER TABLE ... MODIFY DEFAULT"
    " ATTRIBUTES TABLESPACE changes that. The scripts leave it alone.",
    "The moves are logged: archive space and a standby must take the volume of what moves. A NOLOGGING segment stops"
    " the script where a standby is fed without FORCE LOGGING. Logical replication sees a table MOVE as DDL.",
    _NOT_MOVED,
    "The rollback needs the old room in the old tablespaces. It does not drop the new tablespaces.",
)

_ALL = (
    "Whole data files move, not segments: segment by segment would leave LOBs, index-organized tables, clusters, queues and"
    " LONG tables behind, change rowids and make indexes UNUSABLE. Files keep every name and take everything along.",
    _FILES_LOOKED_UP,
    "In a container database run the scripts once in every PDB that is to move, and connect RMAN to the same PDB.",
    "The old file is deleted when its move has ended. A standby does not follow: its files stay where they are.",
    "Where the bundle has both, run 40_move_datafiles.sql; 41_copy_datafiles.sql only where 40 says it cannot.",
    "41_copy_datafiles.sql (RMAN) is for releases before 12.1 and other editions; it needs ARCHIVELOG mode. It leaves the"
    " old files in place until you delete them, and the way back needs the archived redo since the switch.",
)

_REDO = (
    "As many groups as each thread has now, of the same size and block size, one member each, come to the flash; only then the"
    " old ones go, one by one, when they are INACTIVE and archived."
    " The script waits up to ten minutes for each, then stops; run it again.",
    "One member per group, however many it has today: a second member is not made. What protects the one is the redundancy"
    " of the disk group; with EXTERN, or in a directory, Oracle keeps no second copy. If the flash is not mirrored, losing"
    " it loses committed work; the script stops there until you say otherwise in settings.sql.",
    "A block size of 512 fails on devices with 4096-byte sectors only (ORA-01378). The script does not touch hidden parameters.",
    "Standby redo logs stay where they are; their size still fits, because the size does not change.",
    "Redo is written all the time: look at the endurance of the device.",
)

_TEMP = (
    "The new tablespace becomes the default; users with a temporary tablespace of their own keep it (80_verify.sql lists"
    " them). The old one stays, so the way back is one statement.",
    "Sessions use the new one from their next sort on.",
    "In a container database run the scripts in the PDB whose temp is to move.",
    "Temp is written heavily: look at the endurance of the device.",
)

_FLASH = (
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


_FILE_SYSTEM = (
    "The files go to a file system. SQL cannot see its room; 10_os_setup.sh looks at it. Mount it with the options Oracle"
    " asks for, and set filesystemio_options so that the flash is read directly."
)
_ASKED = (
    f"Nobody has said where the flash is. Fill in flash_place in settings.sql; every script stops on {EXAMPLE}."
    " For a file system fill in DIRECTORY in segtier.env as well."
)
_TIMES = (
    f"Expected durations are assumed at {SLOWEST_MB_PER_S} to {FASTEST_MB_PER_S} MB/s for one stream; nothing was measured."
    " The first log tells what this machine does."
)


def notes_for(lists: Sequence[MoveList], request: PlanRequest) -> list[str]:
    """Notes of the option, with the figures of this request."""
    by_option = {"all": _ALL, "redo": _REDO, "temp": _TEMP, "flash-cache": _FLASH}
    return [
        *place_notes(request),
        *_figures(request),
        *_mirroring(request),
        _TIMES,
        *_by_inventory(by_option.get(request.option, _SEGMENTS), lists, request),
    ]


def _by_inventory(notes: Sequence[str], lists: Sequence[MoveList], request: PlanRequest) -> list[str]:
    """The notes with those about searching and leaving out put as the inventory allows."""
    changed = {}
    if any(each.kind == "lobs" for each in lists):
        changed[_LOBS_STAY] = _LOBS_MOVE
    if knows_segments(request):
        changed[_NOT_MOVED] = _NOT_MOVED_KNOWN
    if request.option == "all" and known_files(request) is not None:
        changed[_FILES_LOOKED_UP] = _FILES_KNOWN
    return [changed.get(note, note) for note in notes]


def place_notes(request: PlanRequest) -> list[str]:
    """What must be filled in or looked at before the files can lie where they should."""
    if request.option == "flash-cache":
        return []
    place = place_of(request)
    notes = [_ASKED] if place.asked else []
    return notes if place.group else [*notes, _FILE_SYSTEM]


def _mirroring(request: PlanRequest) -> list[str]:
    if place_of(request).group is None or request.tier.mirrored or request.option in ("flash-cache", "temp", "redo"):
        return []
    return [
        "The flash is not known to be mirrored, so the disk group is created with EXTERNAL redundancy: losing one"
        " device then means restoring from backup."
    ]


def _figures(request: PlanRequest) -> list[str]:
    if request.option == "flash-cache":
        return _flash_figures(request)
    if request.option == "temp":
        size = temp_bytes(request)
        text = "as big as the present default (no peak in the inputs)" if size is None else format_bytes(size)
        return [f"Size of the new temporary tablespace: {text}. It does not grow by itself."]
    if request.option == "redo" and request.redo_bytes_per_s:
        twenty = request.redo_bytes_per_s * 1200
        return [
            f"The report shows {format_bytes(request.redo_bytes_per_s)} of redo a second: twenty minutes are"
            f" {format_bytes(twenty)}. If your groups are much smaller, log switches are too frequent; the script keeps the size."
        ]
    return []


def _flash_figures(request: PlanRequest) -> list[str]:
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
