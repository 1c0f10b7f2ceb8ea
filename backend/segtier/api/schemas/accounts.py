"""Accounts as the API takes and shows them. No answer holds a password, and a token's text comes once."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from segtier.api.schemas.base import NO_NUL, Answer, Question, SeenText, UtcTime
from segtier.model.account import Role, Scope
from segtier.model.audit import Stored

_Name = Annotated[str, Field(min_length=1, max_length=80, pattern=NO_NUL)]
_Password = Annotated[str, Field(max_length=1_000, description="12 to 200 characters.")]


class SignIn(Question):
    name: Annotated[str, Field(max_length=200, pattern=NO_NUL)]
    password: Annotated[str, Field(max_length=1_000)]


class Lacking(Answer):
    """What somebody may not do, and the least role that may."""

    scope: Scope
    role: Role


class Me(Answer):
    """Whoever asks. `accounts`: false where whoever shows the secret of the installation is the single user."""

    id: str
    name: str
    scopes: list[Scope]
    lacks: list[Lacking]
    databases: list[str] | None
    """The only ones they know of, by identifier; null for all."""
    token: str | None
    """The token they came by."""
    accounts: bool


class UserItem(Answer):
    id: str
    name: str
    role: Role
    created_at: UtcTime


class UserList(Answer):
    items: list[UserItem]
    next_cursor: str | None


class NewUser(Question):
    name: _Name
    role: Role
    password: _Password


class UserChange(Question):
    role: Role


class PasswordReset(Question):
    password: Annotated[
        str | None,
        Field(max_length=1_000, description="12 to 200 characters; null: Segtier generates one and shows it once."),
    ] = None


class ResetPassword(Answer):
    """`password`: the one that was made; null where it was given."""

    user: UserItem
    password: str | None


class PasswordChange(Question):
    old_password: Annotated[str, Field(max_length=1_000)]
    new_password: _Password


class NewToken(Question):
    name: Annotated[SeenText, Field(min_length=1, max_length=200, description="What it is for.")]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=20)]
    databases: Annotated[
        list[Annotated[str, Field(max_length=40, pattern=NO_NUL)]] | None,
        Field(
            min_length=1, max_length=1_000, description="The databases it is limited to, by identifier; null for all."
        ),
    ] = None
    days: Annotated[int, Field(ge=1, le=365, description="Days until it expires.")] = 90


class TokenItem(Answer):
    id: str
    name: str
    scopes: list[Scope]
    databases: list[str] | None
    created_at: UtcTime
    expires_at: UtcTime
    used_at: UtcTime | None


class TokenList(Answer):
    items: list[TokenItem]


class MadeToken(Answer):
    """`text` is what a program shows; it is stored nowhere and comes this once."""

    token: TokenItem
    text: str


class AuditItem(Answer):
    sequence: int
    at: UtcTime
    actor_id: str
    actor_name: str
    action: str
    subject: str
    detail: dict[str, Any]
    previous: str
    digest: str


class AuditFaultItem(Answer):
    """The first entry that does not follow from those before, and why."""

    sequence: int
    reason: str


class SealFaultItem(Answer):
    forecast_id: str
    reason: str


class PlanFaultItem(Answer):
    plan_id: str
    revision: int
    reason: str


class StoredFaultItem(Answer):
    kind: Stored
    id: str
    reason: str


class AuditVerdictItem(Answer):
    """Whether the trail holds, and what is stored as it says. `head`: the digest of the last entry, worth noting elsewhere."""

    holds: bool
    entries: int
    head: str
    fault: AuditFaultItem | None
    sealed: int
    """Sealed forecasts that were held against the trail; so are plans under review, databases and uploads."""
    altered: list[SealFaultItem]
    plans: int
    altered_plans: list[PlanFaultItem]
    databases: int
    uploads: int
    unexplained: list[StoredFaultItem]


class AuditPage(Answer):
    items: list[AuditItem]
    next_before: int | None
    """What `before` takes for the next page; null on the last. The same as `next_cursor`, which every list has."""
    next_cursor: str | None
