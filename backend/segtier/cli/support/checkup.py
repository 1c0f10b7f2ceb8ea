"""All that `segtier doctor` looks at, in the order in which one thing needs another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from segtier import __version__
from segtier.cli.support.secret import chosen_or_local
from segtier.jobs.files import open_blobs
from segtier.services.accounts import accounts_exist
from segtier.services.examine import (
    Finding,
    examine_clock,
    examine_database,
    examine_files,
    examine_folder,
    examine_names,
    examine_trail,
    examine_work,
)
from segtier.settings import Settings
from segtier.store.engine import Store


def check_up(
    settings: Settings, worker_lives: Callable[[], bool], broker_answers: Callable[[], bool], *, quick: bool = False
) -> Iterator[Finding]:
    """What a fault makes it impossible to look at is left out."""
    yield Finding("versions", "ok", f"Segtier {__version__}, Python {sys.version.split()[0]}")
    if not settings.data_dir.is_dir():
        yield Finding("data folder", "warn", f"{settings.data_dir} is not there yet", "segtier serve makes it.")
        return
    yield from examine_folder(settings.data_dir, settings.upload_max_bytes)
    store = Store(settings.effective_database_url)
    try:
        if not store.is_in_place():
            yield Finding(
                "database", "warn", f"{store.engine.url.database} is not there yet", "segtier serve makes it."
            )
            return
        found = list(examine_database(store, settings.migrations_dir, quick=quick))
        yield from found
        if not any(one.what == "migrations" and one.state == "ok" for one in found):
            return
        yield from examine_clock(store)
        yield _listening(settings, accounts_exist(store))
        yield from examine_names(store)
        yield _broker(broker_answers())
        yield from examine_work(store, worker_lives)
        yield from examine_files(store, open_blobs(settings), quick=quick)
        yield from examine_trail(store)
    finally:
        store.close()


def _listening(settings: Settings, has_admin: bool) -> Finding:
    if has_admin:
        return Finding("way in", "ok", "people sign in")
    if not chosen_or_local(settings):
        said = f"others can reach {settings.host}, but there is no admin and no secret is set"
        return Finding("way in", "fail", said, "segtier admin add NAME; until then segtier serve does not start.")
    if settings.secret is not None:
        return Finding("way in", "warn", "one secret for everybody, and no admin", "segtier admin add NAME")
    return Finding("way in", "ok", "the secret of this installation, from this machine only")


def _broker(answers: bool) -> Finding:
    if answers:
        return Finding("broker", "ok", "answers")
    said = "does not respond; workers poll the queue every few seconds"
    return Finding("broker", "warn", said, "Is it running, and is SEGTIER_BROKER_URL right?")
