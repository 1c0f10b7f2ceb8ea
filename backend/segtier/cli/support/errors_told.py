"""What could not be done, on stderr: what happened, where, and what to do next. For programs the same as one JSON line each.

`--errors json`, anywhere on the command line, or SEGTIER_ERRORS=json; processes that a command starts have the same.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

from segtier.alike import alike
from segtier.cli.support import config_file
from segtier.cli.support.terminal import say, say_json
from segtier.cli.support.usage import WrongOption, error_line
from segtier.errors import SegtierError

VARIABLE, FORMS = "SEGTIER_ERRORS", ("text", "json")
_OPTION = "--errors"
_CODES: tuple[tuple[type[click.ClickException], str], ...] = (
    (click.exceptions.NoSuchCommand, "no-such-command"),
    (click.NoSuchOption, "no-such-option"),
    (click.MissingParameter, "missing"),
    (click.BadParameter, "bad-value"),
)
_RANGE = re.compile(r"is not in the range (\d+)<=x<=(\d+)")
_NOT_ONE_OF = re.compile(r"'([^']*)' is not one of")


def errors_option() -> click.Option:
    """For help and completion; `choose` has looked at it by then, for a command line that cannot be parsed has no options."""
    kind = click.Choice(FORMS)
    return click.Option(
        [_OPTION], type=kind, expose_value=False, help="Errors as sentences, or as JSON lines.  [default: text]"
    )


def choose(arguments: Sequence[str]) -> None:
    """What the command line says of errors, wherever it stands there; the environment says it where nothing does."""
    for form in FORMS:
        if f"{_OPTION}={form}" in arguments or (_OPTION, form) in pairwise(arguments):
            os.environ[VARIABLE] = form


def errors_form() -> str:
    """As chosen, else as a file of defaults says; from then on for this process and those it starts."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = config_file.errors_form() or "text"
    return os.environ[VARIABLE]


def tell_error(error: SegtierError, place: str = "") -> None:
    """Of the command as a whole. `place`: the file whose default it is about."""
    line = error_line(error)
    _tell("Error", json.dumps(json.loads(line) | {"file": place}) if place else line)


def tell_problem(line: str) -> None:
    """Of one input, by its line of JSON: the command goes on with the others."""
    _tell("Problem", line)


def tell_usage(error: click.ClickException, command: str) -> None:
    """What is wrong with a command line. `command`: as far as it is known, where the error does not tell."""
    place = _of_a_file(error)
    if isinstance(error, WrongOption):
        tell_error(error.error, place)
        return
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "usage")
    context = getattr(error, "ctx", None)
    advice = f"See {context.command_path if context else command} --help."
    told = {"code": code, "message": _with_alike(error), "advice": advice}
    _tell("Error", json.dumps(told | ({"file": place} if place else {})))


def _of_a_file(error: click.ClickException) -> str:
    """The file that the wrong value is a default of; empty where it was typed."""
    context, param = getattr(error, "ctx", None), getattr(error, "param", None)
    files: Mapping[str, str] = {} if context is None else context.meta.get(config_file.NAME, {})
    return files.get(getattr(param, "name", None) or "", "")


def _with_alike(error: click.ClickException) -> str:
    """Of a value out of a list, which one may be meant."""
    message = _RANGE.sub(r"is not from \1 to \2", error.format_message())
    kind: Any = getattr(getattr(error, "param", None), "type", None)
    known: Any = getattr(kind, "choices", ()) or getattr(kind, "names", ())
    found = _NOT_ONE_OF.search(message)
    near = alike(found[1], [str(one) for one in known]) if found else None
    return f"{message} Did you mean {near!r}?" if near else message


def _tell(head: str, line: str) -> None:
    if errors_form() == "json":
        say_json(line, err=True)
        return
    for text in sentences(head, json.loads(line)):
        say(text, err=True)


def sentences(head: str, told: Mapping[str, Any]) -> list[str]:
    """The fields of a problem as lines for people: the first says what happened and where, the next what to do."""
    message = str(told["message"]).removesuffix(".")
    numbers = [f"{name} {told[name]}" for name in ("line", "column") if told.get(name) is not None]
    place = ", ".join(str(one) for one in (told.get("file"), told.get("section"), *numbers) if one is not None)
    if not place or (numbers and numbers[0] in message):
        said = message
    elif told.get("file"):
        said = f"{place}: {message}"
    else:
        said = f"{message} ({place})"
    lines = [f"{head}: {said}{'' if said.endswith('?') else '.'} [{told['code']}]"]
    if told.get("excerpt"):
        lines.append(f"  It reads: {told['excerpt']}")
    return [*lines, f"  {told['advice']}"] if told.get("advice") else lines
