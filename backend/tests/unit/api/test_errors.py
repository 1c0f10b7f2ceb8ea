"""What a fault looks like from outside: a crash as complete as any answer, a full disk as a full disk."""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import HTTPException
from sqlalchemy import create_engine, text

from segtier.api.app import create_app
from segtier.passing import DISK_FULL, Passing
from segtier.reading.limits import ReadLimits
from segtier.reading.orders import ReadSizes
from segtier.reading.readers import Readers
from segtier.settings import Settings

SECRET = "0123456789abcdef"
SHOWN = {"Authorization": f"Bearer {SECRET}"}
PAGE = {"Accept": "text/html,*/*;q=0.8"}


def a_bug() -> None:
    raise ValueError("a bug with a detail")


def a_full_disk() -> None:
    with open("/dev/full", "wb") as file:
        file.write(b"x")


def a_full_database() -> None:
    """A SQLite that may not grow, which it reports as it does a full disk."""
    engine = create_engine("sqlite://")
    with engine.begin() as link:
        link.execute(text("CREATE TABLE t (x)"))
        link.execute(text("PRAGMA max_page_count = 3"))
        link.execute(text("INSERT INTO t VALUES (zeroblob(100000))"))


def no_database() -> None:
    with create_engine("sqlite:////nowhere/segtier.db").begin():
        pass


def a_form_that_finds_no_room() -> None:
    """As FastAPI says it."""
    try:
        a_full_disk()
    except OSError as error:
        raise HTTPException(400, "There was an error parsing the body") from error


def no_folder() -> None:
    (Path("/nowhere") / "x").read_bytes()


def a_lost_reader() -> None:
    """As when the machine is out of memory while a file is masked or a figure found again."""
    readers = Readers(ReadLimits(), 1)
    readers.close()
    with readers.ask(ReadSizes(), io.BytesIO()):
        pass


def a_reader_without_room() -> None:
    """What `Reader` raises where its process says so."""
    raise Passing(DISK_FULL)


FAULTS: tuple[tuple[Callable[[], None], int, str, bool], ...] = (
    (a_bug, 500, "internal", False),
    (a_full_disk, 507, "disk-full", False),
    (a_full_database, 507, "disk-full", False),
    (a_form_that_finds_no_room, 507, "disk-full", False),
    (no_database, 503, "database-away", True),
    (no_folder, 503, "files-away", True),
    (a_lost_reader, 503, "reader-lost", True),
    (a_reader_without_room, 507, "disk-full", False),
)


def ask(
    method: str, path: str, fail: Callable[[], None] = a_bug, pages: Path = Path("nowhere"), **options: Any
) -> httpx.Response:
    app = create_app(Settings(secret=SECRET, ui_dir=pages), None)  # type: ignore[arg-type] # pydantic wraps it
    app.get("/fails", operation_id="getMe")(fail)
    headers = {**SHOWN, **options.pop("headers", {})}

    async def once() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.request(method, path, headers=headers, **options)

    return asyncio.run(once())


@pytest.mark.parametrize(("fail", "status", "code", "again"), FAULTS)
def test_a_fault_is_said_as_what_it_is(
    fail: Callable[[], None], status: int, code: str, again: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    answer = ask("GET", "/fails", fail)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code)
    assert problem["advice"]
    assert ("retry-after" in answer.headers) == again
    assert "detail" not in problem["detail"]
    assert "nowhere" not in answer.text
    assert complete(answer.headers, problem["request_id"])
    lines = [line for line in caplog.messages if problem["request_id"] in line]
    assert [line for line in lines if f"GET /fails {status}" in line]
    assert len([record for record in caplog.records if record.exc_info]) == 1


def complete(headers: Mapping[str, str], request_id: str) -> bool:
    return (
        headers["x-request-id"] == request_id
        and "default-src 'self'" in headers["content-security-policy"]
        and headers["x-content-type-options"] == "nosniff"
        and headers["cache-control"] == "private, no-store"
        and headers["content-type"] == "application/problem+json"
    )


def test_the_cases_are_the_systems_own() -> None:
    with pytest.raises(OSError, match="No space") as full:
        a_full_disk()
    assert full.value.errno == errno.ENOSPC
    with pytest.raises(Exception, match="full") as refused:
        a_full_database()
    assert getattr(refused.value, "orig").sqlite_errorcode == sqlite3.SQLITE_FULL  # noqa: B009


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<title>Segtier</title>")
    (folder / "assets" / "a.js").write_text("1")
    return folder


ADDRESSES: tuple[tuple[str, str, dict[str, str], int, str | None], ...] = (
    ("GET", "/", {}, 200, None),
    ("GET", "/", PAGE, 200, None),
    ("GET", "/databases/db_x?ssd=1GB", PAGE, 200, None),
    ("HEAD", "/uploads", PAGE, 200, None),
    ("GET", "/assets/a.js", {}, 200, None),
    ("GET", "/assets/b.js", PAGE, 404, None),
    ("GET", "/metrics", {}, 404, None),
    ("GET", "/docs", {"Accept": "*/*"}, 404, None),
    ("GET", "/api", PAGE, 404, None),
    ("GET", "/api/v2/uploads", PAGE, 404, None),
    ("GET", "/api/v1/devices/", PAGE, 404, None),
    ("GET", "/api/v1/uploads/upl_x%2Fy/contents", PAGE, 404, None),
    ("DELETE", "/api/v1/nothing", {}, 404, None),
    ("DELETE", "/api/v1/devices", {}, 405, "GET"),
    ("PUT", "/api/v1/databases/db_x", {}, 405, "GET, DELETE"),
    ("POST", "/api/v1/reports/rep_x", PAGE, 405, "GET, PATCH"),
    ("GET", "/api/v1/samples/oltp", PAGE, 405, "POST"),
    ("HEAD", "/api/v1/devices", {}, 405, "GET"),
    ("PROPFIND", "/api/v1/uploads", {}, 405, "GET, POST"),
    ("POST", "/healthz", {}, 405, "GET"),
    ("POST", "/databases", {}, 405, "GET, HEAD"),
    ("GET", "/api/v1/uploads/a%00b", {}, 400, None),
    ("GET", "/a%00b", PAGE, 400, None),
    ("GET", "/api/v1/uploads?archive=a%00b", {}, 400, None),
    ("GET", "/api/v1/uploads?archive=a%2500b&limit=0", {}, 422, None),
)


@pytest.mark.parametrize(("method", "path", "headers", "status", "allow"), ADDRESSES)
def test_addresses(
    pages: Path, method: str, path: str, headers: dict[str, str], status: int, allow: str | None
) -> None:
    answer = ask(method, path, pages=pages, headers=headers)
    assert (answer.status_code, answer.headers.get("allow")) == (status, allow)
    if status >= 400:
        assert complete(answer.headers, answer.headers["x-request-id"])


TEXTS = (
    ("PUT", "/api/v1/databases/db_x/sizes", {"json": {"text": "A\0B 1G"}}),
    ("PUT", "/api/v1/databases/db_x/sizes", {"content": b'{"text": "\\ud800"}'}),
    ("PATCH", "/api/v1/reports/rep_x", {"json": {"database_id": "db\0"}}),
    ("POST", "/api/v1/uploads", {"files": {"file": ("a", b"x")}, "data": {"database_id": "db\0"}}),
    ("POST", "/api/v1/uploads", {"files": {"file": ("a", b"x")}, "data": {"period": "before\0"}}),
)


@pytest.mark.parametrize(("method", "path", "options"), TEXTS)
def test_characters_that_no_database_takes(method: str, path: str, options: dict[str, Any]) -> None:
    """Refused before anything is asked of the database, which this application does not even have."""
    if "content" in options:
        options = {**options, "headers": {"Content-Type": "application/json"}}
    answer = ask(method, path, **options)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")
