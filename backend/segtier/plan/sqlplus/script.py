"""SQL*Plus scripts: the head every script has, the guard against the wrong database, and the tail.

Rules that keep SQL*Plus from reading data as commands: substitution is off, no line is empty inside a statement,
no line starts with text that is not ours, no line ends with `-`, and comments hold cleaned text only.
Source: SQL*Plus User's Guide and Reference, SET, WHENEVER, "Placing Comments in Scripts".
"""

from __future__ import annotations

import textwrap

from segtier.model.plan import BundleFile
from segtier.oracle.gates import is_enterprise
from segtier.oracle.releases import release_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.platform import by_platform
from segtier.plan.sqlplus.quoting import comment_text, quoted, sql_literal
from segtier.plan.sqlplus.template import fill, piece, text_of

REVIEW = "review"
"""The folder of the files that every script calls first."""
SERVEROUTPUT = "SET SERVEROUTPUT ON SIZE UNLIMITED FORMAT WRAPPED"
_WIDTH = 100
_NEVER_BARRED = ("80", "90", "91")
"""Numbers of the scripts that look or go back: they run whatever has changed since the inventory."""

_HEAD = f"""\
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
@%%REVIEW%%/review.sql %%REVIEW%%
SET DEFINE OFF
SET ESCAPE OFF
SET SQLBLANKLINES ON
SET LINESIZE 220 PAGESIZE 200 TRIMSPOOL ON TAB OFF LONG 100000
{SERVEROUTPUT}
SET TIMING ON
SET ECHO ON
"""

_VARIABLES = text_of("sql/variables.sql")

_VARIABLES_MOVES = text_of("sql/variables_moves.sql")
"""One operation on a segment (`moves/entries.py`); only plans that move segments carry them."""

_GUARD = text_of("sql/guard.sql")

_SINGLE_ONLY = text_of("sql/single_only.sql")

_AS_LOGGED = text_of("sql/pieces.sql#as_logged")

_EDITION = """\
  IF :s_is_ee <> '%%EXPECTED%%' THEN
    stop('the report gives another edition than v$option does (Online Index Build = ' || l_ee || ').');
  END IF;
"""


_IN_PDB = """\
  IF l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') = 'CDB$ROOT' THEN
    stop('this is the root of a container database: connect to the PDB this is for.');
  END IF;
"""

_IN_THIS_PDB = """\
  IF l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') <> %%PDB%% THEN
    stop('this is container ' || SYS_CONTEXT('USERENV', 'CON_NAME') || ', the plan was made for ' || %%PDB%% || '.');
  END IF;
"""

_IN_ROOT = """\
  IF l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') <> 'CDB$ROOT' THEN
    stop('connect to CDB$ROOT: this changes the whole instance.');
  END IF;
"""


def script(
    path: str, title: str, body: str, request: TargetedRequest, *, expected: str, root: bool = False
) -> BundleFile:
    """A SQL*Plus script: head, variables, guard, `body`, tail.

    `expected`: what it handles and how long that takes. `root`: instance-wide, belongs to CDB$ROOT.
    """
    parts = (
        header(path, title, request, mark="--"),
        _HEAD,
        f"SPOOL {path.removesuffix('.sql')}.log APPEND\n",
        "PROMPT !!! THE ADVICE WAS NOT TO DO THIS: see plan.md !!!\n" if request.overridden else "",
        f"PROMPT Expected: {comment_text(expected)}\n",
        _VARIABLES,
        _VARIABLES_MOVES if request.spec.by_name else "",
        "@@settings.sql\n",
        "" if root or not request.target.terms.administered else switch_to(request.database.pdb or ""),
        _guard(request, root=root, logged="" if path[:2] in _NEVER_BARRED else _as_logged(request)),
        body,
        f"PROMPT {path} has finished\nSPOOL OFF\nEXIT SUCCESS\n",
    )
    make_group = "" if request.listed_group else " Run 20_asm_diskgroups.sql first."
    text = fill(
        "".join(parts),
        AT_PLACE=piece("at_place", request, MAKE_GROUP=make_group).rstrip(),
        UNSEEN=piece("unseen", request),
        REVIEW=review_folder(request),
    )
    return BundleFile(path, by_platform(text, request))


def library(path: str, title: str, block: str, request: TargetedRequest) -> BundleFile:
    """A file other scripts call with `@@`."""
    text = header(path, title, request, mark="--") + block
    return BundleFile(path, by_platform(text, request))


def header(path: str, title: str, request: TargetedRequest, *, mark: str) -> str:
    """Comment lines at the head of every file; loud where the advice was not to do this."""
    lines = [f"{path}: {title}", f"Written by Segtier {comment_text(request.engine_version or 'unversioned')}."]
    lines += ["It has not been run against an Oracle server before: try it on a copy first."]
    if request.overridden:
        why = request.override_reason or request.verdict_text or "see plan.md"
        lines += ["!!! THE ADVICE WAS NOT TO DO THIS !!!", f"Why: {comment_text(why)}"]
    wrapped = [part for line in lines for part in textwrap.wrap(line, _WIDTH, break_long_words=True)]
    return "".join(f"{mark} {line.rstrip(' -;')}\n" for line in wrapped)


def _as_logged(request: TargetedRequest) -> str:
    """Stops where redo is kept or forced otherwise than the inventory said; options that write none are left alone."""
    known = request.known
    if known is None or not request.spec.logged:
        return ""
    mode = {True: "ARCHIVELOG", False: "NOARCHIVELOG", None: None}[known.archivelog]
    forced = {True: "YES", False: "NO", None: None}[known.force_logging]
    found = (("the log mode", "l_log_mode", mode), ("force logging", "l_forced", forced))
    return "".join(fill(_AS_LOGGED, WHAT=what, FOUND=name, KNOWN=value) for what, name, value in found if value)


def _guard(request: TargetedRequest, *, root: bool, logged: str) -> str:
    """Where nobody enters the root each script runs in the container of its database."""
    administered = request.target.terms.administered
    root = root and administered
    enterprise = is_enterprise(request.database)
    single_only = not request.tier.shared and not request.spec.per_node and administered
    lists_switch = request.spec.by_name and any(segment.pdb for segment in request.move)
    pinned = fill(_IN_THIS_PDB, PDB=sql_literal(request.database.pdb)) if request.database.pdb else _IN_PDB
    container = "" if lists_switch else pinned
    return fill(
        _GUARD,
        LOGGED=logged,
        CONNECTED=piece("connected", request),
        NAME=sql_literal(request.database.name),
        DBID="NULL" if request.database.dbid is None else str(int(request.database.dbid)),
        RELEASE=_release_literal(request),
        SINGLE_ONLY=_SINGLE_ONLY if single_only else "",
        EDITION="" if enterprise is None else fill(_EDITION, EXPECTED="YES" if enterprise else "NO"),
        CONTAINER=_IN_ROOT if root else container,
        PLACE="" if request.spec.per_node else request.target.place_guard(request),
        LEAST="11.02" if root else "11.01",
    )


def _release_literal(request: TargetedRequest) -> str:
    """As much of the release as the gates depend on: 11.2.0.3 and 12.1.0.2 whole, 12.2, 19."""
    release = release_of(request.database)
    if release is None:
        return "NULL"
    parts = 1 if release[0] >= 18 else 2
    if request.spec.per_node and release[:2] == (11, 2):
        parts = 4
    return "'" + ".".join(str(part) for part in release[:parts]) + "'"


def review_folder(request: TargetedRequest) -> str:
    """Where a script finds it: a part's scripts run from the folder of the part."""
    return f"../{REVIEW}" if request.in_folder else REVIEW


def switch_to(pdb: str) -> str:
    """Statements that go into the container; nothing where it is not named."""
    if not pdb:
        return ""
    container = ddl.SET_CONTAINER.literal(container=quoted(pdb))
    return f"{container};\n{SERVEROUTPUT}\n"
