"""Is SQLite's file whole? What happens once it is not: nothing more is written into it, by any process.

A copy of the file and its log taken at different moments, or a bad disk, leaves a database that opens, answers some questions
and takes new rows into broken pages. Whoever meets such a page leaves a mark beside the file; from then on every transaction
that would write is refused. Only a check that finds the file whole takes the mark away. PostgreSQL looks after itself.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection, ExceptionContext

from segtier.errors import Refused
from segtier.passing import MALFORMED, Passing

CHECKED_AT_START_BYTES = 8 * 1024**3
"""A larger file is not looked through at each start: that takes about a second of processor for each GiB, and its reading."""
RESTORE = (
    "Stop Segtier, move segtier.db and every segtier.db-* away, and restore the newest backup into a new data folder:"
    " segtier restore FOLDER (docs/operate/operations.md)."
)
_WRITES = "segtier_writes"
_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_PRIMARY = 0xFF
_seen: set[str] = set()
"""Files that this process has met broken, where no mark can be written."""


def watch(engine: Engine) -> None:
    """Let what says that the file is broken leave the mark, and let no transaction write where there is one."""
    event.listen(engine, "handle_error", _note)
    event.listen(engine, "begin", _refuse_to_write)


def is_malformed(engine: Engine) -> bool:
    """Whether any process has met a broken page since the last check that found none."""
    mark = _mark(engine)
    return mark is not None and (str(mark) in _seen or mark.exists())


def damage_of(engine: Engine, *, thorough: bool) -> str | None:
    """The first thing wrong with the file, None where all is well. `thorough`: indexes against their tables, and references, too.

    Takes the mark away, or leaves one. Raises DBAPIError where the file cannot be read at all.
    """
    mark = _mark(engine)
    if mark is None:
        return None
    try:
        found = _looked_through(engine, thorough)
    except Passing as fault:
        return str(fault.__cause__ or fault.fault.detail)
    if found is None:
        _seen.discard(str(mark))
        mark.unlink(missing_ok=True)
    else:
        _leave(mark)
    return found


def look_at_start(engine: Engine) -> None:
    """Raises Refused (code `database-malformed`) where the file is broken; a very large one is looked through by the doctor."""
    file = engine.url.database
    large = file is not None and Path(file).exists() and Path(file).stat().st_size > CHECKED_AT_START_BYTES
    if large and not is_malformed(engine):
        return
    found = damage_of(engine, thorough=False)
    if found is not None:
        raise Refused(f"the database is damaged: {found}", code=MALFORMED.code, advice=RESTORE)


def _looked_through(engine: Engine, thorough: bool) -> str | None:
    with engine.connect() as connection:
        said = connection.exec_driver_sql(f"PRAGMA {'integrity_check' if thorough else 'quick_check'}(1)").scalar()
        if said != "ok":
            return " ".join(str(said).split()).removeprefix("*** in database main *** ")
        row = connection.exec_driver_sql("PRAGMA foreign_key_check").first() if thorough else None
        return f"a row of {row[0]} belongs to one of {row[2]} that is not there" if row else None


def _mark(engine: Engine) -> Path | None:
    file = engine.url.database
    if engine.dialect.name != "sqlite" or file in (None, "", ":memory:"):
        return None
    return Path(f"{file}-malformed")


def _leave(mark: Path) -> None:
    _seen.add(str(mark))
    with suppress(OSError):
        mark.touch()


def _note(context: ExceptionContext) -> None:
    code = getattr(context.original_exception, "sqlite_errorcode", 0) & _PRIMARY
    mark = _mark(context.engine) if context.engine is not None else None
    if code in _CODES and mark is not None:
        _leave(mark)
        raise Passing(MALFORMED) from context.original_exception


def _refuse_to_write(connection: Connection) -> None:
    if connection.get_execution_options().get(_WRITES, False) and is_malformed(connection.engine):
        raise Passing(MALFORMED)
