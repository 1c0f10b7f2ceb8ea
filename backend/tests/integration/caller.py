"""Asks the application in this process, as one who shows certain headers."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from segtier.api.app import create_app
from segtier.services.context import Context
from segtier.settings import Settings
from tests.integration.files import a_report

SECRET = "s3cret-of_this.server~1"
KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"
REPORT = a_report("SHOP", 4711)


class Caller:
    """`headers`: who asks; without any the single user. A POST has the key of all tests, unless it is given another."""

    def __init__(self, context: Context, **headers: str) -> None:
        settings = Settings(secret=SECRET, allowed_hosts=("localhost",))  # type: ignore[arg-type]
        self._app = create_app(settings, context)
        self._headers = headers or {"Authorization": f"Bearer {SECRET}"}

    async def ask(self, method: str, path: str, headers: dict[str, str], **options: Any) -> httpx.Response:
        transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, f"/api/v1{path}", headers=self._headers | headers, **options)

    def call(self, method: str, path: str, headers: dict[str, str] | None = None, **options: Any) -> httpx.Response:
        return asyncio.run(self.ask(method, path, headers or {}, **options))

    def get(self, path: str, **params: Any) -> httpx.Response:
        return self.call("GET", path, params=params or None)

    def post(self, path: str, key: str | None = KEY, **options: Any) -> httpx.Response:
        return self.call("POST", path, {} if key is None else {"Idempotency-Key": key}, **options)

    def upload(self, data: bytes = REPORT, key: str | None = KEY, **form: str) -> httpx.Response:
        return self.post("/uploads", key, files={"file": ("shop.json", data)}, data=form)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
