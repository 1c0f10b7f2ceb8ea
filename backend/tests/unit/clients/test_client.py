"""The Python client where a server is busy, refuses, or is gone: what it sends again, how often, and how long it waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
import pytest

from segtier_client import Problem, Segtier

Answer = httpx.Response | type[httpx.TransportError]
BUSY = httpx.Response(503, headers={"Retry-After": "5"}, json={"code": "database-away", "detail": "away"})
WAIT = httpx.Response(429, headers={"Retry-After": "900"}, json={"code": "too-many-attempts"})
IN_USE = httpx.Response(409, headers={"Retry-After": "5"}, json={"code": "idempotency-key-in-use"})
TAKEN = httpx.Response(409, json={"code": "scenario-name-taken", "detail": "taken", "advice": "Give another name."})
CRASH = httpx.Response(500, json={"code": "internal"})
PROXY = httpx.Response(502, text="<html>")
GOOD = httpx.Response(201, json={"id": "scn_1"})
GONE = httpx.ConnectError


class Server:
    """Gives the answers one after the other, and notes what came."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.came: list[tuple[str, str | None, bytes]] = []
        self.waited_s: list[float] = []

    def client(self, tries: int = 3) -> Segtier:
        transport = httpx.MockTransport(self._answer)
        return Segtier("http://segtier", "segt_x", tries=tries, pause=self.waited_s.append, transport=transport)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        assert request.headers["authorization"] == "Bearer segt_x"
        self.came.append((str(request.url), request.headers.get("idempotency-key"), request.read()))
        answer = self._answers.pop(0)
        if not isinstance(answer, httpx.Response):
            raise answer("gone")
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


CASES: list[tuple[str, Sequence[Answer], str, list[float]]] = [
    ("good at once", [GOOD], "scn_1", []),
    ("busy, then good", [BUSY, GOOD], "scn_1", [5]),
    ("asked to wait", [WAIT, GOOD], "scn_1", [900]),
    ("the first one still runs", [IN_USE, IN_USE, GOOD], "scn_1", [5, 5]),
    ("nobody there for a moment", [GONE, GONE, GOOD], "scn_1", [0.25, 0.5]),
    ("busy all the time", [BUSY, BUSY, BUSY], "database-away", [5, 5]),
    ("refused", [TAKEN], "scenario-name-taken", []),
    ("a fault of the server: nobody knows what it did", [CRASH], "internal", []),
    ("no problem document", [PROXY], "http-502", []),
]


@pytest.mark.parametrize(
    ("answers", "wanted", "waited_s"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_is_sent_again(answers: Sequence[Answer], wanted: str, waited_s: list[float]) -> None:
    server = Server(*answers)
    assert outcome(lambda: server.client().keep_scenario("db_1", "one", ssd="1TB")["id"]) == wanted
    assert server.waited_s == waited_s
    assert len(server.came) == len(answers)
    assert len(set(server.came)) == 1, "the same request, with the same key"


def outcome(call: Callable[[], str]) -> str:
    try:
        return call()
    except Problem as problem:
        return problem.code


def test_nobody_there_at_all() -> None:
    with pytest.raises(httpx.ConnectError):
        Server(GONE, GONE, GONE).client().me()


def test_a_problem_says_what_the_server_says() -> None:
    with pytest.raises(Problem) as caught:
        Server(TAKEN).client().keep_scenario("db_1", "one")
    assert str(caught.value) == "409 scenario-name-taken: taken (Give another name.)"


def test_each_request_has_a_key_of_its_own_unless_it_is_given_one(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text("x")
    server = Server(GOOD, GOOD, GOOD)
    client = server.client()
    client.upload(file)
    client.upload(file)
    client.upload(file, key="a key of my own choice")
    keys = [key for _, key, _ in server.came]
    assert len(set(keys)) == len(keys)
    assert keys[-1] == "a key of my own choice"


def test_a_file_is_sent_whole_each_time(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_bytes(b"the whole report")
    server = Server(BUSY, GOOD)
    server.client().upload(file, period="after")
    assert [b"the whole report" in body and b"after" in body for _, _, body in server.came] == [True, True]


def test_a_list_is_walked_to_its_end() -> None:
    pages = [httpx.Response(200, json={"items": [1, 2], "next_cursor": "c"})]
    pages += [httpx.Response(200, json={"items": [3], "next_cursor": None})]
    server = Server(*pages)
    assert list(server.client().items("/uploads", limit=2)) == [1, 2, 3]
    assert [url for url, _, _ in server.came] == [
        "http://segtier/api/v1/uploads?limit=2",
        "http://segtier/api/v1/uploads?limit=2&cursor=c",
    ]


def test_it_waits_until_a_file_is_read() -> None:
    states = ("queued", "running", "running", "failed")
    server = Server(*(httpx.Response(200, json={"state": state, "file": "a"}) for state in states))
    assert server.client().wait("upl_1")["state"] == "failed"
    assert server.waited_s == [0.25, 0.5, 1]


def test_it_does_not_wait_for_ever() -> None:
    server = Server(httpx.Response(200, json={"state": "queued", "file": "a.html"}))
    with pytest.raises(TimeoutError, match=r"a\.html is queued"):
        server.client().wait("upl_1", at_most_s=-1)
