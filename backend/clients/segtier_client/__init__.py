"""Ask a Segtier server from Python: `Segtier(address, token)`. Answers are plain dicts, typed by `segtier_client.types`."""

from __future__ import annotations

from segtier_client.client import Segtier
from segtier_client.problem import Problem

__all__ = ["Problem", "Segtier"]
