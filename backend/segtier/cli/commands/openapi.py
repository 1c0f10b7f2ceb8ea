"""`segtier openapi`: the OpenAPI document."""

from __future__ import annotations

import click

from segtier.cli.support.terminal import say_json


@click.command("openapi")
def command() -> None:
    """Print the OpenAPI document of the REST interface."""
    import json

    from segtier.api.app import create_app
    from segtier.settings import Settings

    document = create_app(Settings(), None).openapi()
    say_json(json.dumps(document, indent=2, ensure_ascii=False))
