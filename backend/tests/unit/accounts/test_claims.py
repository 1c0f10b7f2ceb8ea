"""From claims to somebody with a role."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.accounts.claims import Reading, person_of
from segtier.errors import Refused
from segtier.model.account import Role
from tests.sentences import like

SOMEBODY = {"iss": "https://id.example", "sub": "17", "preferred_username": "ana"}
ROLES: dict[str, Role] = {"dba": "analyst", "chiefs": "admin", "ops": "reviewer"}


@pytest.mark.parametrize(
    ("claim", "claims", "roles", "role"),
    [
        ("groups", {"groups": ["dba"]}, ROLES, "analyst"),
        ("groups", {"groups": "dba"}, ROLES, "analyst"),
        ("groups", {"groups": ["ops", "dba", "others"]}, ROLES, "reviewer"),
        ("groups", {"groups": ["ops", "chiefs"]}, ROLES, "admin"),
        ("groups", {"groups": ["DBA"]}, ROLES, None),
        ("groups", {"groups": [["dba"], 1, None]}, ROLES, None),
        ("groups", {"groups": {"dba": True}}, ROLES, None),
        ("groups", {}, ROLES, None),
        ("groups", {}, ROLES | {"*": "viewer"}, "viewer"),
        ("groups", {"groups": ["dba"]}, ROLES | {"*": "viewer"}, "analyst"),
        ("groups", {"groups": ["*"]}, ROLES, None),
        ("realm_access.roles", {"realm_access": {"roles": ["ops"]}}, ROLES, "reviewer"),
        ("realm_access.roles", {"realm_access": "ops"}, ROLES, None),
        ("https://acme.example/roles", {"https://acme.example/roles": ["dba"]}, ROLES, "analyst"),
    ],
)
def test_the_role_is_the_most_that_a_group_gives(
    claim: str, claims: dict[str, Any], roles: dict[str, Role], role: Role | None
) -> None:
    reading = Reading("preferred_username", claim, roles)
    if role is None:
        with pytest.raises(Refused, match=like("accounts/you-signed-there")):
            person_of(SOMEBODY | claims, reading)
    else:
        assert person_of(SOMEBODY | claims, reading).role == role


@pytest.mark.parametrize("name", [None, "", "  ", ["ana"], 7])
def test_somebody_without_a_name_stays_outside(name: Any) -> None:
    with pytest.raises(Refused, match="'preferred_username'"):
        person_of(SOMEBODY | {"preferred_username": name}, Reading("preferred_username", "groups", {"*": "viewer"}))


def test_somebody_is_who_they_are_at_that_provider() -> None:
    reading = Reading("preferred_username", "groups", {"*": "viewer"})
    first = person_of(SOMEBODY, reading)
    assert person_of(SOMEBODY | {"preferred_username": "other"}, reading).subject == first.subject
    assert person_of(SOMEBODY | {"sub": "18"}, reading).subject != first.subject
    assert person_of(SOMEBODY | {"iss": "https://other.example"}, reading).subject != first.subject
