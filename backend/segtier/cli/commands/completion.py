"""`segtier completion`: what a shell needs to complete commands, options and their values."""

from __future__ import annotations

from typing import Any

import click

from segtier.cli.support.terminal import say

_SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_SEGTIER_COMPLETE"
"""How the shell asks the program; click gives it the same name."""


@click.command("completion", short_help="Print what completes commands and options.")
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a script that lets your shell complete commands, options, their values and files.

    docs/use/command-line.md says where each shell looks for it.
    """
    from click.shell_completion import get_completion_class

    kind: Any = get_completion_class(shell)
    script = kind(context.find_root().command, {}, "segtier", _VARIABLE)
    for line in (script.source_template % script.source_vars()).strip().splitlines():
        say(line)
