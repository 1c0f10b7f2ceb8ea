"""Options that `segtier.toml` sets where the command line does not: the fields of a question, and how a command prints.

Flag, environment, file of the folder, file of the user: the first that says something counts. Fields that describe one thing
count together: who types a device does not also want the capacity of a file.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from segtier.alike import did_you_mean
from segtier.cli.support import config_file
from segtier.cli.support.config_file import ConfigFile, wrong
from segtier.cli.support.errors_told import FORMS, errors_form
from segtier.cli.support.terminal import say
from segtier.cli.support.usage import WrongOption
from segtier.dataclass import dataclass
from segtier.errors import SegtierError

TAKING = ("advise", "segments", "volumes", "drift", "script", "compare", "check")
"""Commands that take defaults: those that ask a question."""
OF_A_COMMAND = ("format", "detail", "top", "jobs")
"""What a command's own table may set besides the fields of the question."""
_ONE_THING = (
    {"ssd", "device", "count", "mirrored", "shared", "attachment", "figures", "measured", "tiers", "price"},
    {"storage", "media", "spindles", "raid"},
    {"window", "hours_from", "hours_to"},
    {"users", "think_time_s"},
)


@dataclass(frozen=True, slots=True)
class Default:
    """One option of one command."""

    key: str
    """As the file has it: `ssd`, `advise.format`."""
    word: str
    value: Any
    file: Path


class ConfigOption(click.Option):
    """Eager, so that it knows what was typed before any other option is looked at."""

    def __init__(self) -> None:
        super().__init__(
            [config_file.OPTION],
            type=click.Path(),
            expose_value=False,
            is_eager=True,
            help="Defaults from this file; else segtier.toml of this folder, then of your configuration folder.",
        )

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        given = super().handle_parse_result(ctx, opts, args)
        if not (ctx.resilient_parsing or opts.get("help") or isinstance(ctx.command, click.Group)):
            try:
                _apply(ctx, opts)
            except SegtierError as error:
                raise WrongOption(error) from error
        return given


def _apply(ctx: click.Context, typed: Iterable[str]) -> None:
    files = [*config_file.config_files()]
    if not files:
        return
    command = ctx.info_name or ""
    if command != "config":
        errors_form()
    if command not in TAKING:
        return
    found = defaults(command, ctx.command, files, typed)
    ctx.default_map = {name: _as_typed(_option(ctx.command, one.word), one) for name, one in found.items()}
    ctx.meta[config_file.NAME] = {name: str(one.file) for name, one in found.items()}
    for file in files:
        if told := [_flag(one) for one in found.values() if one.file == file.path]:
            say(f"Defaults from {file.path}: {', '.join(told)}.", err=True)


def defaults(
    name: str, command: click.Command, files: Iterable[ConfigFile], typed: Iterable[str] = ()
) -> dict[str, Default]:
    """What applies to the command, by the parameter it fills. Raises Refused for a key that cannot be."""
    found: dict[str, Default] = {}
    settled = set(typed)
    for file in files:
        check(file)
        for layer in (_of_command(file, name, command), _of_all(file, command)):
            told = {param: one for param, one in layer.items() if not _settled(param, settled)}
            found |= told
            settled |= told.keys()
    return found


def _settled(param: str, by: set[str]) -> bool:
    return param in by or any(param in things and things & by for things in _ONE_THING)


def check(file: ConfigFile) -> None:
    """Every key of the file is one that some command takes. Raises Refused."""
    known = question_words()
    for key, value in file.said.items():
        if key in TAKING and isinstance(value, dict):
            _refuse_unknown(file, value, (*known, *OF_A_COMMAND), f"in [{key}] ")
        elif key in known or key == "jobs":
            continue
        elif key == "errors":
            if value not in FORMS:
                raise wrong(file.path, f"errors is {value!r:.40}", f"Write one of {', '.join(FORMS)}.")
        elif isinstance(value, dict):
            raise wrong(file.path, f"there is no table [{key[:40]}]", did_you_mean(key, TAKING))
        else:
            of_command = f" Write {key} under the heading of a command, such as [advise]." * (key in OF_A_COMMAND)
            raise wrong(
                file.path,
                f"there is no key {key[:40]!r}",
                of_command.strip() or did_you_mean(key, (*known, "jobs", "errors")),
            )


def question_words() -> dict[str, str]:
    """The keys that every question takes, with the parameter each fills."""
    from segtier.cli.support.request_options import ASKED
    from segtier.question import RENTING_ROWS

    rows = {word: option.name or "" for word, option in ASKED.items()}
    return rows | {row.word: row.name for row in RENTING_ROWS}


def _of_command(file: ConfigFile, name: str, command: click.Command) -> dict[str, Default]:
    table = file.said.get(name, {})
    takes = [word for word in (*question_words(), *OF_A_COMMAND) if _option(command, word) is not None]
    _refuse_unknown(file, table, takes, f"in [{name}] ")
    return {_param(command, key): Default(f"{name}.{key}", key, value, file.path) for key, value in table.items()}


def _of_all(file: ConfigFile, command: click.Command) -> dict[str, Default]:
    """Those that the command takes."""
    keys = [key for key in file.said if key not in TAKING and key != "errors" and _option(command, key) is not None]
    return {_param(command, key): Default(key, key, file.said[key], file.path) for key in keys}


def _refuse_unknown(file: ConfigFile, said: Iterable[str], known: Iterable[str], where: str) -> None:
    for key in said:
        if key not in (words := tuple(known)):
            raise wrong(file.path, f"{where}there is no key {key[:40]!r}", did_you_mean(key, words))


def _option(command: click.Command, word: str) -> click.Parameter | None:
    return next((one for one in command.params if f"--{word}" in one.opts), None)


def _param(command: click.Command, word: str) -> str:
    found = _option(command, word)
    assert found is not None
    return found.name or ""


def _as_typed(option: click.Parameter | None, one: Default) -> Any:
    """As the command line would have it. Raises Refused for what no option can be."""
    assert isinstance(option, click.Option)
    if option.is_flag:
        if not isinstance(one.value, bool):
            raise wrong(one.file, f"{one.key} is {one.value!r:.40}", "Write true or false.")
        return one.value
    values = one.value if isinstance(one.value, list) else [one.value]
    texts = [*_texts(one, values)]
    if isinstance(option.type, click.Path):
        texts = [str(one.file.parent / text) for text in texts]
    if not option.multiple and len(texts) != 1:
        raise wrong(one.file, f"{one.key} is a list", "Write one value.")
    return texts if option.multiple else texts[0]


def _texts(one: Default, values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        match value:
            case bool() | list():
                raise wrong(one.file, f"{one.key} is {value!r:.40}", "Write a text or a number.")
            case dict():
                yield json.dumps(value, default=str)
            case datetime.datetime() | datetime.date():
                yield value.isoformat()
            case _:
                yield str(value)


def _flag(one: Default) -> str:
    if isinstance(one.value, bool):
        return f"--{one.word}" if one.value else f"no --{one.word}"
    values = one.value if isinstance(one.value, list) else [one.value]
    return " ".join(f"--{one.word} {text}" for text in _texts(one, values))
