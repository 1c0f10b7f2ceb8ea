"""What is wrong with a field of a request, in words for people: the checks speak of types and inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from segtier.alike import alike

Fault = Mapping[str, Any]
_A_TIME = "it must be a time, such as 2026-03-01T12:00:00Z"
_A_BODY = "the body is not a JSON object: send one, with the header Content-Type: application/json"
_LONGEST = 80


def _choices(fault: Fault) -> str:
    expected = str(fault["ctx"]["expected"])
    given = fault["input"]
    near = alike(given, [part.strip() for part in expected.replace(" or ", ", ").split(",")]) if _short(given) else None
    return f"it must be {expected}{_not(given)}" + (f"; did you mean {near}?" if near else "")


def _limit(words: str, of: str) -> Callable[[Fault], str]:
    return lambda fault: f"it must be {words} {fault['ctx'][of]:,}{_not(fault['input'])}"


def _too_short(fault: Fault) -> str:
    least = f"it must have at least {fault['ctx']['min_length']:,} characters"
    return least if fault["input"] else "it is empty"


def _short(given: Any) -> bool:
    return isinstance(given, str) and 0 < len(given) <= _LONGEST


def _not(given: Any) -> str:
    """What was given, where it is a figure or a short text: a password has no fault of these kinds."""
    figure = isinstance(given, int | float) and not isinstance(given, bool)
    return f", not {given!r}" if figure or _short(given) else ""


_WORDS: dict[str, Callable[[Fault], str]] = {
    "missing": lambda _: "it is missing",
    "literal_error": _choices,
    "enum": _choices,
    "less_than_equal": _limit("at most", "le"),
    "less_than": _limit("less than", "lt"),
    "greater_than_equal": _limit("at least", "ge"),
    "greater_than": _limit("more than", "gt"),
    "string_too_short": _too_short,
    "string_too_long": lambda fault: f"it may have at most {fault['ctx']['max_length']:,} characters",
    "int_parsing": lambda fault: f"it must be a whole number{_not(fault['input'])}",
    "int_type": lambda _: "it must be a whole number",
    "int_from_float": lambda fault: f"it must be a whole number{_not(fault['input'])}",
    "float_parsing": lambda fault: f"it must be a number{_not(fault['input'])}",
    "float_type": lambda _: "it must be a number",
    "bool_parsing": lambda fault: f"it must be true or false{_not(fault['input'])}",
    "bool_type": lambda _: "it must be true or false",
    "string_type": lambda _: "it must be text",
    "list_type": lambda _: "it must be a list",
    "datetime_parsing": lambda _: _A_TIME,
    "datetime_from_date_parsing": lambda _: _A_TIME,
    "datetime_type": lambda _: _A_TIME,
    "json_invalid": lambda fault: f"the body is not JSON: {fault['ctx']['error']} at character {fault['loc'][-1]}",
}
_OF_BODY = ("missing", "model_attributes_type", "model_type", "dict_type")


def worded(fault: Fault) -> str:
    """Of one fault of a check; its own message where it brings one, or these words have none."""
    kind = str(fault["type"])
    if kind in _OF_BODY and tuple(fault["loc"]) == ("body",):
        return _A_BODY
    words = _WORDS.get(kind)
    try:
        return str(fault["msg"]) if words is None else words(fault)
    except LookupError:  # a field of a question: its fault has the same kind and words of its own
        return str(fault["msg"])
