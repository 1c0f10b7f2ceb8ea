"""Signing in with an OpenID provider: a certified one, a running product on each database, and a browser between them."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from segtier.errors import Refused
from segtier.openid.attempt import Attempt
from segtier.openid.provider import Provider, Registration
from tests.client import Client
from tests.conftest import a_fresh_setup
from tests.openid import IS_INSTALLED, PAGE, a_provider, come_back, go_to_provider
from tests.sentences import worded
from tests.stack import SETUPS, Product, Setup

pytestmark = pytest.mark.skipif(not IS_INSTALLED, reason="the provider is not installed: npm ci in e2e/")
PASSWORD = "correct horse battery"
ROLES = '{"dba": "analyst", "ops": "reviewer", "chiefs": "admin"}'


@dataclass(frozen=True)
class House:
    base: str
    issuer: str
    log: Path

    @property
    def back(self) -> str:
        return f"{self.base}/openid/back"


@pytest.fixture(scope="module", params=SETUPS)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With one admin, who has a password."""
    log = tmp_path_factory.mktemp("openid") / "log"
    port = a_free_port()
    base = f"http://127.0.0.1:{port}"
    with a_fresh_setup(request, request.param) as plain, a_provider(f"{base}/openid/back") as issuer:
        told = {
            "SEGTIER_OIDC_ISSUER": issuer,
            "SEGTIER_OIDC_CLIENT_ID": "segtier",
            "SEGTIER_OIDC_CLIENT_SECRET": "a secret of both",
            "SEGTIER_OIDC_ROLES": ROLES,
            "SEGTIER_OIDC_LABEL": "Acme & Co",
        }
        setup = Setup(plain.name, {**plain.env, **told})
        with log.open("w") as errors, Product(setup, "--port", str(port), "--no-worker", log=errors) as product:
            with Client(product.url) as client:
                client.post("/users", json={"name": "ana", "role": "admin", "password": PASSWORD})
            yield House(base, issuer, log)


def a_free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def way_in(house: House, browser: httpx.Client, login: str, begin: str = "/openid") -> str:
    """The address that the provider sends the browser to."""
    return come_back(browser, go_to_provider(browser, f"{house.base}{begin}"), login, house.back)


def sign_in(house: House, browser: httpx.Client, login: str, begin: str = "/openid") -> httpx.Response:
    return browser.get(way_in(house, browser, login, begin), headers=PAGE)


@pytest.fixture
def new_browser() -> Iterator[Callable[[], httpx.Client]]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(httpx.Client(timeout=60))


@pytest.fixture
def browser(new_browser: Callable[[], httpx.Client]) -> httpx.Client:
    return new_browser()


def me(house: House, browser: httpx.Client) -> dict[str, object]:
    answer = browser.get(f"{house.base}/api/v1/me")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def alert(page: httpx.Response) -> str:
    found = re.search(r'role="alert"><strong>(.*?)</strong>', page.text)
    assert found, page.text
    return found[1]


@pytest.fixture
def admin(house: House) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{house.base}/api/v1") as browser:
        browser.post("/session", json={"name": "ana", "password": PASSWORD}).raise_for_status()
        (shown,) = [value for name, value in browser.cookies.items() if name.endswith("-csrf")]
        browser.headers["X-CSRF-Token"] = shown
        yield browser


def audit(admin: httpx.Client, name: str) -> list[dict[str, object]]:
    entries = admin.get("/audit", params={"limit": 200}).raise_for_status().json()["items"]
    return [
        one["detail"]
        for one in reversed(entries)
        if one["action"] == "user.signed-in-by-oidc" and one["detail"]["name"] == name
    ]


def test_the_page_shows_both_ways_in(house: House) -> None:
    page = httpx.get(f"{house.base}/databases?x=1", headers=PAGE)
    assert page.status_code == 401
    assert '<input id="password"' in page.text
    assert '<a href="/openid?to=%2Fdatabases%3Fx%3D1">Sign in with Acme &amp; Co</a>' in page.text


def test_somebody_new_becomes_a_user_and_goes_where_they_wanted(
    house: House, admin: httpx.Client, browser: httpx.Client, new_browser: Callable[[], httpx.Client]
) -> None:
    page = sign_in(house, browser, "bob+dba", "/openid?to=%2Fdatabases%3Fx%3D1")
    assert page.status_code == 200, page.text
    assert 'http-equiv="refresh" content="0;url=/databases?x=1"' in page.text
    session, csrf, over = (page.headers.get_list("set-cookie")[number].lower() for number in (0, 1, 2))
    assert "httponly" in session
    assert "samesite=strict" in session
    assert "samesite=strict" in csrf
    assert "-openid=" in over
    assert "max-age=0" in over
    assert me(house, browser)["name"] == "bob"
    roles = {one["name"]: one["role"] for one in admin.get("/users").json()["items"]}
    assert (roles["bob"], roles["ana"]) == ("analyst", "admin")
    assert audit(admin, "bob") == [{"name": "bob", "role": "analyst"}]
    again = new_browser()
    sign_in(house, again, "bob+dba")
    assert me(house, again)["id"] == me(house, browser)["id"]
    assert len(audit(admin, "bob")) == 1


def test_the_way_there_asks_with_pkce_state_and_nonce(house: House) -> None:
    first, second = (httpx.get(f"{house.base}/openid", headers=PAGE) for _ in range(2))
    asked, other = (parse_qs(urlsplit(one.headers["location"]).query) for one in (first, second))
    assert first.status_code == 303
    assert first.headers["location"].startswith(f"{house.issuer}/auth?")
    assert (asked["response_type"], asked["code_challenge_method"]) == (["code"], ["S256"])
    assert asked["redirect_uri"] == [house.back]
    assert all(asked[name] != other[name] for name in ("state", "nonce", "code_challenge"))
    kept = first.headers["set-cookie"].lower()
    assert "httponly" in kept
    assert "samesite=lax" in kept


def test_the_role_is_that_of_the_groups_at_each_time(
    house: House, admin: httpx.Client, browser: httpx.Client, new_browser: Callable[[], httpx.Client]
) -> None:
    sign_in(house, browser, "zoe+dba")
    assert "audit:read" not in str(me(house, browser)["scopes"])
    sign_in(house, new_browser(), "zoe+ops+dba")
    assert "audit:read" in str(me(house, browser)["scopes"])
    sign_in(house, new_browser(), "zoe+dba")
    assert "audit:read" not in str(me(house, browser)["scopes"])
    assert audit(admin, "zoe") == [
        {"name": "zoe", "role": "analyst"},
        {"name": "zoe", "from": "analyst", "to": "reviewer"},
        {"name": "zoe", "from": "reviewer", "to": "analyst"},
    ]


def test_the_only_admin_stays_one(
    house: House, admin: httpx.Client, browser: httpx.Client, new_browser: Callable[[], httpx.Client]
) -> None:
    sign_in(house, browser, "max+chiefs")
    (ana,) = [one["id"] for one in admin.get("/users").json()["items"] if one["name"] == "ana"]
    (shown,) = [one.value for one in browser.cookies.jar if one.name.endswith("-csrf")]
    change = {"headers": {"X-CSRF-Token": shown}}
    browser.patch(f"{house.base}/api/v1/users/{ana}", json={"role": "viewer"}, **change).raise_for_status()
    other = new_browser()
    assert sign_in(house, other, "max+dba").status_code == 200
    assert "admin" in str(me(house, other)["scopes"])
    browser.patch(f"{house.base}/api/v1/users/{ana}", json={"role": "admin"}, **change).raise_for_status()
    sign_in(house, new_browser(), "max+dba")
    assert "admin" not in str(me(house, other)["scopes"])


def test_nobody_comes_in_without_a_group_that_counts(house: House, admin: httpx.Client, browser: httpx.Client) -> None:
    page = sign_in(house, browser, "eve+visitors")
    assert "none of your" in alert(page)
    assert browser.get(f"{house.base}/api/v1/me").status_code == 401
    assert "eve" not in {one["name"] for one in admin.get("/users").json()["items"]}


def test_who_lost_all_groups_is_out_at_the_next_sign_in(
    house: House, admin: httpx.Client, browser: httpx.Client, new_browser: Callable[[], httpx.Client]
) -> None:
    """Their sessions and tokens too, and it is written down."""
    sign_in(house, browser, "lou+dba")
    (shown,) = [cookie.value for cookie in browser.cookies.jar if cookie.name.endswith("-csrf")]
    wanted = {"name": "ci", "scopes": ["reports:read"], "days": 300}
    made = browser.post(f"{house.base}/api/v1/tokens", json=wanted, headers={"X-CSRF-Token": str(shown)})
    token = {"Authorization": f"Bearer {made.raise_for_status().json()['text']}"}
    assert httpx.get(f"{house.base}/api/v1/me", headers=token).status_code == 200
    assert "none of your" in alert(sign_in(house, new_browser(), "lou+visitors"))
    assert httpx.get(f"{house.base}/api/v1/me", headers=token).status_code == 401
    assert browser.get(f"{house.base}/api/v1/me").status_code == 401
    entries = admin.get("/audit", params={"limit": 200}).raise_for_status().json()["items"]
    assert [one["detail"] for one in entries if one["action"] == "user.shut-out-by-oidc"] == [
        {"name": "lou", "role": "analyst"}
    ]


def test_a_name_that_somebody_else_has_is_not_theirs(house: House, browser: httpx.Client) -> None:
    page = sign_in(house, browser, "ana+chiefs")
    assert "is a user" in alert(page)
    assert browser.get(f"{house.base}/api/v1/me").status_code == 401


def test_the_name_and_password_go_on_working(house: House, browser: httpx.Client) -> None:
    page = browser.post(f"{house.base}/openid/back", data={"name": "ana", "password": PASSWORD}, headers=PAGE)
    assert page.status_code == 401
    page = browser.post(f"{house.base}/", data={"name": "ana", "password": PASSWORD}, headers=PAGE)
    assert page.status_code == 303
    assert me(house, browser)["name"] == "ana"


def test_nobody_has_the_password_of_who_came_that_way(house: House, browser: httpx.Client) -> None:
    sign_in(house, browser, "pat+dba")
    for tried in ("", "nobody", "any"):
        answer = httpx.post(f"{house.base}/api/v1/session", json={"name": "pat", "password": tried})
        assert answer.json()["code"] == "wrong-password"


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        ("nonce", "Invalid claim: 'nonce'"),
        ("aud", "Invalid claim: 'aud'"),
        ("iss", "Invalid claim: 'iss'"),
        ("exp", "The token is expired"),
        ("sub", worded("openid/about-different-user")),
        ("key", "bad_signature"),
        ("none", "Algorithm of 'none' is not allowed"),
    ],
)
def test_an_id_token_that_does_not_hold_opens_nothing(
    house: House, admin: httpx.Client, browser: httpx.Client, lie: str, why: str
) -> None:
    page = sign_in(house, browser, f"mal{lie}+dba!{lie}")
    assert alert(page).startswith(f"{worded('openid/answer-sign-in-service').capitalize()}. Begin again.")
    assert browser.get(f"{house.base}/api/v1/me").status_code == 401
    assert why in house.log.read_text()
    assert f"mal{lie}" not in {one["name"] for one in admin.get("/users").json()["items"]}


def test_what_was_not_begun_in_this_browser_ends_nowhere(
    house: House, browser: httpx.Client, new_browser: Callable[[], httpx.Client]
) -> None:
    where = way_in(house, browser, "mia+dba")
    wrong = re.sub(r"state=\w", "state=!", where)
    for somebody, address in ((browser, wrong), (new_browser(), where), (browser, house.back)):
        page = somebody.get(address, headers=PAGE)
        assert page.status_code == 401
        assert "not begun in" in alert(page)
    assert browser.get(where, headers=PAGE).status_code == 200
    replayed = browser.get(where, headers=PAGE)
    assert "not begun in" in alert(replayed)


def test_a_code_is_good_once(house: House, browser: httpx.Client) -> None:
    where = way_in(house, browser, "kim+dba")
    (kept,) = [one for one in browser.cookies.jar if one.name.endswith("-openid")]
    assert browser.get(where, headers=PAGE).status_code == 200
    page = httpx.get(where, headers=PAGE, cookies={kept.name: str(kept.value)})
    assert "does not hold" in alert(page)


def test_what_the_provider_refuses_is_said(house: House, browser: httpx.Client) -> None:
    state = parse_qs(urlsplit(browser.get(f"{house.base}/openid", headers=PAGE).headers["location"]).query)["state"][0]
    page = browser.get(f"{house.back}?error=access_denied<b>&state={state}", headers=PAGE)
    assert "sign you in (access_denied&lt;b&gt;)" in alert(page)


@pytest.mark.parametrize("to", ["//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)"])
def test_it_goes_on_to_pages_of_ours_only(house: House, browser: httpx.Client, to: str) -> None:
    where = browser.get(f"{house.base}/openid", params={"to": to}, headers=PAGE).headers["location"]
    page = browser.get(
        come_back(browser, browser.get(where, follow_redirects=True), "sam+dba", house.back), headers=PAGE
    )
    (url,) = re.findall(r'content="0;url=([^"]*)"', page.text)
    assert url.startswith("/")
    assert not url.startswith(("//", "/\\"))


def test_a_provider_that_is_away_or_somebody_else_is_said(house: House) -> None:
    for issuer, said in (
        (f"http://127.0.0.1:{a_free_port()}", worded("openid/sign-in-service-does")),
        (f"{house.issuer}/", worded("openid/answer-sign-in-service")),
        (house.base, worded("openid/answer-sign-in-service")),
    ):
        provider = Provider(Registration(issuer, "segtier", None, "openid"))
        with pytest.raises(Refused, match=said):
            provider.address(Attempt("x"), house.back)
