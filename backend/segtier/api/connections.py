"""Connections that keep the server waiting: closed after a while, and sooner where there are too many.

uvicorn waits for ever for the rest of a request. Then a thousand half requests use up the file descriptors, and nobody
else gets in. A next byte in time is not enough: a whole body has a time limit, which grows with the bytes that came.
"""

from __future__ import annotations

import asyncio
import resource
from dataclasses import dataclass
from typing import Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

KEEP_ALIVE_S = 75
"""How long a connection is kept for a next request: longer than clients and proxies keep theirs (commonly up to 60 s), so
that they end it and never send into one that we are closing."""
_TIMED_OUT = h11.Response(status_code=408, headers=[("Content-Length", "0"), ("Connection", "close")])

Awaited = Literal["", "request", "head", "body", "reading"]
"""What the other side owes: a next request if it likes, the rest of a head or of a body, reading the answer; or nothing."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a whole head, for a next piece of a body or of the answer being read, and for a whole body."""

    head_s: float
    silence_s: float
    body_s: float
    """For a whole body; more for each byte that came, at the least long-run rate."""
    body_least_bytes_s: float
    stranger_body_s: float
    """Of the body of a request that nobody is known to ask: a name and a password at most."""
    connections: int
    """More than this are not kept open at once."""


def most_connections() -> int:
    """Half of what this process may open: an upload holds a file beside its connection, and the database needs some."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(descriptors // 2, 8) if descriptors != resource.RLIM_INFINITY else 65_536


def patient(patience: Patience) -> type[Connection]:
    """The protocol for `uvicorn.Config(http=...)`, which makes one without arguments of ours."""
    return type("PatientConnection", (Connection,), {"patience": patience})


class Connection(H11Protocol):
    """One connection, with a clock that runs while it is the other side's turn."""

    patience: Patience
    awaited: Awaited = ""
    since_s = 0.0
    """When the other side last did what it owes, by the loop's clock."""
    _alarm: asyncio.TimerHandle | None = None
    _unread_bytes = 0
    _body_begun_s = 0.0
    _body_bytes = 0
    _paused_s: float | None = None
    """When we last stopped taking a body that came faster than we could use it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look()
        self._make_room()

    def data_received(self, data: bytes) -> None:
        if self.awaited == "body":
            self._note_body(len(data))
        super().data_received(data)
        self._look(came=True)
        if self.awaited == "body" and self.flow.read_paused:
            self._paused_s = self.loop.time()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def _make_room(self) -> None:
        """Where too many are open, close the one that has kept us waiting longest; this one where all are at work."""
        open_ones = [one for one in self.connections if isinstance(one, Connection) and not one.transport.is_closing()]
        if len(open_ones) > self.patience.connections:
            waiting = [one for one in open_ones if one.awaited and one is not self]
            min(waiting, key=lambda one: one.since_s, default=self)._give_up()

    def _now_awaited(self) -> Awaited:
        if self.flow.write_paused:
            return "reading"
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.conn.their_state is not h11.IDLE:
            return ""
        return "request" if self.timeout_keep_alive_task is not None and not self._has_begun_head() else "head"

    def _has_begun_head(self) -> bool:
        return bool(self.conn.trailing_data[0])

    def _look(self, came: bool = False) -> None:
        """Start the clock anew where it is another turn, or more of a body came: a head has its time as a whole."""
        awaited = self._now_awaited()
        if awaited != self.awaited:
            self._stop_clock()
            self.awaited = awaited
            self._start_clock()
            if awaited == "body":
                self._body_begun_s, self._body_bytes, self._paused_s = self.since_s, 0, None
        elif came and awaited == "body":
            self.since_s = self.loop.time()

    def _note_body(self, count: int) -> None:
        self._body_bytes += count
        self._body_begun_s += self._kept_waiting_s()
        self._paused_s = None

    def _kept_waiting_s(self) -> float:
        """By us, since we last stopped taking and until more comes: no time of theirs."""
        return 0.0 if self._paused_s is None else self.loop.time() - self._paused_s

    def _start_clock(self) -> None:
        self.since_s = self.loop.time()
        self._unread_bytes = self.transport.get_write_buffer_size()
        if self.awaited in ("head", "body", "reading"):  # uvicorn itself waits for a next request
            self._alarm = self.loop.call_later(self._shortest_s(), self._time_is_up)

    def _shortest_s(self) -> float:
        """After so long there may be something to end."""
        if self.awaited == "body":
            return min(self.patience.silence_s, self.patience.body_s, self.patience.stranger_body_s)
        return self._patience_s()

    def _patience_s(self) -> float:
        return self.patience.head_s if self.awaited == "head" else self.patience.silence_s

    def _body_s(self) -> float:
        """The time of a body so far: strangers get a fixed one."""
        if self.scope["state"].get("actor") is None:
            return self.patience.stranger_body_s
        return self.patience.body_s + self._body_bytes / self.patience.body_least_bytes_s

    def _ends_s(self) -> float:
        """By the loop's clock."""
        silent_s = self.since_s + self._patience_s()
        if self.awaited != "body":
            return silent_s
        return min(silent_s, self._body_begun_s + self._kept_waiting_s() + self._body_s())

    def _time_is_up(self) -> None:
        if self._was_not_their_fault():
            self._start_clock()
            return
        rest_s = self._ends_s() - self.loop.time()
        if rest_s > 0:
            self._alarm = self.loop.call_later(rest_s, self._time_is_up)
        else:
            self._give_up()

    def _was_not_their_fault(self) -> bool:
        """Did we take nothing of the body meanwhile, or did they read some of a long answer?"""
        if self.awaited == "body":
            return self.flow.read_paused
        return self.awaited == "reading" and self.transport.get_write_buffer_size() < self._unread_bytes

    def _give_up(self) -> None:
        """Close, with a word to those who began a request; those who do not read are not waited for."""
        awaited = self.awaited
        self._stop_clock()
        if awaited == "reading":
            self.transport.abort()
            return
        began = awaited == "body" or self._has_begun_head()
        if began and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(self.conn.send(_TIMED_OUT) or b"")
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.close()

    def _stop_clock(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm, self.awaited = None, ""
