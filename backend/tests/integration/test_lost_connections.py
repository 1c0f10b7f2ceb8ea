"""Connections to PostgreSQL that it closed while they lay in the pool: whoever comes next gets another one."""

from __future__ import annotations

import select
from contextlib import ExitStack, closing
from typing import Any

import pytest
from sqlalchemy import event, text

from segtier.model.account import ITSELF
from segtier.store import silent
from segtier.store.engine import Store
from tests.patience import PATIENCE_S
from tests.servers import Servers

OTHERS = """
SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Waits until they are gone."""


def answer(store: Store) -> int:
    with store.read() as tx:
        return int(tx.execute(text("SELECT 42")).scalar_one())


def test_the_next_one_gets_another(servers: Servers) -> None:
    url = servers.postgres.new_database()
    with closing(Store(url)) as store, closing(Store(url)) as operator:
        with ExitStack() as at_once:
            for _ in range(4):
                at_once.enter_context(store.read()).connection()
        assert store.engine.pool.checkedin() == 4
        with operator.write(ITSELF) as tx:
            tx.execute(text(OTHERS))
        assert [answer(store) for _ in range(5)] == [42] * 5


def pings(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Which connections are asked from here on."""
    asked: list[object] = []
    ping = store.engine.dialect.do_ping
    monkeypatch.setattr(store.engine.dialect, "do_ping", lambda one: asked.append(one) or ping(one))
    return asked


def test_only_who_was_idle_for_long_is_asked(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store(servers.postgres.new_database())) as store:
        asked = pings(store, monkeypatch)
        assert [answer(store) for _ in range(3)] == [42] * 3
        assert asked == []
        monkeypatch.setattr(silent, "_TRUSTED_S", 0.0)
        assert answer(store) == 42
        assert len(asked) == 1


def test_who_says_something_is_asked(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word of the server that is no farewell: the connection goes on."""
    with closing(Store(servers.postgres.new_database())) as store:
        opened: list[Any] = []
        event.listen(store.engine, "connect", lambda connection, _record: opened.append(connection))
        asked = pings(store, monkeypatch)
        with store.read() as tx:
            tx.execute(text("LISTEN news"))
        with closing(Store(store.engine.url.render_as_string(hide_password=False))) as other, other.write(ITSELF) as tx:
            tx.execute(text("NOTIFY news"))
        assert select.select([opened[0].fileno()], [], [], PATIENCE_S)[0], "the word has not come"
        assert answer(store) == 42
        assert (len(asked), len(opened)) == (1, 1)
