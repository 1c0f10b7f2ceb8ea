"""From somebody an OpenID provider knows to a session: a user is made at the first time, and has the role of their groups."""

from __future__ import annotations

from sqlalchemy.orm import Session

from segtier.accounts import actor_of, digest_of, hashed, new_secret, plain_user_name
from segtier.accounts.claims import Person
from segtier.errors import Refused
from segtier.model.account import ITSELF, User
from segtier.services.keep_tokens import end_all
from segtier.services.sign_in import SignedIn
from segtier.store import audit, sessions, users
from segtier.store.engine import Store, one_at_a_time

SIGNED_IN = "user.signed-in-by-oidc"
"""What the audit trail calls it where a user is made, or has another role than before."""

SHUT_OUT = "user.shut-out-by-oidc"
"""Where none of the groups of somebody who was a user counts any more."""


def sign_in_by_openid(store: Store, person: Person) -> SignedIn:
    """Raises Refused where the name is taken by somebody else, or cannot be one."""
    with store.read() as tx:
        is_new = users.of_subject(tx, person.subject) is None
    nobody_knows = hashed(new_secret()) if is_new else ""
    secret = new_secret()
    with store.change_rights(ITSELF) as tx:
        one_at_a_time(tx)
        known = users.of_subject(tx, person.subject)
        user = _added(tx, person, nobody_knows) if known is None else _followed(tx, known, person)
        sessions.begin(tx, digest_of(secret), user.id)
    return SignedIn(actor_of(user, session=digest_of(secret)), secret)


def shut_out(store: Store, subject: str) -> None:
    """Whom the provider lets in no more: their sessions end and their tokens open nothing, if they were ever here."""
    with store.change_rights(ITSELF) as tx:
        one_at_a_time(tx)
        user = users.of_subject(tx, subject)
        if user is None:
            return
        end_all(tx, actor_of(user), user.id)
        audit.append(tx, actor_of(user), SHUT_OUT, user.id, {"name": user.name, "role": user.role})


def _added(tx: Session, person: Person, password: str) -> User:
    plain = plain_user_name(person.name)
    if users.named(tx, plain) is not None:
        raise Refused(
            f"there is a user {plain!r} already, but not the one from the sign-in service",
            code="user-name-taken",
            advice="Sign in with the password of that user, or ask an admin to remove that user.",
        )
    if not password:
        raise Refused("the account was removed just now", code="user-removed", advice="Sign in again.")
    user = users.add(tx, plain, person.role, password, person.subject)
    audit.append(tx, actor_of(user), SIGNED_IN, user.id, {"name": user.name, "role": user.role})
    return user


def _followed(tx: Session, known: User, person: Person) -> User:
    """With the role of today; the only admin stays one, or nobody could make another."""
    is_last_admin = known.role == "admin" and users.count_admins(tx) < 2
    if person.role == known.role or is_last_admin:
        return known
    user = users.change(tx, known.id, role=person.role)
    audit.append(tx, actor_of(user), SIGNED_IN, user.id, {"name": user.name, "from": known.role, "to": user.role})
    return user
