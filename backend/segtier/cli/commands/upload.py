"""`segtier upload`: files to a server, so that one line of cron feeds it."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click

from segtier.cli.support.errors_told import tell_problem
from segtier.cli.support.exit_codes import NOTHING_USABLE, REFUSED, SOME_UNREADABLE, SUCCESS
from segtier.cli.support.terminal import say
from segtier.cli.support.usage import said_by_options
from segtier.errors import Refused, SegtierError

_FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)


@click.command("upload", short_help="Send files to a Segtier server.")
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE...")
@click.option("--server", required=True, metavar="URL", help="As https://segtier.example.com.")
@click.option(
    "--token-file",
    required=True,
    type=_FILE,
    help="Holds a token with uploads:write and reports:read, and nobody else can read it.",
)
@click.option("--after", "after", is_flag=True, help="They are of the time after the change.")
@click.option("--database", metavar="ID", help="For exports that do not name their database.")
@click.option(
    "--wait", "wait_s", default=600.0, show_default=True, type=click.FloatRange(min=0), metavar="S",
    help="Seconds to wait until each file is read; 0: do not wait.",
)  # fmt: skip
@click.option(
    "--remove", is_flag=True, help="Delete each file the server has read, and the bundle folder it was packed from."
)
def command(
    files: tuple[Path, ...],
    server: str,
    token_file: Path,
    after: bool,
    database: str | None,
    wait_s: float,
    remove: bool,
) -> None:
    """Send reports, exports, bundles or archives to a Segtier server, one after the other.

    Files that the server has already are not read twice. A busy server is asked again. What fails stays where it is: the same
    command sends it the next time.

    \b
    Exit codes: 0 all read; 3 some; 4 none, or no answer; 5 refused, as by a wrong token.
    """
    from segtier.cli.support import sent_files
    from segtier.cli.support.remote import NoAnswer, Remote, TurnedAway, read_address, read_token

    with said_by_options():
        address, token = read_address(server), read_token(token_file)
    if remove and not wait_s:
        raise click.UsageError("--remove needs to know that a file was read: leave --wait 0 out.")
    remote = Remote(address, token)
    fields = {"period": "after"} if after else {}
    fields |= {"database_id": database} if database else {}
    done, refused = 0, False
    for file in files:
        try:
            sent = sent_files.wait(remote, sent_files.send(remote, file, fields), wait_s, time.sleep)
        except SegtierError as error:
            _tell(file, error.code, error.message, error.advice)
            refused |= isinstance(error, Refused)
            if isinstance(error, (NoAnswer, TurnedAway)):
                break
            continue
        except OSError as error:
            _tell(file, "cannot-read", str(error), None)
            continue
        if sent.ended and not sent.read:
            code, words = sent.problem or (sent.state, "the server could not read it")
            _tell(file, code, words, "Settings → Uploads shows it. It stays here.")
            continue
        done += 1
        if remove and sent.read:
            try:
                sent_files.remove(file)
            except OSError as error:
                _tell(file, "cannot-delete", str(error), "The server has it: delete it by hand.")
        before = ", was there before" if sent.known else ""
        say(f"{file}: {'read' if sent.read else 'sent'}{before} ({sent.id})")
        if wait_s and not sent.ended:
            _tell(file, "not-read-yet", f"not read within {wait_s:g} s", "The server goes on with it.")
    sys.exit(SUCCESS if done == len(files) else SOME_UNREADABLE if done else REFUSED if refused else NOTHING_USABLE)


def _tell(file: Path, code: str, message: str, advice: str | None) -> None:
    told = {"code": code, "message": message, "file": str(file), **({"advice": advice} if advice else {})}
    tell_problem(json.dumps(told))
