"""Expected errors across the border between processes: an error into a message, and back."""

from __future__ import annotations

from segtier.errors import Infeasible, NotFound, NotUsable, Refused, SegtierError, UnreadableInput, UnsupportedDocument
from segtier.reading.orders import Problem

_PLACED: dict[str, type[UnreadableInput]] = {kind.__name__: kind for kind in (UnsupportedDocument, UnreadableInput)}
_PLAIN: dict[str, type[SegtierError]] = {kind.__name__: kind for kind in (NotFound, NotUsable, Infeasible, Refused)}


def as_problem(error: SegtierError, file: str | None = None) -> Problem:
    return Problem(
        kind=_nearest(error),
        code=error.code,
        message=error.message,
        advice=error.advice,
        section=getattr(error, "section", None),
        line=getattr(error, "line", None),
        column=getattr(error, "column", None),
        excerpt=getattr(error, "excerpt", None),
        file=file,
    )


def as_error(problem: Problem) -> SegtierError:
    """The error a message stands for."""
    if problem.kind in _PLAIN:
        return _PLAIN[problem.kind](problem.message, code=problem.code, advice=problem.advice)
    kind = _PLACED.get(problem.kind, UnreadableInput)
    return kind(
        problem.message,
        code=problem.code,
        advice=problem.advice,
        section=problem.section,
        line=problem.line,
        column=problem.column,
        excerpt=problem.excerpt,
    )


def _nearest(error: SegtierError) -> str:
    """The name of the known class an error is one of."""
    kinds: dict[str, type[SegtierError]] = {**_PLAIN, **_PLACED}
    return next((name for name, kind in kinds.items() if isinstance(error, kind)), UnreadableInput.__name__)
