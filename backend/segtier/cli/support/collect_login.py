"""Who logs on to the database, and the secrets for it: from the environment or a prompt, never from an option."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from segtier.errors import Refused

if TYPE_CHECKING:
    from segtier.collect.live.connect import Credentials

PASSWORD, WALLET_PASSWORD = "SEGTIER_DB_PASSWORD", "SEGTIER_WALLET_PASSWORD"


def login(user: str | None, wallet: Path | None) -> Credentials:
    """A user and a password, or the wallet alone. Raises Refused where a password is needed and cannot be asked for.

    The variables are read here and not with the settings, which live as long as the program and are shown by it.
    """
    from segtier.collect.live.connect import Credentials

    wallet_password = os.environ.get(WALLET_PASSWORD) or None
    if user is None and wallet is not None:
        return Credentials(wallet_password=wallet_password)
    name = user or _ask("User", "a user", "--user")
    password = os.environ.get(PASSWORD) or _ask(f"Password of {name}", "a password", PASSWORD, hidden=True)
    return Credentials(name, password, wallet_password)


def _ask(question: str, what: str, otherwise: str, hidden: bool = False) -> str:
    if not sys.stdin.isatty():
        raise Refused(
            f"there is no terminal to ask for {what}",
            code="no-terminal",
            advice=f"Run it in a terminal, or give {otherwise}.",
        )
    answer: str = click.prompt(question, hide_input=hidden, err=True)
    return answer
