"""An answer is made once, and what is kept is bounded, by answers and by failures alike."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from segtier.answers.once import _making
from segtier.services import remember
from segtier.services.remember import remembered

QUESTIONS = 200


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    remember._answers.clear()
    yield
    remember._answers.clear()


def fails() -> int:
    raise ValueError("no answer")


@pytest.mark.parametrize("failing", [True, False])
def test_two_hundred_questions_leave_no_more_than_sixty_four_answers(failing: bool) -> None:
    for number in range(QUESTIONS):
        if failing:
            with pytest.raises(ValueError, match="no answer"):
                remembered(number, fails)
        else:
            assert remembered(number, lambda number=number: number * 2) == number * 2  # type: ignore[misc]
    assert (len(remember._answers), len(_making)) == (0 if failing else 64, 0)


def test_who_asks_at_the_same_time_is_given_the_same_answer() -> None:
    asked, made = threading.Barrier(2), []

    def make() -> int:
        made.append(1)
        asked.wait(timeout=30)  # the second asks no earlier than this
        return 7

    def second() -> int:
        asked.wait(timeout=30)
        return remembered("question", make)

    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(remembered, "question", make), pool.submit(second)]
        assert [one.result() for one in answers] == [7, 7]
    assert made == [1]


def test_a_failure_is_not_remembered() -> None:
    with pytest.raises(ValueError, match="no answer"):
        remembered("question", fails)
    assert remembered("question", lambda: 7) == 7
