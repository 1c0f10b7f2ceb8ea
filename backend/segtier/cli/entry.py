"""Where the installed program begins: who only asks for its version waits for no import."""

from __future__ import annotations

import os
import sys

from segtier import __version__


def main() -> None:
    """Run the program and leave with its exit code."""
    if sys.argv[1:] not in (["--version"], ["-V"]) or not _said(f"segtier, version {__version__}\n"):
        from segtier.cli.main import main as run

        run()


def _said(line: str) -> bool:
    """False where it cannot be written: the program then says why, as of every command."""
    try:
        return os.write(1, line.encode()) > 0
    except OSError:
        return False
