"""What all scripts of a bundle share, each once, in files that they call: the session and its variables, the guard, helpers.

SQL*Plus reads a file that is called within a block into that block, so helpers are PL/SQL of the block that calls them.
A file that is missing leaves variables undeclared or a block that does not compile: nothing runs.
Source: SQL*Plus User's Guide and Reference, @@ (double "at" sign).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from segtier.model.plan import BundleFile
from segtier.oracle.gates import is_enterprise
from segtier.oracle.releases import release_of
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus.duration import TAKES
from segtier.plan.sqlplus.platform import by_platform
from segtier.plan.sqlplus.plsql import ROOM_FILE, TALK_FILE, WEIGH_FILE
from segtier.plan.sqlplus.quoting import sql_literal
from segtier.plan.sqlplus.script import BEGIN, GUARD, GUARD_ROOT, SERVEROUTPUT, library, switch_to
from segtier.plan.sqlplus.template import fill, piece, template, text_of

_TEXT = text_of("sql/guard.sql")

_SINGLE_ONLY = text_of("sql/single_only.sql")

_AS_LOGGED = text_of("sql/pieces.sql#as_logged")

_EDITION = """\
  stop_if(:s_is_ee <> '%%EXPECTED%%',
    'the report gives another edition than v$option does (Online Index Build = ' || l_ee || ').');
"""


_IN_PDB = """\
  stop_if(l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') = 'CDB$ROOT',
    'this is the root of a container database: connect to the PDB this is for.');
"""

_IN_THIS_PDB = """\
  stop_if(l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') <> %%PDB%%,
    'this is container ' || SYS_CONTEXT('USERENV', 'CON_NAME') || ', the plan was made for ' || %%PDB%% || '.');
"""

_IN_ROOT = """\
  stop_if(l_cdb = 'YES' AND SYS_CONTEXT('USERENV', 'CON_NAME') <> 'CDB$ROOT',
    'connect to CDB$ROOT: this changes the whole instance.');
"""

_READ_IN = (WEIGH_FILE, ROOM_FILE, TALK_FILE)
_VARIABLE = re.compile(r"^VARIABLE (\w++) \w[^\n]*+\n", re.MULTILINE)


def shared_files(files: Iterable[BundleFile], request: TargetedRequest) -> list[BundleFile]:
    """Those that some file calls; variables are those that some file names."""
    texts = [file.text for file in files if file.path.endswith(".sql")]
    found: list[BundleFile] = []
    for name, (title, text) in _made(request).items():
        if any(f"@@{name}\n" in each for each in texts):
            texts.append(text)
            found.append(
                _read_in(name, title, text, request) if name in _READ_IN else library(name, title, text, request)
            )
    if found:
        text = template("sql/begin.sql", SERVEROUTPUT=SERVEROUTPUT, VARIABLES=_variables("".join(texts), request))
        found.append(library(BEGIN, "the session, called first by each script", text, request))
    return found


def _made(request: TargetedRequest) -> Mapping[str, tuple[str, str]]:
    """By name: what it is, and its text; a file stands before those that it calls."""
    enter = switch_to(request.database.pdb or "") if request.target.terms.administered else ""
    what = "is this the database the plan was made for? Called by each script"
    make_group = "" if request.listed_group else " Run 20_asm_diskgroups.sql first."
    kept = f" - {request.kept_bytes}" if request.kept_bytes else ""
    weigh = fill(text_of("sql/weigh.sql"), KEPT=kept, UNSEEN=piece("unseen", request))
    room = TAKES + piece("at_place", request, MAKE_GROUP=make_group)
    return {
        GUARD: (what, enter + _guard(request, root=False)),
        GUARD_ROOT: (f"{what} of the whole instance", _guard(request, root=True)),
        WEIGH_FILE: ("verdicts, read into the blocks that call it", weigh),
        ROOM_FILE: ("room, read into the blocks that call it", room),
        TALK_FILE: ("say, stop, quote and run a statement, read into the blocks that call it", text_of("sql/talk.sql")),
    }


def _read_in(name: str, title: str, text: str, request: TargetedRequest) -> BundleFile:
    """No free text within a block, not even in a comment."""
    return BundleFile(name, by_platform(f"-- {name}: {title}\n{text}", request))


def _variables(text: str, request: TargetedRequest) -> str:
    """The declaration of each bind variable that the files name; of all for a part: its settings are those of all parts."""
    named = set(re.findall(r":(s_\w+)", text))
    known = text_of("sql/variables.sql")
    if request.in_folder:
        return known
    return "".join(match[0] for match in _VARIABLE.finditer(known) if match[1] in named)


def logging_said(request: TargetedRequest) -> bool:
    """An inventory says how redo is kept; options that write none are left alone."""
    known = request.known
    return request.spec.logged and known is not None and (known.archivelog, known.force_logging) != (None, None)


def _as_logged(request: TargetedRequest) -> str:
    """Stops where redo is kept or forced otherwise than the inventory said, but for scripts that say it does not matter."""
    known = request.known
    if known is None or not logging_said(request):
        return ""
    mode = {True: "ARCHIVELOG", False: "NOARCHIVELOG", None: None}[known.archivelog]
    forced = {True: "YES", False: "NO", None: None}[known.force_logging]
    found = (("the log mode", "l_log_mode", mode), ("force logging", "l_forced", forced))
    return "".join(fill(_AS_LOGGED, WHAT=what, FOUND=name, KNOWN=value) for what, name, value in found if value)


def _guard(request: TargetedRequest, *, root: bool) -> str:
    """Where nobody enters the root each script runs in the container of its database."""
    administered = request.target.terms.administered
    root = root and administered
    enterprise = is_enterprise(request.database)
    single_only = not request.tier.shared and not request.spec.per_node and administered
    lists_switch = request.spec.by_name and any(segment.pdb for segment in request.move)
    pinned = fill(_IN_THIS_PDB, PDB=sql_literal(request.database.pdb)) if request.database.pdb else _IN_PDB
    container = "" if lists_switch else pinned
    return fill(
        _TEXT,
        LOGGED=_as_logged(request),
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
