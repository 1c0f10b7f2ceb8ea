"""Every query of the catalogue into its file; what fails is said and the next one asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from segtier.collect.catalogue import DIAGNOSTICS_PACK, NO_LICENCE, STATSPACK, Query, queries
from segtier.collect.compose import missing_views, select
from segtier.collect.dictionary import View
from segtier.collect.live.awr import collect_reports
from segtier.collect.live.faults import ConnectionLost, NotGranted, StatementFailed, TimedOut
from segtier.collect.live.lines import Written, write_failure, write_rows
from segtier.collect.live.look import NOT_READABLE, Seen
from segtier.collect.live.masked import Masked
from segtier.collect.live.record import DONE, FAILED, SKIPPED, Entry, Record, write_record
from segtier.collect.live.resume import Wishes, forget_old_counters, is_kept, window_of
from segtier.collect.live.session import Session
from segtier.collect.privileges import grant_role, grant_select, object_of, views_of
from segtier.collect.sqlplus import NOT_ITS_OWN, why_skipped
from segtier.dataclass import dataclass
from segtier.errors import NotUsable


class Progress(Protocol):
    """Who is told how far the run is."""

    def begin(self, file: str, number: int, of: int) -> None: ...

    def rows(self, count: int) -> None: ...

    def end(self, entry: Entry, kept: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Run:
    """One run into `folder`. `user` is only for messages.

    With `masked` there are no AWR reports: their pages hold names and SQL text; hist_*.csv hold the same hours.
    """

    session: Session
    seen: Seen
    wishes: Wishes
    record: Record
    folder: Path
    user: str
    progress: Progress
    masked: Masked | None = None

    def collect(self) -> list[NotUsable]:
        """Returns what failed, each with its file in the message.

        Raises ConnectionLost, CannotConnect; what was read stays, and the next run goes on from there.
        """
        forget_old_counters(self.record, self.seen, queries())
        self.record.items["ended"] = ""
        write_record(self.record, self.folder)  # a run that is killed in its first file can be taken up too
        problems: list[NotUsable] = []
        for number, query in enumerate(queries(), start=1):
            self.progress.begin(query.file, number, len(queries()))
            kept = is_kept(self.record, query, self.folder)
            if not kept:
                self._keep(self._entry(query, problems))
            else:
                self.record.add(self.record.files[query.file])
            self.progress.end(self.record.files[query.file], kept)
        if self.wishes.diagnostics_pack and self.masked is None:
            for entry, problem in collect_reports(
                self.session, self.seen.dbid, self.record, self.folder, self.wishes.timeout_s, self.user
            ):
                self._keep(entry)
                self.progress.end(entry, kept=False)
                problems += [problem] if problem else []
        self._end()
        return problems

    def _keep(self, entry: Entry) -> None:
        self.record.add(entry)
        write_record(self.record, self.folder)

    def _end(self) -> None:
        (now,) = self.session.all("SELECT SYSDATE FROM dual")[0]
        self.record.items["ended"] = f"{now:%Y-%m-%dT%H:%M:%S}"
        write_record(self.record, self.folder)

    def _entry(self, query: Query, problems: list[NotUsable]) -> Entry:
        missing = missing_views(query, self.seen.database)
        if not self._is_wanted(query) or (missing and self._is_absence(query)):
            (self.folder / query.file).unlink(missing_ok=True)
            return Entry(query.file, SKIPPED, reason=self._why_skipped(query))
        try:
            written = self._write(query)
        except StatementFailed as fault:
            return self._failed(query, self._explained(query, fault), problems)
        except ConnectionLost as fault:
            self.session.recover(fault)
            return self._failed(query, ConnectionLost(f"{query.file}: {fault.message}", advice=fault.advice), problems)
        return Entry(query.file, DONE, written.rows, written.sha256)

    def _failed(self, query: Query, problem: NotUsable, problems: list[NotUsable]) -> Entry:
        problems.append(problem)
        names = [column.name for column in query.columns]
        reason = self.masked.item("reason", problem.message) if self.masked else problem.message
        written = write_failure(self.folder / query.file, names, reason)
        return Entry(query.file, FAILED, None, written.sha256, reason)

    def _write(self, query: Query) -> Written:
        begin, end = window_of(self.record)
        binds = {"dbid": self.seen.dbid, "window_begin": begin, "window_end": end} if query.in_window else {}
        timeout_s = self.wishes.timeout_s or query.timeout_s
        self.session.new_transaction()
        rows: Iterable[Sequence[Any]] = self.session.rows(select(query, self.seen.database), binds, timeout_s)
        names = [column.name for column in query.columns]
        if self.masked is not None:
            rows = self.masked.rows(query.name, names, rows)
        return write_rows(self.folder / query.file, names, rows, self.progress.rows)

    def _is_wanted(self, query: Query) -> bool:
        if query.heavy and not self.wishes.buffer_contents:
            return False
        if self._is_of_another(query):
            return False
        needed = DIAGNOSTICS_PACK if self.wishes.diagnostics_pack else STATSPACK
        return query.licence in (NO_LICENCE, needed)

    def _is_of_another(self, query: Query) -> bool:
        """It reads the database connected to, and the history of another is wanted."""
        return self.seen.history_until is not None and query.licence == NO_LICENCE

    def _why_skipped(self, query: Query) -> str:
        return NOT_ITS_OWN if self._is_of_another(query) else why_skipped(query)

    def _is_absence(self, query: Query) -> bool:
        """Whether a missing view means that the release has none, and not that the user may not see it."""
        return self.seen.all_columns_known or query.licence == STATSPACK or not all(v.certain for v in views_of(query))

    def _explained(self, query: Query, fault: StatementFailed) -> NotUsable:
        if isinstance(fault, TimedOut):
            self.session.renew()
        if fault.oracle_code not in NOT_READABLE:
            return _named(query, fault)
        closed = [object_of(view, self.seen.database.dba) for view in self._closed(query)]
        grants = " ".join(grant_select(name, self.user) for name in closed)
        return NotGranted(
            f"{query.file}: no privilege on {', '.join(closed) or 'what it reads'} ({fault.oracle_code})",
            advice=f"{grants} Or: {grant_role(self.user)} Then run the same command again.".strip(),
        )

    def _closed(self, query: Query) -> Iterator[View]:
        """The views of a query that cannot be read, asked one by one."""
        for view in views_of(query):
            name = view.name.replace("{dba}", self.seen.database.dba)
            if not any(known == name for known, _ in self.seen.database.columns) and self.seen.all_columns_known:
                continue  # the release has none, so the query did not name it
            try:
                self.session.all(f"SELECT COUNT(*) FROM {name} x WHERE 1 = 0")
            except StatementFailed:
                yield view


def _named(query: Query, fault: StatementFailed) -> StatementFailed:
    """The same fault with its file."""
    return type(fault)(f"{query.file}: {fault.message}", fault.oracle_code, fault.advice)
