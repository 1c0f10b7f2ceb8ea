"""All data files on flash, whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from segtier.model.plan import BundleFile, Step
from segtier.oracle.gates import move_datafile_online
from segtier.plan.checks.verify import CHANGED_LATELY, filled, must_hold, where_io
from segtier.plan.contract import MEASURED, Gates, Lists, Scripts, TargetedRequest
from segtier.plan.moves.datafile import datafile_files, files_left, held_files, outside
from segtier.plan.moves.datafiles_known import known_files, moved_tablespaces
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.quoting import shown
from segtier.plan.sqlplus.template import piece, text_of
from segtier.units import format_bytes

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
        "Writes the RMAN commands: copy, roll forward, switch, way back.",
        "each file is offline while the redo since the last roll forward is applied",
        "room for a second copy of every file",
        "90_rollback_copies.sql, then RMAN",
    ),
)

_OFFLINE = "dba_data_files WHERE INSTR(file_name, :s_flash_start) = 1 AND online_status <> 'ONLINE'"
_NOTHING_HERE = (
    "(SELECT COUNT(*) AS files FROM dba_data_files WHERE INSTR(file_name, :s_flash_start) = 1) WHERE files = 0"
)
_FILES_LOOKED_UP = "Which files there are is looked up when the script runs. SYSTEM, SYSAUX, undo, temp and redo stay."
_FILES_KNOWN = "Which files there are the inventory says. SYSTEM, SYSAUX, undo, temp and redo stay."
_NOTES = (
    "Whole data files move, not segments: segment by segment would leave LOBs, index-organized tables, clusters, queues and"
    " LONG tables behind, change rowids and make indexes UNUSABLE. Files keep every name and take everything along.",
    _FILES_LOOKED_UP,
    "In a container database run the scripts once in every PDB that is to move, and connect RMAN to the same PDB;"
    " 80_verify.sql looks into the one it runs in.",
    "Undo stays: its tablespace belongs to an instance, open transactions hold it, and a new one with UNDO_TABLESPACE is the way"
    " to move it. Its blocks are written in the background, so no session waits for them as for redo.",
    "The old file is deleted when its move has ended. A standby does not follow: its files stay where they are.",
    "Where the bundle has both, run 40_move_datafiles.sql; 41_copy_datafiles.sql only where 40 says it cannot.",
    "41_copy_datafiles.sql (RMAN) is for releases before 12.1 and other editions; it needs ARCHIVELOG mode. It leaves the"
    " old files in place until you delete them, and the way back (90_rollback_copies.sql) needs the archived redo since the"
    " switch. The copies are tagged SEGTIER; a file with NOLOGGING changes after its copy is not switched: copy it again.",
    "41_copy_datafiles.sql may be run again at any time: it writes what is not at the SSD yet and keeps the first way back.",
)


def _containers(request: TargetedRequest) -> str:
    pdbs = sorted({file.pdb for file in known_files(request) or () if file.pdb})
    return f"PROMPT This looks into one container. Run it in each of: {', '.join(map(shown, pdbs))}\n" if pdbs else ""


_AFTER = (
    MEASURED,
    "Roll back when `80_verify.sql` still ends with an error after a second run, or when `db file sequential read` of the busy"
    " hour does not wait less on average than before.",
    "Give the old files' room back only after a good busy hour and a new backup.",
)


class AllData(Scripts):
    title = "Move all data files to SSD"
    gates: ClassVar[Gates] = (move_datafile_online,)
    after = _AFTER

    def files(self, _: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        return datafile_files(request)

    def needed_bytes(self, _: Lists, request: TargetedRequest) -> int:
        """0 where it is not known: an inventory gives an offline file no size."""
        sizes = [file.size_bytes for file in known_files(request) or ()]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else 0

    def checks(self, _: Lists, request: TargetedRequest) -> str:
        online = move_datafile_online(request.database).allowed
        weighed = block(
            "files/weigh.sql",
            OUTSIDE=outside(request),
            MIRRORED=piece("mirrored_verdict", request),
            ARCHIVED="" if online is not False else text_of("files/pieces.sql#archivelog_verdict"),
            USABLE=str(request.tier.usable_bytes),
        )
        return files_left(request) + held_files(request) + weighed

    def verified(self, _: Lists, request: TargetedRequest) -> str:
        """Of the container it runs in: one that holds nothing of the plan is no all-clear."""
        holds = must_hold(
            (outside(request), "data file(s) outside the SSD"),
            (_OFFLINE, "data file(s) at the SSD that are not online"),
            (_NOTHING_HERE, "container looked into, which has no data file at the SSD"),
        )
        return files_left(request) + filled(request) + CHANGED_LATELY + where_io(request) + _containers(request) + holds

    def steps(self, _: TargetedRequest) -> Sequence[Step]:
        return _STEPS

    def notes(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        listed = known_files(request) is not None
        only = ", ".join(moved_tablespaces(request))
        notes = [_FILES_KNOWN if listed and note == _FILES_LOOKED_UP else note for note in _NOTES]
        return [f"Only the data files of these tablespaces move: {only}.", *notes] if only else notes

    def known(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        files = known_files(request)
        if files:
            known = [file.size_bytes for file in files if file.size_bytes is not None]
            rest = f" and {len(files) - len(known)} of unknown size" if len(known) < len(files) else ""
            yield f"Data files to move: {len(files)}, {format_bytes(sum(known))}{rest}"

    def asked(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        if known_files(request) is None:
            yield "Which data files there are"

    def going_back(self, _: Lists, __: TargetedRequest) -> str:
        return (
            "Files moved online go back the same way while their old disks have room for them. Files switched to RMAN copies"
            " go back while the old files are there and every archived log since the switch is: it is too late when either is"
            " gone."
        )
