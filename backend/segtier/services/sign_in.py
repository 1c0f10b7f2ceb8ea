"""From a name and password to a session, and from what a request shows to whoever asks."""

from __future__ import annotations

from segtier.accounts import actor_of, digest_of, is_right, is_token, new_secret
from segtier.accounts.tries import Asks, Counted, counted_under, mark_of
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.account import ITSELF, Actor, Writer
from segtier.store import attempts, sessions, tokens, users
from segtier.store.engine import Store


@dataclass(frozen=True, slots=True)
class SignedIn:
    """`secret` is what the browser holds; it is stored nowhere."""

    actor: Actor
    secret: str
    mark: str = ""
    """What the browser shows at its next sign-in, so that strangers cannot use up its tries."""


def sign_in(store: Store, name: str, password: str, asks: Asks = Asks()) -> SignedIn:  # noqa: B008 - frozen
    """Raises Refused where either is wrong, without saying which and in the same time, and after too many tries."""
    with store.read() as tx:
        found = users.named(tx, name)
    counted = counted_under(name, asks, found[1] if found else None)
    tried = count_try(store, counted)
    if not is_right(password, found[1] if found else None) or found is None:
        raise Refused("the name or the password is wrong", code="wrong-password")
    secret = new_secret()
    with store.change_rights(ITSELF) as tx:
        if users.named(tx, name) != found:
            raise Refused("the account was changed just now", code="wrong-password", advice="Sign in again.")
        attempts.take_back(tx, tried)
        attempts.forget(tx, counted.own)
        sessions.begin(tx, digest_of(secret), found[0].id)
    return SignedIn(actor_of(found[0], session=digest_of(secret)), secret, mark_of(found[1]))


def count_try(store: Store, counted: Counted, by: Writer = ITSELF) -> list[str]:
    """Raises Refused after too many; gives what to take back where it is right."""
    with store.write(by) as tx:
        tried = attempts.may_try(tx, counted.under(), counted.may_try)
    if tried is None:
        raise Refused(
            "too many failed sign-in attempts",
            code="too-many-attempts",
            advice=f"Wait {attempts.WINDOW.seconds // 60} minutes, then try again.",
        )
    return tried


def actor_of_session(store: Store, secret: str, *, note: bool = True) -> Actor | None:
    digest = digest_of(secret)
    with store.read() as tx:
        found = sessions.find(tx, digest)
    if found is None:
        return None
    user, unnoted = found
    if unnoted and note:
        with store.write(ITSELF) as tx:
            sessions.note_use(tx, digest)
    return actor_of(user, session=digest)


def actor_of_token(store: Store, text: str, *, note: bool = True) -> Actor | None:
    if not is_token(text):
        return None
    with store.read() as tx:
        found = tokens.find(tx, digest_of(text))
    if found is None:
        return None
    user, token, unnoted = found
    if unnoted and note:
        with store.write(ITSELF) as tx:
            tokens.note_use(tx, token.id)
    return actor_of(user, token)


def sign_out(store: Store, by: Actor, secret: str) -> None:
    with store.change_rights(by) as tx:
        sessions.end(tx, digest_of(secret))
