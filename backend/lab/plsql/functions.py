"""Operators and functions of PL/SQL on values of Python: an empty text is NULL, and NULL gives NULL."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_COUNTED: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip


def binary(sign: str, left: Any, right: Any) -> Any:
    if sign == "||":
        return "".join(text_of(each) for each in (left, right) if each is not None) or None
    if left is None or right is None:
        return None
    if sign == "LIKE":
        pattern = "".join({"%": ".*", "_": "."}.get(each, re.escape(each)) for each in right)
        return re.fullmatch(pattern, str(left), re.DOTALL) is not None
    return (_COMPARED.get(sign) or _COUNTED[sign])(left, right)


def text_of(value: Any) -> str:
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def _instr(text: str, part: str, start: int = 1, time: int = 1) -> int:
    at = start - 1
    for _ in range(time):
        found = text.find(part, at)
        if found < 0:
            return 0
        at = found + 1
    return at


def _pattern(text: str) -> str:
    """Of POSIX, as Python has it."""
    return text.replace("[[:cntrl:]]", r"[\x00-\x1f]")


def regexp_like(text: str | None, pattern: str) -> bool | None:
    return None if text is None else re.search(_pattern(pattern), text) is not None


def regexp_substr(text: str | None, pattern: str, start: int = 1, time: int = 1) -> str | None:
    matches = [match.group() for match in re.finditer(_pattern(pattern), (text or "")[start - 1 :])]
    return matches[time - 1] if len(matches) >= time else None


def _asciistr(text: str) -> str:
    """All but ASCII, and the backslash, as units of UTF-16."""
    return "".join(each if ord(each) < 128 and each != "\\" else _units(each) for each in text)


def _units(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\{units[at : at + 2].hex().upper()}" for at in range(0, len(units), 2))


def _unistr(text: str) -> str:
    units = re.sub(r"\\([0-9A-F]{4})", lambda escape: chr(int(escape.group(1), 16)), text)
    return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be")


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "ASCIISTR": _asciistr,
    "CEIL": math.ceil,
    "CHR": chr,
    "GREATEST": max,
    "INSTR": _instr,
    "LEAST": min,
    "LENGTH": len,
    "REGEXP_LIKE": regexp_like,
    "REGEXP_REPLACE": lambda text, pattern, new: re.sub(_pattern(pattern), new, text),
    "REGEXP_SUBSTR": regexp_substr,
    "REPLACE": lambda text, old, new=None: text.replace(old, new or "") or None,
    "ROUND": round,
    "RTRIM": lambda text, what=" ": text.rstrip(what) or None,
    "SUBSTR": lambda text, start, size=None: text[start - 1 :][: None if size is None else int(size)] or None,
    "TO_CHAR": lambda value, _=None: text_of(value),
    "TO_NUMBER": float,
    "TRIM": lambda text: text.strip() or None,
    "UNISTR": _unistr,
    "UPPER": str.upper,
}
