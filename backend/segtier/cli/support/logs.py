"""Logs of every process: one line per event, on standard error, control characters made visible."""

from __future__ import annotations

import logging
import sys
import warnings

from segtier.cli.support.terminal import shown


class OneLine(logging.Formatter):
    """Formats an event, with its traceback if any, as a single line."""

    def format(self, record: logging.LogRecord) -> str:
        return shown(super().format(record))


def set_up_logs(level: str, access: bool = False) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("kombu.connection").setLevel(logging.ERROR)  # a broker of files has no host name to miss
    warnings.filterwarnings("ignore", category=UserWarning, module="celery.platforms")  # running as root
    logging.getLogger("segtier.access").setLevel(logging.INFO if access else logging.WARNING)
    for chatty in ("celery", "kombu", "alembic", "httpx2", "mcp", "multipart", "python_multipart", "uvicorn"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level))
