"""`segtier migrate`: the database of the configured installation, brought to this version."""

from __future__ import annotations

import click

from segtier.cli.support.terminal import say


@click.command("migrate")
def command() -> None:
    """Bring the database to this version, in one transaction. Creates missing tables.

    `segtier serve` does the same when it starts. Use this command to do it first, before several servers and workers start.
    Several may run at once: one does the work, the others wait. First stop servers and workers of the older version and
    take a backup with that version: an older version refuses the newer database.
    """
    from segtier.cli.support.own_database import opened_store
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.own_settings import own_settings
    from segtier.store import schema

    settings = own_settings()
    own_folder(settings)
    with opened_store(settings) as store:
        with store.read() as tx:
            before = schema.current_revision(tx)
        schema.upgrade(store.engine, settings.migrations_dir)
        with store.read() as tx:
            after = schema.current_revision(tx)
    if before == after:
        say(f"The database is at revision {after} already.")
    else:
        say(f"The database is at revision {after} now (before: {before or 'no tables'}).")
