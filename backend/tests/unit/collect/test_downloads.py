"""The collector as the server offers it for download."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from fastapi import FastAPI

from segtier.api.routers.catalogue import router
from segtier.collect import COLLECTOR_FILES, collector_file


def get(path: str) -> httpx.Response:
    app = FastAPI()
    app.include_router(router)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://segtier") as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.mark.parametrize("name", COLLECTOR_FILES)
def test_a_script_is_a_file_to_save(name: str) -> None:
    answer = get(f"/collector/{name}")
    assert answer.text == collector_file(name)
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize("name", ["dictionary.yaml", "..%2Fsettings.py", "begin.sql"])
def test_no_other_file_is_given_away(name: str) -> None:
    assert get(f"/collector/{name}").status_code in (404, 422)
