"""Connections to PostgreSQL that lay in the pool, and which of them are asked whether they still are any.

To ask is a way to the server and back before each transaction. Whoever closes a connection is heard without that: a socket
nobody has asked anything has nothing to read. Only where it has, or where the connection lay so long that something between
here and the server may have dropped it without a word, it is asked.
"""

from __future__ import annotations

import select
import time
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import InvalidatePoolError

_TRUSTED_S = 30.0
"""Idle for less than this. What drops connections without a word (a firewall, a balancer) waits for minutes."""
_BACK_AT = "back_at_s"


def ask_where_needed(engine: Engine) -> None:
    """Instead of SQLAlchemy's `pool_pre_ping`."""

    def comes_back(_connection: Any, record: Any) -> None:
        record.info[_BACK_AT] = time.monotonic()

    def goes_out(connection: Any, record: Any, _proxy: Any) -> None:
        back_at_s = record.info.get(_BACK_AT)
        if back_at_s is None or (time.monotonic() - back_at_s < _TRUSTED_S and _is_silent(connection)):
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as fault:
            raise InvalidatePoolError from fault  # the others are as old: another one is opened

    event.listen(engine, "checkin", comes_back)
    event.listen(engine, "checkout", goes_out)


def _is_silent(connection: Any) -> bool:
    if connection.closed:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
