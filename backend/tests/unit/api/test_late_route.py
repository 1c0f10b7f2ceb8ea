"""A route that is made when it is first asked."""

from __future__ import annotations

import pytest

from segtier.api.late_route import LateRoute


def answer() -> dict[str, int]:
    return {"one": 1}


def test_it_stands_at_once_and_is_made_once() -> None:
    route = LateRoute("/ones/{number}", answer, methods=["GET"], operation_id="one")
    assert (route.path_format, route.methods) == ("/ones/{number}", {"GET"})
    assert "dependant" not in vars(route)
    made = route.dependant
    assert made.call is answer
    assert route.dependant is made


def broken(number: dict[str, int]) -> dict[str, int]:
    """No part of an address is one."""
    return number


def test_one_that_cannot_be_made_says_so_each_time() -> None:
    """The second request met a route without anything, and said that."""
    route = LateRoute("/ones/{number}", broken, methods=["GET"], operation_id="one")
    said = []
    for _ in range(2):
        with pytest.raises(AssertionError) as fault:
            _ = route.dependant
        said.append(str(fault.value))
    assert said[0] == said[1]
