"""Logs of every process: one line per event, on standard error, control characters made visible."""

from __future__ import annotations

import json
import logging
import sys
import warnings
from datetime import UTC, datetime
from typing import Literal

from segtier.api.request_id import FIELDS, request_id
from segtier.cli.support.terminal import shown, shown_json

_MOST_CHARACTERS = 300
"""Of a text that somebody sent; a longer one says nothing more, and fills the disk."""
_SAID = "…({} characters)"


class Short(logging.Filter):
    """Cuts what a line of the log says of others: texts put into its message, and its fields. Segtier's own text stays whole."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(map(_cut, record.args))
        said = getattr(record, FIELDS, None)
        if said is not None:
            setattr(record, FIELDS, {name: _cut(value) for name, value in said.items()})
        return True


def _cut(value: object) -> object:
    """Numbers stay; anything else is said by its text."""
    if isinstance(value, int | float):
        return value
    text = str(value)
    if len(text) <= _MOST_CHARACTERS:
        return value
    return text[:_MOST_CHARACTERS] + _SAID.format(f"{len(text):,}")


class OneLine(logging.Formatter):
    """Formats an event, with its traceback if any, as a single line."""

    def format(self, record: logging.LogRecord) -> str:
        return shown(super().format(record))


class AsJson(logging.Formatter):
    """The same as an object: time in UTC, level, logger, process, message, request and what else a record says of itself."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "request_id": request_id.get(),
            "message": record.getMessage(),
            "traceback": self.formatException(record.exc_info) if record.exc_info else None,
            **getattr(record, FIELDS, {}),
        }
        known = {name: value for name, value in said.items() if value is not None}
        return shown_json(json.dumps(known, ensure_ascii=False, default=str))


def set_up_logs(level: str, access: bool = False, form: Literal["text", "json"] = "text") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if form == "json" else OneLine("%(asctime)s %(levelname)s %(name)s %(message)s"))
    handler.addFilter(Short())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("kombu.connection").setLevel(logging.ERROR)  # a broker of files has no host name to miss
    warnings.filterwarnings("ignore", category=UserWarning, module="celery.platforms")  # running as root
    logging.getLogger("segtier.access").setLevel(logging.INFO if access else logging.WARNING)
    for chatty in ("celery", "kombu", "alembic", "httpx2", "mcp", "multipart", "python_multipart", "uvicorn"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level))
