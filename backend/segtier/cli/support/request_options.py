"""Options every advising command shares: the flash at hand and what is known about the machine.

They are made of the table of the question. Each is received under the name of the field it fills in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from segtier.cli.support.set_files import with_names_of_file
from segtier.cli.support.usage import said_by_options
from segtier.model.request import AdviceRequest
from segtier.question import RENTING_ROWS, ROWS, Question, compose_request, read_parts, read_storage, typed_over
from segtier.question.forms import SET
from segtier.question.row import Row
from segtier.question.take import WORDS as TOLD
from segtier.question.take import refuse_too_many, taken, takes

F = TypeVar("F", bound=Callable[..., Any])
_METAVARS = {"whole": "INTEGER", "number": "NUMBER", "text": "TEXT", "parts": "NAME=VALUE,..."}


class _Typed(click.ParamType[Any]):
    """One value, as its row takes it."""

    def __init__(self, row: Row) -> None:
        self.row, self.name = row, row.kind

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        with said_by_options():
            text = with_names_of_file(value) if self.row.form is SET else value
            given = taken(self.row, text, f"--{self.row.word}")
            return read_parts(self.row, given) if self.row.parts else given


class _Option(click.Option):
    """A field of the question: given more often than it takes, it is refused, and not the last one taken."""

    def __init__(self, words: Sequence[str], row: Row) -> None:
        self.row = row
        shown = not row.many and row.default not in (None, False)
        super().__init__(
            words,
            type=_type(row),
            multiple=row.kind != "yes-no",
            is_flag=row.kind == "yes-no",
            default=row.default if row.kind == "yes-no" else [row.default] if shown else None,
            metavar=_metavar(row),
            show_default=shown,
            help=_help(row),
        )

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        if self.row.kind != "yes-no":
            with said_by_options():
                refuse_too_many(self.row, value or (), f"--{self.row.word}")
        given = super().process_value(ctx, value)
        if self.row.kind == "yes-no":
            return given
        return tuple(given) if self.row.many else given[0] if given else self.row.default


class _StorageFile(click.Path):
    """Groups of disks are many lines: the command line takes them from a file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = str(super().convert(value, param, ctx))
        with said_by_options():
            return read_storage(Path(path).read_bytes(), Path(path).name, is_yaml=True)


def _type(row: Row) -> click.ParamType[Any] | None:
    if row.kind == "yes-no":
        return None
    return _Typed(row) if row.reads is None else _StorageFile(exists=True, dir_okay=False)


def _metavar(row: Row) -> str | None:
    if row.kind == "yes-no":
        return None
    if row.kind == "choice":
        return f"[{'|'.join(row.choices)}]"
    return "FILE" if row.reads is not None else row.form.metavar if row.form is not None else _METAVARS[row.kind]


def _help(row: Row) -> str:
    if row.reads is not None:
        return f"YAML or JSON: {row.help[:1].lower()}{row.help[1:]}"
    return f"{row.help} Takes {takes(row)}." if row.kind in ("whole", "number") else row.help


def _read_measured(_ctx: click.Context, _param: click.Parameter, paths: tuple[Path, ...]) -> tuple[str, ...]:
    if not paths:
        return ()
    from segtier.cli.support.measured_files import read_measured

    return read_measured(paths)


_measured = click.option(
    "--measured",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=_read_measured,
    help="What was measured on all of that SSD: JSON of fio, rows of DBA_RSRC_IO_CALIBRATE, AWR report of SLOB.",
)
"""Files, of which figures are made."""


def request_options(command: F) -> F:
    """Adds the shared options to a command; it receives them as keyword arguments for `make_request`."""
    return with_options(ROWS, command)


def storage_options(command: F) -> F:
    """The same for a command that chooses the hours itself: no --window, no --hours-from."""
    return with_options([row for row in ROWS if row.group != "hours"], command)


def renting_options(command: F) -> F:
    """What is asked beside the question where volumes are rented."""
    return _offered(RENTING_ROWS, command)


def with_options(rows: Sequence[Row], command: F) -> F:
    """An option for each row that the command line offers, and files of what was measured."""
    return _offered(rows, _measured(command))


def _offered(rows: Sequence[Row], command: F) -> F:
    for row in reversed(rows):
        if "command-line" not in row.absent:
            command = click.option(row.option, row.name, cls=_Option, row=row)(command)
    return command


def make_request(**options: Any) -> AdviceRequest:
    """The request these options mean. Raises WrongOption for impossible ones."""
    with said_by_options():
        return compose_request(make_question(**options))


def make_question(*, measured: Sequence[str] = (), figures: Sequence[str] = (), **options: Any) -> Question:
    """What is typed goes before what files measured."""
    return Question(figures=typed_over(measured, figures) if measured else tuple(figures), **options)


@click.command()
@request_options
def _any(**_options: Any) -> None:
    pass


ASKED = {option.opts[0].removeprefix("--"): option for option in _any.params}
"""The shared options by what people call them."""
WORDS = {row.name: row.word for row in ROWS if "command-line" not in row.absent}
"""What each field of a question is called on the command line."""


def typed_value(option: click.Parameter, typed: Sequence[str], folder: Path) -> Any:
    """The value of a field that was typed into a file of that folder. Raises click.BadParameter."""
    texts = [str(folder / text) for text in typed] if isinstance(option.type, click.Path) else list(typed)
    row = option.row if isinstance(option, _Option) else None
    if row is not None and not row.many and len(texts) != 1:
        raise click.BadParameter(TOLD["once"].format(given=len(texts)))
    return option.process_value(click.Context(_any), texts if option.multiple else texts[0])
