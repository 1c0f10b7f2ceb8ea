"""Who asks: taken from the request by routes that write down who did what."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from segtier.model.account import SINGLE_USER, Actor


async def _who(request: Request) -> Actor:
    """Without accounts whoever shows the secret is the single user."""
    actor: Actor = getattr(request.state, "actor", SINGLE_USER)
    return actor


Who = Annotated[Actor, Depends(_who)]
