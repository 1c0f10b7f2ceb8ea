"""The `segtier` program: finds the command, and turns expected errors into exit codes.

Exit codes: 0 success · 1 a broken rule of `check`, or an unexpected failure · 2 usage, the values of options among it ·
3 some inputs unreadable · 4 nothing usable · 5 refused or infeasible. Commands are imported when they run, so that
`segtier --help` does not wait for them.
"""

from __future__ import annotations

import errno
import importlib
import sys

import click

from segtier import __version__, garbage
from segtier.cli.support.terminal import close_output, say_json, show_crash, show_usage
from segtier.cli.support.usage import error_line
from segtier.errors import NotFound, NotUsable, Refused, SegtierError, UnreadableInput
from segtier.passing import Passing

_COMMANDS = {
    "parse": "Read reports and exports; print their documents.",
    "segments": "Rank the segments of a database.",
    "volumes": "Rented volumes for the best segments: size, price and gain.",
    "advise": "Say what SSD would change, and what to do.",
    "drift": "Whether the segments on SSD still earn their place.",
    "scenarios": "Several questions by name, side by side.",
    "collect": "Read a database into a bundle, read-only.",
    "mask": "Write documents without names, before anything leaves.",
    "script": "Write the scripts of one option.",
    "compare": "Compare before and after.",
    "check": "Hold reports against a policy, in a pipeline.",
    "backtest": "Hold the forecast against published measurements.",
    "scoreboard": "How right forecasts were: pool exported scores.",
    "sample": "Write the synthetic sample to a folder.",
    "mcp": "Answers for an MCP client, read-only.",
    "serve": "Web pages, API and worker on this machine.",
    "worker": "A worker on its own (for several hosts).",
    "admin": "The first admin; a password set anew.",
    "doctor": "What is amiss in an installation, and what to do.",
    "backup": "Copy database and files while everything runs.",
    "restore": "A backup into an empty installation.",
    "migrate-to": "From SQLite to PostgreSQL, with everything.",
    "trust-clock": "The clock is right: delete by age again.",
    "verify-audit": "Has anything in the audit trail been changed?",
    "openapi": "Print the OpenAPI document.",
}
_NOT_WRITTEN = (
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS),
    *(errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG),
)
"""What a disk, a folder or a name says; all else is a fault of ours, with its traceback."""
_ELSEWHERE = "Is there room, and may this user write there? Choose another place."
_LATER = "Try again later; segtier doctor says what else is amiss."
_EXIT_CODES: tuple[tuple[type[SegtierError], int], ...] = (
    (UnreadableInput, 4),
    (NotUsable, 4),
    (NotFound, 4),
    (Refused, 5),
)


class _Commands(click.Group):
    """Commands by name; the help page comes from the table above without importing any of them."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        with garbage.unsought():
            module = importlib.import_module(f"segtier.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="segtier")
def cli() -> None:
    """Which Oracle segments belong on SSD, what it will gain, and what to run tonight."""


def main() -> None:
    """Run the program and leave with its exit code."""
    sys.excepthook = show_crash
    try:
        cli.main(prog_name="segtier", standalone_mode=False)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as usage:
        show_usage(usage)
        sys.exit(usage.exit_code)
    except SegtierError as error:
        say_json(error_line(error), err=True)
        sys.exit(_exit_code(error))
    except Passing as fault:
        refused = Refused(str(fault), code=fault.fault.code, advice=_LATER)
        say_json(error_line(refused), err=True)
        sys.exit(_exit_code(refused))
    except OSError as fault:
        if fault.errno not in _NOT_WRITTEN:
            raise
        close_output()
        refused = Refused(f"{fault.filename or 'the output'}: {fault.strerror}", code="cannot-write", advice=_ELSEWHERE)
        say_json(error_line(refused), err=True)
        sys.exit(_exit_code(refused))


def _exit_code(error: SegtierError) -> int:
    return next((code for kind, code in _EXIT_CODES if isinstance(error, kind)), 1)


if __name__ == "__main__":
    main()
