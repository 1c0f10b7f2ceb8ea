"""Who is silent and who lives, by numbers that stand still and a clock of one's own."""

from __future__ import annotations

import pytest

from segtier.services.silence import Silence
from tests.integration.queue import HandClock

LIMIT_S = 30.0
Look = tuple[float, dict[str, int], list[str]]
"""Seconds since the look before, the signs then, who must be called silent."""

CASES: dict[str, list[Look]] = {
    "gives signs": [(0, {"a": 1}, []), (31, {"a": 2}, []), (31, {"a": 3}, []), (31, {"a": 4}, []), (31, {"a": 5}, [])],
    "stands still": [(0, {"a": 1}, []), (15, {"a": 1}, []), (15, {"a": 1}, []), (1, {"a": 1}, ["a"])],
    "speaks at the last moment": [(0, {"a": 1}, []), (15, {"a": 1}, []), (14, {"a": 1}, []), (2, {"a": 2}, [])],
    "of two, one": [
        (0, {"a": 1, "b": 7}, []),
        (11, {"a": 1, "b": 8}, []),
        (11, {"a": 1, "b": 9}, []),
        (11, {"a": 1, "b": 10}, ["a"]),
    ],
    "who looks was stopped itself for an hour": [
        (0, {"a": 1}, []),
        (3600, {"a": 1}, []),
        (3, {"a": 2}, []),
        (3, {"a": 3}, []),
    ],
    "gone and back": [(0, {"a": 1}, []), (40, {}, []), (3, {"a": 1}, []), (3, {"a": 1}, []), (3, {"a": 1}, [])],
    "numbers may go back": [(0, {"a": 9}, []), (31, {"a": 1}, []), (31, {"a": 9}, []), (31, {"a": 1}, [])],
}


@pytest.mark.parametrize("looks", CASES.values(), ids=CASES.keys())
def test_who_is_silent(looks: list[Look]) -> None:
    clock = HandClock()
    silence: Silence[str] = Silence(LIMIT_S, clock=clock)
    for after_s, signs, silent in looks:
        clock.now_s += after_s
        assert silence.look(signs) == silent


def test_after_forgetting_looking_begins_anew() -> None:
    clock = HandClock()
    silence: Silence[str] = Silence(LIMIT_S, clock=clock)
    for _ in range(3):
        silence.look({"a": 1})
        clock.now_s += 20
    silence.forget()
    assert silence.look({"a": 1}) == []
    for _ in range(3):
        clock.now_s += 20
        found = silence.look({"a": 1})
    assert found == ["a"]


def test_who_lives_is_who_was_seen_to_give_a_sign() -> None:
    clock = HandClock()
    silence: Silence[str] = Silence(LIMIT_S, clock=clock)
    states = []
    for signs in ({"old": 5}, {"old": 5}, {"old": 5, "new": 0}, {"old": 5, "new": 0}, {"old": 6, "new": 0}):
        silence.look(signs)
        states.append((silence.is_known(), silence.is_alive()))
        clock.now_s += 20
    assert states == [(True, False), (True, False), (True, True), (True, True), (True, True)]
    clock.now_s += 20
    assert not silence.is_alive()
