"""An OpenID provider that runs on this machine, and a browser that signs in at it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from lxml import html

SCRIPT = Path(__file__).resolve().parents[2] / "e2e" / "support" / "openid_provider.mjs"
IS_INSTALLED = (SCRIPT.parents[1] / "node_modules" / "oidc-provider").is_dir()
PAGE = {"Accept": "text/html"}


@contextmanager
def a_provider(*redirect_uris: str) -> Iterator[str]:
    """Gives its issuer."""
    command = ["node", str(SCRIPT), *redirect_uris]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def go_to_provider(browser: httpx.Client, begin: str) -> httpx.Response:
    """From a link of ours to the page that asks who one is."""
    page = browser.get(begin, headers=PAGE, follow_redirects=True)
    assert page.status_code == 200, page.text
    return page


def submit(browser: httpx.Client, page: httpx.Response, **typed: str) -> httpx.Response:
    """The form of a page, as far as the redirects of its server lead."""
    (form,) = html.fromstring(page.text).forms
    fields = {**dict(form.form_values()), **typed}
    return browser.post(page.url.join(form.action), data=fields, headers=PAGE)


def come_back(browser: httpx.Client, page: httpx.Response, login: str, back: str) -> str:
    """Sign in there and consent; the address it sends the browser to, which is not gone to yet.

    `ana+dba+ops!aud`: ana, who is in two groups, and whose ID token is for somebody else.
    """
    said, _, lie = login.partition("!")
    name, *groups = said.split("+")
    known = [("group", one) for one in groups] + ([("lie", lie)] if lie else [])
    browser.put(page.url.join(f"/people/{name}"), params=known).raise_for_status()
    answer = submit(browser, page, login=name, password="any")
    for _ in range(12):
        if answer.is_redirect:
            where = answer.headers["location"]
            if where.startswith(back):
                return str(where)
            answer = browser.get(answer.url.join(where), headers=PAGE)
        else:
            assert answer.status_code == 200, answer.text
            answer = submit(browser, answer)
    raise AssertionError("the provider does not send the browser back")
