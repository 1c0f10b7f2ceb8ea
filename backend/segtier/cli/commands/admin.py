"""`segtier admin`: accounts from the machine itself, for the first admin and for whoever forgot a password."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from segtier.cli.support.terminal import say

if TYPE_CHECKING:
    from segtier.store.engine import Store

_FROM_STDIN = click.option("--password-stdin", is_flag=True, help="Read the password from the first line of input.")


@click.group("admin")
def command() -> None:
    """Accounts of the configured installation, without signing in: anyone who can run this has the database anyway."""


@command.command("add")
@click.argument("name")
@_FROM_STDIN
def add(name: str, password_stdin: bool) -> None:
    """Add an admin. Once the first exists, people sign in and the installation secret no longer works."""
    from segtier.cli.support.command_line import command_line
    from segtier.services.accounts import add_user

    password = _password(password_stdin)
    with _store() as store:
        user = add_user(store, command_line(), name, "admin", password)
    say(f"{user.name} is an admin and can sign in.")


@command.command("password")
@click.argument("name")
@_FROM_STDIN
def password(name: str, password_stdin: bool) -> None:
    """Reset any user's password, end their sessions, and clear all failed sign-in attempts."""
    from segtier.cli.support.command_line import command_line
    from segtier.services.accounts import set_password

    new = _password(password_stdin)
    with _store() as store:
        user = set_password(store, command_line(), name, new)
    say(f"The password of {user.name} is set; all their sessions have ended.")


def _password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    asked: str = click.prompt("Password", hide_input=True, confirmation_prompt="Once more")
    return asked


@contextmanager
def _store() -> Iterator[Store]:
    """The database, brought to this version."""
    from segtier.cli.support.own_database import migrated_store
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.own_settings import own_settings

    settings = own_settings()
    own_folder(settings)
    with migrated_store(settings) as store:
        yield store
