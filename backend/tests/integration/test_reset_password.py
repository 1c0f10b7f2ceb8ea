"""An admin gives a user a new password: what ends with it, and whom it is refused for."""

from __future__ import annotations

import pytest

from segtier.accounts import tries
from segtier.accounts.claims import Person
from segtier.model.account import Actor
from segtier.services import accounts, keep_tokens, sign_in
from segtier.services.audit_trail import list_audit
from segtier.services.context import Context
from segtier.services.sign_in_by_openid import sign_in_by_openid
from tests.integration.reviewing import PASSWORD, Rest, a_team, refused

NEW = "another horse battery"


@pytest.fixture
def team(context: Context) -> dict[str, Actor]:
    return a_team(context)


@pytest.fixture
def rest(context: Context) -> Rest:
    return Rest(context)


@pytest.mark.parametrize("given", [NEW, None], ids=["given", "made"])
def test_the_user_signs_in_by_the_new_one_and_by_nothing_older(
    context: Context, team: dict[str, Actor], rest: Rest, given: str | None
) -> None:
    al = team["al"]
    _, token = keep_tokens.make_token(context.store, al, "nightly", ["reports:read"], None, 1)
    before = sign_in.sign_in(context.store, "al", PASSWORD)
    for _ in range(3):
        sign_in.count_try(context.store, tries.counted_under("al", tries.Asks("192.0.2.1"), None))

    answer = rest.ask("ana", "POST", f"/users/{al.id}/password", json={"password": given})
    assert (answer.status_code, answer.json()["user"]["name"]) == (201, "al")
    made = answer.json()["password"]
    assert (made is None) == (given is not None)
    new = given or made
    assert sign_in.actor_of_session(context.store, before.secret) is None
    assert sign_in.actor_of_token(context.store, token) is None
    assert sign_in.sign_in(context.store, "al", new).actor.id == al.id
    with context.store.read() as tx:
        assert tx.connection().exec_driver_sql("SELECT count(*) FROM attempts").scalar_one() == 0
    entries = list_audit(context.store, None, 2)
    assert [(one.action, one.actor_name) for one in entries] == [("token.revoked", "ana"), ("user.password-set", "ana")]
    assert not any(new in str(one) for one in entries)


def test_two_that_were_made_differ_and_can_be_typed(team: dict[str, Actor], rest: Rest) -> None:
    made = {
        rest.ask("ana", "POST", f"/users/{team[name].id}/password", json={}).json()["password"]
        for name in ("al", "vic")
    }
    assert len(made) == 2
    for one in made:
        assert len(one) >= 20
        assert not set(one) & set("il1o0")


def test_whom_it_is_refused_for(context: Context, team: dict[str, Actor], rest: Rest) -> None:
    known = sign_in_by_openid(context.store, Person("sub-1", "olga", "analyst")).actor
    cases = [
        ("ana", team["ana"].id, NEW, (409, "own-password")),
        ("ana", known.id, NEW, (409, "no-password-here")),
        ("ana", team["al"].id, "short", (409, "bad-password")),
        ("ana", "usr_nobody", None, (404, "not-found")),
        ("rita", team["al"].id, NEW, (403, "scope-needed")),
    ]
    for name, user_id, password, told in cases:
        answer = rest.ask(name, "POST", f"/users/{user_id}/password", json={"password": password})
        assert refused(answer) == told, told
    assert sign_in.sign_in(context.store, "al", PASSWORD).actor.id == team["al"].id
    assert accounts.get_user(context.store, known.id).name == "olga"
