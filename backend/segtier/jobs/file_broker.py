"""The broker of files: kombu's, with files that are whole as soon as they can be seen.

Kombu gives a message its name before it writes it, and takes messages without looking at the writer's lock
(celery/kombu issue 1551); the same holds for the first write of an exchange's table. Who reads in between sees half a
JSON text and dies of it. Here a file is written under another name and renamed, and a message that is unreadable all
the same (the disk was full, the power went) is thrown away: it is only a bell, and the reaper rings again.
"""

# mypy: disallow-untyped-calls=False
# Kombu's transports have no types.
from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps

_log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override] # kombu's differ among themselves
        """Names as kombu's: messages are taken in the order of their first part."""
        name = f"{round(time.monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        unseen = folder / f"{name}.part"
        try:
            unseen.write_text(dumps(payload))
            unseen.rename(folder / name)
        except OSError as fault:
            unseen.unlink(missing_ok=True)
            raise ChannelError(f"cannot write {name} into {folder}") from fault

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 - the broker's signature
        while True:
            try:
                return super()._get(queue)
            except ValueError as fault:  # JSON, or its encoding
                _log.warning("a message that cannot be read is thrown away (%s)", type(fault).__name__)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        """Kombu adds to a table under a lock; here the table is whole before anybody can open it."""
        table = self._exchange_file(exchange)
        with (self.control_folder / "tables.lock").open("a") as guard:  # closing it lets go
            filesystem.lock(guard, filesystem.LOCK_EX)
            if not table.exists():
                unseen = table.with_suffix(".part")
                unseen.write_text("[]")
                unseen.rename(table)
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    Channel = Channel
