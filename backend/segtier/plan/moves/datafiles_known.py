"""The data files an inventory lists: written out in a list of their own, and held against what is there now.

A file that is new, renamed or gone since stops the scripts; one that has grown does not. In a container database the
list names the container of each file, and the scripts take those of the container they run in.
"""

from __future__ import annotations

from segtier.errors import Infeasible
from segtier.model.inventory import DatabaseFile
from segtier.model.plan import BundleFile
from segtier.oracle.names import SYSTEM_TABLESPACES
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import ddl, plsql
from segtier.plan.sqlplus.block import block
from segtier.plan.sqlplus.quoting import sql_literal, tablespace
from segtier.plan.sqlplus.script import library
from segtier.plan.sqlplus.template import template
from segtier.units import format_bytes

LIST = "list_datafiles.sql"
LIBRARY = "lib_known_datafile.sql"
SPARE = 1.03
"""Room the checks ask for beside the files: headers, and what they grow by meanwhile."""


def moved_tablespaces(request: TargetedRequest) -> tuple[str, ...]:
    """In upper case; empty: all. Raises Refused for a name that cannot be used."""
    return tuple(dict.fromkeys(tablespace(name) for name in request.tablespaces))


def known_files(request: TargetedRequest) -> tuple[DatabaseFile, ...] | None:
    """The files that move, or None where no inventory lists them all: the scripts then look them up.

    Raises Infeasible where none is left to move, or they do not fit on the flash.
    """
    known = request.known
    if known is None or not known.datafiles or not known.tablespaces:
        return None
    contents = {(each.pdb, each.name): each.contents for each in known.tablespaces}
    if any(each.file_id is None or contents.get((each.pdb, each.tablespace or "")) is None for each in known.datafiles):
        return None
    only = moved_tablespaces(request)
    where, in_pdbs = request.place.start, any(each.pdb for each in known.datafiles)
    files = tuple(
        each
        for each in sorted(known.datafiles, key=lambda each: (each.pdb or "", each.file_id or 0))
        if contents[each.pdb, each.tablespace or ""] == "PERMANENT"
        and each.tablespace not in SYSTEM_TABLESPACES
        and (not only or each.tablespace in only)
        and (each.pdb not in (None, "CDB$ROOT") or not in_pdbs)
        and not each.name.startswith(where)
    )
    _must_fit(files, request)
    return files


def _must_fit(files: tuple[DatabaseFile, ...], request: TargetedRequest) -> None:
    if not files:
        raise Infeasible(
            f"every data file is at {request.place.setting} already, by the inventory", code="nothing-to-move"
        )
    needed = int(sum(each.size_bytes or 0 for each in files) * SPARE)
    if needed > request.tier.usable_bytes:
        raise Infeasible(
            f"the data files need {format_bytes(needed)}, the SSD holds {format_bytes(request.tier.usable_bytes)}",
            code="does-not-fit",
        )


def list_files(files: tuple[DatabaseFile, ...], request: TargetedRequest, *, online: bool) -> tuple[BundleFile, ...]:
    """The list and the block it calls for each file; `online`: in RUN mode that moves the file."""
    entries = "".join(_entry(each) for each in files)
    # In a directory the file keeps its own name; the number keeps two equal names apart.
    target = plsql.file_at_place("'f' || :s_step || '_' || REGEXP_SUBSTR(l_name, '[^/\\+]+$')")
    move = ddl.MOVE_DATAFILE.plsql(file_id="TO_CHAR(:s_step)", file=target)
    held_one = block("files/known.sql", MOVE=template("files/pieces.sql#known_move", MOVE=move) if online else "")
    return (
        library(LIST, f"the {len(files)} data files to move, read by the scripts", entries, request),
        library(LIBRARY, "holds one data file against the inventory, called by the list", held_one, request),
    )


def _entry(file: DatabaseFile) -> str:
    return (
        f"BEGIN\n  :s_pdb := {sql_literal(file.pdb)};\n  :s_step := {file.file_id};\n"
        f"  :s_name := {sql_literal(file.name)};\nEND;\n/\n@@{LIBRARY}\n"
    )


def walk(files: tuple[DatabaseFile, ...], mode: str) -> str:
    """Runs the list: HOLD only looks, RUN moves."""
    return template("files/walk.sql", MODE=mode, LIST=LIST, COUNT=str(len(files)))


def held(files: tuple[DatabaseFile, ...], query: str) -> str:
    """Stops where a file is not as the inventory said, or `query` finds one that it does not know."""
    return walk(files, "HOLD") + block("files/all_listed.sql", FILES=query)
