"""`segtier migrate-to`: the configured SQLite database into an empty PostgreSQL database."""

from __future__ import annotations

import click

from segtier.cli.support.terminal import say
from segtier.plurals import plural


@click.command("migrate-to")
@click.argument("url")
def command(url: str) -> None:
    """Copy every row of the configured SQLite database into the empty PostgreSQL database at URL (postgresql://…).

    Stop the server and all workers first. The SQLite file and the stored files stay as they are. A password need not be
    in the URL, where others may see it: PGPASSWORD and ~/.pgpass do as well.
    """
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from segtier.cli.support.own_database import opened_store, opened_url
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.own_settings import own_settings
    from segtier.services.move_database import move_database

    try:
        wanted = make_url(url).set(drivername="postgresql+psycopg")
        backend = make_url(url).get_backend_name()
    except ArgumentError:
        backend = ""
    if backend != "postgresql":
        raise click.BadParameter("it is not postgresql://USER@HOST/DATABASE", param_hint="URL")
    settings = own_settings()
    own_folder(settings)
    with opened_url(wanted.render_as_string(hide_password=False)) as target, opened_store(settings) as source:
        counts = move_database(source, target, settings.migrations_dir)
    for table, rows in counts.items():
        say(f"{rows:>12,}  {table}")
    say(f"{plural(sum(counts.values()), 'row')} copied, and counted on both sides; the audit trail holds.")
    say(f"Now set SEGTIER_DATABASE_URL={wanted.render_as_string(hide_password=True)} and start Segtier again.")
