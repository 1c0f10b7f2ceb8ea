"""The collector as the server offers it for download."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from segtier.api.app import create_app
from segtier.collect import COLLECTOR_FILES, collector_file
from segtier.collect.catalogue import queries
from segtier.collect.privileges import grant_statements
from segtier.settings import Settings


def get(path: str) -> httpx.Response:
    app = create_app(Settings(secret="of this server", allowed_hosts=("segtier",)), None)  # type: ignore[arg-type]

    async def ask() -> httpx.Response:
        headers = {"Authorization": "Bearer of this server"}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://segtier/api/v1", headers=headers
        ) as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.mark.parametrize("name", COLLECTOR_FILES)
def test_a_script_is_a_file_to_save(name: str) -> None:
    answer = get(f"/collector/{name}")
    assert answer.text == collector_file(name)
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert answer.headers["content-type"].startswith("text/plain")


def test_what_is_read_is_what_the_catalogue_holds() -> None:
    offered = get("/collector").json()
    assert offered["scripts"] == list(COLLECTOR_FILES)
    assert [one["file"] for one in offered["files"]] == [query.file for query in queries()]
    segments = next(one for one in offered["files"] if one["file"] == "segments.csv")
    assert (segments["views"], segments["licence"]) == (["dba_segments"], "none")


def grants(way: str, licence: str) -> list[str]:
    offered = get("/collector").json()["grants"]
    return [one["statement"] for one in offered if (one["way"], one["licence"]) == (way, licence)]


@pytest.mark.parametrize("diagnostics_pack", [False, True])
def test_single_grants_are_those_the_live_collector_asks_for(diagnostics_pack: bool) -> None:
    chosen = "diagnostics-pack" if diagnostics_pack else "statspack"
    offered = [
        *grants("always", "none"),
        *grants("single", "none"),
        *grants("single", chosen),
        *grants("always", chosen),
    ]
    assert sorted(offered) == sorted(grant_statements("segtier", diagnostics_pack=diagnostics_pack))


def test_the_role_stands_for_the_single_grants() -> None:
    assert grants("role", "none") == ["GRANT SELECT_CATALOG_ROLE TO SEGTIER;"]
    assert grants("role", "diagnostics-pack") == []


@pytest.mark.parametrize("name", ["dictionary.yaml", "..%2Fsettings.py", "begin.sql"])
def test_no_other_file_is_given_away(name: str) -> None:
    assert get(f"/collector/{name}").status_code in (404, 422)
