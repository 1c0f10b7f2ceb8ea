"""Which of the files named on the command line count: by time and by name, so that a folder may hold more than one story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from segtier.cli.support.which_database import dbid_option
from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.timeline import StatedHours
from segtier.units import minute

if TYPE_CHECKING:
    from segtier.analysis.inputs import Given

F = TypeVar("F", bound=Callable[..., Any])
LeftOut = Literal["no-time", "time"]


@dataclass(frozen=True, slots=True)
class Which:
    """The reports that count: of that database (`of_database`), whose middle lies in the time given, from files whose name
    matches no pattern."""

    begin: datetime | None = None
    end: datetime | None = None
    skip: Sequence[str] = ()
    dbid: int | None = None

    def __post_init__(self) -> None:
        if self.begin is not None and self.end is not None and self.begin >= self.end:
            ends = f"they begin {minute(self.begin)} and end {minute(self.end)}"
            raise click.UsageError(f"The hours asked for hold none: {ends}. Let the first time be before the second.")

    def takes_file(self, shown: str) -> bool:
        return not any(fnmatch(shown, pattern) for pattern in self.skip)

    def takes(self, report: Given) -> bool:
        return self.left_out(report) is None

    def left_out(self, report: Given) -> LeftOut | None:
        """Why it does not count; None where it does. Exports of counters span what they span and always count."""
        from segtier.analysis.inputs import is_interval

        if not is_interval(report) or (self.begin is None and self.end is None):
            return None
        begin, end = report.interval.begin_time, report.interval.end_time
        if begin is None or end is None:
            return "no-time"
        return None if StatedHours(self.begin, self.end).holds(begin, end) else "time"


EVERYTHING = Which()


def which_options(command: F) -> F:
    """Adds --from, --to, --skip and --dbid to a command, which receives `begin`, `end`, `skip` and `dbid`."""
    for option in (
        dbid_option,
        click.option("--skip", multiple=True, metavar="PATTERN", help="Leave files out by name, as in '*/after/*'."),
        click.option(
            "--to", "end", callback=_last, metavar="TIME", help="... and before this time (a day counts whole)."
        ),
        click.option(
            "--from",
            "begin",
            callback=_first,
            metavar="TIME",
            help="Only reports from this time on, as 2024-03-12 or '2024-03-12 09:00', by the database's clock.",
        ),
    ):
        command = option(command)
    return command


def after_options(command: F) -> F:
    """Adds --after-from and --after-to to a command, which receives `after_begin` and `after_end`."""
    for option in (
        click.option("--after-to", "after_end", callback=_last, metavar="TIME", help="... and before this time."),
        click.option(
            "--after-from",
            "after_begin",
            callback=_first,
            metavar="TIME",
            help="From this time on a report is from after the change, by the database's clock.",
        ),
    ):
        command = option(command)
    return command


def _first(_ctx: click.Context, _option: click.Parameter, text: str | None) -> datetime | None:
    from segtier.question.hours import first_moment

    return _read(first_moment, text)


def _last(_ctx: click.Context, _option: click.Parameter, text: str | None) -> datetime | None:
    from segtier.question.hours import last_moment

    return _read(last_moment, text)


def _read(moment: Callable[[str | None], datetime | None], text: str | None) -> datetime | None:
    try:
        return moment(text)
    except UnreadableInput as fault:
        raise click.BadParameter(f"{fault.message}. {fault.advice}") from fault
