"""Who asks, and what they may do."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, get_args

from segtier.dataclass import dataclass

Role = Literal["viewer", "analyst", "reviewer", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
Scope = Literal[
    "reports:read",
    "uploads:write",
    "scenarios:write",
    "plans:read",
    "plans:write",
    "plans:review",
    "audit:read",
    "webhooks:write",
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
    token: str | None = None
    """The token they came by, which they own; None for whoever signed in."""
    session: str | None = None
    """The digest of the session they came by; None for whoever showed a token."""

    def knows(self, database_id: str | None) -> bool:
        """Of what belongs to no database only those know who know all."""
        return self.databases is None or database_id in self.databases


SINGLE_USER = Actor("local", "the single user", frozenset(SCOPES), alone=True)
"""Whoever shows the secret of an installation that has no accounts."""


@dataclass(frozen=True, slots=True)
class System:
    """Segtier itself, or somebody who has its machine: no right is looked up. `name` says what writes, `id` is for the trail."""

    name: str
    id: str = "segtier"


Writer = Actor | System
"""On whose behalf a transaction writes."""
ITSELF = System("Segtier itself")


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who may sign in. `created_at` is UTC."""

    id: str
    name: str
    role: Role
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Token:
    """What a program shows instead of a password. Times are UTC; `databases`: the only ones it knows of, None means all."""

    id: str
    user_id: str
    name: str
    scopes: tuple[Scope, ...]
    databases: tuple[str, ...] | None
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None
