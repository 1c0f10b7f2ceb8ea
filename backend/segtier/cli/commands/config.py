"""`segtier config`: the defaults that apply, and the file that each is from."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Mapping
from typing import Any

import click

from segtier.cli.support import config_file
from segtier.cli.support.defaults import TAKING, Default, check, defaults
from segtier.cli.support.errors_told import VARIABLE
from segtier.cli.support.terminal import say, say_json
from segtier.cli.support.usage import said_by_options


@click.command("config", short_help="Print the defaults that apply, and where each comes from.")
@click.argument("command_name", metavar="[COMMAND]", required=False, type=click.Choice(TAKING))
@click.option("--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(command_name: str | None, format_: str) -> None:
    """Without COMMAND: for every command that takes defaults."""
    with said_by_options():
        files = [*config_file.config_files()]
        for one in files:
            check(one)
        wanted = (command_name,) if command_name else TAKING
        found = {name: defaults(name, _command(name), files) for name in wanted}
    read = {str(one.path) for one in files}
    places = {str(path): str(path) in read for path in config_file.places()}
    errors = _errors(files)
    if format_ == "json":
        _say_json(places, found, errors)
        return
    for path, there in places.items():
        say(f"{'read' if there else 'not there':10} {path}")
    for key, (value, where) in {"errors": errors, **_said(found)}.items():
        say(f"{key} = {value}   # {where}")


def _command(name: str) -> click.Command:
    made: click.Command = importlib.import_module(f"segtier.cli.commands.{name}").command
    return made


def _errors(files: list[config_file.ConfigFile]) -> tuple[str, str]:
    if VARIABLE in os.environ:
        return os.environ[VARIABLE], VARIABLE
    said = next((one for one in files if "errors" in one.said), None)
    return ("text", "default") if said is None else (str(said.said["errors"]), str(said.path))


def _said(found: Mapping[str, Mapping[str, Default]]) -> dict[str, tuple[str, str]]:
    """Each key once: most are of all commands."""
    told = [one for of_command in found.values() for one in of_command.values()]
    return {one.key: (json.dumps(one.value, default=str), str(one.file)) for one in told}


def _say_json(places: Mapping[str, bool], found: Mapping[str, Mapping[str, Default]], errors: tuple[str, str]) -> None:
    said: Any = {
        "files": [{"path": path, "read": there} for path, there in places.items()],
        "errors": {"value": errors[0], "from": errors[1]},
        "commands": {
            name: {one.word: {"value": one.value, "from": str(one.file)} for one in of_command.values()}
            for name, of_command in found.items()
        },
    }
    say_json(json.dumps(said, default=str))
