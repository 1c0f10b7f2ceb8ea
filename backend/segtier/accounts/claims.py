"""Somebody as an OpenID provider tells of them: who they are, what they are called, and the role that their groups give."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.account import ROLES, Role

EVERYBODY = "*"
"""A group that all are in."""


@dataclass(frozen=True, slots=True)
class Person:
    subject: str
    """Theirs for ever, whatever they are called: a digest of the provider and of what it calls them."""
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Reading:
    """How claims are read. `roles`: the role of each group; who is in several has the most of them."""

    name_claim: str
    role_claim: str
    roles: Mapping[str, Role]


class NoRole(Refused):
    """Somebody whom the provider knows and no group of theirs lets in; perhaps one did before."""

    def __init__(self, subject: str, name: str) -> None:
        super().__init__(
            f"you are signed in there as {name[:80]!r}, but none of your groups may use this installation",
            code="openid-no-role",
            advice="Ask the operator for access, then sign in again.",
        )
        self.subject = subject


def person_of(claims: Mapping[str, Any], reading: Reading) -> Person:
    """Raises Refused where they have no name, NoRole where no group gives one."""
    name = claims.get(reading.name_claim)
    if not isinstance(name, str) or not name.strip():
        raise Refused(
            f"the sign-in service does not say what you are called (claim {reading.name_claim!r})",
            code="openid-no-name",
            advice="Tell the operator: SEGTIER_OIDC_NAME_CLAIM is wrong, or a scope is missing.",
        )
    subject = hashlib.sha256(f"{claims['iss']}\n{claims['sub']}".encode()).hexdigest()
    given = [role for group, role in reading.roles.items() if group == EVERYBODY or group in _groups(claims, reading)]
    if not given:
        raise NoRole(subject, name.strip())
    return Person(subject, name, max(given, key=ROLES.index))


def _groups(claims: Mapping[str, Any], reading: Reading) -> set[str]:
    """A list of texts, or one; a claim within another by its path: `realm_access.roles`."""
    found: Any = claims
    if reading.role_claim in claims:
        found = claims[reading.role_claim]
    else:
        for part in reading.role_claim.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
    return {one for one in (found if isinstance(found, list) else [found]) if isinstance(one, str)}
