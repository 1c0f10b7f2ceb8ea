"""What a worker's process does, whether it was forked or started: reads its own settings, and works."""

from __future__ import annotations

import socket


def be_worker(readers: int, parent: int, pulse: int | None, asks: int | None) -> None:
    """Work until told to stop, or until the parent is gone. `asks`: descriptor of the socket to the parent's fork server."""
    from segtier.cli.support.logs import set_up_logs
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.own_settings import own_settings
    from segtier.reading import forks

    if asks is not None:
        forks.share(socket.socket(fileno=asks))
    else:
        forks.start()
    settings = own_settings()
    own_folder(settings)
    from segtier.jobs.worker import run_worker  # the broker of files lies in the folder

    set_up_logs(settings.log_level, form=settings.log_format)
    run_worker(settings, readers, parent, pulse)
