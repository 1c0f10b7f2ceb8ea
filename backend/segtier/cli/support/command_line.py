"""Who acts where somebody runs a command on the machine itself."""

from __future__ import annotations

from segtier.model.account import System


def command_line() -> System:
    """In the audit trail."""
    return System("the command line", "local")
