"""`segtier restore`: a backup into the configured installation, which must hold nothing yet."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from segtier.cli.support.terminal import say
from segtier.plurals import plural


@click.command("restore")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def command(folder: Path) -> None:
    """Fill the configured installation from the backup in FOLDER, before any server runs on it.

    Segtier checks every digest before it writes anything, and upgrades a backup from an older version. If it is
    interrupted, no server starts on the installation until you run it again. Ends with 1 if the audit trail does not
    verify afterwards.
    """
    from segtier.cli.support.own_database import opened_url
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.own_settings import own_settings
    from segtier.jobs.files import open_blobs
    from segtier.services.restore import restore

    settings = own_settings()
    own_folder(settings)
    with opened_url(settings.effective_database_url) as store:
        manifest, trail = restore(store, open_blobs(settings), folder, settings.migrations_dir)
    say(f"Restored what was there on {manifest.at:%Y-%m-%d %H:%M:%S} UTC: {plural(len(manifest.files), 'file')}.")
    if manifest.missing:
        say(
            f"Warning: {plural(len(manifest.missing), 'file was', 'files were')} already missing when the backup was made.",
            err=True,
        )
    if not trail.holds:
        say("The audit trail does not verify: segtier verify-audit says where.")
        sys.exit(1)
    say(
        f"{plural(trail.entries, 'entry', 'entries')} in the audit trail, each follows from the one before. Head: {trail.head}"
    )
