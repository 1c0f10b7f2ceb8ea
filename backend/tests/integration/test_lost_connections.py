"""Connections to PostgreSQL that it closed while they lay in the pool: whoever comes next gets another one."""

from __future__ import annotations

from contextlib import ExitStack, closing

from sqlalchemy import text

from segtier.model.account import ITSELF
from segtier.store.engine import Store
from tests.servers import Servers

OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


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
