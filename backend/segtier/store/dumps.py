"""The whole database as one file: SQLite's own copy of itself, or what pg_dump writes."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from psycopg.conninfo import make_conninfo
from sqlalchemy import text
from sqlalchemy.orm import Session

from segtier.errors import Refused
from segtier.passing import MALFORMED
from segtier.store.damage import RESTORE
from segtier.store.engine import Store, is_postgresql


def write_dump(session: Session, file: Path) -> None:
    """What a transaction of `Store.snapshot` sees, whoever writes meanwhile. Raises Refused where pg_dump cannot, or where
    SQLite's pages are damaged.
    """
    if is_postgresql(session):
        seen = session.scalar(text("SELECT pg_export_snapshot()"))
        _run("pg_dump", session, "--format=custom", f"--snapshot={seen}", f"--file={file}")
    else:
        with closing(sqlite3.connect(file)) as copy:
            _driver(session).backup(copy)
            (said,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if said != "ok":
            raise Refused(f"the database is damaged: {said}", code=MALFORMED.code, advice=RESTORE)


def load_dump(store: Store, file: Path, *, over: bool = False) -> None:
    """Fill an empty database, all at once or not at all; `over`: in place of what an earlier call put there.

    Raises Refused where pg_restore cannot, or the copy is not whole.
    """
    with store.read() as session:
        if is_postgresql(session):
            anew = ("--clean", "--if-exists") if over else ()
            _run("pg_restore", session, "--single-transaction", "--exit-on-error", *anew, str(file))
            return
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
        (said,) = copy.execute("PRAGMA integrity_check").fetchone()
        if said != "ok":
            raise Refused(f"the copy of the database is damaged: {said}", code="backup-damaged")
        with closing(store.engine.raw_connection()) as target:
            copy.backup(cast(sqlite3.Connection, target.driver_connection))


def fault_of_program(name: str, server_major: int) -> str | None:
    """Why `pg_dump` or `pg_restore` of this machine is of no use with a server of that release; None where it is."""
    program = shutil.which(name)
    if program is None:
        return f"{name} is not installed"
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    release = re.search(r"\) (\d+)", said)  # pg_dump (PostgreSQL) 15.8 (Debian …)
    if release is None:
        return f"{name} does not say its release"
    if int(release[1]) < server_major:
        return f"{name} is of release {release[1]}, older than the server, which is {server_major}"
    return None


def server_major(session: Session) -> int:
    """The release of PostgreSQL, as 15."""
    return int(_driver(session).info.server_version) // 10_000


def _run(name: str, session: Session, *options: str) -> None:
    fault = fault_of_program(name, server_major(session))
    if fault is not None:
        raise Refused(
            fault,
            code="postgresql-client",
            advice="Install the PostgreSQL client programs of the server's release or a later one (Debian: postgresql-client).",
        )
    url = session.connection().engine.url
    asked = url.translate_connect_args(username="user", database="dbname")
    asked |= {name: value if isinstance(value, str) else ",".join(value) for name, value in url.query.items()}
    password = {"PGPASSWORD": asked.pop("password")} if "password" in asked else {}  # no other user sees an environment
    command = [name, "--no-owner", "--no-privileges", f"--dbname={make_conninfo(**asked)}", *options]
    done = subprocess.run(command, env=os.environ | password, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused(f"{name} failed: {done.stderr.strip()[-2000:]}", code="postgresql-client")


def _driver(session: Session) -> Any:
    """The connection of sqlite3 or psycopg."""
    return session.connection().connection.driver_connection
