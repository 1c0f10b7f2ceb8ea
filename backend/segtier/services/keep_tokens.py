"""Tokens of a user: made and shown once, listed without their text, revoked at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from segtier.accounts import LONGEST_DAYS, TOKEN_SCOPES, digest_of, new_token
from segtier.errors import Refused
from segtier.model.account import Actor, Scope, Token, Writer
from segtier.store import audit, databases, sessions, tokens
from segtier.store.engine import Store, one_at_a_time

_MOST_OF_ONE = 100


def list_tokens(store: Store, by: Actor) -> list[Token]:
    with store.read() as tx:
        return tokens.of_user(tx, by.id)


def make_token(
    store: Store, by: Actor, name: str, scopes: Sequence[Scope], known: Sequence[str] | None, days: int
) -> tuple[Token, str]:
    """The token and its text, which is stored nowhere.

    Raises Refused for scopes that the owner does not have or no token may, NotFound for a database that is not there.
    """
    if not 1 <= days <= LONGEST_DAYS:
        raise Refused(f"a token lasts 1 to {LONGEST_DAYS} days", code="bad-expiry")
    beyond = [scope for scope in scopes if scope not in by.scopes or scope not in TOKEN_SCOPES]
    if beyond:
        raise Refused(f"you cannot give a token the scope {beyond[0]}", code="scope-beyond")
    text = new_token()
    with store.write(by) as tx:
        one_at_a_time(tx)
        for database_id in known or ():
            databases.get(tx, database_id)
        if tokens.count_of(tx, by.id) >= _MOST_OF_ONE:
            raise Refused(
                f"you have {_MOST_OF_ONE} tokens already", code="too-many-tokens", advice="Revoke those not in use."
            )
        kept = sorted(set(scopes))
        token = tokens.add(tx, digest_of(text), by.id, name, kept, known, timedelta(days=days))
        detail = {"name": name, "scopes": kept, "databases": None if known is None else list(known), "days": days}
        audit.append(tx, by, "token.made", token.id, detail)
    return token, text


def revoke_token(store: Store, by: Actor, token_id: str) -> None:
    """Raises NotFound for one that is not their own."""
    with store.change_rights(by) as tx:
        one_at_a_time(tx)
        token = tokens.delete(tx, by.id, token_id)
        audit.append(tx, by, "token.revoked", token_id, {"name": token.name})


def end_all(tx: Session, by: Writer, user_id: str) -> None:
    """Nothing that was given to the user before opens anything: their sessions end, their tokens are revoked."""
    sessions.end_all(tx, user_id)
    for token in tokens.of_user(tx, user_id):
        tokens.delete(tx, user_id, token.id)
        audit.append(tx, by, "token.revoked", token.id, {"name": token.name})
