"""The data files an inventory lists: written out in a list of their own, and held against what is there now.

A file that is new, renamed or gone since stops the scripts; one that has grown does not. In a container database the
list names the container of each file, and the scripts take those of the container they run in.
"""

from __future__ import annotations

from segtier.errors import Infeasible
from segtier.model.inventory import DatabaseFile
from segtier.model.plan import BundleFile, PlanRequest
from segtier.oracle.names import SYSTEM_TABLESPACES
from segtier.plan import ddl, place_sql, plsql
from segtier.plan.place import place_of
from segtier.plan.quoting import sql_literal
from segtier.plan.sqlplus import fill, library
from segtier.units import format_bytes

LIST = "list_datafiles.sql"
LIBRARY = "lib_known_datafile.sql"
SPARE = 1.03
"""Room the checks ask for beside the files: headers, and what they grow by meanwhile."""

_LIB = f"""\
DECLARE
  l_count NUMBER;
  l_name VARCHAR2(600);
  l_bytes NUMBER;
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  :s_handled := :s_handled + 1;
  IF :s_pdb IS NOT NULL AND :s_pdb <> SYS_CONTEXT('USERENV', 'CON_NAME') THEN
    RETURN;
  END IF;
  SELECT MAX(file_name), MAX(bytes) INTO l_name, l_bytes FROM dba_data_files WHERE file_id = :s_step;
  IF INSTR(l_name, :s_flash_place || '/') = 1 THEN
    say('Data file ' || :s_step || ' is at the flash already.');
    RETURN;
  ELSIF l_name IS NULL OR l_name <> :s_name THEN
    stop('data file ' || :s_step || ' is ' || NVL(l_name, 'gone') || ' now, the inventory said ' || :s_name
      || '. Collect again and make the plan again.');
  END IF;
  :s_passes := :s_passes + 1;
  :s_need_bytes := :s_need_bytes + l_bytes;
%%MOVE%%\
END;
/
"""

_MOVE = """\
  IF :s_mode = 'RUN' THEN
    DBMS_APPLICATION_INFO.SET_CLIENT_INFO('Segtier: data file ' || :s_step);
    say(gib(l_bytes) || ', now ' || l_name);
    run_ddl(%%MOVE%%);
  END IF;
"""

_START = """\
BEGIN
  :s_mode := '%%MODE%%';
  :s_handled := 0;
  :s_passes := 0;
  :s_need_bytes := 0;
END;
/
SET ECHO OFF
@@%%LIST%%
SET ECHO ON
BEGIN
  IF :s_handled <> %%COUNT%% THEN
    raise_application_error(-20100, 'STOP: ' || :s_handled || ' of %%COUNT%% data files were looked at.'
      || ' Are all files of the bundle in this folder?');
  END IF;
END;
/
"""

_ALL_LISTED = f"""\
DECLARE
  l_count NUMBER;
{plsql.TALK}\
BEGIN
{plsql.GUARD_PASSED}\
  SELECT COUNT(*) INTO l_count FROM (%%FILES%%);
  IF l_count <> :s_passes THEN
    stop(l_count || ' data file(s) lie outside the flash, the inventory knows ' || :s_passes
      || ' of them. Collect again and make the plan again.');
  END IF;
  say('All ' || l_count || ' data file(s) outside the flash are those of the inventory.');
  :s_passes := 0;
END;
/
"""


def known_files(request: PlanRequest) -> tuple[DatabaseFile, ...] | None:
    """The files that move, or None where no inventory lists them all: the scripts then look them up.

    Raises Infeasible where none is left to move, or they do not fit on the flash.
    """
    known = request.known
    if known is None or not known.datafiles or not known.tablespaces:
        return None
    contents = {(each.pdb, each.name): each.contents for each in known.tablespaces}
    if any(each.file_id is None or contents.get((each.pdb, each.tablespace or "")) is None for each in known.datafiles):
        return None
    where, in_pdbs = place_of(request).start, any(each.pdb for each in known.datafiles)
    files = tuple(
        each
        for each in sorted(known.datafiles, key=lambda each: (each.pdb or "", each.file_id or 0))
        if contents[each.pdb, each.tablespace or ""] == "PERMANENT"
        and each.tablespace not in SYSTEM_TABLESPACES
        and (each.pdb not in (None, "CDB$ROOT") or not in_pdbs)
        and not each.name.startswith(where)
    )
    _must_fit(files, request)
    return files


def _must_fit(files: tuple[DatabaseFile, ...], request: PlanRequest) -> None:
    if not files:
        raise Infeasible(
            f"every data file is at {place_of(request).setting} already, by the inventory", code="nothing-to-move"
        )
    needed = int(sum(each.size_bytes or 0 for each in files) * SPARE)
    if needed > request.tier.usable_bytes:
        raise Infeasible(
            f"the data files need {format_bytes(needed)}, the flash holds {format_bytes(request.tier.usable_bytes)}",
            code="does-not-fit",
        )


def list_files(files: tuple[DatabaseFile, ...], request: PlanRequest, *, online: bool) -> tuple[BundleFile, ...]:
    """The list and the block it calls for each file; `online`: in RUN mode that moves the file."""
    entries = "".join(_entry(each) for each in files)
    # In a directory the file keeps its own name; the number keeps two equal names apart.
    target = place_sql.file_at_place("'/f' || :s_step || '_' || REGEXP_SUBSTR(l_name, '[^/+]+$')")
    move = ddl.MOVE_DATAFILE.plsql(file_id="TO_CHAR(:s_step)", file=target)
    block = fill(_LIB, MOVE=fill(_MOVE, MOVE=move) if online else "")
    return (
        library(LIST, f"the {len(files)} data files to move, read by the scripts", entries, request),
        library(LIBRARY, "holds one data file against the inventory, called by the list", block, request),
    )


def _entry(file: DatabaseFile) -> str:
    return (
        f"BEGIN\n  :s_pdb := {sql_literal(file.pdb)};\n  :s_step := {file.file_id};\n"
        f"  :s_name := {sql_literal(file.name)};\nEND;\n/\n@@{LIBRARY}\n"
    )


def walk(files: tuple[DatabaseFile, ...], mode: str) -> str:
    """Runs the list: HOLD only looks, RUN moves."""
    return fill(_START, MODE=mode, LIST=LIST, COUNT=str(len(files)))


def held(files: tuple[DatabaseFile, ...], query: str) -> str:
    """Stops where a file is not as the inventory said, or `query` finds one that it does not know."""
    return walk(files, "HOLD") + fill(_ALL_LISTED, FILES=query)
