"""A refusal, as the server says it (RFC 9457)."""

from __future__ import annotations

from typing import Any

import httpx


class Problem(Exception):
    """`code` is stable and for programs, `detail` and `advice` are for people; `etag` is the thing's own after a 412."""

    def __init__(self, status: int, body: dict[str, Any], etag: str | None = None) -> None:
        self.status = status
        self.code: str = body.get("code", f"http-{status}")
        self.detail: str = body.get("detail", f"the server answered {status}")
        self.advice: str | None = body.get("advice")
        self.request_id: str | None = body.get("request_id")
        self.errors: list[dict[str, Any]] = body.get("errors", [])
        self.etag = etag
        super().__init__(f"{status} {self.code}: {self.detail}" + (f" ({self.advice})" if self.advice else ""))

    @classmethod
    def of(cls, response: httpx.Response) -> Problem:
        try:
            body = response.json()
        except ValueError:
            body = {}
        return cls(response.status_code, body if isinstance(body, dict) else {}, response.headers.get("etag"))
