"""A request that creates something, sent again with the same key, is told what the first was told, and creates nothing.

The key is written down before anything is created, in a transaction of its own, and the answer after it. Who ends between
both leaves a key without an answer: nobody knows whether the thing was created, and nobody creates it again by that key.
"""

from __future__ import annotations

import hashlib
import hmac

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.account import ITSELF, Actor
from segtier.store import answered_keys
from segtier.store.engine import Store

_LOOK = "If what it created is not there, or you need what only that answer held, repeat it with another key."


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as it was given."""

    status: int
    headers: dict[str, str]
    body: bytes


def digest_of(actor: Actor, operation: str, key: str) -> str:
    """Two who ask, or two operations, may have the same key."""
    return hashlib.sha256("\0".join((actor.id, actor.token or "", operation, key)).encode()).hexdigest()


def begin(store: Store, by: Actor, digest: str, key: str, payload: bytes) -> Told | None:
    """None where the request is to be done; raises Refused where it cannot be repeated.

    What was sent may hold a password: its digest is worth nothing to who does not know the key, which is not stored.
    """
    sealed = hmac.new(key.encode(), payload, hashlib.sha256).hexdigest()
    with store.write(by) as tx:
        known = answered_keys.begin(tx, digest, sealed)
    if known is None:
        return None
    if known.payload != sealed:
        raise Refused(
            "this Idempotency-Key was used before with a different request",
            code="idempotency-key-reused",
            advice="Send each request with a key of its own; the same key only to repeat the same request.",
        )
    if known.status is None:
        raise Refused(
            f"a request with this Idempotency-Key began at {known.begun_at:%Y-%m-%d %H:%M:%S} UTC and has no answer yet",
            code="idempotency-key-in-use",
            advice="If it still runs, retry in a few seconds. If the server stopped meanwhile, the outcome is unknown: "
            "check whether the result is there; if not, send another key.",
        )
    if known.body is None:
        raise Refused(
            "this was done before, and its answer is not stored: it held a secret, or something has been deleted since",
            code="answer-not-kept",
            advice=_LOOK,
        )
    return Told(known.status, known.headers or {}, known.body)


def keep(store: Store, digest: str, told: Told, *, once: bool) -> None:
    """`once`: the answer holds what is to be stored nowhere."""
    with store.write(ITSELF) as tx:
        answered_keys.answer(tx, digest, told.status, told.headers, None if once else told.body)


def release(store: Store, digest: str) -> None:
    with store.write(ITSELF) as tx:
        answered_keys.release(tx, digest)
