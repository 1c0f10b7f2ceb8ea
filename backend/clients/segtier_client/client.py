"""The client: asks again where that is safe, walks lists to their end, waits for files to be read."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Self, Unpack, cast

import httpx

from segtier_client import types
from segtier_client.problem import Problem

Period = Literal["before", "after"]
OptionName = str
_API = "/api/v1"
_COME_AGAIN = (429, 503)
_KEY = "Idempotency-Key"
_READ = ("succeeded", "failed", "quarantined")
_PRESENT = {"Cache-Control": "no-cache"}
"""A program is not shown an answer from before an upload: it waits for the present one."""
_NO_TARGETS: Mapping[str, str | int] = {}
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.25, 5.0


class Segtier:
    """One server and who asks it. Every method raises Problem for a refusal, httpx.TransportError where nobody answers.

    What a server that is busy, restarting or gone for a moment answers is asked `tries` times in all, as long apart as it says.
    A POST carries an Idempotency-Key, so that asking again creates nothing twice.
    """

    def __init__(
        self,
        address: str,
        token: str,
        *,
        tries: int = 5,
        timeout_s: float = 300.0,
        pause: Callable[[float], None] = time.sleep,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """`address`: as http://127.0.0.1:8765, without a path. `token`: of Settings → My tokens."""
        shown = {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=address, headers=shown, timeout=timeout_s, transport=transport)
        self._tries, self._pause = tries, pause

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def request(self, method: str, path: str, *, key: str | None = None, **options: Any) -> httpx.Response:
        """Any operation of /openapi.json; `path` begins after /api/v1. `key`: of a POST that a program sends again itself."""
        headers = dict(options.pop("headers", {}))
        if method == "POST":
            headers[_KEY] = key or str(uuid.uuid4())
        for left in reversed(range(self._tries)):
            try:
                response = self._http.request(method, _API + path, headers=headers, **options)
            except httpx.TransportError:
                if not left:
                    raise
                self._pause(_FIRST_PAUSE_S * (self._tries - left))
                continue
            if response.is_success or response.status_code == 304:
                return response
            problem = Problem.of(response)
            comes_again = problem.status in _COME_AGAIN or problem.code == "idempotency-key-in-use"
            if not left or not comes_again:
                raise problem
            self._pause(_seconds(response.headers.get("retry-after")))
        raise AssertionError("tries is 1 or more")

    def get(self, path: str, **params: Any) -> Any:
        return self.request("GET", path, params=_given(params)).json()

    def post(self, path: str, body: Mapping[str, Any], *, key: str | None = None) -> Any:
        return self.request("POST", path, key=key, json=body).json()

    def items(self, path: str, **params: Any) -> Iterator[Any]:
        """All items of a list, page by page."""
        cursor: str | None = None
        while True:
            page = self.get(path, **params, cursor=cursor)
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def me(self) -> types.Me:
        return cast(types.Me, self.get("/me"))

    def upload(
        self,
        file: Path | str,
        *,
        period: Period | None = None,
        database_id: str | None = None,
        batch: str | None = None,
        key: str | None = None,
    ) -> types.Upload:
        """Send one file; it is stored when this returns, and read by and by: see `wait`."""
        named = Path(file)
        form = _given({"period": period, "database_id": database_id, "batch": batch})
        with named.open("rb") as content:
            sent = {"file": (named.name, content)}
            return cast(types.Upload, self.request("POST", "/uploads", key=key, files=sent, data=form).json())

    def wait(self, upload_id: str, *, at_most_s: float = 600.0) -> types.Upload:
        """The upload once it is read, or cannot be: look at `state`. Raises TimeoutError."""
        deadline_s, pause_s = time.monotonic() + at_most_s, _FIRST_PAUSE_S
        while True:
            found = cast(types.Upload, self.get(f"/uploads/{upload_id}"))
            if found["state"] in _READ:
                return found
            if time.monotonic() > deadline_s:
                raise TimeoutError(f"{found['file']} is {found['state']} after {at_most_s:.0f} s")
            self._pause(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def databases(self) -> Iterator[types.DatabaseItem]:
        return self.items("/databases", limit=200)

    def reports(self, database_id: str) -> Iterator[types.ReportItem]:
        return self.items(f"/databases/{database_id}/reports", limit=200)

    def advice(self, database_id: str, **question: Unpack[types.AdviceQuestion]) -> types.GivenSummary:
        return cast(types.GivenSummary, self._about(database_id, "advice", question))

    def options(self, database_id: str, **question: Unpack[types.AdviceQuestion]) -> types.OptionDetails:
        return cast(types.OptionDetails, self._about(database_id, "advice/options", question))

    def segments(
        self, database_id: str, option: OptionName = "segments", **question: Unpack[types.AdviceQuestion]
    ) -> Iterator[types.RankedSegment]:
        """All of them, the best first."""
        offset = 0
        while True:
            page = self._about(database_id, "segments", question, option=option, offset=offset, limit=1_000)
            yield from page["items"]
            offset += len(page["items"])
            if offset >= page["total"] or not page["items"]:
                return

    def plan(
        self,
        database_id: str,
        option: OptionName,
        *,
        override: bool = False,
        targets: Mapping[str, str | int] = _NO_TARGETS,
        **question: Unpack[types.AdviceQuestion],
    ) -> types.PlanDocument:
        """The plan as data. `override`: also where the advice is not to move; `targets`: names for what is made."""
        found = self._about(database_id, "plan", question, option=option, override=override, **targets)
        return cast(types.PlanDocument, found)

    def bundle(
        self,
        database_id: str,
        option: OptionName,
        *,
        override: bool = False,
        targets: Mapping[str, str | int] = _NO_TARGETS,
        **question: Unpack[types.AdviceQuestion],
    ) -> bytes:
        """The scripts of that plan as a ZIP."""
        params = _given({**question, "option": option, "override": override, **targets})
        return self.request("GET", f"/databases/{database_id}/bundle", params=params).content

    def keep_scenario(
        self, database_id: str, name: str, **question: Unpack[types.AdviceQuestion]
    ) -> types.ScenarioItem:
        return cast(types.ScenarioItem, self.post(f"/databases/{database_id}/scenarios", {"name": name, **question}))

    def _about(self, database_id: str, what: str, question: Mapping[str, Any], **more: Any) -> Any:
        params = _given({**question, **more})
        return self.request("GET", f"/databases/{database_id}/{what}", params=params, headers=_PRESENT).json()


def _given(params: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


def _seconds(retry_after: str | None) -> float:
    """At least one; the server writes seconds, never a date."""
    return float(retry_after) if retry_after and retry_after.isdecimal() else 1.0
