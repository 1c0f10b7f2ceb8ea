"""docker-compose.yml, run without containers: a real proxy, PostgreSQL, Redis and S3 server, two workers that share no folder.

Uploads, answers, events and errors go through the proxy. `robustness/kills.py --setup s3` kills its parts under load.
"""

from __future__ import annotations

import json
import re
import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString

import httpx
import psycopg
import pytest
from compose_spec import PyCompose

from robustness.under_load.installation import QUICK
from segtier.accounts.tries import BESIEGED, FEW, MOST_OF_ONE
from segtier.samples import oltp_sample
from segtier.store.s3 import Bucket, Place
from tests.client import Client, client_at
from tests.compose import BUCKET, KEY_ID, Composed, composed, settings_for
from tests.integration.files import a_report
from tests.integration.served import Stream, until
from tests.sentences import worded
from tests.team.compose_file import read

PASSWORD = "correct horse battery"
LARGE_BYTES = 24 * 1024**2
"""More than any buffer on the way holds."""


@pytest.fixture(scope="module")
def team() -> Iterator[Composed]:
    with composed(2, objects=True, beside=QUICK) as running:
        yield running


@pytest.fixture
def client(team: Composed) -> Iterator[Client]:
    with Client(team.url) as fresh:
        fresh.remove_everything()
        yield fresh


def keys(team: Composed) -> list[str]:
    environment = team.environment("api")
    place = Place(
        "segtier", environment["SEGTIER_FILES_ENDPOINT"], None, KEY_ID, environment["SEGTIER_FILES_SECRET_KEY"]
    )
    return [one.key for one in Bucket(place).list(BUCKET.removeprefix("s3://segtier/"))]


def test_a_report_goes_in_is_read_answered_shown_and_leaves_nothing(team: Composed, client: Client) -> None:
    client.upload("awr.html", next(one.data for one in oltp_sample() if one.name.endswith(".html")))
    (read,) = client.finished()
    assert read["state"] == "succeeded"
    (database,) = client.get("/databases")["items"]
    advice = client.get(f"/databases/{database['id']}/advice", ssd="700GB")
    evidence = next(event["evidence"][0] for event in advice["top_events"] if event["evidence"])
    question = {name: evidence[name] for name in ("source", "section", "occurrence", "row")}
    assert client.get("/evidence", **question, field="time_s")["file"] == "awr.html"
    assert len(keys(team)) == 1
    client.remove_everything()
    until(lambda: keys(team) == [])
    assert files_on_hosts(team) == []


def asked(team: Composed, query: LiteralString) -> tuple[Any, ...]:
    """One row of the database, behind the product's back."""
    with psycopg.connect(team.database_url.replace("+psycopg", "")) as link:
        return link.execute(query).fetchone() or ()


def files_on_hosts(team: Composed) -> list[Path]:
    """Uploaded bytes on a host's own disk: none, not even while they are read, under any name."""
    return [path for path in team.folder.glob("data-*/**/*") if path.is_file() and len(path.name) == 64]


def test_many_files_are_read_once_each_by_workers_of_both_hosts(team: Composed, client: Client) -> None:
    ids = [client.upload(f"{n}.json", a_report("SHOP", snap=100 + n))["id"] for n in range(20)]
    assert {one["state"] for one in client.finished(*ids)} == {"succeeded"}
    assert asked(team, "SELECT count(*), max(attempt) FROM jobs") == (len(ids), 1)
    assert asked(team, "SELECT count(*) FROM reports") == (len(ids),)


def test_a_large_upload_goes_through_the_proxy_as_it_comes(team: Composed, client: Client) -> None:
    answer = client.http.post("/api/v1/uploads", files={"file": ("x.bin", secrets.token_bytes(LARGE_BYTES))})
    assert answer.status_code == 202
    (read,) = client.finished()
    assert (read["state"], read["bytes"]) == ("failed", LARGE_BYTES)
    assert not any((team.folder / "nginx-body").iterdir())


def test_events_come_through_the_proxy_one_by_one(client: Client) -> None:
    with client.http.stream("GET", "/api/v1/events/stream") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        stream = Stream(response)
        client.upload("a.json", a_report())
        first = stream.next()
    assert first is not None
    assert first.kind == "report.parsed"


def test_a_browser_signs_in_by_the_address_of_the_proxy(team: Composed) -> None:
    with httpx.Client() as browser:
        assert browser.get(team.url).status_code == 303
        assert list(browser.cookies) == [f"segtier-{team.ports['proxy']}"]
        assert browser.get(f"{team.url.partition('?')[0]}api/v1/databases").status_code == 200


def test_while_the_object_store_is_away_uploads_are_told_to_come_again(team: Composed, client: Client) -> None:
    kept = client.upload("a.json", a_report())["id"]
    client.finished(kept)
    team.kill("objects")
    try:
        refused = client.call("POST", "/api/v1/uploads", files={"file": ("b.json", a_report("BANK", 4712, snap=300))})
        assert (refused.status_code, refused.json()["code"]) == (503, "files-away")
        assert refused.json()["detail"] == worded("store/object-store-does-not-answer")
        assert refused.headers["retry-after"]
        parts = {part["name"]: part["ready"] for part in client.http.get("/readyz").json()["parts"]}
        assert (parts["database"], parts["files"]) == (True, False)
        assert client.get("/databases")["items"]
    finally:
        team.start("objects")
    again = client.upload("b.json", a_report("BANK", 4712, snap=300))["id"]
    assert {one["state"] for one in client.finished(kept, again)} == {"succeeded"}


def test_a_worker_killed_in_the_middle_costs_nothing(team: Composed, client: Client) -> None:
    ids = [client.upload(f"{n}.json", a_report("SHOP", snap=200 + n))["id"] for n in range(20)]
    team.kill(team.workers[0])
    try:
        assert {one["state"] for one in client.finished(*ids)} == {"succeeded"}
    finally:
        team.start(team.workers[0])
    assert asked(team, "SELECT count(*) FROM reports") == (len(ids),)


def test_no_secret_is_in_any_log(team: Composed) -> None:
    logs = "".join(path.read_text(errors="replace") for path in team.folder.glob("*.log"))
    assert [name for name, value in team.exported.items() if len(value) == 32 and value in logs] == []


def _sign_in(client: httpx.Client, password: str, claimed: str = "") -> int:
    headers = {"X-Forwarded-For": claimed} if claimed else {}
    return client.post("/api/v1/session", headers=headers, json={"name": "ana", "password": password}).status_code


def test_wrong_passwords_are_limited_by_address_and_name_and_the_user_gets_in_from_elsewhere(team: Composed) -> None:
    """Whatever the clients write into X-Forwarded-For. From here on there are accounts, and the secret opens nothing more."""
    with client_at("127.0.0.8", team.ports["proxy"]) as client:
        admin = {"name": "ana", "role": "admin", "password": PASSWORD}
        shown = {"Authorization": f"Bearer {team.exported['SEGTIER_SECRET']}"}
        assert client.post("/api/v1/users", headers=shown, json=admin).status_code == 201
    said = []
    for address in ("127.0.0.2", "127.0.0.3", "127.0.0.4"):
        with client_at(address, team.ports["proxy"]) as client:
            said.append(Counter(_sign_in(client, "wrong", f"198.51.100.{number}") for number in range(100)))
    assert BESIEGED == 2 * MOST_OF_ONE
    assert said == [{401: MOST_OF_ONE, 429: 100 - MOST_OF_ONE}] * 2 + [{401: FEW, 429: 100 - FEW}]
    with client_at("127.0.0.2", team.ports["proxy"]) as client:
        assert _sign_in(client, PASSWORD) == 429
    with client_at("127.0.0.5", team.ports["proxy"]) as client:
        assert _sign_in(client, "mistyped") == 401
        assert _sign_in(client, PASSWORD) == 201


def changed(*path: str, to: Any) -> dict[str, Any]:
    """The whole file, with a part of it put otherwise."""
    whole = read(settings_for(3, objects=True))
    *above, last = path
    within = whole
    for name in above:
        within = within[name]
    within[last] = to
    return whole


def as_specified(whole: dict[str, Any]) -> PyCompose:
    """Read and looked over by another implementation of the Compose specification. Raises ValueError."""
    worker = whole["services"]["worker"]["deploy"]
    if str(worker["replicas"]).isdecimal():
        worker["replicas"] = int(worker["replicas"])  # as Compose does: what it fills in is text
    text = json.dumps({name: part for name, part in whole.items() if not name.startswith("x-")})
    found = PyCompose.from_json(re.sub(r":[\w.-]+@sha256:", "@sha256:", text))  # docker takes both
    found.validate()
    return found


WRONG: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("services", "api", "helthcheck"), {}),
    (("services", "api", "ports"), 7),
    (("services", "api", "networks"), ["nowhere"]),
    (("services", "api", "depends_on"), {"redis": {"condition": "well"}}),
    (("services", "worker", "deploy", "replicas"), 1.5),
    (("services", "worker", "stop_grace_period"), "soon"),
)


def test_the_file_follows_the_compose_specification() -> None:
    found = as_specified(read(settings_for(3, objects=True)))
    assert set(found.service_names()) == {"proxy", "migrate", "api", "worker", "backup", "postgres", "redis", "objects"}


@pytest.mark.parametrize(("path", "to"), WRONG)
def test_the_specification_refuses_what_is_wrong(path: tuple[str, ...], to: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        as_specified(changed(*path, to=to))


def test_only_the_proxy_can_be_reached() -> None:
    found = read(settings_for(3, objects=True))["services"]
    assert [name for name, one in found.items() if "ports" in one] == ["proxy"]
    assert found["worker"]["deploy"]["replicas"] == "3"
