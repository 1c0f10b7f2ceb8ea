"""What is wrong with the value of an option: wrong usage, told as every other problem is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import click

from segtier.cli.support.spelled import advice_of, message_of
from segtier.errors import SegtierError


class WrongOption(click.BadParameter):
    """An option, or the file it names, that cannot be meant."""

    def __init__(self, error: SegtierError) -> None:
        super().__init__(message_of(error))
        self.error = error


@contextmanager
def said_by_options() -> Iterator[None]:
    """Whatever is refused here was typed, not read from an input."""
    try:
        yield
    except SegtierError as error:
        raise WrongOption(error) from error


def error_line(error: SegtierError) -> str:
    """The error as one line of JSON, with its place where it has one."""
    known = {"code": error.code, "message": message_of(error), "advice": advice_of(error)}
    place = {name: getattr(error, name, None) for name in ("section", "line", "column", "excerpt")}
    return json.dumps({**known, **{name: value for name, value in place.items() if value is not None}})
