"""The type of an argument that names an input: a file, a folder, or `-` for what comes in by standard input."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import click

from segtier.errors import UnreadableInput

_STDIN, _NAME = "-", "stdin"
_PIECE_BYTES = 1 << 20
_MOST_BYTES = 16 * 1024**3
"""What an archive may hold (`segtier.settings`); a single report is held to its own limit."""


class InputPath(click.Path):
    """Standard input may hold whatever a file may: it is kept in a file of this user's until the command ends."""

    def __init__(self) -> None:
        super().__init__(exists=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return _received() if value == _STDIN else super().convert(value, param, ctx)


def shown_path(path: Path) -> str:
    """What a problem calls it."""
    return _NAME if _received.cache_info().currsize and path == _received() else str(path)


@cache
def _received() -> Path:
    """All of standard input, read once. Raises click.BadParameter where nobody sends any."""
    if sys.stdin is None or sys.stdin.isatty():
        raise click.BadParameter("- reads standard input, and nothing is sent to it: … | segtier … -")
    folder = Path(tempfile.mkdtemp(prefix="segtier-stdin-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path, length = folder / _NAME, 0
    with path.open("wb") as file:
        while piece := sys.stdin.buffer.read(_PIECE_BYTES):
            length += len(piece)
            if length > _MOST_BYTES:
                raise UnreadableInput(f"{_NAME} does not end", code="too-large", advice="Name the file instead.")
            file.write(piece)
    return path
