"""Attacks on one running product with accounts, whose logs are read at the end: see docs/operate/security.md."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.integration.files import a_report, some_sizes
from tests.patience import PATIENCE_S
from tests.stack import Product, Setup

PASSWORD = "correct horse battery staple"
WRONG = "a wrong password that somebody typed"
CLIENT_SECRET = "what-the-provider-knows-us-by"
PAGE = {"Accept": "text/html"}
HOSTILE_NAME = 'x"><script>alert(1)</script>\u202egpj.html'
EXPORT = some_sizes("ORDERS", "<img src=x onerror=alert(1)>")


@dataclass
class House:
    base: str
    admin: httpx.Client
    """A browser that is signed in."""
    token: str
    report: str
    secrets: dict[str, str]
    log: Path

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self.admin.request(method, path, **options)

    @property
    def address(self) -> tuple[str, int]:
        url = httpx.URL(self.base)
        return url.host, int(url.port or 0)


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """An admin, a token, a webhook, a report with a hostile name, a provider that is away; everything is logged."""
    folder = tmp_path_factory.mktemp("attacks")
    log = folder / "log"
    pages = folder / "pages"
    pages.mkdir()
    (pages / "index.html").write_text("<!doctype html><title>pages</title>")
    with a_fresh_setup(request, "sqlite") as plain:
        told = {
            "SEGTIER_LOG_LEVEL": "DEBUG",
            "SEGTIER_ACCESS_LOG": "true",
            "SEGTIER_UI_DIR": str(pages),
            "SEGTIER_EVENT_STREAMS_MAX": "3",
            "SEGTIER_OIDC_ISSUER": "http://127.0.0.1:9",
            "SEGTIER_OIDC_CLIENT_ID": "segtier",
            "SEGTIER_OIDC_CLIENT_SECRET": CLIENT_SECRET,
            "SEGTIER_OIDC_ROLES": '{"*": "viewer"}',
        }
        setup = Setup(plain.name, {**plain.env, **told})
        with log.open("w") as errors, Product(setup, "--port", "0", log=errors) as product:
            house = _furnished(product, log)
            yield house
            house.admin.close()


def _furnished(product: Product, log: Path) -> House:
    base = product.url.partition("/?")[0]
    with Client(product.url) as client:
        client.upload(HOSTILE_NAME, a_report("SHOP", 4711))
        client.finished()
        client.upload("sizes.csv", EXPORT)
        client.finished()
        (database,) = client.get("/databases")["items"]
        report = client.get(f"/databases/{database['id']}/reports")["items"][0]
        client.post("/users", json={"name": "ana", "role": "admin", "password": PASSWORD})
    admin = httpx.Client(base_url=base, timeout=PATIENCE_S)
    admin.post("/api/v1/session", json={"name": "ana", "password": PASSWORD}).raise_for_status()
    cookies = {name.split("-")[-1]: value for name, value in admin.cookies.items()}
    admin.headers["X-CSRF-Token"] = cookies["csrf"]
    wanted = {"name": "ci", "scopes": ["reports:read"], "days": 1}
    token = admin.post("/api/v1/tokens", json=wanted).raise_for_status().json()["text"]
    hook = {"address": "https://hooks.example.com/in/path-that-is-a-secret", "active": False}
    made = admin.post("/api/v1/webhooks", json=hook, headers={"Idempotency-Key": "a-key-that-nobody-else-has"})
    secrets = {
        "installation secret": product.secret,
        "password": PASSWORD,
        "wrong password": WRONG,
        "client secret": CLIENT_SECRET,
        "token": token,
        "secret of the webhook": made.raise_for_status().json()["secret"],
        "path of the webhook": "path-that-is-a-secret",
        "idempotency key": "a-key-that-nobody-else-has",
        **{f"cookie {name}": value for name, value in cookies.items()},
    }
    return House(base, admin, token, f"/api/v1/reports/{report['id']}", secrets, log)


PATHS = (
    ("GET", "/", 200),
    ("GET", "/databases/x", 200),
    ("GET", "/no.such.file", 404),
    ("GET", "/docs", 200),  # the pages' own answer: nothing of the server
    ("GET", "/openapi.json", 200),
    ("GET", "/redoc", 200),
    ("POST", "/", 405),
    ("GET", "/api/v1/me", 200),
    ("GET", "/api/v1/nothing", 404),
    ("DELETE", "/api/v1/me", 405),
    ("GET", "/api/v1/uploads?limit=x", 422),
    ("GET", "/api/v1/uploads?cursor=x", 400),
    ("GET", "/%2e%2e/%2e%2e/etc/passwd", 200),  # the pages' own answer
    ("GET", "/..%2f..%2fetc/pass.wd", 404),
    ("GET", "/openid/back?state=x&error=%3Cscript%3E", 401),
    ("GET", "/openid", 401),
    ("GET", "/healthz", 200),
)


@pytest.mark.parametrize("known", [True, False], ids=["signed in", "stranger"])
@pytest.mark.parametrize(("method", "path", "status"), PATHS)
def test_no_answer_runs_or_is_framed_or_kept(house: House, method: str, path: str, status: int, known: bool) -> None:
    """Also errors, and what strangers get."""
    stranger = httpx.Client(base_url=house.base, timeout=PATIENCE_S)
    answer = (house.admin if known else stranger).request(method, path, headers=PAGE)
    stranger.close()
    assert answer.status_code == (
        status if known or path.startswith(("/healthz", "/openid?", "/openid/")) or path == "/openid" else 401
    ), answer.text
    _is_safe(answer)
    assert "<script" not in answer.text.lower() or answer.headers["content-type"] != "text/html; charset=utf-8"


def _is_safe(answer: httpx.Response) -> None:
    policy = dict(re.findall(r"([\w-]+) ?([^;]*)(?:; )?", answer.headers["content-security-policy"]))
    scripts = policy.get("script-src", policy["default-src"])
    assert scripts in ("'self'", "'none'"), scripts
    assert policy["base-uri"] == "'none'"
    assert policy["frame-ancestors"] == ("'self'" if "sandbox" in policy else "'none'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "public" in answer.headers["cache-control"] or _is_private(answer)


def _is_private(answer: httpx.Response) -> bool:
    varies = {one.strip().lower() for one in answer.headers["vary"].split(",")}
    return {"authorization", "cookie"} <= varies and (
        answer.headers["cache-control"] in ("private, no-store", "private, no-cache", "no-cache")
    )


def test_what_came_from_a_file_is_shown_without_an_origin(house: House) -> None:
    where = {"source": hashlib.sha256(EXPORT).hexdigest(), "section": "Segment sizes", "row": 1, "field": "name"}
    page = house.ask("GET", "/api/v1/evidence/page", params=where)
    assert page.status_code == 200, page.text
    assert page.headers["content-security-policy"].startswith("sandbox; default-src 'none';")
    assert "onerror" in page.text
    assert "<img" not in page.text
    _is_safe(page)
    names = {one["file"] for one in house.ask("GET", "/api/v1/uploads").json()["items"]}
    assert names == {"script>gpj.html", "sizes.csv"}


NUMBERS = ("NaN", "Infinity", "-Infinity", "1e309", "-1e309", "1" + "0" * 400, "-0", '"NaN"', "1e-400")


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_that_is_none_comes_in_or_goes_out(house: House, number: str) -> None:
    database = house.ask("GET", house.report).json()["database_id"]
    for field in ("users", "think_time_s", "response_limit_s", "price", "headroom_pct", "machine_requests_per_s"):
        body = f'{{"name": {json.dumps(f"{field} {number[:9]}")}, "{field}": {number}}}'
        headers = {"Content-Type": "application/json"}
        answer = house.ask("POST", f"/api/v1/databases/{database}/scenarios", content=body, headers=headers)
        assert answer.status_code in ((201, 409, 422) if number in ("-0", "1e-400") else (422,)), (field, answer.text)
        _strictly(answer.text)
        if answer.status_code == 201 and field == "headroom_pct":
            made = f"/api/v1/databases/{database}/scenarios/{answer.json()['id']}"
            _strictly(house.ask("GET", f"{made}/advice").text)


def _strictly(text: str) -> None:
    def refuse(number: str) -> None:
        raise AssertionError(number)

    json.loads(text, parse_constant=refuse)


SIZES = ('{"text": NaN}', '{"text": "SHOP.T NaN GB"}', '{"text": "SHOP.T 1e309 GB"}', '{"text": "SHOP.T -1 GB"}')


@pytest.mark.parametrize("body", SIZES)
def test_a_size_that_is_none_is_refused(house: House, body: str) -> None:
    database = house.ask("GET", house.report).json()["database_id"]
    headers = {"Content-Type": "application/json"}
    answer = house.ask("PUT", f"/api/v1/databases/{database}/sizes", content=body, headers=headers)
    assert answer.status_code == 422 or answer.json()["accepted"] == 0, answer.text
    _strictly(answer.text)


FIELDS = (
    ("POST", "/api/v1/users", {"name": "eve", "role": "viewer", "password": PASSWORD, "id": "usr_x"}),
    ("POST", "/api/v1/tokens", {"name": "x", "scopes": ["reports:read"], "days": 1, "user_id": "usr_x"}),
    ("PATCH", "REPORT", {"period": "after", "upload_id": "upl_x"}),
    ("POST", "/api/v1/webhooks", {"address": "https://hooks.example.com", "secret": "mine"}),
    ("POST", "/api/v1/session", {"name": "ana", "password": PASSWORD, "role": "admin"}),
)


@pytest.mark.parametrize(("method", "path", "body"), FIELDS)
def test_nothing_is_set_that_is_not_asked_for(house: House, method: str, path: str, body: dict[str, Any]) -> None:
    answer = house.ask(method, path.replace("REPORT", house.report), json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")


UNSEEN = (
    "PAY \u202eLORRAC",
    "zero\u200bwidth",
    "\u2066isolated\u2069",
    "\ufeffmark",
    "bell\x07",
    "\x1b[31mred",
    "soft\u00adhyphen",
)


@pytest.mark.parametrize("text", UNSEEN)
def test_what_people_write_says_what_it_shows(house: House, text: str) -> None:
    """Refused before anybody is asked: of a comment, the reason of a submission, a note, a verdict, a token."""
    for path, body in (
        ("/api/v1/plans/pln_x/comments", {"text": text}),
        ("/api/v1/plans/pln_x/submit", {"reason": text}),
        ("/api/v1/plans/pln_x/revisions", {"note": text}),
        ("/api/v1/plans/pln_x/reviews", {"verdict": "approve", "digest": "0" * 64, "comment": text}),
        ("/api/v1/tokens", {"name": text, "scopes": ["reports:read"]}),
    ):
        answer = house.ask("POST", path, json=body, headers={"If-Match": '"x"'})
        assert answer.status_code == 422, answer.text
        assert "unseen-character" in {one["code"] for one in answer.json()["errors"]}
        assert "reverses text" in answer.text


ELSEWHERE = (
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/%0d%0aX: y",
)


def test_signing_in_leads_to_pages_of_ours_only(house: House) -> None:
    form = {"name": "ana", "password": PASSWORD}
    with httpx.Client(base_url=house.base, timeout=PATIENCE_S) as browser:
        for to in ELSEWHERE:
            for page in (
                browser.get("/x", params={"to": to}, headers=PAGE),
                browser.get(f"{house.base}/{to}", headers=PAGE),
            ):
                assert page.status_code == 401
                links = re.findall(r'(?:href|action|content)="([^"]*)"', page.text)
                assert links
                assert [link for link in links if re.match(r"(?:0;url=)?(?:[a-z]+:|//|/?\\)", link)] == []
        went = browser.post(f"{house.base}//evil.example/x?to=//evil.example", data=form)
        assert (went.status_code, went.headers["location"]) == (303, "/evil.example/x?to=//evil.example")


def test_streams_have_an_end_of_room(house: House) -> None:
    headers = {"Authorization": f"Bearer {house.token}"}
    with httpx.Client(base_url=house.base, headers=headers, timeout=PATIENCE_S) as client:
        open_ones = [client.send(client.build_request("GET", "/api/v1/events/stream"), stream=True) for _ in range(4)]
        assert [one.status_code for one in open_ones] == [200, 200, 200, 503]
        assert open_ones[3].headers["retry-after"]
        for one in open_ones:
            one.close()


HEADS = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 200_000,
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /\r\nX HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
)


def _say_no_more(link: socket.socket) -> None:
    try:
        link.shutdown(socket.SHUT_WR)
    except OSError as err:
        if err.errno != errno.ENOTCONN:  # reset by the other side already: no ConnectionError to Python
            raise


@pytest.mark.parametrize("head", HEADS, ids=range(len(HEADS)))
def test_a_request_that_is_none_is_ended(house: House, head: bytes) -> None:
    with socket.create_connection(house.address, timeout=PATIENCE_S) as link:
        answer = b""
        with contextlib.suppress(ConnectionError):  # it need not wait for the rest
            link.sendall(head)
            _say_no_more(link)
            while piece := link.recv(65_536):
                answer += piece
    assert not answer or answer.split(b" ")[1] in (b"400", b"401", b"413", b"431"), answer[:200]
    assert answer.count(b"HTTP/1.1 ") <= 1


def _parts(count: int) -> bytes:
    return b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n' * count + b"--b--\r\n"


JSON, FORM = "application/json", "multipart/form-data; boundary=b"
BODIES: dict[str, tuple[str, bytes]] = {
    "deep": (JSON, b"[" * 200_000),
    "deep and ended": (JSON, b'{"name":' * 50_000 + b"1" + b"}" * 50_000),
    "a number of 100,000 digits": (JSON, b'{"name": ' + b"9" * 100_000 + b"}"),
    "not UTF-8": (JSON, b'{"name": "\xff\xfe"}'),
    "a lone surrogate": (JSON, b'{"name": "\\ud800", "scopes": ["reports:read"]}'),
    "a lone surrogate as a field": (JSON, b'{"\\ud800": 1}'),
    "larger than any document": (JSON, b'"' + b"x" * (33 * 1024**2)),
    "no kind": ("", b"x" * (33 * 1024**2)),
    "5,000 fields": (FORM, _parts(5_000)),
    "a head of 1 MB": (FORM, b"--b\r\nX-A: " + b"x" * 1024**2),
    "a name of 1 MB": (FORM, b"--b\r\n" + b"x" * 1024**2),
    "100,000 heads": (FORM, b"--b\r\n" + b"X-A: b\r\n" * 100_000),
}


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_is_too_much_is_refused(house: House, what: str) -> None:
    kind, body = BODIES[what]
    path = "/api/v1/uploads" if kind == FORM else "/api/v1/tokens"
    try:
        answer = house.ask("POST", path, content=body, headers={"Content-Type": kind})
    except httpx.TransportError:
        return  # the server closed the connection while it was still being sent
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_log_holds_no_secret_and_each_event_is_one_line(house: House) -> None:
    """After all of the above, and more that is shown wrongly; the last test, because it reads what the others did."""
    bearer = {"Authorization": f"Bearer {house.token}"}
    wrong = {"Authorization": f"Bearer {house.token[:-1]}", "X-Forwarded-For": "1.2.3.4\r\nforged"[:7]}
    with httpx.Client(base_url=house.base, timeout=PATIENCE_S) as browser:
        browser.post("/api/v1/session", json={"name": WRONG, "password": WRONG})
        browser.post("/", data={"name": "ana", "password": WRONG})
        browser.get(f"/?secret={house.secrets['installation secret']}", headers=PAGE)
        browser.get(f"/api/v1/me?token={house.token}", headers=bearer)
        browser.get("/api/v1/me", headers=wrong)
        browser.get("/api/v1/me%0aINFO%20forged%1b[31m", headers=bearer)
        browser.get(f"/openid/back?code={CLIENT_SECRET}&state=x")
    text = house.log.read_text("utf-8")
    assert "GET /api/v1/me" in text, "it was logged"
    found = [name for name, secret in house.secrets.items() if secret in text]
    assert found == []
    assert "\x1b" not in text
    strays = [
        line for line in text.splitlines() if not re.match(r"\d{4}-\d\d-\d\d [\d:,]+ (DEBUG|INFO|WARNING|ERROR) ", line)
    ]
    assert strays == []
