"""The secret of a server: who shows it gets in, and it goes nowhere else."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import re
from typing import Any

import httpx
import pytest

from segtier.api.app import create_app
from segtier.settings import Settings

SECRET = "s3cret-of_this.server~1"
OTHER = "s3cret-of_another.server"
PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def ask(method: str, path: str, *, cookies: dict[str, str] | None = None, port: int = 8765, **options: Any) -> Any:
    app = create_app(Settings(secret=SECRET), None)  # type: ignore[arg-type] # pydantic wraps it
    base = f"http://127.0.0.1:{port}"

    async def once() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base, cookies=cookies) as client:
            return await client.request(method, path, **options)

    return asyncio.run(once())


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def signed_in(path: str = "/", port: int = 8765, **headers: str) -> httpx.Response:
    answer: httpx.Response = ask("GET", f"{path}?secret={SECRET}", port=port, headers=headers)
    assert answer.status_code == 303
    return answer


CLOSED: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("GET", "/api/v1/devices", {}),
    ("GET", "/api/v1/devices", bearer(OTHER)),
    ("GET", "/api/v1/devices", bearer("")),
    ("GET", "/api/v1/devices", bearer(SECRET[:-1])),
    ("GET", "/api/v1/devices", {"Authorization": f"Basic {SECRET}"}),
    ("GET", "/api/v1/devices", {"Authorization": "Bearer \xff\xfe"}),
    ("GET", f"/api/v1/devices?secret={SECRET}", {}),
    ("GET", "/api/v1/devices", {"Cookie": f"segtier-8765={SECRET}"}),
    ("GET", "/api/v1/devices", {"Accept": "text/html"}),
    ("GET", "/api/v1/nothing", {}),
    ("GET", "/openapi.json", {}),
    ("DELETE", "/api/v1/uploads/upl_x", {}),
    ("POST", "/api/v1/uploads", {}),
    ("POST", "/api/v1/uploads", FORM),
    ("PUT", "/anything", {}),
    ("GET", "/metrics", {}),
    ("GET", "/assets/index.js", {}),
)


@pytest.mark.parametrize(("method", "path", "headers"), CLOSED)
def test_without_the_secret_there_is_a_problem(method: str, path: str, headers: dict[str, str]) -> None:
    answer = ask(method, path, headers={name: value.encode("latin-1") for name, value in headers.items()})
    assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json")
    problem = answer.json()
    assert problem["code"] == "secret-needed"
    assert "segtier serve printed" in problem["advice"]
    assert "file `secret`" in problem["advice"]
    assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", ["/", "/databases/db_x?ssd=1GB", "/docs"])
def test_a_browser_gets_a_page_to_paste_it_into(path: str) -> None:
    answer = ask("GET", path, headers=PAGE)
    assert (answer.status_code, answer.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert '<form method="post">' in answer.text
    assert not [
        word for word in ("<script", " style=", "url(", "@import", "http://", "https://") if word in answer.text
    ]


def test_the_one_style_on_it_is_the_one_that_the_policy_lets_through() -> None:
    answer = ask("GET", "/", headers=PAGE)
    (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'self' 'sha256-{digest}';" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/healthz"])
def test_probes_are_open(path: str) -> None:
    assert ask("GET", path).status_code == 200


def test_a_program_shows_it_as_bearer() -> None:
    assert ask("GET", "/api/v1/devices", headers=bearer(SECRET)).status_code == 200
    assert ask("GET", "/api/v1/devices", headers={"Authorization": f"bearer  {SECRET}"}).status_code == 200


PASTED = (SECRET, f"  {SECRET}\n", f"http://127.0.0.1:8765/?secret={SECRET}", f"http://x/?a=1&secret={SECRET} ")


@pytest.mark.parametrize("text", PASTED)
def test_pasting_signs_in_and_goes_on(text: str) -> None:
    answer = ask("POST", "/databases/db_x?ssd=1GB", data={"secret": text})
    assert (answer.status_code, answer.headers["location"]) == (303, "/databases/db_x?ssd=1GB")
    assert ask("GET", "/api/v1/devices", cookies=dict(answer.cookies)).status_code == 200


@pytest.mark.parametrize("text", ["", OTHER, f"http://x/?secret={OTHER}", "?", "é", "x" * 100_000])
def test_pasting_something_else_does_not(text: str) -> None:
    answer = ask("POST", "/", data={"secret": text})
    assert (answer.status_code, "set-cookie" in answer.headers) == (401, False)
    assert "not the secret" in answer.text
    assert ask("GET", "/", params={"secret": text[:100]}, headers=PAGE).status_code == 401


WAYS = (
    ("/", "/"),
    ("/databases/db%20x", "/databases/db%20x"),
    ("//evil.example/x", "/evil.example/x"),
    ("/%5C%5Cevil.example", "/evil.example"),
    ("/a%0d%0aSet-Cookie:%20x=y", "/a%0D%0ASet-Cookie%3A%20x%3Dy"),
)


@pytest.mark.parametrize(("path", "location"), WAYS)
def test_the_address_goes_on_without_the_secret(path: str, location: str) -> None:
    app = create_app(Settings(secret=SECRET), None)  # type: ignore[arg-type] # pydantic wraps it
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": "GET",
        "path": httpx.URL("http://x").copy_with(raw_path=path.encode()).path,
        "query_string": f"ssd=1GB&secret={SECRET}&x".encode(),
        "headers": [(b"host", b"localhost")],
    }
    asyncio.run(app(scope, receive, send))
    told = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert (sent[0]["status"], told["location"]) == (303, f"{location}?ssd=1GB&x")
    assert (told["referrer-policy"], told["cache-control"]) == ("no-referrer", "private, no-store")


def test_the_cookie_is_for_this_port_only_and_is_not_the_secret() -> None:
    told = signed_in().headers["set-cookie"]
    name, _, value = told.partition(";")[0].partition("=")
    assert name == "segtier-8765"
    assert SECRET not in told
    assert {part.strip().lower() for part in told.split(";")[1:]} == {"httponly", "path=/", "samesite=strict"}
    assert ask("GET", "/api/v1/devices", cookies={name: value}).status_code == 200
    assert ask("GET", "/api/v1/devices", cookies={name: value}, port=8766).status_code == 401
    assert ask("GET", "/api/v1/devices", cookies={"segtier-8766": value}, port=8766).status_code == 401
    assert ask("GET", "/api/v1/devices", headers=bearer(value)).status_code == 401


@pytest.mark.parametrize(
    ("said", "secure"),
    [
        ("https", True),
        ("HTTPS", True),
        (" https , http", True),
        ("http", False),
        ("http, https", False),
        ("httpsx", False),
        ("", False),
    ],
)
def test_over_tls_the_cookie_stays_there(said: str, secure: bool) -> None:
    """The first of several proxies is the browser's."""
    assert ("secure" in signed_in(**{"X-Forwarded-Proto": said}).headers["set-cookie"].lower()) is secure


def test_another_secret_closes_the_door_again() -> None:
    cookies = dict(signed_in().cookies)
    app = create_app(Settings(secret=OTHER), None)  # type: ignore[arg-type] # pydantic wraps it

    async def once() -> int:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8765", cookies=cookies) as client:
            return (await client.get("/api/v1/devices")).status_code

    assert asyncio.run(once()) == 401


def test_without_a_secret_the_application_opens_to_nobody() -> None:
    app = create_app(Settings(secret=None), None)

    async def once() -> int:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return (await client.get("/api/v1/devices", headers=bearer("None"))).status_code

    assert asyncio.run(once()) == 401


def test_the_secret_is_nowhere_in_what_is_said(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    answers = [
        ask("GET", f"/?secret={SECRET}"),
        ask("GET", f"/api/v1/devices?secret={SECRET}", headers=bearer(SECRET)),
        ask("GET", "/openapi.json", headers=bearer(SECRET)),
        ask("POST", "/", data={"secret": SECRET + "x"}),
    ]
    assert [answer.status_code for answer in answers] == [303, 400, 200, 401]
    assert not [answer for answer in answers if SECRET in answer.text or SECRET in str(answer.headers)]
    ours = [line for line in caplog.messages if not line.startswith("HTTP Request")]  # the test's own client's
    assert ours
    assert not [line for line in ours if SECRET in line]
    assert SECRET not in repr(Settings(secret=SECRET))  # type: ignore[arg-type]
