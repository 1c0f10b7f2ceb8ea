"""What can go wrong with a live database. All of them end the command with exit code 4, or one file as failed."""

from __future__ import annotations

from segtier.errors import NotUsable


class CannotConnect(NotUsable):
    """No session: the message says where and what happened, the advice what to do."""

    code = "cannot-connect"


class ConnectionLost(NotUsable):
    """The session ended in the middle; what is in the folder stays and the next run goes on from there."""

    code = "connection-lost"


class StatementFailed(NotUsable):
    """One statement failed; `oracle_code` as ORA-00942 or DPY-4024."""

    code = "statement-failed"

    def __init__(self, message: str, oracle_code: str, advice: str | None = None) -> None:
        super().__init__(message, advice=advice)
        self.oracle_code = oracle_code


class TimedOut(StatementFailed):
    """One statement took longer than it may."""

    code = "timed-out"


class NotGranted(NotUsable):
    """A privilege is missing; the advice is the GRANT statements."""

    code = "privilege-missing"
