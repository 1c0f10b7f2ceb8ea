"""Which fields of a question are why it cannot be meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from segtier.errors import SegtierError
from segtier.question.compose import compose_request
from segtier.question.stated import stated
from segtier.question.table import ROWS, Question

_REST = {row.name: row.rest for row in ROWS}
_NOTHING = Question()


def at_fault(question: Question) -> dict[str, SegtierError]:
    """By their names over REST, with what is said of each; empty where the question can be meant.

    A field without which something else is said, or nothing: of two that do not go together both.
    """
    found = dict[str, SegtierError]()
    while (fault := _refusal(question)) is not None:
        named = [name for name in stated(question) if not _same(_refusal(_without(question, [name])), fault)]
        if not named:
            break
        found |= {_REST[name]: fault for name in named}
        question = _without(question, named)
    return found


def _refusal(question: Question) -> SegtierError | None:
    try:
        compose_request(question)
    except SegtierError as fault:
        return fault
    return None


def _same(one: SegtierError | None, other: SegtierError) -> bool:
    return one is not None and (one.code, one.message) == (other.code, other.message)


def _without(question: Question, names: Iterable[str]) -> Question:
    return replace(question, **{name: getattr(_NOTHING, name) for name in names})
