"""The web server, which ends the answers that last when it is told to stop, and waits for all others."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, end_what_lasts: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_what_lasts = end_what_lasts

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_what_lasts()
        await super().shutdown(sockets)
