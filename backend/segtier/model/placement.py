"""How good a choice of segments provably is."""

from __future__ import annotations

from typing import Literal

SolverMethod = Literal["exact", "bounded"]
