"""What is done ahead of who asks: once, one after the other; a refusal stays, all else is forgotten."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from segtier.errors import NotFound, NotUsable
from segtier.services.ahead import Ahead


@pytest.fixture
def ahead() -> Iterator[Ahead]:
    ahead = Ahead()
    yield ahead
    ahead.close()


def raising(error: Exception) -> Callable[[], str]:
    def make() -> str:
        raise error

    return make


def test_one_after_the_other_and_once_while_it_waits(ahead: Ahead) -> None:
    go, at_work, most, made = threading.Event(), 0, 0, []

    def make(name: str) -> Callable[[], str]:
        def work() -> str:
            nonlocal at_work, most
            at_work += 1
            most = max(most, at_work)
            go.wait(10)
            made.append(name)
            at_work -= 1
            return name

        return work

    asked = [ahead.ask(name, make(name)) for name in "abcab"]
    assert not any(one.done() for one in asked)
    go.set()
    assert [one.result(10) for one in asked] == ["a", "b", "c", "a", "b"]
    assert (made, most) == (["a", "b", "c"], 1)


@pytest.mark.parametrize(
    ("first", "made_again"),
    [
        (lambda: "made", True),
        (raising(NotUsable("too little")), False),
        (raising(NotFound("deleted")), True),
        (raising(OSError("no room")), True),
    ],
)
def test_only_a_refusal_is_kept(ahead: Ahead, first: Callable[[], str], made_again: bool) -> None:
    ahead.ask("a", first).exception(10)
    ahead.ask("b", lambda: "after it").result(10)  # by then the first is put away
    again = ahead.ask("a", lambda: "again")
    again.exception(10)
    assert (again.exception() is None) == made_again


def test_what_waits_is_dropped_at_the_end() -> None:
    ahead, go = Ahead(), threading.Event()
    ahead.ask("a", lambda: go.wait(10))
    waits = ahead.ask("b", lambda: "never")
    ahead.close()
    go.set()
    assert waits.cancelled()
