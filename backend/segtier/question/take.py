"""What a row takes, in the same words at every door, and what is said of anything else."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from segtier.errors import UnreadableInput
from segtier.question.row import Row

WORDS = {
    "value": "takes {takes}, not {given}",
    "long": "takes at most {most} characters, not {given}",
    "times": "takes at most {most} values, not {given}",
    "once": "takes one value, not {given}",
}
"""What is said after the name of a field; the page fills in the same."""
EMPTY = "nothing"
SHOWN = 40
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_YES_NO = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}


class WrongValue(UnreadableInput):
    """A value that a field does not take. `said` is the message without the name of the field."""

    def __init__(self, called: str, said: str, advice: str) -> None:
        super().__init__(f"{called} {said}", code="bad-value", advice=advice)
        self.said = said


def takes(row: Row) -> str:
    """One value of it: `a number from 1 to 1,000,000`."""
    match row.kind:
        case "yes-no":
            return "true or false"
        case "choice":
            return f"one of {', '.join(row.choices)}"
        case "whole" | "number":
            return f"a {'whole ' if row.kind == 'whole' else ''}number{_ends(row)}"
        case "parts":
            return f"an object of {', '.join(part.name for part in row.parts)}"
        case "text":
            return f"a text{_length(row)}"


def _ends(row: Row) -> str:
    least = None if row.least is None else f" from {_figure(row.least)}"
    above = None if row.above is None else f" above {_figure(row.above)}"
    most = "" if row.most is None else f" to {_figure(row.most)}" if least else f" up to {_figure(row.most)}"
    below = "" if row.below is None else f" to below {_figure(row.below)}"
    return f"{least or above or ''}{most or below}"


def _length(row: Row) -> str:
    return "" if row.longest is None else f" of 1 to {row.longest:,} characters"


def _figure(value: float) -> str:
    return f"{value:,.15g}"


def refusal(row: Row, value: Any) -> str | None:
    """Why one value, typed or as JSON has it, is not taken; None where it is."""
    if (
        isinstance(value, str)
        and row.kind in ("text", "parts")
        and row.longest is not None
        and len(value) > row.longest
    ):
        return WORDS["long"].format(most=f"{row.longest:,}", given=f"{len(value):,}")
    if _fits(row, value):
        return None
    return said_of(row, value)


def said_of(row: Row, value: Any) -> str:
    """What is said of a value that it does not take."""
    return WORDS["value"].format(takes=takes(row), given=_given(value))


def refusal_of_times(row: Row, times: int) -> str | None:
    """The same of how often it is given."""
    if not row.many:
        return None if times <= 1 else WORDS["once"].format(given=f"{times:,}")
    if row.times is None or times <= row.times:
        return None
    return WORDS["times"].format(most=f"{row.times:,}", given=f"{times:,}")


def refusal_of_all(row: Row, value: Any) -> str | None:
    """The same of all of its values, as JSON has them."""
    if row.many and not isinstance(value, list | tuple):
        return WORDS["value"].format(takes="a list", given=_given(value))
    values = value if row.many else [value]
    return refusal_of_times(row, len(values)) or next((said for one in values if (said := refusal(row, one))), None)


def wrong_field(rows: Iterable[Row], given: Mapping[str, Any]) -> WrongValue | None:
    """The first of the fields, by name, whose value is not taken."""
    for row in rows:
        value = given.get(row.name)
        said = None if value is None and row.open else refusal_of_all(row, value) if row.name in given else None
        if said is not None:
            return WrongValue(row.name, said, row.help)
    return None


def read(row: Row, text: str) -> Any:
    """The value of a text; as it stands where it is none, for `refusal` to say so."""
    typed = text.strip()
    if row.kind == "yes-no":
        return _YES_NO.get(typed.lower(), text)
    if row.kind == "whole":
        return int(typed) if _WHOLE.fullmatch(typed) else text
    if row.kind == "number":
        try:
            return float(typed)
        except ValueError:
            return text
    return text


def taken(row: Row, text: str, called: str) -> Any:
    """One value as it is typed. Raises WrongValue."""
    value = read(row, text)
    if refusal(row, value) is not None:
        raise WrongValue(called, refusal(row, text) or said_of(row, text), row.help)
    return value


def refuse_too_many(row: Row, values: Sequence[Any], called: str) -> None:
    """Raises WrongValue."""
    if (said := refusal_of_times(row, len(values))) is not None:
        raise WrongValue(called, said, row.help)


def _fits(row: Row, value: Any) -> bool:
    match row.kind:
        case "yes-no":
            return isinstance(value, bool)
        case "choice":
            return isinstance(value, str) and value in row.choices
        case "text":
            return isinstance(value, str) and bool(value)
        case "parts":
            return not isinstance(value, list | bool | int | float | None)
    if isinstance(value, bool) or not isinstance(value, int if row.kind == "whole" else int | float):
        return False
    return (
        (isinstance(value, int) or math.isfinite(value))
        and (row.least is None or value >= row.least)
        and (row.most is None or value <= row.most)
        and (row.above is None or value > row.above)
        and (row.below is None or value < row.below)
    )


def _given(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        text = str(value).strip()
        return EMPTY if not text else text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return "null" if value is None else "a list" if isinstance(value, list | tuple) else "an object"
