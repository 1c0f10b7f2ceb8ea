"""Delete what opens nothing and keeps nobody out any more: sessions that are over, tries to sign in, keys of requests."""

from __future__ import annotations

from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.store import answered_keys, attempts, sessions


def sweep_keys(ctx: Context) -> None:
    """None where the clock is not believed."""
    clock = ctx.clock.believed(ctx.store)
    if clock is None:
        return
    with ctx.store.write(ITSELF) as tx:
        sessions.forget_old(tx, clock)
        attempts.forget_old(tx, clock)
        answered_keys.forget_old(tx, clock)
