"""`segtier worker`: a worker on its own. `segtier serve` starts one by itself."""

from __future__ import annotations

import click


@click.command("worker")
@click.option("--pool", type=click.Choice(["solo", "prefork"]), default="prefork", show_default=True)
@click.option(
    "--concurrency", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes that read files."
)
@click.option("--check", is_flag=True, help="Only say whether a worker of this host is alive (exit 0 or 1).")
@click.option("--parent", type=int, hidden=True, help="Stop when this process is gone.")
def command(pool: str, concurrency: int, check: bool, parent: int | None) -> None:
    """Read uploaded files until stopped. Waits for the database to be migrated."""
    from segtier.cli.logs import set_up_logs
    from segtier.jobs.worker import is_alive, run_worker
    from segtier.settings import Settings

    settings = Settings()
    set_up_logs(settings.log_level)
    if check:
        raise SystemExit(0 if is_alive(settings) else 1)
    run_worker(settings, pool, concurrency, parent)
