"""A small client of the REST interface that checks every answer against the declared schema."""

from __future__ import annotations

import ssl
import time
from typing import Any

import httpx

from tests.openapi import kept_contract
from tests.patience import PATIENCE_S

_WAITING = ("queued", "running")
_UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""The product is asked without TLS; each client would else read all authorities there are."""


def signed_in(address: str, path: str = "", timeout_s: float = PATIENCE_S) -> httpx.Client:
    """A bare client below a path of the printed address, which holds the secret."""
    url = httpx.URL(address)
    headers = {"Authorization": f"Bearer {url.params['secret']}"}
    below = url.copy_with(path=path or "/", query=None)
    return httpx.Client(base_url=below, headers=headers, timeout=timeout_s, verify=_UNUSED)


def client_at(address: str, port: int) -> httpx.Client:
    """A bare client at an address of its own of this machine: 127.0.0.2, 127.0.0.3 … It shows no secret."""
    transport = httpx.HTTPTransport(local_address=address, verify=_UNUSED)
    return httpx.Client(transport=transport, base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)


class Client:
    """Calls the product; any status or body that the OpenAPI document does not declare fails the test.

    `address` is the printed one, with the secret.
    """

    def __init__(self, address: str) -> None:
        self.http = signed_in(address)
        self._contract = kept_contract()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def call(self, method: str, path: str, **options: Any) -> httpx.Response:
        response = self.http.request(method, path, **options)
        self._contract.check(method, path.partition("?")[0], response)
        return response

    def get(self, path: str, **params: Any) -> Any:
        """The body of a successful GET below /api/v1."""
        return self._ok(self.call("GET", f"/api/v1{path}", params=params))

    def post(self, path: str, **options: Any) -> Any:
        return self._ok(self.call("POST", f"/api/v1{path}", **options))

    def upload(self, name: str, data: bytes, **form: str) -> Any:
        return self.post("/uploads", files={"file": (name, data)}, data=form)

    def uploads(self, **wanted: Any) -> list[Any]:
        """All uploads (those wanted), newest first, page by page."""
        found: list[Any] = []
        cursor: dict[str, str] = {}
        while True:
            page = self.get("/uploads", limit=200, **wanted, **cursor)
            found += page["items"]
            if page["next_cursor"] is None:
                return found
            cursor = {"cursor": page["next_cursor"]}

    def finished(self, *ids: str, within_s: float = PATIENCE_S) -> list[Any]:
        """The uploads with these identifiers (all, where none is given) once no worker has anything left to do."""
        deadline_s = time.monotonic() + within_s
        while waiting := self._those(ids, state=_WAITING):
            assert time.monotonic() < deadline_s, [upload["state"] for upload in waiting]
            time.sleep(0.05)
        return self._those(ids)

    def _those(self, ids: tuple[str, ...], **wanted: Any) -> list[Any]:
        return [upload for upload in self.uploads(**wanted) if not ids or upload["id"] in ids]

    def remove_everything(self) -> None:
        for database in self.get("/databases")["items"]:
            self.call("DELETE", f"/api/v1/databases/{database['id']}", params={"name": database["name"]})
        for upload in self.uploads():
            self.call("DELETE", f"/api/v1/uploads/{upload['id']}")

    @staticmethod
    def _ok(response: httpx.Response) -> Any:
        assert response.is_success, response.text
        return response.json() if response.content else None
