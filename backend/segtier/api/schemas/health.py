"""Is the process up, and can it do its work?"""

from __future__ import annotations

from typing import Literal

from segtier.api.schemas.base import Answer


class Alive(Answer):
    status: Literal["ok"]
    version: str


class ReadyPart(Answer):
    name: Literal["database", "migrations", "worker"]
    ready: bool
    detail: str


class Readiness(Answer):
    ready: bool
    parts: list[ReadyPart]
