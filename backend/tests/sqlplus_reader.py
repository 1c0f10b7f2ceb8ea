"""An independent reading of SQL*Plus scripts, for tests: which commands, statements and blocks would reach Oracle.

Written from the SQL*Plus User's Guide, apart from the code that writes scripts. It is stricter than SQL*Plus: what
SQL*Plus might read as something else (a trailing `-`, a line that begins with `@` or `!` inside a statement, `&`
while substitution is on) raises `Surprise`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_COMMANDS = re.compile(
    r"(SET|PROMPT|SPOOL|VARIABLE|WHENEVER|COLUMN|EXIT|DEFINE|ACCEPT|@(?!@))(?=[\s\w.&]|$)", re.IGNORECASE
)
_SHARED = re.compile(r"^@(lib/lib_(?:begin|guard|guard_root|talk|room|weigh)\.sql)\n", re.MULTILINE)
_BLOCK = re.compile(r"(DECLARE|BEGIN)\b", re.IGNORECASE)
_STATEMENT = re.compile(r"(SELECT|ALTER|CREATE)\b", re.IGNORECASE)
_LITERAL = re.compile(r"'(?:[^']|'')*'")
_QUOTED = re.compile(r'"[^"]*"')


class Surprise(AssertionError):
    """A line that SQL*Plus could read in another way than it was meant."""


@dataclass(frozen=True)
class Unit:
    kind: str
    """command | statement | block"""
    text: str


def as_read(path: str, files: Mapping[str, str]) -> str:
    """The script with what all scripts of its bundle share in place of each call, helpers within the blocks that call them."""
    top = path[: match.start()] if (match := re.search(r"(?:steps|os|rollback|verify|lib)/[^/]*$", path)) else ""
    text = files[path]
    while _SHARED.search(text):
        text = _SHARED.sub(lambda call: files[top + call[1]], text)
    return text


def is_shared(path: str) -> bool:
    """Whether scripts call it for its text, which is not a script by itself."""
    return _SHARED.search(f"@{path[path.find('lib/') :]}\n") is not None


def units(script: str) -> list[Unit]:
    """Everything the script makes SQL*Plus do, in order."""
    if not script.isascii() or "\r" in script or "\t" in script:
        raise Surprise("a script is plain ASCII without tabs")
    found: list[Unit] = []
    lines = iter(script.splitlines())
    for line in lines:
        _no_continuation(line)
        if not line.strip() or line.startswith("--"):
            continue
        if _BLOCK.match(line):
            found.append(Unit("block", _block(line, lines)))
        elif _STATEMENT.match(line):
            found.append(Unit("statement", _statement(line, lines)))
        elif _COMMANDS.match(line):
            found.append(Unit("command", line))
        else:
            raise Surprise(f"neither command nor statement: {line!r}")
    return found


def literals(text: str) -> list[str]:
    """The value of every string literal of a statement or block; UNISTR is undone where it is the caller."""
    values = []
    for match in _LITERAL.finditer(text):
        value = match.group()[1:-1].replace("''", "'")
        called = text[: match.start()].endswith("UNISTR(")
        values.append(_unistr(value) if called else value)
    return values


def skeleton(text: str) -> str:
    """A statement without the content of its literals and quoted names: what it does, not what it does it to."""
    return _QUOTED.sub('"?"', _LITERAL.sub("'?'", text))


def _block(first: str, lines: object) -> str:
    collected = [first]
    for line in lines:  # type: ignore[attr-defined]
        if line == "/":
            return "\n".join(collected)
        _inside(line)
        collected.append(line)
    raise Surprise("a block without its closing /")


def _statement(first: str, lines: object) -> str:
    collected = [first]
    while not collected[-1].endswith(";"):
        line = next(lines)  # type: ignore[call-overload]
        _inside(line)
        collected.append(line)
    text = "\n".join(collected)
    if ";" in skeleton(text)[:-1]:
        raise Surprise(f"two statements where one was meant: {text!r}")
    return text[:-1]


def _inside(line: str) -> None:
    _no_continuation(line)
    if not line.strip() or line.lstrip()[0] in "@!#/.&":
        raise Surprise(f"a line SQL*Plus could take for a command: {line!r}")


def _no_continuation(line: str) -> None:
    if line.rstrip().endswith("-"):
        raise Surprise(f"a trailing - continues the line: {line!r}")
    if len(line) > 2400:
        raise Surprise("a line longer than SQL*Plus takes")


def _unistr(value: str) -> str:
    units = re.sub(r"\\([0-9A-F]{4})", lambda escape: chr(int(escape.group(1), 16)), value)
    return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be")
