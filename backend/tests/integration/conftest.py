"""A store on each database, without the product around it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from segtier.answers.kept import Kept
from segtier.reading.readers import Readers
from segtier.services import manage_uploads
from segtier.services.context import Context
from segtier.store import schema
from segtier.store.blob_folder import BlobFolder
from segtier.store.engine import Store
from tests.client import Client
from tests.integration.caller import Caller
from tests.integration.queue import work_through
from tests.servers import Servers
from tests.stack import SETUPS, Product

MIGRATIONS = Path(__file__).resolve().parents[3] / "migrations"


@pytest.fixture(scope="module")
def sampled(product: Product) -> Iterator[Client]:
    """A client of a product that holds the sample and nothing else."""
    with Client(product.url) as client:
        client.remove_everything()
        client.post("/samples/oltp")
        client.finished()
        yield client


@pytest.fixture(scope="module")
def sample(sampled: Client) -> str:
    """Where the sample is, below /api/v1."""
    (found,) = sampled.get("/databases")["items"]
    return f"/databases/{found['id']}"


@pytest.fixture(params=SETUPS)
def empty_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A database without tables, on SQLite and on PostgreSQL."""
    servers = request.getfixturevalue("servers") if request.param == "postgresql" else None
    store = Store(servers.postgres.new_database() if servers else f"sqlite:///{tmp_path}/segtier.db")
    yield store
    store.close()


@pytest.fixture(scope="session")
def a_migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with all tables and no rows, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "segtier.db"
    _migrate(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def a_migrated_url(servers: Servers) -> str:
    """The same on PostgreSQL."""
    url = servers.postgres.new_database()
    _migrate(url)
    return url


def _migrate(url: str) -> None:
    with closing(Store(url)) as store:
        schema.upgrade(store.engine, MIGRATIONS)


def a_migrated_database(request: pytest.FixtureRequest, folder: Path) -> str:
    """The URL of a database with all tables on the set-up that `request` asks for, copied rather than migrated:
    `test_migrations.py` does that.
    """
    if request.param == "postgresql":
        like = request.getfixturevalue("a_migrated_url")
        servers: Servers = request.getfixturevalue("servers")
        return servers.postgres.new_database(like)
    shutil.copy(request.getfixturevalue("a_migrated_file"), folder / "segtier.db")
    return f"sqlite:///{folder}/segtier.db"


@pytest.fixture(params=SETUPS)
def migrated_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A database of the test's own."""
    with closing(Store(a_migrated_database(request, tmp_path))) as store:
        yield store


@pytest.fixture
def rung() -> list[str]:
    """An entry for each time the bell was rung."""
    return []


@pytest.fixture
def context(migrated_store: Store, tmp_path: Path, readers: Readers, rung: list[str]) -> Context:
    """A migrated database and a folder for files; the bell only notes that it rang."""
    blobs, answers = BlobFolder(tmp_path / "files"), Kept(tmp_path / "answers", 10_000_000, lambda: 1)

    def ring() -> None:
        rung.append("rung")

    return Context(migrated_store, blobs, answers, readers, readers, ring, upload_max_bytes=10_000_000)


@pytest.fixture
def caller(context: Context) -> Caller:
    return Caller(context)


@pytest.fixture
def database(context: Context, caller: Caller) -> str:
    """The identifier of a database with one report."""
    caller.upload(key=None)
    work_through(context)
    (found,) = manage_uploads.list_databases(context)
    return found.id
