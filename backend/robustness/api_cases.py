"""Generated requests against the running product, with identifiers that exist: no crash, nothing that is not declared.

Each answer must have a status and a body that the OpenAPI document declares, none of 500 and above, and every header that
all answers carry; a method that a path does not have is refused with those it has. Run:
`python robustness/api_cases.py sqlite|postgresql [--cases 10000] [--seed 1] [--write]`; ends with 1 where there was a fault.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import httpx
import hypothesis

from robustness.api_requests import METHODS, Request, Requests
from robustness.report import table, write_block
from tests.client import Client
from tests.openapi import Contract
from tests.stack import SETUPS, Product, a_setup

_HEADERS = ("content-security-policy", "x-content-type-options", "cache-control", "x-request-id", "referrer-policy")
_NO_BODY = ("head", "options", "trace", "propfind")
_READ_S = 300.0
_STAYS_OPEN = "text/event-stream"


@dataclass
class Outcome:
    """What became of the cases; `faults` in words, each once."""

    cases: int = 0
    by_status: Counter[int] = field(default_factory=Counter)
    good: Counter[str] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)


class Run:
    """Cases against one running product. What a case deletes of the sample is loaded again."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._document = client.http.get("/openapi.json").json()
        self._contract = Contract(self._document)
        self._known: dict[str, list[str]] = {}
        self.outcome = Outcome()

    def cases(self, number: int, seed: int) -> Outcome:
        self._load()
        requests = Requests(self._document, self._known)
        settings = hypothesis.settings(
            max_examples=number,
            deadline=None,
            database=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )

        @hypothesis.seed(seed)
        @settings
        @hypothesis.given(requests.strategy())
        def each(request: Request) -> None:
            self._one(request)

        each()
        return self.outcome

    def _load(self) -> None:
        """The sample, read; the lists of identifiers are changed in place, for requests still to come."""
        uploads = self._client.post("/samples/oltp")["uploads"]
        done = self._client.finished(*(one["id"] for one in uploads), within_s=_READ_S)
        (database,) = {one["database_id"] for one in done if one["database_id"]}
        reports = self._client.get(f"/databases/{database}/reports")["items"]
        kept = self._client.get(f"/databases/{database}/scenarios")["items"]
        kept = kept or [self._client.post(f"/databases/{database}/scenarios", json={"name": "kept", "ssd": "150GB"})]
        found = {
            "database_id": [database],
            "scenario_id": [kept[0]["id"]],
            "report_id": [one["id"] for one in reports],
            "upload_id": [one["id"] for one in done],
            "job_id": [one["job_id"] for one in done],
            "archive": [done[0]["id"]],
            "source": [one["sha256"] for one in done],
            "section": ["Foreground Wait Events", "Load Profile", "Segments by Physical Reads"],
            "ssd": ["150GB", "700GB", "1TiB"],
            "device": [one["id"] for one in self._client.get("/devices")["items"][:5]],
        }
        for name, values in found.items():
            self._known.setdefault(name, [])[:] = values

    def _one(self, request: Request) -> None:
        self.outcome.cases += 1
        try:
            answer = self._answer(request)
        except httpx.InvalidURL:
            return
        except httpx.HTTPError as error:
            self._fault(request, f"no answer: {type(error).__name__}")
            return
        self._judge(request, answer)
        if request.method == "delete" and answer.status_code == 204:
            self._load()

    def _answer(self, request: Request) -> httpx.Response:
        """With its body; of a stream that stays open only the head."""
        headers = [(name.encode(), value.encode()) for name, value in request.headers.items()]
        with self._client.http.stream(request.method, request.path, headers=headers, content=request.content) as answer:
            if not answer.headers.get("content-type", "").startswith(_STAYS_OPEN):
                answer.read()
            return answer

    def _judge(self, request: Request, answer: httpx.Response) -> None:
        self.outcome.by_status[answer.status_code] += 1
        if answer.is_success:
            self.outcome.good[f"{request.method} {request.template}"] += 1
        missing = [name for name in _HEADERS if name not in answer.headers]
        if missing:
            self._fault(request, f"without {missing}")
        if answer.status_code >= 500:
            self._fault(request, f"{answer.status_code} {answer.text[:300]}")
        elif answer.status_code == 405:
            self._allowed(request, answer)
        elif request.method not in _NO_BODY:
            try:
                self._contract.check(request.method.upper(), request.path.partition("?")[0], answer)
            except (AssertionError, ValueError, KeyError) as fault:
                self._fault(request, f"{answer.status_code}: {fault!s:.300}")

    def _allowed(self, request: Request, answer: httpx.Response) -> None:
        wanted = {name.upper() for name in self._document["paths"][request.template] if name in METHODS}
        given = set(answer.headers.get("allow", "").split(", "))
        if given != wanted:
            self._fault(request, f"405 allows {given}, the document has {wanted}")

    def _fault(self, request: Request, what: str) -> None:
        self.outcome.faults.setdefault(f"{request.method} {request.template} {what[:60]}", f"{what}\n    {request}")


def run(product: Any, number: int, seed: int) -> Outcome:
    with Client(product.url) as client:
        return Run(client).cases(number, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("setup", choices=SETUPS)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the counts into docs/internals/robustness.md")
    arguments = parser.parse_args()
    with a_setup(arguments.setup) as setup, Product(setup, "--port", "0") as product:
        outcome = run(product, arguments.cases, arguments.seed)
    for what in outcome.faults.values():
        print(f"FAULT {what}")
    text = _said(arguments, outcome)
    print(text)
    if arguments.write:
        write_block("api cases", text)
    return 1 if outcome.faults else 0


def _said(arguments: argparse.Namespace, outcome: Outcome) -> str:
    statuses = sorted(outcome.by_status)
    row = [f"{arguments.setup}", *(str(outcome.by_status[status]) for status in statuses)]
    return "\n".join(
        (
            f"`python robustness/api_cases.py {arguments.setup} --cases {arguments.cases} --seed {arguments.seed}`:",
            "",
            table(["answers by status", *map(str, statuses)], [row]),
            "",
            f"{outcome.cases} cases, {len(outcome.good)} operations answered 2xx to some, {len(outcome.faults)} faults.",
        )
    )


if __name__ == "__main__":
    raise SystemExit(main())
