"""What is asked of the advice, made of the table of the question: the same names and limits in an address and in a body."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, WrapValidator, create_model
from pydantic_core import PydanticCustomError

from segtier.errors import UnreadableInput
from segtier.question import RENTING_ROWS, ROWS, Question, Renting, read_parts, stated, typed
from segtier.question.row import Row
from segtier.question.take import refusal, refusal_of_times, said_of

_TYPES: dict[str, Any] = {"yes-no": bool, "whole": int, "number": float, "text": str, "parts": str}
WORDS = {row.name: row.rest for row in ROWS}
"""How each field of a question is called over REST."""
_BY_NAME = {row.name: row for row in ROWS}


class _Stated(BaseModel):
    """Fields of `segtier.question.Question`; those that are not there are as they are where nobody says anything."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def asking(cls, question: Question) -> AdviceQuestion:
        """What is stated of a question, as it is typed. Not held against limits, which may have been others when it was."""
        asked: dict[str, Any] = {WORDS[name]: _shown(getattr(question, name)) for name in stated(question)}
        return AdviceQuestion.model_construct(**asked)

    def over(self, base: Question) -> Question:
        """`base` with what is stated here in its place."""
        names = self.model_fields_set & _BY_NAME.keys()
        return replace(base, **{name: _value(_BY_NAME[name], getattr(self, name)) for name in names})


def fields_of(rows: Sequence[Row]) -> dict[str, Any]:
    """A field for each row that REST offers, as pydantic makes a class of them."""
    return {row.name: _field(row) for row in rows if "rest" not in row.absent}


def _field(row: Row) -> tuple[Any, Any]:
    type_: Any = Literal[tuple(row.choices)] if row.kind == "choice" else _TYPES[row.kind]
    limits: dict[str, Any] = {
        "ge": row.least,
        "gt": row.above,
        "le": row.most,
        "lt": row.below,
        "min_length": 1 if row.kind == "text" else None,
        "max_length": row.longest,
    }
    if row.many:
        type_ = list[Annotated[type_, Field(**limits), _in_words(row)]]
        limits = {"max_length": row.times}
    if row.open:
        type_ = type_ | None
    default = list(row.default) if row.many else row.default
    said = Field(default, alias=row.rest if row.rest != row.name else None, description=row.help)
    return Annotated[type_, Field(**limits), _in_words(row)], said


def _in_words(row: Row) -> WrapValidator:
    """What pydantic does not take is refused as every door refuses it."""

    def held(value: Any, take: Callable[[Any], Any]) -> Any:
        try:
            return take(value)
        except ValidationError as fault:
            first = fault.errors()[0]
            if first["loc"]:
                raise
            said = refusal_of_times(row, len(value)) if isinstance(value, list) else refusal(row, value)
            words = f"{row.rest} {said or said_of(row, value)}"
            raise PydanticCustomError(first["type"], "{words}", {"words": words}) from fault

    return WrapValidator(held)


def _value(row: Row, stated: Any) -> Any:
    """Raises UnreadableInput, with the field."""
    try:
        return _read(row, stated)
    except UnreadableInput as fault:
        fault.field = row.rest
        raise


def _read(row: Row, stated: Any) -> Any:
    if row.parts and stated is not None:
        return tuple(read_parts(row, one) for one in stated) if row.many else read_parts(row, stated)
    return tuple(stated) if isinstance(stated, list) else stated


def _shown(value: Any) -> Any:
    shown = typed(value)
    return list(shown) if isinstance(shown, tuple) else shown


class _StatedRenting(BaseModel):
    """Fields of `segtier.question.Renting`."""

    model_config = ConfigDict(frozen=True)

    @property
    def asked(self) -> Renting:
        return Renting(**{row.name: _value(row, getattr(self, row.name)) for row in RENTING_ROWS})


if TYPE_CHECKING:

    class RentingQuestion(_StatedRenting): ...

else:
    RentingQuestion = create_model(
        "RentingQuestion",
        __base__=_StatedRenting,
        __module__=__name__,
        __doc__="What else to ask about rented volumes.",
        **fields_of(RENTING_ROWS),
    )


if TYPE_CHECKING:

    class AdviceQuestion(_Stated): ...

else:
    AdviceQuestion = create_model(
        "AdviceQuestion",
        __base__=_Stated,
        __module__=__name__,
        __doc__="The flash you have, what you know about the machine, and limits. "
        "Each field is one of `segtier.question.Question`.",
        **fields_of(ROWS),
    )
