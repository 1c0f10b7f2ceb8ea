"""Whole data files to the volume: rdsadmin_util.move_datafile, which needs Enterprise Edition; SYSTEM, SYSAUX, RDSADMIN stay.

Source: Amazon RDS User Guide, Moving data between storage volumes in RDS for Oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from segtier.model.plan import BundleFile, Step
from segtier.plan.contract import Gates, Lists, TargetedRequest
from segtier.plan.moves.datafile import RECORDED, files_left, outside
from segtier.plan.moves.datafiles_known import known_files, moved_tablespaces
from segtier.plan.options.all import AllData
from segtier.plan.sqlplus.block import block, entry, record, replay
from segtier.plan.sqlplus.script import library, script
from segtier.plan.sqlplus.template import template
from segtier.plan.targets.rds.screen import screen_data_files

_LIBRARY = "lib_move_datafile.sql"
_EXPECTED = (
    "all data files but SYSTEM, SYSAUX, RDSADMIN, undo and temp; bytes and time are printed once they are counted"
)
_VOLUME = "'''' || REGEXP_SUBSTR(f.file_name, 'rdsdbdata[2-4]?') || ''''"
"""The volume a file lies on today, as move_datafile takes it."""
_NOTES = (
    "Whole data files move while they are open, not segments: they keep every name and take everything along.",
    "Which files there are is looked up when the script runs. SYSTEM, SYSAUX, RDSADMIN, undo, temp and redo stay.",
    "Source and target volume both carry the I/O of the move; each needs room until a file has moved.",
    "Files that are added later go where DB_CREATE_FILE_DEST of the parameter group says: the main volume, unless it is changed.",
)


class AllDataOnRds(AllData):
    title = "Move all data files to a volume of RDS"
    gates: ClassVar[Gates] = ()

    def files(self, _: Lists, request: TargetedRequest) -> Sequence[BundleFile]:
        known_files(request)
        query = f"SELECT f.file_id, f.file_name, f.tablespace_name, f.bytes\n              FROM {outside(request)}"
        lines = entry({"step": "f.file_id", "name": _VOLUME}, calls=_LIBRARY)
        recorded = record(RECORDED, "40_move_datafiles.log", template("files/record.sql", FILES=query, LINES=lines))
        check = block(
            "files/check.sql",
            FILES=query,
            USABLE=str(request.tier.usable_bytes),
            MIRRORED="",
            GATE=template("files/pieces.sql#gate"),
        )
        left = files_left(request)
        body = (
            left + check + recorded + "SET ECHO ON\n" + block("rds/move_datafiles.sql", OUTSIDE=outside(request)) + left
        )
        who = request.target.terms.dba
        return (
            script("40_move_datafiles.sql", f"moves whole data files ({who})", body, request, expected=_EXPECTED),
            script(
                "90_rollback_datafiles.sql",
                f"moves the recorded data files back ({who})",
                replay(RECORDED),
                request,
                expected=_EXPECTED,
            ),
            library(
                _LIBRARY,
                "moves one recorded data file back, called by the rollback",
                block("rds/move_back.sql"),
                request,
            ),
        )

    def checks(self, _: Lists, request: TargetedRequest) -> str:
        usable = str(request.tier.usable_bytes)
        weighed = block("files/weigh.sql", OUTSIDE=outside(request), MIRRORED="", ARCHIVED="", USABLE=usable)
        return files_left(request) + weighed

    def steps(self, request: TargetedRequest) -> Sequence[Step]:
        what = "Moves whole data files while they are open."
        cost = "little redo; room for a second copy of each file while it moves"
        return (
            Step("40_move_datafiles.sql", request.target.terms.dba, what, "none", cost, "90_rollback_datafiles.sql"),
        )

    def notes(self, _: Lists, request: TargetedRequest) -> Iterable[str]:
        only = ", ".join(moved_tablespaces(request))
        return [*([f"Only the data files of these tablespaces move: {only}."] if only else []), *_NOTES]

    def going_back(self, _: Lists, __: TargetedRequest) -> str:
        return "It is never too late while the main volume has room: the files go back the same way, open."

    def screen(self, request: TargetedRequest) -> None:
        screen_data_files(request)
