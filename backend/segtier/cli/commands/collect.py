"""`segtier collect`: everything Segtier can use of a live database, read-only, into a bundle."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from segtier.cli.support.collect_login import login
from segtier.cli.support.collect_masking import masking_options, open_masked
from segtier.cli.support.collect_progress import Shown
from segtier.cli.support.errors_told import tell_problem
from segtier.cli.support.problems import problem_line
from segtier.cli.support.terminal import say
from segtier.errors import NotUsable
from segtier.plurals import plural

if TYPE_CHECKING:
    from segtier.collect.live.look import Seen
    from segtier.collect.live.masked import Masked
    from segtier.collect.live.record import Record
    from segtier.collect.live.resume import Wishes
    from segtier.collect.live.session import Session

F = TypeVar("F", bound=Callable[..., Any])

_SOME_FAILED = 3
_ALIAS = re.compile(r"[\w.$#-]+")
"""Only an alias is looked up: TNS_ADMIN may point anywhere where the address is given."""
_FOLDER = click.Path(file_okay=False, path_type=Path)
_TIME = click.DateTime(["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d"])
_HELP = """Read a database into a bundle, over a read-only connection.

DSN is host:port/service, an alias of tnsnames.ora (with --config-dir), or a whole descriptor. The user needs what
--grants prints. Segtier asks for the password, or takes it from SEGTIER_DB_PASSWORD; it is never stored, logged or given
on the command line. To continue a stopped run, give the same command again.

\b
  segtier collect db01:1521/shop --user segtier --estimate
  segtier collect db01:1521/shop --user segtier --out shop --zip

For databases older than 12.1, or if you only have SQL*Plus: segtier_collect.sql (docs/use/collector.md).
"""


def _connection_options(command: F) -> F:
    for option in (
        click.option("--user", envvar="SEGTIER_DB_USER", help="User to log on as (or SEGTIER_DB_USER). Not with --wallet alone."),
        click.option("--wallet", type=_FOLDER, help="Folder of ewallet.pem: for tcps://, and its certificate instead of --user."),
        click.option("--config-dir", type=_FOLDER, envvar="TNS_ADMIN", help="Folder of tnsnames.ora."),
        click.option("--connect-timeout", default=30.0, show_default=True, type=click.FloatRange(min=1), metavar="S",
                     help="Seconds to wait for a session."),
        click.option("--timeout", type=click.FloatRange(min=1), metavar="S",
                     help="Seconds each query may take, instead of its own limit of 600 to 3600."),
    )[::-1]:  # fmt: skip
        command = option(command)
    return command


def _content_options(command: F) -> F:
    for option in (
        click.option("--diagnostics-pack", is_flag=True,
                     help="You hold the licence: also read AWR (DBA_HIST views) and write its reports."),
        click.option("--window", nargs=2, type=_TIME, metavar="BEGIN END",
                     help="Which snapshots, as 2026-11-20T08:00; the last 24 hours unless given. Database server's clock."),
        click.option("--dbid", type=click.IntRange(min=1), metavar="N",
                     help="Read only the history of that DBID: AWR loaded there from another database, or a PDB."),
        click.option("--with-buffer-contents", is_flag=True,
                     help="Also what the buffer cache holds, per object: slow on large caches."),
    )[::-1]:  # fmt: skip
        command = option(command)
    return command


@click.command("collect", help=_HELP, short_help="Read a database into a bundle.")
@click.argument("dsn", required=False)
@_connection_options
@click.option("--out", type=_FOLDER, help="Folder for the bundle: new, or that of the run to continue.")
@click.option("--zip", "packed", is_flag=True, help="Pack the folder into one file next to it.")
@click.option("--estimate", "only_estimate", is_flag=True, help="Show how much there is to read, then exit.")
@click.option("--list", "only_list", is_flag=True, help="List the databases with history in the repository, then exit.")
@click.option("--grants", "only_grants", is_flag=True, help="Print the grants the user needs, then exit.")
@_content_options
@masking_options
def command(
    dsn: str | None,
    user: str | None,
    wallet: Path | None,
    config_dir: Path | None,
    connect_timeout: float,
    timeout: float | None,
    out: Path | None,
    packed: bool,
    only_estimate: bool,
    only_list: bool,
    only_grants: bool,
    diagnostics_pack: bool,
    window: tuple[datetime, datetime] | None,
    dbid: int | None,
    with_buffer_contents: bool,
    **masking: Any,
) -> None:
    from segtier.collect.live.connect import Target, check_target, connect
    from segtier.collect.live.resume import Wishes
    from segtier.collect.live.session import Session

    if only_grants:
        return _print_grants(user, diagnostics_pack, history=dbid is not None)
    if dsn is None or (out is None and not (only_estimate or only_list)):
        raise click.UsageError("DSN is missing." if dsn is None else "--out is missing: where shall the bundle go?")
    if window and window[0] >= window[1]:
        raise click.BadParameter("it ends before it begins", param_hint="--window")
    target = Target(dsn, config_dir if _ALIAS.fullmatch(dsn) else None, wallet, connect_timeout)
    check_target(target)
    masked = open_masked(out, **masking)
    credentials = login(user, wallet)
    session = Session(lambda: connect(target, credentials), licensed=diagnostics_pack)
    try:
        wishes = Wishes(diagnostics_pack, with_buffer_contents, window, timeout, dbid)
        out = None if only_estimate or only_list else out
        code = _run(session, wishes, credentials.user, out, packed, masked, only_list)
    finally:
        session.close()
    sys.exit(code)


def _print_grants(user: str | None, diagnostics_pack: bool, *, history: bool) -> None:
    from segtier.collect.privileges import grant_script

    for line in grant_script(user, diagnostics_pack=diagnostics_pack, history=history):
        say(line)


def _run(
    session: Session,
    wishes: Wishes,
    user: str | None,
    out: Path | None,
    packed: bool,
    masked: Masked | None,
    only_list: bool,
) -> int:
    """Look, say what is there, collect into `out` where there is one. Returns the exit code."""
    from segtier.collect.live import repository
    from segtier.collect.live.look import check_pack, look
    from segtier.collect.live.resume import take_up

    name = user or str(session.all("SELECT SYS_CONTEXT('USERENV', 'SESSION_USER') FROM dual")[0][0])
    seen = look(session, name, diagnostics_pack=wishes.diagnostics_pack)
    say(seen.words, err=True)
    if wishes.diagnostics_pack:
        check_pack(session)
    if only_list:
        for one in repository.databases_held(session, diagnostics_pack=wishes.diagnostics_pack):
            say(one.words)
        return 0
    if wishes.dbid not in (None, seen.dbid):
        held = repository.databases_held(session, diagnostics_pack=wishes.diagnostics_pack)
        seen = repository.of_another(seen, wishes.dbid, held)
        say(seen.words, err=True)
    elif wishes.diagnostics_pack:
        for one in repository.others(session, seen):
            say(f"The repository also holds {one.words}. --dbid {one.dbid} reads it.", err=True)
    record = None if out is None else take_up(out, seen, wishes, masked)
    if seen.history_until is None:
        _say_how_much(session, seen)
    if out is None or record is None:
        return 0
    return _collect(session, seen, wishes, record, out, name, packed, masked)


def _collect(
    session: Session,
    seen: Seen,
    wishes: Wishes,
    record: Record,
    out: Path,
    user: str,
    packed: bool,
    masked: Masked | None,
) -> int:
    from segtier.collect.live.pack import pack
    from segtier.collect.live.record import DONE
    from segtier.collect.live.run import Run

    if masked and wishes.diagnostics_pack:
        say("Masked: no AWR reports, because they hold names and SQL text; hist_*.csv hold the same hours.", err=True)
    try:
        problems = Run(session, seen, wishes, record, out, user, Shown(), masked).collect()
    except (KeyboardInterrupt, NotUsable):
        say(f"Stopped. What Segtier read is in {out}; run the same command to continue.", err=True)
        raise
    for problem in problems:
        tell_problem(problem_line(None, problem))
    done = sum(entry.state == DONE for entry in record.files.values())
    if not done:
        raise NotUsable(
            "nothing could be read", code="nothing-readable", advice="`segtier collect --grants` lists what it needs."
        )
    say(f"{plural(done, 'file')}, {len(problems)} failed. Upload it, or run: segtier advise {out}", err=True)
    say(pack(out, record) if packed else out)
    return _SOME_FAILED if problems else 0


def _say_how_much(session: Session, seen: Seen) -> None:
    from segtier.collect.live.faults import StatementFailed
    from segtier.collect.live.look import estimate

    try:
        say(estimate(session, seen).words, err=True)
    except StatementFailed as fault:
        session.renew()
        say(f"The segments could not be counted: {fault.message}", err=True)
