"""Whoever is waited for goes first, and work in the background never keeps them from beginning."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from segtier.reading.places import Places
from tests.patience import PATIENCE_S

A_MOMENT_S = 0.05


class Asked:
    """Somebody who asks for a place in a thread of their own, and stays until told."""

    def __init__(self, places: Places, order: list[str], name: str, *, in_background: bool) -> None:
        self.began, self._leave = threading.Event(), threading.Event()

        def work() -> None:
            with places.one(in_background=in_background):
                order.append(name)
                self.began.set()
                assert self._leave.wait(PATIENCE_S)

        self._thread = threading.Thread(target=work)
        self._thread.start()

    def leaves(self) -> None:
        self._leave.set()
        self._thread.join(PATIENCE_S)


@contextmanager
def asked(places: Places, *, background: int = 0, waited_for: int = 0) -> Iterator[list[Asked]]:
    """So many of each who have a place."""
    kinds = [True] * background + [False] * waited_for
    with ExitStack() as stack:
        there = [Asked(places, [], "", in_background=kind) for kind in kinds]
        for one in there:
            stack.callback(one.leaves)
            assert one.began.wait(PATIENCE_S)
        yield there


@pytest.mark.parametrize(
    ("most", "background", "waited_for", "one_more_waited_for", "one_more_background"),
    [
        (2, 0, 0, True, True),
        (2, 1, 0, True, True),
        (2, 0, 1, True, True),
        (2, 2, 0, True, False),
        (2, 0, 2, False, False),
        (2, 1, 1, False, False),
        (1, 1, 0, True, False),
        (1, 0, 1, False, False),
    ],
)
def test_who_gets_a_place(
    most: int, background: int, waited_for: int, one_more_waited_for: bool, one_more_background: bool
) -> None:
    for in_background, begins in ((False, one_more_waited_for), (True, one_more_background)):
        places = Places(most)
        with asked(places, background=background, waited_for=waited_for):
            one = Asked(places, [], "", in_background=in_background)
            assert one.began.wait(PATIENCE_S if begins else A_MOMENT_S) is begins
        assert one.began.wait(PATIENCE_S), "a place that is given back is there for the next"
        one.leaves()


def test_whoever_is_waited_for_goes_first() -> None:
    places, order = Places(1), list[str]()
    with asked(places, waited_for=1):
        waiting = [Asked(places, order, "row", in_background=True), Asked(places, order, "answer", in_background=False)]
        assert not any(one.began.wait(A_MOMENT_S) for one in waiting)
    row, answer = waiting
    assert answer.began.wait(PATIENCE_S)
    assert not row.began.is_set()
    answer.leaves()
    assert row.began.wait(PATIENCE_S)
    row.leaves()
    assert order == ["answer", "row"]
