"""`segtier doctor`: what is amiss in the configured installation, and what to do."""

from __future__ import annotations

import sys

import click

from segtier.cli.support.terminal import say, say_json


@click.command("doctor")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--quick", is_flag=True, help="Do not read every stored file or check each index against its table.")
def command(form: str, quick: bool) -> None:
    """Check settings, folder, database, broker, workers, queue, files and audit trail; change nothing.

    Reads every stored file and every page of a SQLite database.

    Prints a line for each: ok, warn or fail, and what to do. Ends with 1 if one fails.
    """
    from segtier.cli.support.checkup import check_up
    from segtier.cli.support.own_settings import own_settings
    from segtier.documents import encode

    settings = own_settings()
    found = list(check_up(settings, _worker_lives, _broker_answers, quick=quick))
    if form == "json":
        say_json(encode(found))
    else:
        for one in found:
            say(f"{one.state:<5} {one.what}: {one.detail}")
            if one.advice is not None:
                say(f"      -> {one.advice}")
    sys.exit(1 if any(one.state == "fail" for one in found) else 0)


def _worker_lives() -> bool:
    from segtier.cli.support.own_settings import own_settings
    from segtier.jobs.worker import any_is_alive

    return any_is_alive(own_settings())


def _broker_answers() -> bool:
    from segtier.jobs.bell import Bell

    return Bell().answers()
