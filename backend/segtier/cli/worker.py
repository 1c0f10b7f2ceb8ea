"""`segtier worker`: a worker on its own. `segtier serve` starts one by itself."""

from __future__ import annotations

import click


@click.command("worker")
@click.option("--pool", type=click.Choice(["solo", "prefork"]), default="prefork", show_default=True)
@click.option(
    "--concurrency", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes that read files."
)
@click.option("--parent", type=int, hidden=True, help="Stop when this process is gone.")
def command(pool: str, concurrency: int, parent: int | None) -> None:
    """Read uploaded files until stopped. Waits for the database to be migrated."""
    from segtier.cli.logs import set_up_logs
    from segtier.jobs.worker import run_worker
    from segtier.settings import Settings

    settings = Settings()
    set_up_logs(settings.log_level)
    run_worker(settings, pool, concurrency, parent)
