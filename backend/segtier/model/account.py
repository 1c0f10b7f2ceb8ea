"""Who asks, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Role = Literal["viewer", "analyst", "reviewer", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
Scope = Literal[
    "reports:read",
    "uploads:write",
    "scenarios:write",
    "plans:read",
    "plans:write",
    "plans:review",
    "webhooks:write",
    "audit:read",
    "admin",
]
SCOPES: tuple[Scope, ...] = get_args(Scope)


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever sent a request. `databases`: the only ones they know of, by identifier; None means all.

    `alone`: the installation has no accounts, so there is nobody else who could approve.
    """

    id: str
    name: str
    scopes: frozenset[Scope]
    databases: frozenset[str] | None = None
    alone: bool = False


SINGLE_USER = Actor("local", "the single user", frozenset(SCOPES), alone=True)
"""Whoever shows the secret of an installation that has no accounts."""
