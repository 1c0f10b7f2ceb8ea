"""All data files on flash, whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.gates import move_datafile_online
from segtier.plan.after_moves import INDEXES, WHERE_IO
from segtier.plan.moves.datafile import FILES_LEFT, OUTSIDE, datafile_files, held_files
from segtier.plan.moves.datafiles_known import known_files
from segtier.plan.must_hold import must_hold
from segtier.plan.options.option import Lists, Scripts
from segtier.plan.room import GUARDED, HEAD
from segtier.plan.sqlplus import fill
from segtier.plan.step import Step
from segtier.units import format_bytes

_ROOM = f"""\
{HEAD}\
{GUARDED}\
  SELECT NVL(SUM(f.bytes), 0), NVL(MAX(f.bytes), 0), COUNT(*) INTO l_bytes, l_largest, l_count
    FROM dba_data_files f JOIN dba_tablespaces t ON t.tablespace_name = f.tablespace_name
   WHERE t.contents = 'PERMANENT' AND t.tablespace_name NOT IN ('SYSTEM', 'SYSAUX')
     AND INSTR(f.file_name, :s_flash_place || '/') <> 1;
  verdict(l_bytes * 1.03 <= %%USABLE%%, 'the files hold ' || gib(l_bytes) || ', the flash ' || gib(%%USABLE%%));
  room_verdict(l_bytes * 1.03, 0, 'the new copies beside the old ones');
  say('Total: ' || l_count || ' file(s), ' || gib(l_bytes) || ', the largest ' || gib(l_largest) || '. Expected: '
    || takes(l_bytes));
END;
/
"""

_STEPS = (
    Step(
        "40_move_datafiles.sql",
        "SYSDBA",
        "Moves whole data files while they are open.",
        "none",
        "little redo; room for a second copy of each file while it moves",
        "90_rollback_datafiles.sql",
    ),
    Step(
        "41_copy_datafiles.sql",
        "SYSDBA, then RMAN",
        "Writes the RMAN commands: copy, switch, way back.",
        "each file is offline while it recovers",
        "room for a second copy of every file",
        "rollback_datafiles.rman",
    ),
)

_FILES_LOOKED_UP = "Which files there are is looked up when the script runs. SYSTEM, SYSAUX, undo, temp and redo stay."
_FILES_KNOWN = "Which files there are the inventory says. SYSTEM, SYSAUX, undo, temp and redo stay."
_NOTES = (
    "Whole data files move, not segments: segment by segment would leave LOBs, index-organized tables, clusters, queues and"
    " LONG tables behind, change rowids and make indexes UNUSABLE. Files keep every name and take everything along.",
    _FILES_LOOKED_UP,
    "In a container database run the scripts once in every PDB that is to move, and connect RMAN to the same PDB.",
    "The old file is deleted when its move has ended. A standby does not follow: its files stay where they are.",
    "Where the bundle has both, run 40_move_datafiles.sql; 41_copy_datafiles.sql only where 40 says it cannot.",
    "41_copy_datafiles.sql (RMAN) is for releases before 12.1 and other editions; it needs ARCHIVELOG mode. It leaves the"
    " old files in place until you delete them, and the way back needs the archived redo since the switch.",
)


def _files(_: Lists, request: PlanRequest) -> Sequence[BundleFile]:
    return datafile_files(request)


def _needed_bytes(_: Lists, request: PlanRequest) -> int:
    """0 where it is not known: an inventory gives an offline file no size."""
    sizes = [file.size_bytes for file in known_files(request) or ()]
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else 0


def _checks(_: Lists, request: PlanRequest) -> str:
    return FILES_LEFT + held_files(request) + fill(_ROOM, USABLE=str(request.tier.usable_bytes))


def _verified(_: Lists, __: PlanRequest) -> str:
    return FILES_LEFT + INDEXES + WHERE_IO + must_hold((OUTSIDE, "data file(s) outside the flash"))


def _steps(_: PlanRequest) -> Sequence[Step]:
    return _STEPS


def _notes(_: Lists, request: PlanRequest) -> Iterable[str]:
    listed = known_files(request) is not None
    return [_FILES_KNOWN if listed and note == _FILES_LOOKED_UP else note for note in _NOTES]


def _known(_: Lists, request: PlanRequest) -> Iterable[str]:
    files = known_files(request)
    if files:
        known = [file.size_bytes for file in files if file.size_bytes is not None]
        rest = f" and {len(files) - len(known)} of unknown size" if len(known) < len(files) else ""
        yield f"Data files to move: {len(files)}, {format_bytes(sum(known))}{rest}"


def _asked(_: Lists, request: PlanRequest) -> Iterable[str]:
    if known_files(request) is None:
        yield "Which data files there are"


OPTION = Scripts(
    "all",
    "Move all data files to flash",
    _files,
    _needed_bytes,
    _checks,
    _verified,
    _steps,
    _notes,
    known=_known,
    asked=_asked,
    gates=(move_datafile_online,),
)
