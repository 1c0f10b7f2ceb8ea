"""The way in by an OpenID provider: the browser goes there, and comes back with a code."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from segtier.accounts import new_secret
from segtier.accounts.claims import NoRole, Reading, person_of
from segtier.api.browser import cookie_name, cookie_of, is_secure
from segtier.errors import Refused
from segtier.openid.attempt import Attempt
from segtier.openid.provider import Provider
from segtier.services.sign_in import SignedIn
from segtier.services.sign_in_by_openid import shut_out, sign_in_by_openid
from segtier.store.engine import Store

BEGIN = "/openid"
BACK = "/openid/back"
_WITHIN_S = 600
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody who is signed in, and where they wanted to go."""

    signed_in: SignedIn
    to: str


class ByOpenId:
    def __init__(self, store: Store, provider: Provider, reading: Reading, label: str) -> None:
        self._store, self._provider, self._reading = store, provider, reading
        self.label = label

    def is_asked(self, scope: Scope) -> bool:
        return scope["method"] == "GET" and scope["path"] in (BEGIN, BACK)

    def answer(self, scope: Scope, headers: Headers) -> Response | Arrived:
        """Waits for the provider. Raises Refused with what to do."""
        asked = parse_qs(scope["query_string"].decode("latin-1"), errors="replace")
        given = {name: values[-1] for name, values in asked.items()}
        return self._begin(scope, headers, given) if scope["path"] == BEGIN else self._back(scope, headers, given)

    @staticmethod
    def forget(response: Response, headers: Headers) -> None:
        """The try is over: nobody comes back by it once more."""
        response.delete_cookie(_cookie(headers), path=BEGIN, samesite="lax", httponly=True)

    def _begin(self, scope: Scope, headers: Headers, given: dict[str, str]) -> Response:
        secret, to = new_secret(), given.get("to", "/")
        response = RedirectResponse(self._provider.address(Attempt(secret), _own(scope, headers)), 303)
        kept = f"{secret}.{quote(to if len(to) < _LONGEST else '/', safe='')}"
        # The provider's site sends the browser back, so this one cookie has to come along with that (lax).
        response.set_cookie(
            _cookie(headers),
            kept,
            max_age=_WITHIN_S,
            path=BEGIN,
            httponly=True,
            samesite="lax",
            secure=is_secure(scope, headers),
        )
        return response

    def _back(self, scope: Scope, headers: Headers, given: dict[str, str]) -> Arrived:
        secret, _, to = cookie_of(headers, _cookie(headers)).partition(".")
        attempt, state = Attempt(secret), given.get("state", "")
        if not secret or not hmac.compare_digest(attempt.state.encode(), state.encode("utf-8", "surrogateescape")):
            raise Refused(
                "this sign-in was not begun in this browser, or more than 10 minutes ago",
                code="openid-not-begun",
                advice="Begin again here. The browser has to take cookies.",
            )
        if "error" in given:
            raise Refused(
                f"the sign-in service did not sign you in ({given['error'][:80]})",
                code="openid-refused",
                advice="Begin again, or sign in with a name and password.",
            )
        claims = self._provider.claims(attempt, _own(scope, headers), given.get("code", ""))
        try:
            person = person_of(claims, self._reading)
        except NoRole as refused:
            shut_out(self._store, refused.subject)
            raise
        return Arrived(sign_in_by_openid(self._store, person), unquote(to))


def _cookie(headers: Headers) -> str:
    return f"{cookie_name(headers)}-openid"


def _own(scope: Scope, headers: Headers) -> str:
    """Where the provider sends the browser back to: it knows the address and takes no other."""
    return f"{'https' if is_secure(scope, headers) else 'http'}://{headers['host']}{BACK}"
