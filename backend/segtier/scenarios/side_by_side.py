"""The same rows for the API and the command line: named questions and their answers in, one line for each out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from segtier.dataclass import dataclass
from segtier.errors import NotUsable, SegtierError, spelled
from segtier.model.advice import Summary
from segtier.model.scenario import Changed, Difference, Refusal, ScenarioAnswer, ScenarioLine, SideBySide
from segtier.question import Question, typed

MOST_SIDE_BY_SIDE = 10
"""Each may take seconds to work out, and more nobody compares."""


@dataclass(frozen=True, slots=True)
class Asked:
    name: str
    question: Question
    answer: Summary | Refusal
    id: str | None = None
    changed: tuple[Changed, ...] = ()


def answer_of(ask: Callable[[], Summary]) -> Summary | Refusal:
    """The answer, or why this question has none; raises NotUsable, which is true of every question."""
    try:
        return ask()
    except NotUsable:
        raise
    except SegtierError as error:
        return Refusal(error.code, spelled(error.message), None if error.advice is None else spelled(error.advice))


def side_by_side(asked: Sequence[Asked], words: Mapping[str, str]) -> SideBySide:
    """A row for each, in their order; `words`: what each field is called where these questions were typed."""
    return SideBySide(tuple(_row(one, asked[0].question, words) for one in asked))


def _row(one: Asked, first: Question, words: Mapping[str, str]) -> ScenarioLine:
    return ScenarioLine(
        name=one.name,
        price=one.question.price,
        differs=differences(one.question, first, words),
        answer=None if isinstance(one.answer, Refusal) else _line(one.answer),
        refusal=one.answer if isinstance(one.answer, Refusal) else None,
        id=one.id,
        changed=one.changed,
    )


def differences(question: Question, first: Question, words: Mapping[str, str]) -> tuple[Difference, ...]:
    """In the order of the question's fields."""
    pairs = ((field.name, getattr(question, field.name), getattr(first, field.name)) for field in fields(Question))
    return tuple(
        Difference(words.get(name, name), typed(value), typed(other)) for name, value, other in pairs if value != other
    )


def _line(summary: Summary) -> ScenarioAnswer:
    verdict, flash = summary.verdict, summary.devices[0]
    option = next(one for one in summary.options if one.option == verdict.option)
    return ScenarioAnswer(
        flash=flash.model,
        flash_bytes=flash.usable_bytes,
        state=verdict.state,
        tag=verdict.tag,
        headline=verdict.headline,
        option=verdict.option,
        option_title=option.title,
        gain=verdict.gain,
        used_bytes=option.used_bytes,
        moves=option.moves.segments if option.moves is not None else None,
    )
