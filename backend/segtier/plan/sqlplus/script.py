"""SQL*Plus scripts: the head every script has, the guard against the wrong database, and the tail.

Rules that keep SQL*Plus from reading data as commands: substitution is off, no line is empty inside a statement,
no line starts with text that is not ours, no line ends with `-`, and comments hold cleaned text only.
Source: SQL*Plus User's Guide and Reference, SET, WHENEVER, "Placing Comments in Scripts".
"""

from __future__ import annotations

import textwrap

from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.sqlplus import ddl
from segtier.plan.sqlplus.platform import by_platform
from segtier.plan.sqlplus.quoting import comment_text, quoted
from segtier.plan.sqlplus.template import fill

REVIEW = "review"
"""The folder of the files that every script calls first."""
SERVEROUTPUT = "SET SERVEROUTPUT ON SIZE UNLIMITED FORMAT WRAPPED"
BEGIN, GUARD, GUARD_ROOT = "lib_begin.sql", "lib_guard.sql", "lib_guard_root.sql"
"""What each script calls first: the session and its variables, then the guard (`shared.py`)."""
_WIDTH = 150
_NEVER_BARRED = ("80", "90", "91")
"""Numbers of the scripts that look or go back: they run whatever has changed since the inventory."""

_ANY_LOGGING = "BEGIN\n  :s_any_logging := 'YES';\nEND;\n/\n"
_HEAD = """\
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
@%%REVIEW%%/review.sql %%REVIEW%%
@@%%BEGIN%%
"""


def script(
    path: str, title: str, body: str, request: TargetedRequest, *, expected: str, root: bool = False
) -> BundleFile:
    """A SQL*Plus script: head, guard, `body`, tail.

    `expected`: what it handles and how long that takes. `root`: instance-wide, belongs to CDB$ROOT.
    """
    parts = (
        header(path, title, request, mark="--"),
        fill(_HEAD, REVIEW=review_folder(request), BEGIN=BEGIN),
        f"SPOOL {path.removesuffix('.sql')}.log APPEND\n",
        "PROMPT !!! THE ADVICE WAS NOT TO DO THIS: see plan.md !!!\n" if request.overridden else "",
        f"PROMPT Expected: {comment_text(expected)}\n",
        _ANY_LOGGING if path[:2] in _NEVER_BARRED and request.spec.logged and request.known else "",
        f"@@{GUARD_ROOT if root and request.target.terms.administered else GUARD}\n",
        body,
        f"PROMPT {path} has finished\nSPOOL OFF\nEXIT SUCCESS\n",
    )
    return BundleFile(path, by_platform("".join(parts), request))


def library(path: str, title: str, block: str, request: TargetedRequest) -> BundleFile:
    """A file other scripts call with `@@`."""
    return BundleFile(path, by_platform(header(path, title, request, mark="--", runs=False) + block, request))


def header(path: str, title: str, request: TargetedRequest, *, mark: str, runs: bool = True) -> str:
    """Comment lines at the head of every file; loud where the advice was not to do this. `runs`: nobody calls it but people."""
    lines = [f"{path}: {title}"]
    if runs:
        version = comment_text(request.engine_version or "unversioned")
        lines += [
            f"Written by Segtier {version}. It has not been run against an Oracle server before: try it on a copy first."
        ]
    if request.overridden:
        why = request.override_reason or request.verdict_text or "see plan.md"
        lines += ["!!! THE ADVICE WAS NOT TO DO THIS !!!", f"Why: {comment_text(why)}"]
    wrapped = [part for line in lines for part in textwrap.wrap(line, _WIDTH, break_long_words=True)]
    return "".join(f"{mark} {line.rstrip(' -;')}\n" for line in wrapped)


def review_folder(request: TargetedRequest) -> str:
    """Where a script finds it: a part's scripts run from the folder of the part."""
    return f"../{REVIEW}" if request.in_folder else REVIEW


def switch_to(pdb: str) -> str:
    """Statements that go into the container; nothing where it is not named."""
    if not pdb:
        return ""
    container = ddl.SET_CONTAINER.literal(container=quoted(pdb))
    return f"{container};\n{SERVEROUTPUT}\n"
