"""A question that is kept and shown is the question that was asked, whatever fields it has."""

from __future__ import annotations

import json
import types
import typing
from dataclasses import fields, replace

import msgspec
import pytest

from segtier.api.schemas.question import WORDS as OVER_REST
from segtier.api.schemas.question import AdviceQuestion
from segtier.cli.support.request_options import WORDS as TYPED
from segtier.errors import Refused
from segtier.question import Question, digest, question_of, read_storage, stated, typed
from segtier.question.tiers import AskedTier
from segtier.typed import learned

GROUPS = (
    b'{"groups": [{"name": "old", "holds": ["data"], "media": "hdd", "spindles": 24, "raid": "raid10"}, {"name": "b"}]}'
)
TYPES = typing.get_type_hints(Question)


def other_than(field: str) -> object:
    """A value of the field's type that is not what it is where nobody says anything."""
    plain = getattr(Question(), field)
    tiers = (AskedTier(name="A", size="1TB", read_us=200.0),)
    candidates = (
        tiers,
        True,
        False,
        7,
        7.5,
        "7GB",
        ("A.B", "C.D"),
        (7, 8),
        read_storage(GROUPS, "x"),
        *_words(TYPES[field]),
    )
    for value in candidates:
        if value != plain and _is(value, TYPES[field]):
            return value
    return _made(TYPES[field])


def _words(kind: object) -> tuple[object, ...]:
    if typing.get_origin(kind) is typing.Literal:
        return typing.get_args(kind)
    return tuple(word for part in typing.get_args(kind) if part is not type(None) for word in _words(part))


def _is(value: object, kind: type) -> bool:
    try:
        return repr(msgspec.convert(msgspec.to_builtins(value), learned(kind))) == repr(value)
    except msgspec.ValidationError:
        return False


def _made(kind: object) -> object:
    """Of a class of its own that a field may have: its first fields filled in likewise."""
    if typing.get_origin(kind) is tuple:
        return (_made(typing.get_args(kind)[0]),)
    parts = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    made = next(part for part in parts if hasattr(part, "__dataclass_fields__"))
    hints = typing.get_type_hints(made)
    given = ((one.name, value) for one in fields(made) for value in (7, "A7") if _is(value, hints[one.name]))
    return msgspec.convert(dict(given), made)


FIELDS = [field.name for field in fields(Question)]


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_comes_back_from_where_it_is_kept(field: str) -> None:
    question = replace(Question(), **{field: other_than(field)})
    kept = json.loads(json.dumps(stated(question)))
    assert list(kept) == [field]
    back = question_of(kept)
    assert (back, digest(back)) == (question, digest(question))
    assert repr(back) == repr(question), "the same kept answer (`advice_from`)"
    assert digest(question) != digest(Question())


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_a_name_on_every_edge(field: str) -> None:
    assert field in OVER_REST, "add it to api/schemas/question.py"
    assert OVER_REST.keys() >= TYPED.keys(), "add it to api/schemas/question.py"


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_shown_over_rest_asks_the_same_again(field: str) -> None:
    question = replace(Question(), **{field: other_than(field)})
    shown = AdviceQuestion.asking(question).model_dump(by_alias=True, exclude_unset=True, mode="json")
    assert list(shown) == [OVER_REST[field]]
    assert AdviceQuestion.model_validate(shown).over(Question()) == question


def test_nothing_stated_is_nothing_kept() -> None:
    assert (stated(Question()), question_of({})) == ({}, Question())


@pytest.mark.parametrize("kept", [{"colour": "red"}, {"window": "never"}, {"count": "two"}, {"storage": {"groups": 1}}])
def test_what_this_version_cannot_ask_is_refused_and_not_left_out(kept: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        question_of(kept)
    assert (refused.value.code, bool(refused.value.advice)) == ("question-of-another-version", True)


def test_values_are_shown_as_they_are_typed() -> None:
    assert typed("700GB") == "700GB"
    assert typed(("A.B", "C")) == ("A.B", "C")
    assert typed(None) is None
    text = typed(read_storage(GROUPS, "x"))
    assert isinstance(text, str)
    assert read_storage(text.encode(), "x") == read_storage(GROUPS, "x")
