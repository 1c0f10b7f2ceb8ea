"""The one place that knows python-oracledb: opens a session in thin mode (no Oracle client), within a time limit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Protocol

import oracledb

from segtier.collect.live.explain import cannot_connect, no_answer, no_folder, with_password
from segtier.dataclass import dataclass

DRIVER_ERRORS = (oracledb.Error, OSError)


class Cursor(Protocol):
    """What is used of a DB-API cursor."""

    arraysize: int
    prefetchrows: int

    def execute(self, statement: str, parameters: Mapping[str, Any], *, fetch_decimals: bool) -> Any: ...

    def fetchmany(self) -> Sequence[tuple[Any, ...]]: ...

    def close(self) -> None: ...


class Connection(Protocol):
    """What is used of a DB-API connection. `call_timeout` is in milliseconds, for one round trip."""

    call_timeout: int

    def cursor(self) -> Cursor: ...

    def rollback(self) -> None: ...

    def is_healthy(self) -> bool: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Target:
    """Where the database is: host:port/service, an alias of tnsnames.ora in `config_dir`, or a full descriptor."""

    dsn: str
    config_dir: Path | None = None
    wallet: Path | None = None
    patience_s: float = 30.0


@dataclass(frozen=True, slots=True)
class Credentials:
    """Held in memory for as long as the command runs; never printed. No user: the wallet's certificate logs on."""

    user: str | None = None
    password: str | None = field(default=None, repr=False)
    wallet_password: str | None = field(default=None, repr=False)

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.password, self.wallet_password)))


Opener = Callable[[], Connection]


def check_target(target: Target) -> None:
    """Raises Refused for a password on the command line, CannotConnect for folders that are not there."""
    if "@" in target.dsn:
        raise with_password()
    for folder, what in ((target.config_dir, "tnsnames.ora"), (target.wallet, "ewallet.pem")):
        if folder is not None and not (folder / what).is_file():
            raise no_folder(folder, what)


def connect(target: Target, credentials: Credentials) -> Connection:
    """A session, or CannotConnect no later than `patience_s` after the call.

    The driver's own limit ends with the TCP connection; a listener that accepts and says nothing would be waited for
    for ever. So the driver works in a thread that is given up, with its socket, when the time is over.
    """
    check_target(target)
    answer: Queue[Connection | Exception] = Queue()
    threading.Thread(target=_try, args=(target, credentials, answer), daemon=True).start()
    try:
        got = answer.get(timeout=target.patience_s)
    except Empty:
        raise no_answer(target.dsn, target.patience_s) from None
    if isinstance(got, Exception):
        if not isinstance(got, DRIVER_ERRORS):
            raise got
        user = credentials.user or "the wallet's user"
        raise cannot_connect(target.dsn, user, oracle_code(got), oracle_text(got, credentials.secrets)) from None
    return got


def _try(target: Target, credentials: Credentials, answer: Queue[Connection | Exception]) -> None:
    try:
        answer.put(_open(target, credentials))
    except Exception as fault:  # handed to the thread that waits
        answer.put(fault)


def _open(target: Target, credentials: Credentials) -> Connection:
    connection: Any = oracledb.connect(
        dsn=target.dsn,
        user=credentials.user,
        password=credentials.password,
        externalauth=credentials.user is None,
        config_dir=_path(target.config_dir),
        wallet_location=_path(target.wallet),
        wallet_password=credentials.wallet_password,
        tcp_connect_timeout=target.patience_s,
        program="segtier",
    )
    connection.outputtypehandler = keep_odd_characters
    opened: Connection = connection
    return opened


def keep_odd_characters(cursor: Any, column: Any) -> Any:
    """Names with bytes that are no characters of the database's character set are read, with a mark in their place."""
    if column.type_code in (oracledb.DB_TYPE_VARCHAR, oracledb.DB_TYPE_CHAR):
        size = column.internal_size or 4000
        return cursor.var(column.type_code, size, arraysize=cursor.arraysize, encoding_errors="replace")
    return None


def oracle_code(fault: BaseException) -> str:
    """ORA-nnnnn or DPY-nnnn; empty for a fault of the network or the operating system."""
    return str(getattr(fault.args[0], "full_code", "") or "") if fault.args else ""


def oracle_text(fault: BaseException, secrets: Sequence[str] = ()) -> str:
    """What the driver says, on one line, without its link to help and without anything secret."""
    text = " ".join(line for line in str(fault).splitlines() if not line.startswith("Help: "))
    for secret in secrets:
        text = text.replace(secret, "***")
    return text


def _path(folder: Path | None) -> str | None:
    return None if folder is None else str(folder)
