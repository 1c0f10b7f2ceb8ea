"""`segtier trust-clock`: somebody says that the clock is right, and deletion by age goes on."""

from __future__ import annotations

from datetime import datetime

import click

from segtier.cli.support.day import Day
from segtier.cli.support.terminal import say


@click.command("trust-clock")
@click.argument("today", type=Day(), metavar="YYYY-MM-DD")
def command(today: datetime) -> None:
    """Confirm that the installation's clock is right. Give today's date as another clock shows it.

    After the clock jumped, or Segtier was off for more than three days, it deletes nothing by age: segtier doctor says so.
    After this command it resumes, and deletes within the hour what is older than SEGTIER_UPLOADS_DAYS.
    """
    from segtier.cli.support.command_line import command_line
    from segtier.cli.support.own_database import migrated_store
    from segtier.cli.support.own_settings import own_settings
    from segtier.services.trusted_clock import trust

    with migrated_store(own_settings()) as store:
        before = trust(store, command_line(), today.date())
    if before is None:
        say("The clock was already trusted.")
    else:
        say(f"The clock is now trusted. Before: {before}.")
