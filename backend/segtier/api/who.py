"""Who asks: taken from the request by routes that write down who did what."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from segtier.model.account import Actor


async def _who(request: Request) -> Actor:
    """Whom the door let in: without accounts the single user."""
    actor: Actor = request.state.actor
    return actor


Who = Annotated[Actor, Depends(_who)]
