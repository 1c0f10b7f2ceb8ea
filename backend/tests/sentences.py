"""Sentences for people by their codes, in `approved/<room>.txt`: tests name a sentence and its figures, never its words.

`worded("plan/no-room", "12 GiB")` is the sentence with its fields filled, `like(...)` finds it in a text, some fields left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import EllipsisType

APPROVED = Path(__file__).resolve().parent / "approved"
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_IN_SHELL = re.compile(r"\\\\?\$|\$\{#?(\w+)[^{}]*\}|\$(\w+)|%s")


@dataclass(frozen=True)
class Approved:
    module: str
    code: str
    text: str


def shown(parts: Sequence[str | tuple[str]]) -> str:
    """The line of an approved file: words as they are, a field within braces, a new line as \\n."""
    text = "".join(
        f"{{{part[0]}}}" if isinstance(part, tuple) else part.replace("{", "{{").replace("}", "}}") for part in parts
    )
    return text.strip().replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


def parts_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words around the fields of a line, one more than there are fields, and the fields."""
    words, fields, at = [""], list[str](), 0
    for found in _PART.finditer(text):
        words[-1] += text[at : found.start()]
        at = found.end()
        if found[1] is None:
            words[-1] += found[0][0]
        else:
            fields.append(found[1])
            words.append("")
    words[-1] += text[at:]
    escapes = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
    return tuple(re.sub(r"\\([ntr\\])", lambda found: escapes[found[1]], part) for part in words), tuple(fields)


@cache
def read(room: str) -> tuple[Approved, ...]:
    """What the approved file of a room says; nothing where it has none."""
    path, rows, module = APPROVED / f"{room}.txt", list[Approved](), ""
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        if line.startswith("  "):
            code, _, text = line.strip().partition(": ")
            rows.append(Approved(module, code, text))
        elif line and not line.startswith("#"):
            module = line
    return tuple(rows)


def worded(code: str, *fields: object) -> str:
    """The sentence of the code (`room/code`) as the product says it with these fields, in the order they are said."""
    words, names = _sentence(code)
    if len(fields) != len(names):
        raise ValueError(f"{code} has {len(names)} fields: {', '.join(names)}")
    return words[0] + "".join(f"{field}{after}" for field, after in zip(fields, words[1:], strict=True))


def like(code: str, *fields: object) -> re.Pattern[str]:
    """What finds the sentence in a text. A field that is `...`, or not given, is whichever."""
    words, names = _sentence(code)
    if len(fields) > len(names):
        raise ValueError(f"{code} has {len(names)} fields: {', '.join(names)}")
    given = (*fields, *[...] * (len(names) - len(fields)))
    filled = (".*?" if isinstance(field, EllipsisType) else re.escape(str(field)) for field in given)
    return re.compile(
        re.escape(words[0]) + "".join(field + re.escape(after) for field, after in zip(filled, words[1:], strict=True)),
        re.DOTALL,
    )


def in_shell(code: str, *printed: object, **variables: object) -> str:
    """The sentence of a shell script as it is said with these variables and slots, and with what printf puts for each %s."""
    rest = iter(printed)

    def told(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        return str(variables[name]) if name else str(next(rest)) if found[0] == "%s" else "$"

    slots = (variables[name] for name in _sentence(code)[1])
    return _IN_SHELL.sub(told, worded(code, *slots))


def tells(text: str, words: str | re.Pattern[str]) -> bool:
    """Whether the text has the words, or the sentence that `like` finds."""
    return words in text if isinstance(words, str) else words.search(text) is not None


@cache
def _sentence(code: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    room, _, name = code.partition("/")
    for row in read(room):
        if row.code == name:
            return parts_of(row.text)
    raise KeyError(f"{APPROVED / room}.txt has no sentence {name}: was it reworded without `make sentences`?")
