"""Roles, names, passwords and the text of tokens, without any storage."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from itertools import pairwise
from typing import Literal

import pytest

from segtier.accounts import (
    TOKEN_SCOPES,
    actor_of,
    checked_password,
    first_role_of,
    hashed,
    is_right,
    is_token,
    new_token,
    plain_user_name,
    scopes_of,
    user_key,
)
from segtier.errors import Refused
from segtier.model.account import ROLES, SCOPES, Role, Scope, Token, User

AT = datetime(2026, 1, 1, tzinfo=UTC)


def test_each_role_may_what_the_one_before_may() -> None:
    ladder = [scopes_of(role) for role in ROLES]
    assert all(lower < higher for lower, higher in pairwise(ladder))
    assert ladder[-1] == set(SCOPES)


@pytest.mark.parametrize("scope", SCOPES)
def test_the_first_role_that_may_is_the_least(scope: Scope) -> None:
    first = ROLES.index(first_role_of(scope))
    assert [scope in scopes_of(role) for role in ROLES] == [at >= first for at in range(len(ROLES))]


@pytest.mark.parametrize("role", ROLES)
def test_a_token_may_what_both_it_and_its_owner_may(role: Role) -> None:
    user = User("usr_1", "ana", role, AT)
    token = Token("tok_1", user.id, "ci", SCOPES, ("db_1",), AT, AT, None)
    actor = actor_of(user, token)
    assert actor.scopes == scopes_of(role) & set(TOKEN_SCOPES)
    assert "admin" not in actor.scopes
    assert (actor.knows("db_1"), actor.knows("db_2"), actor.knows(None)) == (True, False, False)
    assert actor_of(user).knows("db_2")


def test_a_slip_in_a_token_is_seen_without_the_database() -> None:
    text = new_token()
    assert is_token(text)
    assert text != new_token()
    slips = [text[:at] + ("a" if text[at] != "a" else "b") + text[at + 1 :] for at in range(len(text))]
    assert not [slip for slip in (*slips, "", text[:-1], f"{text}a", f"{text}\n") if is_token(slip)]


UNSEEN = r"rev\u3164 rev\u115f rev\u1160 rev\uffa0 \u3164 \u2800 rev\u2800 rev\U000e0001 rev\u200b rev\ufe0f rev\u20dd"
ALIKE = r"r\u0435v re\u03bd \u13a1ev"
"""Cyrillic, Greek and Cherokee letters among Latin ones."""
MARKS = ("\u0301rev", "rev" + "\u0301\u0302" * 3)
UNFIT = (
    *UNSEEN.encode().decode("unicode-escape").split(" "),
    *ALIKE.encode().decode("unicode-escape").split(" "),
    *MARKS,
)


@pytest.mark.parametrize("name", ["", " ", "-x", "a b", "a\nb", "x" * 81, "a/b", "<b>", *UNFIT])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(Refused):
        plain_user_name(name)


OTHER_ALPHABETS = ("анна", "Αννα", "张伟", "김민수", "मीरा", "דנה")


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKD"])
def test_a_name_is_the_same_in_every_form_of_unicode(form: Literal["NFC", "NFD", "NFKD"]) -> None:
    assert plain_user_name(unicodedata.normalize(form, "Müller")) == "Müller"
    assert plain_user_name("\uff52\uff45\uff56") == "rev", "full-width letters are the letters"


@pytest.mark.parametrize("name", ["ana", "Ana.Müller", "ana@example.org", "7", "x" * 80, *OTHER_ALPHABETS])
def test_what_is_a_name(name: str) -> None:
    assert plain_user_name(f" {name} ") == name
    assert user_key(name.upper()) == user_key(name)


@pytest.mark.parametrize("password", ["", "eleven char", "x" * 201, "Ana.Example.Org"])
def test_what_is_no_password(password: str) -> None:
    with pytest.raises(Refused):
        checked_password(password, "ana.example.org")


def test_a_hash_says_which_password_is_right_and_nothing_of_it() -> None:
    hash_ = hashed("pâssword of ana")
    assert hash_.startswith("$argon2id$")
    assert is_right("pa\u0302ssword of ana", hash_)
    wrong = [("pâssword of Ana", hash_), ("", hash_), ("nobody", None), ("x", "not a hash")]
    assert not [one for one in wrong if is_right(*one)]
