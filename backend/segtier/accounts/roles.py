"""Which scopes a role has, and what is left of them for a token."""

from __future__ import annotations

from segtier.model.account import ROLES, SCOPES, Actor, Role, Scope, Token, User

_VIEWER: frozenset[Scope] = frozenset({"reports:read", "plans:read"})
_ANALYST: frozenset[Scope] = _VIEWER | {"uploads:write", "scenarios:write", "plans:write"}
_REVIEWER: frozenset[Scope] = _ANALYST | {"plans:review", "audit:read"}
_SCOPES: dict[Role, frozenset[Scope]] = {
    "viewer": _VIEWER,
    "analyst": _ANALYST,
    "reviewer": _REVIEWER,
    "admin": frozenset(SCOPES),
}
"""Each role may do all that the one before may."""
TOKEN_SCOPES: tuple[Scope, ...] = tuple(scope for scope in SCOPES if scope not in ("admin", "webhooks:write"))
"""No token may make users or tokens, or have events sent elsewhere, which goes on when it is revoked."""


def scopes_of(role: Role) -> frozenset[Scope]:
    return _SCOPES[role]


def first_role_of(scope: Scope) -> Role:
    """The least role that has it."""
    return next(role for role in ROLES if scope in _SCOPES[role])


def actor_of(user: User, token: Token | None = None, session: str | None = None) -> Actor:
    """Whoever signed in; by a token its owner, with what both may do and only the databases of the token.

    `session`: the digest of the one they signed in with.
    """
    scopes = scopes_of(user.role)
    if token is None:
        return Actor(user.id, user.name, scopes, session=session)
    known = None if token.databases is None else frozenset(token.databases)
    return Actor(user.id, user.name, scopes & set(token.scopes) & set(TOKEN_SCOPES), known, token=token.id)
