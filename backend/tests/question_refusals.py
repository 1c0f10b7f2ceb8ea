"""What no field of a question takes, made of its table: just below and above each limit, another kind, too long, given too often.

Written to `tests/cases/question/refused.json` (`make openapi`), which the tests of every door and of the page read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from segtier.question import ROWS
from segtier.question.row import Row
from segtier.question.take import refusal, refusal_of_times, said_of

FILE = Path(__file__).parent / "cases" / "question" / "refused.json"
LETTER = "x"
_A_HAIR, _OF_LARGE = 0.001, 1e-9


def cases() -> list[dict[str, Any]]:
    """`field` over REST; `text` as it is typed, or so many `letters`; `given`: how often; `said` after the name of the field."""
    return [case for row in ROWS for case in _of(row)]


def text_of(case: dict[str, Any]) -> str:
    return LETTER * case["letters"] if "letters" in case else str(case["text"])


def _of(row: Row) -> Iterator[dict[str, Any]]:
    for text in _texts(row):
        said = refusal(row, text)
        yield {"field": row.rest, "text": text, "given": 1, "said": said or said_of(row, text)}
    if row.longest is not None:
        said = refusal(row, LETTER * (row.longest + 1))
        yield {"field": row.rest, "letters": row.longest + 1, "given": 1, "said": said}
    often = (row.times or 0) + 1 if row.many else 2
    if (said := refusal_of_times(row, often)) is not None:
        yield {"field": row.rest, "text": _fine(row), "given": often, "said": said}


def _texts(row: Row) -> Iterator[str]:
    if row.kind in ("yes-no", "choice"):
        yield "perhaps"
    if row.kind in ("whole", "number"):
        yield from ("many", "1e999", "nan", *(["1.5"] if row.kind == "whole" else []))
        yield from (f"{end - _step(row, end):.15g}" for end in (row.least, row.above) if end is not None)
        yield from (f"{end + _step(row, end):.15g}" for end in (row.most, row.below) if end is not None)
        yield from (f"{end:.15g}" for end in (row.above, row.below) if end is not None)
    if row.kind == "text":
        yield ""


def _step(row: Row, end: float) -> float:
    return 1 if row.kind == "whole" else max(_A_HAIR, end * _OF_LARGE)


def _fine(row: Row) -> str:
    """One that is taken, if it comes alone."""
    if row.kind in ("whole", "number"):
        return "1"
    if row.parts and row.reads is None:
        return ", ".join(f"{part.name}={_fine(part)}" for part in row.parts if part.required)
    return "true" if row.kind == "yes-no" else next(iter(row.choices), LETTER)


def written() -> str:
    return json.dumps(cases(), indent=1) + "\n"
