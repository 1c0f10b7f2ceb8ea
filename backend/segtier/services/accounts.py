"""Users: added, changed and removed, each with its line in the audit trail. An admin is always left."""

from __future__ import annotations

from sqlalchemy.orm import Session

from segtier.accounts import checked_password, hashed, is_right, new_password, plain_user_name
from segtier.accounts.tries import counted_by_user
from segtier.errors import NotFound, Refused
from segtier.model.account import Actor, Role, User, Writer
from segtier.services.expected import Expected, anything
from segtier.services.keep_tokens import end_all
from segtier.services.sign_in import count_try
from segtier.store import attempts, audit, users
from segtier.store.engine import Store, one_at_a_time


def accounts_exist(store: Store) -> bool:
    """From the first admin on people sign in, and the secret opens nothing."""
    with store.read() as tx:
        return users.any_admin(tx)


def list_users(store: Store, after: users.Place | None = None, limit: int | None = None) -> list[User]:
    with store.read() as tx:
        return users.list_all(tx, after, limit)


def add_user(store: Store, by: Writer, name: str, role: Role, password: str) -> User:
    """Raises Refused for a name that is taken, a bad name or password, and a first user who is no admin."""
    plain = plain_user_name(name)
    hash_ = hashed(checked_password(password, plain))
    with store.change_rights(by) as tx:
        one_at_a_time(tx)
        if users.named(tx, plain) is not None:
            advice = "Choose another name. For a forgotten password: segtier admin password NAME."
            raise Refused(f"there is a user {plain!r} already", code="user-name-taken", advice=advice)
        if role != "admin" and not users.any_admin(tx):
            raise Refused("the first user is an admin", code="first-user-is-admin")
        user = users.add(tx, plain, role, hash_)
        audit.append(tx, by, "user.added", user.id, {"name": user.name, "role": role})
    return user


def get_user(store: Store, user_id: str) -> User:
    with store.read() as tx:
        return users.get(tx, user_id)


def change_role(store: Store, by: Writer, user_id: str, role: Role, expected: Expected[User] = anything) -> User:
    """Raises Refused for the last admin."""
    with store.change_rights(by) as tx:
        one_at_a_time(tx)
        before = users.get(tx, user_id)
        expected(before)
        if role != "admin":
            _need_another_admin(tx, before)
        user = users.change(tx, user_id, role=role)
        if user != before:
            audit.append(tx, by, "user.role-changed", user_id, {"name": user.name, "from": before.role, "to": role})
    return user


def remove_user(store: Store, by: Writer, user_id: str, expected: Expected[User] = anything) -> None:
    """With all sessions and tokens; raises Refused for the last admin."""
    with store.change_rights(by) as tx:
        one_at_a_time(tx)
        user = users.get(tx, user_id)
        expected(user)
        _need_another_admin(tx, user)
        users.delete(tx, user_id)
        audit.append(tx, by, "user.removed", user_id, {"name": user.name, "role": user.role})


def change_own_password(store: Store, by: Actor, old: str, new: str) -> None:
    """Ends every session and token of the user; raises Refused where the old one is wrong."""
    count_try(store, counted_by_user(by.id), by)
    with store.read() as tx:
        known = users.password_of(tx, by.id)
    if not is_right(old, known):
        raise Refused("the old password is wrong", code="wrong-old-password")
    _set_password(store, by, by.id, new)


def reset_password(store: Store, by: Actor, user_id: str, new: str | None) -> tuple[User, str | None]:
    """By an admin, without the old one; None makes one, which is given back and stored nowhere.

    All that was given to the user before ends, as with any new password, and so does the wait after failed tries. Raises
    Refused for one's own, which asks for the old one, and for somebody who signs in with the organisation.
    """
    if user_id == by.id:
        raise Refused(
            "this is your own password", code="own-password", advice="Change it under My password, with the old one."
        )
    made = new_password() if new is None else None
    with store.read() as tx:
        user, is_local = users.get(tx, user_id), users.is_local(tx, user_id)
    if not is_local:
        raise Refused(
            f"{user.name!r} signs in with your organisation and has no password here",
            code="no-password-here",
            advice="It is reset where your organisation keeps it.",
        )
    _set_password(store, by, user_id, made or new or "", forget_tries=True)
    return user, made


def set_password(store: Store, by: Writer, name: str, new: str) -> User:
    """Without the old one, and all tries to sign in are forgotten: for whoever has the machine."""
    with store.read() as tx:
        found = users.named(tx, name)
    if found is None:
        advice = "Check the name: an admin sees all users under Settings. The first: segtier admin add NAME."
        raise NotFound(f"no user {name[:80]!r}", advice=advice)
    _set_password(store, by, found[0].id, new, forget_tries=True)
    return found[0]


def _set_password(store: Store, by: Writer, user_id: str, new: str, *, forget_tries: bool = False) -> None:
    with store.read() as tx:
        user = users.get(tx, user_id)
    hash_ = hashed(checked_password(new, user.name))
    with store.change_rights(by) as tx:
        one_at_a_time(tx)
        users.change(tx, user_id, password=hash_)
        audit.append(tx, by, "user.password-set", user_id, {"name": user.name})
        end_all(tx, by, user_id)
        if forget_tries:
            attempts.forget_all(tx)


def _need_another_admin(tx: Session, user: User) -> None:
    if user.role == "admin" and users.count_admins(tx) < 2:
        raise Refused(
            f"{user.name!r} is the only admin",
            code="last-admin",
            advice="Make someone else an admin first.",
        )
