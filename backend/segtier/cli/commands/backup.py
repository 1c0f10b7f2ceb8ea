"""`segtier backup`: database and files of the configured installation into a new folder."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from segtier.cli.support.exit_codes import SOME_UNREADABLE
from segtier.cli.support.new_folder import new_folder
from segtier.cli.support.terminal import say, say_json
from segtier.plurals import plural


@click.command("backup")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the manifest.")
def command(folder: Path, as_json: bool) -> None:
    """Back up the database and all files it names into a new FOLDER, while the server runs.

    The folder appears once everything is on disk. Where the file system allows, it shares files with the last backup in
    the same place, and copies them elsewhere: each backup is complete without the others. It holds everything people
    uploaded, and webhook secrets: protect it like the installation. Ends with 3 if files that the database names are
    missing, or change during the copy.
    """
    from segtier.cli.support.own_database import opened_store
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.own_settings import own_settings
    from segtier.documents import encode
    from segtier.jobs.files import open_blobs
    from segtier.services.back_up import back_up

    settings = own_settings()
    own_folder(settings)
    with opened_store(settings) as store, new_folder(folder) as draft:
        manifest = back_up(store, open_blobs(settings), draft)
    if as_json:
        say_json(encode(manifest))
    else:
        size = manifest.dump.bytes + sum(file.bytes for file in manifest.files)
        say(
            f"Backup of {manifest.at:%Y-%m-%d %H:%M:%S} UTC in {folder}: {plural(len(manifest.files), 'file')}, {size:,} bytes."
        )
        say(f"{plural(manifest.audit_entries, 'entry', 'entries')} in the audit trail. Head: {manifest.audit_head}")
    for sha256 in manifest.missing:
        say(f"Warning: the file with the digest {sha256} is gone or altered in the installation itself.", err=True)
    for sha256 in manifest.saved:
        say(f"Warning: the file with the digest {sha256} is gone from the installation; this backup has it.", err=True)
    sys.exit(SOME_UNREADABLE if manifest.missing or manifest.saved else 0)
