"""What the scripts call the new tablespaces and disk groups: one option for each name of `Targets`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from segtier.model.plan import Targets

F = TypeVar("F", bound=Callable[..., Any])
_NAMES = {
    "data_tablespace": "Tablespace for tables.",
    "index_tablespace": "Tablespace for indexes.",
    "temp_tablespace": "Temporary tablespace.",
    "data_diskgroup": "Disk group for data.",
    "redo_diskgroup": "Disk group for redo.",
    "temp_diskgroup": "Disk group for temp.",
    "flash_diskgroup": "Disk group for the flash cache.",
}


def target_options(command: F) -> F:
    """Adds the names to a command, which receives them as keyword arguments for `make_targets`."""
    for name, words in reversed(_NAMES.items()):
        flag = "--" + name.replace("_", "-")
        preset = getattr(Targets(), name)
        command = click.option(flag, name, metavar="NAME", default=preset, show_default=True, help=words)(command)
    return command


def make_targets(options: dict[str, Any]) -> Targets:
    """Takes the names out of the options of a command."""
    return Targets(**{name: options.pop(name) for name in _NAMES})
