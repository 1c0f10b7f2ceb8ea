"""A day as people type it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click


class Day(click.DateTime):
    """2026-11-29; midnight of that day."""

    def __init__(self) -> None:
        super().__init__(["%Y-%m-%d"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        try:
            day: datetime = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{str(value)[:40]!r} is not a day. Write it as 2026-11-29.", param, ctx)
        return day
