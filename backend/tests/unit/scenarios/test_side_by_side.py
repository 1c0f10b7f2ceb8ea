"""Names of scenarios, and what differs between two questions."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from segtier.errors import NotUsable, Refused, SegtierError, UnreadableInput
from segtier.model.scenario import Difference, Refusal
from segtier.question import Question
from segtier.scenarios import Asked, answer_of, plain_name, side_by_side
from segtier.scenarios.side_by_side import differences


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("2 TB SAN", "2 TB SAN"),
        ("  2\tTB \n SAN ", "2 TB SAN"),
        ("a\0b\u202e\u200bc\ud800", "abc"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("💾", "💾"),
        ("x" * 120, "x" * 120),
    ],
)
def test_a_name_is_one_line_that_can_be_seen(typed: str, name: str) -> None:
    assert plain_name(typed) == name
    assert plain_name(name) == name


@pytest.mark.parametrize("typed", ["", " ", "\u200b", "\0\n", "x" * 121])
def test_no_name(typed: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        plain_name(typed)
    assert refused.value.code == "bad-scenario-name"


def test_only_what_differs_in_the_words_of_the_edge() -> None:
    first = Question(ssd="700GB", most_moves=20, pinned=("A.B",), price=9000.0)
    other = replace(first, ssd="2TB", most_moves=None, pinned=(), shared=False)
    assert differences(other, first, {"most_moves": "max-moves", "pinned": "pin"}) == (
        Difference("ssd", "2TB", "700GB"),
        Difference("shared", False, None),
        Difference("max-moves", None, 20),
        Difference("pin", (), ("A.B",)),
    )
    assert differences(first, first, {}) == ()


@pytest.mark.parametrize("field", [field.name for field in fields(Question)])
def test_any_field_may_differ(field: str) -> None:
    other = object.__new__(Question)
    for one in fields(Question):
        object.__setattr__(other, one.name, "other" if one.name == field else getattr(Question(), one.name))
    (found,) = differences(other, Question(), {})
    assert (found.name, found.value) == (field, "other")


def test_a_refusal_is_a_line_and_nothing_to_answer_from_is_none() -> None:
    def refuse(error: SegtierError) -> None:
        raise error

    refusal = answer_of(lambda: refuse(Refused("no", code="never", advice="Ask less.")))  # type: ignore[arg-type]
    assert refusal == Refusal("never", "no", "Ask less.")
    (line,) = side_by_side([Asked("a", Question(price=3.0), refusal)], {}).scenarios  # type: ignore[arg-type]
    assert (line.name, line.price, line.answer, line.refusal) == ("a", 3.0, None, refusal)
    with pytest.raises(NotUsable):
        answer_of(lambda: refuse(NotUsable("nothing")))  # type: ignore[arg-type]
