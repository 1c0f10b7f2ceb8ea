"""The request that is being answered, for lines of the log that are written meanwhile."""

from contextvars import ContextVar

FIELDS = "fields"
"""The attribute of a record of the log that holds more to say of it, by name: see `cli/support/logs.py`."""
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
