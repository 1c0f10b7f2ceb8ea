"""Deliver events to webhooks: at least once each, by any number of workers, however long a receiver is down."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from segtier.model.account import ITSELF
from segtier.model.webhook import Outcome, Sending
from segtier.services.silence import Silence
from segtier.store import audit, deliveries, webhooks
from segtier.store.deliveries import InHand
from segtier.store.engine import Store, now, one_at_a_time
from segtier.webhooks import headers_of

LIMIT_S = 10.0
LOST_AFTER_S = 3 * LIMIT_S
"""A delivery that nobody has noted the end of for so long, as this process has seen it, is tried by another."""
Clock = Callable[[Session], datetime]


class Courier:
    """One of any number. `clock` says what time it is: when something is due, and what is signed as the time of sending."""

    def __init__(
        self,
        store: Store,
        networks: Sequence[str],
        clock: Clock = now,
        silence: Silence[InHand] | None = None,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._store, self._networks, self._clock, self._limit_s = store, networks, clock, limit_s
        self._silence = silence or Silence(LOST_AFTER_S)
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Take no more; what is in hand is sent and noted."""
        self._stopping.set()

    def deliver_due(self) -> int:
        """Until nothing is due; gives how many tries that were."""
        tries = 0
        while not self._stopping.is_set() and self.deliver_one():
            tries += 1
        return tries

    def deliver_one(self) -> bool:
        """False where nothing is due."""
        sending = self._claim()
        if sending is None:
            return False
        from segtier.services.post import post

        headers = headers_of(sending.id, sending.body, sending.at, sending.secrets)
        self._note(sending, post(sending.address, headers, sending.body, self._networks, self._limit_s))
        return True

    def take_back(self) -> int:
        """Look for deliveries whose courier was lost; gives how many others may try now."""
        with self._store.read() as tx:
            signs = deliveries.signs(tx)
        lost = self._silence.look(signs)
        if not lost:
            return 0
        with self._store.write(ITSELF) as tx:
            return deliveries.take_back(tx, lost)

    def _claim(self) -> Sending | None:
        """Looks before it asks for the lock that writers need."""
        with self._store.read() as tx:
            if not deliveries.is_any_due(tx, self._clock(tx)):
                return None
        with self._store.write(ITSELF) as tx:
            return deliveries.claim(tx, self._clock(tx))

    def _note(self, sending: Sending, outcome: Outcome) -> None:
        with self._store.write(ITSELF) as tx:
            if outcome.is_gone:
                one_at_a_time(tx)
            if deliveries.note(tx, sending, outcome, self._clock(tx)) and outcome.is_gone:
                webhooks.change(tx, sending.webhook_id, active=False, gone=True)
                audit.append(
                    tx, ITSELF, "webhook.changed", sending.webhook_id, {"active": False, "because": "410 Gone"}
                )
