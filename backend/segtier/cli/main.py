"""The `segtier` program: finds the command, and turns expected errors into exit codes (`support/exit_codes.py`).

Commands are imported when they run, so that `segtier --help` does not wait for them.
"""

from __future__ import annotations

import errno
import importlib
import sys
from typing import NoReturn

import click

from segtier import __version__, garbage
from segtier.cli.support.defaults import ConfigOption
from segtier.cli.support.errors_told import choose, errors_option, tell_error, tell_usage
from segtier.cli.support.exit_codes import BROKEN, MEANINGS, NOTHING_USABLE, REFUSED, STOPPED, USAGE
from segtier.cli.support.terminal import close_output, show_crash
from segtier.errors import NotFound, NotUsable, Refused, SegtierError, UnreadableInput
from segtier.passing import Passing

_COMMANDS = {
    "parse": "Read reports and exports; print their documents.",
    "segments": "Rank the segments of a database.",
    "volumes": "Rented volumes for the best segments: size, price and gain.",
    "advise": "Show what SSD would change, and what to do.",
    "drift": "Whether the segments on SSD still earn their place.",
    "scenarios": "Several questions by name, side by side.",
    "collect": "Read a database into a bundle, read-only.",
    "upload": "Send files to a Segtier server.",
    "mask": "Write documents without names, before anything leaves.",
    "script": "Write the scripts of one option.",
    "compare": "Compare before and after.",
    "check": "Check reports against a policy, in a pipeline.",
    "backtest": "Compare the forecast with published measurements.",
    "scoreboard": "How accurate forecasts were: pool exported scores.",
    "sample": "Write the synthetic sample to a folder.",
    "mcp": "Answers for an MCP client, read-only.",
    "serve": "Web pages, API and worker on this machine.",
    "worker": "A worker on its own (for several hosts).",
    "admin": "Add the first admin, or reset a password.",
    "doctor": "What is wrong with an installation, and what to do.",
    "backup": "Back up database and files while everything runs.",
    "backups": "Back up on a schedule, and keep the newest.",
    "restore": "Restore a backup into an empty installation.",
    "migrate": "Bring the database to this version.",
    "migrate-to": "From SQLite to PostgreSQL, with everything.",
    "trust-clock": "The clock is right: delete by age again.",
    "verify-audit": "Check the audit trail for changes.",
    "openapi": "Print the OpenAPI document.",
    "config": "The defaults that apply, and where each comes from.",
    "completion": "Print what completes commands and options in your shell.",
}
_NOT_WRITTEN = (
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS),
    *(errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG),
)
"""What a disk, a folder or a name says; all else is a fault of ours, with its traceback."""
_ELSEWHERE = "Is there room, and may this user write there? Choose another place."
_LATER = "Try again later; segtier doctor says what else is wrong."
_EXIT_CODES: tuple[tuple[type[SegtierError], int], ...] = (
    (UnreadableInput, NOTHING_USABLE),
    (NotUsable, NOTHING_USABLE),
    (NotFound, NOTHING_USABLE),
    (Refused, REFUSED),
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
        _take_errors(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as wrong:
            raise click.exceptions.NoSuchCommand(wrong.command_name, possibilities=_COMMANDS, ctx=ctx) from None

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in MEANINGS.items()])


def _take_errors(command: click.Command) -> None:
    """`--errors` and `--config` may stand anywhere: behind every command, and behind those of a group."""
    if isinstance(command, click.Group):
        for one in command.commands.values():
            _take_errors(one)
    elif all(param.name != "errors" for param in command.params):
        command.params += [errors_option(), ConfigOption()]


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, params=[errors_option(), ConfigOption()]
)
@click.version_option(__version__, "-V", "--version", prog_name="segtier")
def cli() -> None:
    """Which Oracle segments belong on SSD, what it will gain, and what to run tonight."""


def main() -> None:
    """Run the program and leave with its exit code."""
    sys.excepthook = show_crash
    choose(sys.argv[1:])
    try:
        cli.main(prog_name="segtier", standalone_mode=False)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.Abort:
        sys.exit(STOPPED)
    except click.exceptions.NoArgsIsHelpError as bare:
        bare.show()
        sys.exit(USAGE)
    except click.ClickException as usage:
        tell_usage(usage, " ".join(["segtier", *(word for word in sys.argv[1:2] if word in _COMMANDS)]))
        sys.exit(usage.exit_code)
    except SegtierError as error:
        _leave(error)
    except Passing as fault:
        _leave(Refused(str(fault), code=fault.fault.code, advice=_LATER))
    except OSError as fault:
        if fault.errno not in _NOT_WRITTEN:
            raise
        close_output()
        _leave(Refused(f"{fault.filename or 'the output'}: {fault.strerror}", code="cannot-write", advice=_ELSEWHERE))


def _leave(error: SegtierError) -> NoReturn:
    tell_error(error)
    sys.exit(next((code for kind, code in _EXIT_CODES if isinstance(error, kind)), BROKEN))


if __name__ == "__main__":
    main()
