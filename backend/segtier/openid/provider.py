"""The provider: where a browser signs in there, and the claims of who did, once every one of them is checked."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Any, cast

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from httpx2 import HTTPError, InvalidURL
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.openid.addresses import is_safe
from segtier.openid.attempt import Attempt
from segtier.openid.limited import WITHIN_S, Limited

_METADATA = "/.well-known/openid-configuration"
_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA")
"""Signatures by a key that only the provider has."""
_FRESH_S = 300.0
_CLOCKS_APART_S = 60
_AT_ONCE = threading.BoundedSemaphore(4)
"""Strangers may begin to sign in: they do not get all threads to wait for a provider that hangs."""
_log = logging.getLogger(__name__)
_TELL = "Start again. If it fails again, tell the operator: the log says why."


@dataclass(frozen=True, slots=True)
class Registration:
    """What the provider knows this installation by. Without a secret it is a public client, which PKCE protects alone."""

    issuer: str
    client_id: str
    client_secret: str | None = field(repr=False)
    scopes: str


class Provider:
    """Any number of threads may ask. What is fetched is read anew after a few minutes; raises Refused where it fails."""

    def __init__(self, registered: Registration) -> None:
        self._registered = registered
        self._read: tuple[float, dict[str, Any]] | None = None

    def address(self, attempt: Attempt, redirect_uri: str) -> str:
        """Where the browser goes."""
        with self._client(redirect_uri) as client:
            place = _endpoint(self._metadata(client), "authorization_endpoint")
            url, _ = client.create_authorization_url(
                place, state=attempt.state, nonce=attempt.nonce, code_verifier=attempt.verifier
            )
        return str(url)

    def claims(self, attempt: Attempt, redirect_uri: str, code: str) -> dict[str, Any]:
        """What the ID token says of whoever came back with the code."""
        with self._client(redirect_uri) as client:
            metadata = self._metadata(client)
            if "client_secret_post" in _supported(metadata):
                client.token_endpoint_auth_method = "client_secret_post"
            if self._registered.client_secret is None:
                client.token_endpoint_auth_method = "none"
            token = client.fetch_token(_endpoint(metadata, "token_endpoint"), code=code, code_verifier=attempt.verifier)
            keys = KeySet.import_key_set(cast(Any, _fetched(client, _endpoint(metadata, "jwks_uri"))))
            registry = JWSRegistry(algorithms=list(_ALGORITHMS), strict_check_header=False)
            signed = jwt.decode(token["id_token"], keys, registry=registry)
            known = self._registered
            claims = CodeIDToken(
                signed.claims,
                signed.header,
                {
                    "iss": {"essential": True, "value": known.issuer},
                    "aud": {"essential": True, "value": known.client_id},
                    "sub": {"essential": True},
                    "exp": {"essential": True},
                },
                {"nonce": attempt.nonce, "client_id": known.client_id, "access_token": token.get("access_token")},
            )
            claims.validate(leeway=_CLOCKS_APART_S)
            return {**self._told(client, metadata, claims["sub"]), **claims}

    def _told(self, client: OAuth2Client, metadata: dict[str, Any], subject: str) -> dict[str, Any]:
        """What it tells of them beside the ID token, where many leave names and groups out."""
        if "userinfo_endpoint" not in metadata:
            return {}
        told = _fetched(client, _endpoint(metadata, "userinfo_endpoint"), withhold_token=False)
        if told.get("sub") != subject:
            raise _Odd("it is about a different user")
        return told

    def _metadata(self, client: OAuth2Client) -> dict[str, Any]:
        if self._read is not None and time.monotonic() < self._read[0] + _FRESH_S:
            return self._read[1]
        issuer = self._registered.issuer
        metadata = _fetched(client, issuer.rstrip("/") + _METADATA)
        if metadata.get("issuer") != issuer:
            raise _Odd(f"the provider calls itself {metadata.get('issuer')!r}, not {issuer!r}")
        self._read = (time.monotonic(), metadata)
        return metadata

    @contextmanager
    def _client(self, redirect_uri: str) -> Iterator[OAuth2Client]:
        """All that can go wrong with a provider ends here."""
        if not _AT_ONCE.acquire(blocking=False):
            raise Refused("too many sign-ins at the moment", code="openid-busy", advice="Try again in a few seconds.")
        known = self._registered
        client = OAuth2Client(
            known.client_id,
            known.client_secret,
            scope=known.scopes,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            timeout=WITHIN_S,
            follow_redirects=False,
            transport=Limited(),
        )
        try:
            yield client
        except (HTTPError, InvalidURL) as fault:
            _log.warning("OpenID provider: %s: %s", type(fault).__name__, fault)
            raise Refused("the sign-in service does not answer", code="openid-away", advice=_TELL) from fault
        except (_Odd, AuthlibBaseError, JoseError, KeyError, TypeError, ValueError) as fault:
            _log.warning("OpenID provider: %s: %s", type(fault).__name__, fault)
            raise Refused("the answer of the sign-in service does not hold", code="openid-odd", advice=_TELL) from fault
        finally:
            client.close()
            _AT_ONCE.release()


class _Odd(Exception):
    """Something that a provider must not say."""


def _fetched(client: OAuth2Client, url: str, *, withhold_token: bool = True) -> dict[str, Any]:
    response = client.request("GET", url, withhold_token=withhold_token)
    if not response.is_success:
        raise _Odd(f"{url} answers {response.status_code}")
    body = response.json()
    if not isinstance(body, dict):
        raise _Odd(f"{url} is not a JSON object")
    return body


def _endpoint(metadata: dict[str, Any], name: str) -> str:
    place = metadata.get(name)
    if not isinstance(place, str) or not is_safe(place):
        raise _Odd(f"its {name} is {place!r}")
    return place


def _supported(metadata: dict[str, Any]) -> tuple[str, ...]:
    """How a client may show its secret, where the way of the standard's default is not among them."""
    ways = metadata.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    return () if "client_secret_basic" in ways else tuple(ways)
