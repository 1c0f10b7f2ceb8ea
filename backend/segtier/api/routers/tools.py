"""The tools for programs that speak the Model Context Protocol, over the databases that are stored here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.types import Message, Receive, Scope, Send

from segtier.api.dependencies import Ctx
from segtier.api.routing import router_of
from segtier.api.turns import ADVICE
from segtier.api.who import Who

router = router_of(None, prefix="")


class _Spoken(Response):
    """What is read and answered by a protocol of its own."""

    def __init__(self, answer: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        super().__init__()
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope, receive, send)


@router.post("/mcp", operation_id="callTools", include_in_schema=False)
def call_tools(ctx: Ctx, who: Who) -> Response:
    """What may be sent, and what comes back, is the protocol's to say."""
    from segtier.agents.server import answer_post  # noqa: PLC0415 - takes most of a second, for who asks
    from segtier.agents.stored import StoredDesk  # noqa: PLC0415

    desk = StoredDesk(ctx, who)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        await run_in_threadpool(ctx.store.need_right, who)  # they may have held the body until their right was gone
        await answer_post(desk, who.scopes, ADVICE.take, scope, _once_more(body, receive), send)

    return _Spoken(answer)


def _once_more(body: bytes, receive: Receive) -> Receive:
    """The body again, for who reads it by the protocol; then what comes after it."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return left.pop() if left else await receive()

    return read
