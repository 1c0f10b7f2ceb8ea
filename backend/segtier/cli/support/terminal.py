"""The only way from a command to a terminal: no name, message or path can move its cursor, colour it or turn its text round.

A control character, also one that changes the direction of writing, is shown as it would be written in Python (`\\x1b`), in
JSON as JSON writes it. Data stays data: a JSON document says the same, escaped or not.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING

import click

from segtier.cli.support.exit_codes import READER_LEFT

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_IN_JSON = re.compile(_CONTROL.pattern.replace(r"\x00-\x1f", ""))
_CLEAR_LINE = "\r\x1b[2K"


def shown(text: str) -> str:
    """The text on one line, what cannot be seen made visible."""
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def shown_json(document: str) -> str:
    """The same of a JSON text, as JSON writes it; its own line breaks stay. Plain text is told without a look at each sign."""
    if document.isascii() and "\x7f" not in document:
        return document
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", document)


def close_output() -> None:
    """Nobody takes what is still to be written, and nobody shall complain about it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _out(text: str | bytes, *, nl: bool = True, err: bool = False) -> None:
    """Whoever read the output has seen enough: the command ends as others do then."""
    try:
        click.echo(text, nl=nl, err=err)
    except BrokenPipeError:
        close_output()
        raise SystemExit(READER_LEFT) from None


def say(text: object = "", *, err: bool = False) -> None:
    """One line."""
    _out(shown(str(text)), err=err)


def say_json(document: str | bytes, *, err: bool = False) -> None:
    """A JSON text, whose own line breaks stay."""
    text = document if isinstance(document, str) else document.decode()
    _out(shown_json(text).encode(), err=err)


def say_document(value: object) -> None:
    """A frozen value as JSON: indented at a terminal, else on one line for the program that takes it."""
    from segtier.documents import encode

    say_json(encode(value, indent=2 if sys.stdout.isatty() else 0))


def say_json_pieces(document: Iterable[bytes]) -> None:
    """The same of one that comes in pieces, none of which ends within a character."""
    for piece in document:
        _out(shown_json(piece.decode()).encode(), nl=False)
    _out("")


def say_over(text: str, *, stays: bool = False) -> None:
    """In place of the last line of stderr, which is a terminal; `stays` ends it."""
    _out(f"{_CLEAR_LINE}{shown(text)}", nl=stays, err=True)


def say_csv(lines: str) -> None:
    """Lines whose cells are `shown` already."""
    _out(lines, nl=False)


def cell(text: str, style: str = "") -> Text:
    """A text for a table or a page, its brackets and control characters taken as they are."""
    from rich.text import Text

    return Text(shown(text), style=style)


def page(width: int) -> Console:
    """Where tables are printed: as wide as the terminal, or as `width` where stdout is none."""
    from rich.console import Console

    class Page(Console):
        def on_broken_pipe(self) -> None:
            close_output()
            raise SystemExit(READER_LEFT)

    return Page(width=None if sys.stdout.isatty() else width)


def show_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """A traceback, for `sys.excepthook`."""
    for line in "".join(traceback.format_exception(kind, error, trace)).splitlines():
        say(line, err=True)
