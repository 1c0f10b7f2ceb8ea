"""The tools at /mcp of a running product, by the client of the SDK: the answers of the REST interface, behind the same door."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import anyio
import httpx
import httpx2
import pytest
from mcp import Client as Mcp
from mcp.client.streamable_http import streamable_http_client
from sqlalchemy import MetaData, create_engine, select

from segtier.model.account import ITSELF
from segtier.reading.readers import Readers
from segtier.services.accept_upload import accept_upload
from segtier.services.manage_uploads import list_databases
from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.conftest import a_migrated_database
from tests.integration.files import a_report
from tests.integration.kept_installation import opened
from tests.integration.queue import work_through
from tests.integration.reviewing import PASSWORD, stored
from tests.integration.served import SECRET, served
from tests.patience import PATIENCE_S
from tests.sentences import worded
from tests.stack import SETUPS, Product
from tests.talking import HOSTILE, Asked, Talk, ask, count_hostile, hostile_hour

SSD = {"ssd": "700GB"}
NO_DATABASE = worded("agents/there-no-database-id").capitalize()
TAKE = worded("agents/take-id-list").replace("`", "'")


@dataclass(frozen=True)
class House:
    """A product without accounts that holds the sample, and a database whose names are hostile."""

    sample: str
    hostile: str
    answers: dict[str, Talk]
    """By the secret: each database asked about."""
    rest: dict[str, Any]
    """What the REST interface said of the sample."""
    stored: tuple[Any, Any]
    """All that is stored, before the tools were asked and after."""


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """On one set-up, being only about answers."""
    with a_fresh_setup(request, "postgresql") as setup, Product(setup, "--port", "0") as product:
        with Client(product.url) as client:
            client.post("/samples/oltp")
            client.upload("awr.html", hostile_hour().encode(), period="before")
            client.finished()
            sample, hostile = sorted(client.get("/databases")["items"], key=lambda one: not one["sample"])
            look = partial(everything, setup.database_url, setup.data_dir / "files")
            before = look()
            answers = {
                one: talk(product.url, product.secret, of_database(one)) for one in (sample["id"], hostile["id"])
            }
            stored = (before, look())
            rest = {path: client.get(f"/databases/{sample['id']}/{path}", **asked) for path, asked in REST.items()}
            event = rest["advice"]["top_events"][0]["evidence"][0]
            rest["evidence"] = client.get(
                "/evidence", **{name: value for name, value in event.items() if value is not None}
            )
        yield House(sample["id"], hostile["id"], answers, rest, stored)


@dataclass(frozen=True)
class Door:
    """The application over a small database and a hostile one, with an admin since then."""

    url: str
    mine: str
    other: str
    alone: Talk
    """The other, by the secret, before there was an admin."""
    stored: tuple[Any, Any]
    tokens: dict[str, str]


@pytest.fixture(scope="module", params=SETUPS)
def door(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, readers: Readers) -> Iterator[Door]:
    folder = tmp_path_factory.mktemp("door")
    url = a_migrated_database(request, folder)
    context = opened(url, folder, readers)
    with closing(context.store), served(context) as server:
        mine = stored(context, "MINE", 1)
        accept_upload(context, ITSELF, BytesIO(a_report("MINE", 1, 300)), file="after.json", period="after")
        accept_upload(context, ITSELF, BytesIO(hostile_hour().encode()), file="awr.html", period="before")
        work_through(context)
        (other,) = [one.id for one in list_databases(context) if one.id != mine]
        look = partial(everything, url, folder / "files")
        before = look()
        alone = talk(server.url, SECRET, of_database(other))
        yield Door(server.url, mine, other, alone, (before, look()), tokens(server.url, mine))


REST: dict[str, dict[str, Any]] = {
    "advice": SSD,
    "advice/options": SSD,
    "advice/frontier": SSD,
    "segments": SSD | {"limit": 50},
    "plan": SSD | {"option": "segments"},
    "comparison": SSD,
}


def of_database(database: str) -> list[tuple[str, dict[str, Any]]]:
    """Each tool, about one database."""
    asked = SSD | {"database": database, "detail": "full"}
    return [
        ("list_databases", {"detail": "full"}),
        ("answer", asked),
        ("options", asked),
        ("frontier", asked),
        ("segments", asked | {"limit": 50}),
        ("evidence", asked | {"figure": "top_events"}),
        ("evidence", asked | {"figure": "segments", "offset": 10}),
        ("plan", asked | {"option": "segments", "override": True, "limit": 200}),
        ("compare", asked),
    ]


def tokens(url: str, mine: str) -> dict[str, str]:
    """From here on there is an admin, and the secret opens nothing."""
    admin = {"name": "ana", "role": "admin", "password": PASSWORD}
    shown_first = {"Authorization": f"Bearer {SECRET}"}
    httpx.post(f"{url}/api/v1/users", json=admin, headers=shown_first, timeout=PATIENCE_S).raise_for_status()
    made = {}
    with httpx.Client(base_url=url, timeout=PATIENCE_S) as browser:
        browser.post("/api/v1/session", json={"name": "ana", "password": PASSWORD}).raise_for_status()
        (shown,) = [value for name, value in browser.cookies.items() if name.endswith("-csrf")]
        for name, scopes, databases in (
            ("all", ["reports:read", "plans:read"], None),
            ("limited", ["reports:read", "plans:read"], [mine]),
            ("no plans", ["reports:read"], None),
            ("no reports", ["plans:read"], None),
        ):
            new = {"name": name, "scopes": scopes, "databases": databases, "days": 1}
            answer = browser.post("/api/v1/tokens", json=new, headers={"X-CSRF-Token": shown})
            made[name] = answer.raise_for_status().json()["text"]
    return made


def address(url: str) -> str:
    return str(httpx.URL(url).copy_with(path="/mcp", query=None))


def talk(url: str, shown: str, questions: Sequence[tuple[str, dict[str, Any]]], mode: str = "auto") -> Talk:
    async def over_http() -> Talk:
        headers = {"Authorization": f"Bearer {shown}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=120) as http,
            Mcp(streamable_http_client(address(url), http_client=http), mode=mode) as client,
        ):
            return await ask(client, questions)

    return anyio.run(over_http)


def everything(url: str, folder: Path) -> Any:
    """Every row of the database but those of workers and the clock, which give signs of life, and every stored file."""
    engine = create_engine(url)
    meta = MetaData()
    meta.reflect(engine)
    tables = {name: table for name, table in meta.tables.items() if name not in ("workers", "clock")}
    with engine.connect() as connection:
        rows = {name: sorted(map(str, connection.execute(select(table)))) for name, table in tables.items()}
    engine.dispose()
    return rows, sorted(str(path) for path in folder.rglob("*") if path.is_file())


def plain(value: Any) -> str:
    """As text, without what makes names in sentences inert."""
    return json.dumps(value, sort_keys=True).replace("`", "")


def test_every_tool_says_what_the_rest_interface_says(house: House) -> None:
    said = {(one.tool, one.arguments.get("figure")): one for one in house.answers[house.sample].answers}
    assert not [one for one in said.values() if one.error]
    given = {name: one.given for name, one in said.items()}
    rest, answer = house.rest, given["answer", None]
    verdict = rest["advice"]["verdict"]
    for name in ("tag", "headline", "text", "next_step", "ceiling_db_time_pct", "option", "would_change", "segments"):
        assert plain(answer[name]) == plain(verdict[name]), name
    assert answer["gain_share_of_db_time"] == verdict["gain"]
    for name in ("top_events", "quality", "db_time", "findings", "warnings"):
        assert plain(answer[name]) == plain(rest["advice"][name]), name
    assert plain(given["options", None]["options"]) == plain(rest["advice"]["options"])
    assert plain(given["frontier", None]["frontier"]) == plain(rest["advice/frontier"]["frontier"])
    assert plain(given["segments", None]["items"]) == plain(rest["segments"]["items"])
    assert given["segments", None]["total"] == rest["segments"]["total"] > 50
    assert plain(given["compare", None]["comparison"]) == plain(rest["comparison"])
    plan = given["plan", None]["plan"]
    assert plain(plan["operations"]) == plain(rest["plan"]["operations"][:200])
    assert plain(plan["decision"]) == plain(rest["plan"]["decision"])


def test_the_figures_name_rows_that_are_there(house: House) -> None:
    top, segments = [one for one in house.answers[house.sample].answers if one.tool == "evidence"]
    for one in (*top.given["rows"], *segments.given["rows"]):
        assert one["problem"] is None, one
        assert one["place"]["row"] == one["evidence"]["row"]
    assert len(segments.given["rows"]) == 20
    assert segments.given["total"] > 100
    first = next(
        one for one in top.given["rows"] if one["evidence"] == house.rest["advice"]["top_events"][0]["evidence"][0]
    )
    assert plain(first["place"]) == plain({name: house.rest["evidence"][name] for name in first["place"]})


def test_the_databases_are_those_that_are_stored(house: House) -> None:
    lines = {one["id"]: one for one in house.answers[house.sample].answers[0].given["databases"]}
    assert lines.keys() == {house.sample, house.hostile}
    assert len(lines[house.sample]["files"]) > 24
    assert lines[house.hostile]["files"][0]["file"] == "awr.html"


def test_hostile_names_stay_inert(house: House) -> None:
    answers = house.answers[house.hostile].answers
    assert [one.tool for one in answers if one.error] == ["plan", "compare"]  # no sizes, and nothing from after
    assert count_hostile(answers) > 20
    told = json.dumps([tool.model_dump() for tool in house.answers[house.hostile].tools])
    assert HOSTILE.lower() not in told.lower()


def test_the_tools_write_nothing(house: House, door: Door) -> None:
    for before, after in (house.stored, door.stored):
        assert before == after
        assert before[1]
    assert [one.tool for one in door.alone.answers if one.error] == ["plan", "compare"]


def test_it_says_what_to_do(door: Door) -> None:
    answers = talk(
        door.url,
        door.tokens["all"],
        [
            ("answer", {}),
            ("answer", {"database": "none"}),
            ("compare", {"database": door.other} | SSD),
            ("plan", {"database": door.mine, "ssd": "1GB", "option": "buffer-cache"}),
            ("evidence", {"database": door.mine, "rows": [{"section": "x", "source": "0" * 64}]}),
            ("drop", {}),
        ],
    ).answers
    texts = [one.text for one in answers]
    assert texts[0] == f"Say which database. {TAKE}"
    assert texts[1].startswith(f"{NO_DATABASE}.")
    assert worded("services/upload-report-comparable") in texts[2]
    assert worded("agents/no-file-database") in answers[4].given["rows"][0]["problem"]
    assert [one.error for one in answers] == [True, True, True, True, False, True]


def test_a_token_knows_the_databases_it_is_limited_to(door: Door) -> None:
    limited = door.tokens["limited"]
    hidden, absent = of_database(door.other)[1:], of_database("dbs_nothing")[1:]
    answers = talk(door.url, limited, [*of_database(door.mine), *hidden, *absent]).answers
    own, rest = answers[:9], answers[9:]
    assert not [one for one in own if one.error]
    assert [one["id"] for one in own[0].given["databases"]] == [door.mine]
    assert {one.text for one in rest} == {f"{NO_DATABASE}. {TAKE}"}
    assert door.other not in json.dumps([one.given for one in own])
    (alone,) = talk(door.url, limited, [("answer", SSD | {"detail": "full"})]).answers
    assert alone.given["database"] == own[1].given["database"]


def test_a_row_of_a_database_that_is_not_theirs_is_not_there(door: Door) -> None:
    row = door.alone.answers[5].given["rows"][0]["evidence"]
    assert row["source"]
    asked = {
        "database": door.mine,
        "detail": "full",
        "rows": [{name: row[name] for name in ("section", "occurrence", "row", "source")}],
    }
    for shown in ("limited", "all"):
        (one,) = talk(door.url, door.tokens[shown], [("evidence", asked)]).answers
        assert one.given["rows"][0]["place"] is None
        assert one.given["rows"][0]["problem"].startswith(worded("agents/no-file-database"))


def test_plans_need_their_scope(door: Door) -> None:
    asked = {"database": door.mine, "override": True, "option": "segments"} | SSD
    answers = talk(door.url, door.tokens["no plans"], [("plan", asked), ("answer", asked_of(door.mine))]).answers
    assert answers[0].text == worded("agents/tool-needs-scope", "plan", "plans:read")
    assert [one.error for one in answers] == [True, False]


def asked_of(database: str) -> dict[str, Any]:
    return SSD | {"database": database}


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_clients_of_either_protocol(door: Door, mode: str) -> None:
    talked: list[Asked] = talk(door.url, door.tokens["all"], [("list_databases", {})], mode).answers
    assert len(talked[0].given["databases"]) == 2


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 401, "sign-in-needed"),
        ({"Authorization": "Bearer segt_no"}, 401, "sign-in-needed"),
        ({"Authorization": "Bearer {secret}"}, 401, "sign-in-needed"),
        ({"Authorization": "Bearer {no reports}"}, 403, "scope-needed"),
        ({"Authorization": "Bearer {all}", "Host": "evil.example"}, 400, "unknown-host"),
        ({"Authorization": "Bearer {all}", "Origin": "http://evil.example"}, 403, "cross-origin"),
    ],
)
def test_strangers_stay_outside(door: Door, headers: dict[str, str], status: int, code: str) -> None:
    known = {**door.tokens, "secret": SECRET}
    shown = {name: value.format(**known) for name, value in headers.items()}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accept = {"Accept": "application/json, text/event-stream"}
    answer = httpx.post(address(door.url), json=body, headers={**accept, **shown})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert ("www-authenticate" in answer.headers) == (status == 401)


def test_only_posts_are_answered(door: Door) -> None:
    answer = httpx.get(address(door.url), headers={"Authorization": f"Bearer {door.tokens['all']}"})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
