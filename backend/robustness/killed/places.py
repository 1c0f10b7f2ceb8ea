"""Installations to kill something in: copies of one that was filled once, each gone again after its kill."""

from __future__ import annotations

import hashlib
import itertools
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import inspect, select, text

from segtier.services.audit_trail import verify_audit
from segtier.store.engine import Store
from segtier.store.tables import Base
from tests import forked
from tests.integration.caller import SECRET
from tests.patience import PATIENCE_S
from tests.servers import Servers
from tests.stack import new_setup

_LOOK_S = 0.01
_OTHERS = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()")
_HAVE_READY = (
    *("segtier.api.app", "uvicorn", "httpx", "anyio._backends._asyncio", "fastapi.dependencies.utils"),
    *(
        "celery.apps.worker",
        "celery.app.builtins",
        "celery.loaders.app",
        "kombu.transport.redis",
        "robustness.killed.points",
    ),
)


Content = dict[str, str]
"""What an installation holds: a digest of each table's rows, and the names of all files that are whole. The others are swept."""


@dataclass(frozen=True)
class Place:
    """One installation: the environment variables that name it."""

    env: Mapping[str, str]

    @property
    def url(self) -> str:
        return self.env["SEGTIER_DATABASE_URL"]

    @property
    def folder(self) -> Path:
        return Path(self.env["SEGTIER_DATA_DIR"])

    @contextmanager
    def store(self, alone: bool = True) -> Iterator[Store]:
        """Once what was killed has left the database: a server goes on with the statement it was sent."""
        with closing(Store(self.url)) as store:
            deadline_s = time.monotonic() + PATIENCE_S
            while alone and store.engine.dialect.name == "postgresql" and self._is_in_use(store):
                if time.monotonic() > deadline_s:
                    raise TimeoutError("somebody has the database open, and nobody should")
                time.sleep(_LOOK_S)
            yield store

    @staticmethod
    def _is_in_use(store: Store) -> bool:
        with store.read() as tx:
            return bool(tx.execute(_OTHERS).scalar())

    def trail_holds(self) -> bool:
        with self.store() as store:
            return verify_audit(store).holds

    def content(self) -> Content:
        """Nothing where nothing is there."""
        files = sorted(path.name for path in (self.folder / "files").glob("??/*"))
        found = {"files": " ".join(files)} if files else {}
        if self.url.startswith("sqlite") and not (self.folder / "segtier.db").exists():
            return found
        with self.store() as store, store.engine.connect() as link:
            there = set(inspect(link).get_table_names())
            for table in Base.metadata.sorted_tables:
                if table.name in there:
                    rows = sorted(map(repr, link.execute(select(table))))
                    found[table.name] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
        return found | dict.fromkeys(there - Base.metadata.tables.keys(), "")


class Places:
    """Of one set-up."""

    def __init__(self, name: str, root: Path, servers: Servers) -> None:
        self.name, self._root, self._servers = name, root, servers
        self._numbers, self._broker = itertools.count(), servers.redis.new_broker()
        self.parent = forked.have_imported(*_HAVE_READY)
        """Of all processes that are forked."""

    def kept(self, like: Place | None = None) -> Place:
        """An empty one or a copy, for as long as all of them are there."""
        return self._new(like)

    @contextmanager
    def copy(self, like: Place) -> Iterator[Place]:
        """Of one that nobody has open; gone afterwards."""
        with self._gone_afterwards(self._new(like)) as place:
            yield place

    @contextmanager
    def new(self) -> Iterator[Place]:
        """An empty one, gone afterwards."""
        with self._gone_afterwards(self._new(None)) as place:
            yield place

    @contextmanager
    def _gone_afterwards(self, place: Place) -> Iterator[Place]:
        try:
            yield place
        finally:
            shutil.rmtree(place.folder, ignore_errors=True)
            if not place.url.startswith("sqlite"):
                self._servers.postgres.drop_database(place.url)

    def _new(self, like: Place | None) -> Place:
        folder = self._root / str(next(self._numbers))
        if like is None:
            folder.mkdir()
        else:
            shutil.copytree(like.folder, folder)
        env = {**new_setup(self.name, folder).env, "SEGTIER_SECRET": SECRET}
        if self.name == "postgresql":
            env["SEGTIER_DATABASE_URL"] = self._servers.postgres.new_database(like.url if like else None)
            env["SEGTIER_BROKER_URL"] = self._broker
        return Place(env)
