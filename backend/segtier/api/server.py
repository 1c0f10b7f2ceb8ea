"""The web server. Told to stop, it says so at once, ends the answers that last, and waits for the others."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import FrameType

import uvicorn


def _nothing() -> None:
    """Nobody asked to be told."""


class Server(uvicorn.Server):
    """`end_what_lasts`: called before the last answers are waited for; `told`: when a signal comes;
    `turn`: some ten times a second, after the signals that came before. All in the main thread.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        end_what_lasts: Callable[[], None],
        *,
        told: Callable[[], None] = _nothing,
        turn: Callable[[], None] = _nothing,
    ) -> None:
        super().__init__(config)
        self._told, self._turn, self._end_what_lasts = told, turn, end_what_lasts

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first one ends the server; at a second one uvicorn would leave its cleaning up undone."""
        if not self.should_exit:
            self._told()
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        self._turn()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_what_lasts()
        await super().shutdown(sockets)
