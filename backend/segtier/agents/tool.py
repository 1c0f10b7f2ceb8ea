"""A tool as a row of the table: what it is called, takes and gives, and the one function behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from segtier.agents.brief import Shape
from segtier.agents.desk import Desk
from segtier.dataclass import dataclass
from segtier.model.account import Scope


@dataclass(frozen=True, slots=True)
class FiguresFrom:
    """The call that shows where figures come from. `arguments` go beside the database and the SSD of this call."""

    figures: tuple[str, ...]
    tool: str
    arguments: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tool:
    """`description` is constant: nothing that a report says is ever in it."""

    name: str
    title: str
    description: str
    takes: type[Any]
    gives: type[Any]
    run: Callable[[Desk, Any], Any]
    """Raises SegtierError with what to do."""
    brief: Shape = field(kw_only=True)
    """What a brief answer keeps of the full one."""
    needs: Scope = "reports:read"
    """Of whoever asks a running server; whoever has the files may ask all."""
