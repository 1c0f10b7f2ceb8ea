"""Every refusal is a problem document that says what is wrong and what to do."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.client import Client
from tests.integration.files import a_report
from tests.patience import PATIENCE_S


@dataclass(frozen=True)
class Case:
    name: str
    method: str
    path: str
    status: int
    code: str
    options: dict[str, Any] = field(default_factory=dict)
    parameter: str | None = None
    pointer: str | None = None


ELSEWHERE = {"headers": {"Origin": "https://evil.example"}}
CASES = (
    Case("unknown path", "GET", "/api/v1/nothing", 404, "not-found"),
    Case("unknown method", "DELETE", "/api/v1/devices", 405, "method-not-allowed"),
    Case("unknown upload", "GET", "/api/v1/uploads/upl_x", 404, "not-found"),
    Case("unknown job", "GET", "/api/v1/jobs/job_x", 404, "not-found"),
    Case("unknown database", "GET", "/api/v1/databases/db_x", 404, "not-found"),
    Case("unknown database for advice", "GET", "/api/v1/databases/db_x/advice", 404, "not-found"),
    Case("unknown report", "GET", "/api/v1/reports/rep_x", 404, "not-found"),
    Case("unknown document", "GET", "/api/v1/reports/rep_x/workload", 404, "not-found"),
    Case("no file with that digest", "GET", f"/api/v1/evidence?section=X&source={'0' * 64}", 404, "not-found"),
    Case("delete nothing", "DELETE", "/api/v1/uploads/upl_x", 404, "not-found"),
    Case("unknown parameter", "GET", "/api/v1/uploads?sort=size", 400, "unknown-parameter", parameter="sort"),
    Case("twice the same", "GET", "/api/v1/uploads?limit=1&limit=2", 400, "repeated-parameter", parameter="limit"),
    Case(
        "unknown field",
        "POST",
        "/api/v1/uploads",
        400,
        "unknown-parameter",
        {"files": {"file": ("a", b"x")}, "data": {"perod": "after"}},
        parameter="perod",
    ),
    Case(
        "two files",
        "POST",
        "/api/v1/uploads",
        400,
        "repeated-parameter",
        {"files": [("file", ("a", b"x")), ("file", ("b", b"y"))]},
        parameter="file",
    ),
    Case("bad cursor", "GET", "/api/v1/uploads?cursor=abc", 400, "bad-cursor", parameter="cursor"),
    Case("cursor not ascii", "GET", "/api/v1/uploads?cursor=%C3%A9", 400, "bad-cursor", parameter="cursor"),
    Case("limit too high", "GET", "/api/v1/uploads?limit=201", 422, "invalid-request", parameter="limit"),
    Case("limit not a number", "GET", "/api/v1/uploads?limit=x", 422, "invalid-request", parameter="limit"),
    Case("no file", "POST", "/api/v1/uploads", 422, "invalid-request", {"data": {"period": "before"}}, pointer="/file"),
    Case(
        "unknown period",
        "POST",
        "/api/v1/uploads",
        422,
        "invalid-request",
        {"files": {"file": ("a", b"x")}, "data": {"period": "later"}},
        pointer="/period",
    ),
    Case("empty file", "POST", "/api/v1/uploads", 422, "empty-file", {"files": {"file": ("a", b"")}}),
    Case(
        "file for an unknown database",
        "POST",
        "/api/v1/uploads",
        404,
        "not-found",
        {"files": {"file": ("a", b"x")}, "data": {"database_id": "db_x"}},
    ),
    Case("broken JSON", "PUT", "/api/v1/databases/db_x/sizes", 422, "invalid-request", {"content": b"{"}),
    Case(
        "unknown field",
        "PATCH",
        "/api/v1/reports/rep_x",
        422,
        "invalid-request",
        {"json": {"digest": "x"}},
        pointer="/digest",
    ),
    Case("bad digest", "GET", "/api/v1/evidence?section=X&source=zz", 422, "invalid-request", parameter="source"),
    Case("from another site", "POST", "/api/v1/samples/oltp", 403, "cross-origin", ELSEWHERE),
    Case(
        "from another site, old browser header",
        "POST",
        "/api/v1/samples/oltp",
        403,
        "cross-origin",
        {"headers": {"Sec-Fetch-Site": "cross-site"}},
    ),
    Case("under another name", "GET", "/api/v1/devices", 400, "unknown-host", {"headers": {"Host": "evil.example"}}),
)


WITH_ADVICE = (
    "unknown path",
    "unknown method",
    "unknown parameter",
    "twice the same",
    "bad cursor",
    "limit too high",
    "no file",
)
"""What a program does wrong in its first hour: each is told what to do."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refusals(client: Client, case: Case) -> None:
    response = client.call(case.method, case.path, **case.options)
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert (response.status_code, problem["status"], problem["code"]) == (case.status, case.status, case.code)
    assert problem["detail"]
    assert problem["advice"] or case.name not in WITH_ADVICE
    assert problem["type"] == f"urn:segtier:problem:{case.code}"
    assert problem["instance"] == case.path.partition("?")[0]
    assert problem["request_id"] == response.headers["x-request-id"]
    if case.parameter:
        assert case.parameter in {error["parameter"] for error in problem["errors"]}
    if case.pointer:
        assert case.pointer in {error["pointer"] for error in problem["errors"]}


SCENARIO, PLAN, FORECAST = ({"name": "x"}, {"option": "segments"}, {"option": "segments"})
HOOK = {"address": "http://127.0.0.1:9"}
IN_X = "/api/v1/databases/db_x"
OTHER_TYPES = (
    ("POST", f"{IN_X}/scenarios", SCENARIO, "most_moves", False),
    ("POST", f"{IN_X}/scenarios", SCENARIO, "users", True),
    ("POST", f"{IN_X}/scenarios", SCENARIO, "mirrored", 0),
    ("POST", f"{IN_X}/scenarios", SCENARIO, "count", "5"),
    ("POST", f"{IN_X}/scenarios", SCENARIO, "count", 5.5),
    ("POST", f"{IN_X}/scenarios", SCENARIO, "figure", "read_us=212"),
    ("PATCH", f"{IN_X}/scenarios/scn_x", {}, "most_moves", False),
    ("PATCH", f"{IN_X}/scenarios/scn_x", {}, "shared", 1.0),
    ("POST", f"{IN_X}/scenarios/scn_x/fork", SCENARIO, "price", True),
    ("POST", f"{IN_X}/plans", PLAN, "override", 1),
    ("POST", f"{IN_X}/plans", PLAN, "override", "true"),
    ("POST", f"{IN_X}/plans", PLAN, "rds_iops", True),
    ("POST", "/api/v1/plans/pln_x/revisions", {}, "headroom_pct", False),
    ("POST", f"{IN_X}/forecasts", FORECAST, "spindles", True),
    ("PATCH", "/api/v1/plans/pln_x/comments/com_x", {}, "resolved", 1),
    ("POST", "/api/v1/webhooks", HOOK, "active", 0),
    ("PATCH", "/api/v1/webhooks/whk_x", {}, "active", "no"),
)


@pytest.mark.parametrize(
    ("method", "path", "body", "name", "value"), OTHER_TYPES, ids=[f"{row[1]} {row[3]}={row[4]}" for row in OTHER_TYPES]
)
def test_a_value_of_another_type(
    client: Client, method: str, path: str, body: dict[str, Any], name: str, value: Any
) -> None:
    """False is no 0, 1 is no true, a text is no number."""
    response = client.call(method, path, json={**body, name: value}, headers={"If-Match": '"1"'})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "invalid-request"), problem
    assert [error["pointer"] for error in problem["errors"]] == [f"/{name}"]


def test_a_whole_number_may_be_written_as_json_allows(client: Client) -> None:
    client.upload("a.json", a_report())
    client.finished()
    (database,) = client.get("/databases")["items"]
    asked = '{"name": "five", "count": 5.0, "users": 7, "think_time_s": 2, "mirrored": true, "most_moves": null}'
    path = f"/api/v1/databases/{database['id']}/scenarios"
    made = client.call("POST", path, content=asked, headers={"Content-Type": "application/json"})
    assert made.status_code == 201, made.text
    stated = {name: made.json()["question"][name] for name in ("count", "users", "think_time_s", "mirrored")}
    assert stated == {"count": 5, "users": 7.0, "think_time_s": 2.0, "mirrored": True}


BAD_QUESTIONS = (
    ("ssd=lots", 422, "bad-capacity"),
    ("ssd=0GB", 422, "bad-capacity"),
    ("count=0", 422, "invalid-request"),
    ("media=tape", 422, "invalid-request"),
    ("spindle=8", 400, "unknown-parameter"),
    ("device=abacus", 404, "unknown-device"),
    ("assume=flash_raed_us=150", 422, "bad-assumption"),
    ("assume=scan_gain=3", 409, "impossible-assumption"),
    ("hours_from=noon", 422, "bad-time"),
    ("tier=fast", 422, "bad-value"),
    ("sdd=700GB", 400, "unknown-parameter"),
    ("ssd=700XB", 422, "bad-capacity"),
    ("window=bussiest", 422, "invalid-request"),
    ("users=many", 422, "invalid-request"),
)


@pytest.mark.parametrize(("query", "status", "code"), BAD_QUESTIONS)
def test_questions_that_cannot_be_answered(client: Client, query: str, status: int, code: str) -> None:
    client.upload("a.json", a_report())
    client.finished()
    (database,) = client.get("/databases")["items"]
    response = client.call("GET", f"/api/v1/databases/{database['id']}/advice?{query}")
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert [one["parameter"] for one in response.json()["errors"]] == [query.partition("=")[0]]
    assert response.json()["advice"]


def test_every_answer_carries_the_security_headers(client: Client) -> None:
    for path in ("/healthz", "/api/v1/devices", "/api/v1/nothing", "/openapi.json"):
        headers = client.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script-src" not in headers["content-security-policy"], "scripts follow default-src: no inline code"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "private, no-store"


def test_a_body_without_a_length_is_cut_off_at_the_limit(client: Client) -> None:
    def flood() -> Any:
        yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        for _ in range(400):
            yield b"x" * 1024**2

    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    try:
        response = client.http.post("/api/v1/uploads", content=flood(), headers=headers)
    except httpx.TransportError:
        return  # the server closed the connection while we were still sending
    assert (response.status_code, response.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize("length", ["1000000000000", "-5", "+5", "5 5"])
def test_an_impossible_length_is_refused_before_anything_is_read(client: Client, length: str) -> None:
    address = (client.http.base_url.host, client.http.base_url.port)
    head = f"POST /api/v1/uploads HTTP/1.1\r\nHost: {address[0]}\r\nContent-Length: {length}\r\n\r\n"
    with socket.create_connection(address, timeout=PATIENCE_S) as link:
        link.sendall(head.encode())
        status = link.recv(65_536).split(b" ")[1]
    assert status in (b"400", b"413")
