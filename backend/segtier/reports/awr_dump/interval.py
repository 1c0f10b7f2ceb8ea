"""The workload of one interval of a dump."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from segtier.model.evidence import Evidence, Warn
from segtier.model.profile import READ_DEMANDS
from segtier.model.workload import Database, Instance, Interval, OsStatistic, Section, WaitEvent, Workload
from segtier.oracle.statistics import is_level, is_os_level
from segtier.oracle.wait_events import event_facts
from segtier.reports.awr_dump import activity, samples, segments, settings
from segtier.reports.awr_dump import tables as asked
from segtier.reports.awr_dump.by_snapshot import Key, Row
from segtier.reports.awr_dump.differences import Figures
from segtier.reports.awr_dump.rates import load_profile
from segtier.reports.awr_dump.reading import YES, DumpReading
from segtier.reports.awr_dump.snapshots import InstanceFacts, Span
from segtier.units import counted

_SESSIONS = "logons current"


class IntervalReading:
    """One interval while its workload is made."""

    def __init__(self, reading: DumpReading, span: Span) -> None:
        self._reading, self._span = reading, span
        self._sections: dict[str, Section] = {}
        self._warnings: list[Warn] = []
        self._instance, self._dbid = span.end.instance, span.end.dbid

    def workload(self) -> Workload:
        span, reading, number = self._span, self._reading, self._instance
        facts = reading.instance(span)
        cdb = facts.get("CDB") == YES
        places = reading.places(self._dbid, cdb or bool(reading.pdbs(self._dbid)))
        begin, end = (
            settings.values_of(self._at(asked.PARAMETERS, key), self._words(asked.PARAMETER_NAME), places)
            for key in (span.begin, span.end)
        )
        block_bytes = counted(settings.of_instance(end, "db_block_size"))
        model = activity.time_model(
            self._grown(asked.TIME_MODEL), self._words(asked.STAT_NAME), number, self._seen(asked.TIME_MODEL)
        )
        times = {row.name: row.time_s for row in model}
        statistics = activity.statistics(
            self._grown(asked.STATISTICS),
            self._words(asked.STAT_NAME),
            span.elapsed_s,
            number,
            self._seen(asked.STATISTICS),
        )
        total = {row.name: row.total for row in statistics}
        os_statistics = self._os_statistics()
        events = self._events(times.get("DB time"))
        read_wait_s = sum(
            row.time_s or 0.0 for row in events if row.foreground and event_facts(row.event).demand in READ_DEMANDS
        )
        found, coverage, unnamed = segments.segments(
            self._at(asked.SEGMENTS, span.end),
            places,
            reading.most_segments,
            number,
            statistics,
            self._seen(asked.SEGMENTS),
        )
        if unnamed:
            message = f"{unnamed} segments that counted have no name in the dump: they are in the sums alone"
            self._warnings.append(Warn("segments-unnamed", message, asked.SEGMENTS.table))
        waits, sampled = samples.sampled_waits(
            self._at(asked.SAMPLES, span.end),
            places,
            self._words(asked.EVENT_NAME),
            read_wait_s if events else None,
            number,
            self._seen(asked.SAMPLES),
        )
        if sampled is not None and reading.rows(asked.SAMPLES).why(span.end) is None:
            coverage[samples.READ_WAIT] = sampled
        files = list(self._files())
        sessions = self._sessions()
        return Workload(
            source=reading.source,
            database=self._database(facts, cdb, block_bytes),
            instances=(self._machine(facts, os_statistics),),
            interval=Interval(
                begin_snap=span.begin.snap,
                end_snap=span.end.snap,
                begin_time=span.begin_time,
                end_time=span.end_time,
                elapsed_s=span.elapsed_s,
                db_time_s=times.get("DB time"),
                db_cpu_s=times.get("DB CPU"),
                begin_sessions=sessions[0],
                end_sessions=sessions[1],
                instances_reported=1,
            ),
            cache=settings.caches(end, number, self._seen(asked.PARAMETERS)),
            load_profile=load_profile(statistics, model, span.elapsed_s),
            time_model=model,
            os_statistics=os_statistics,
            wait_events=events,
            wait_classes=activity.classes(events, times.get("DB time"), number, self._seen(asked.EVENTS)),
            wait_histograms=activity.histograms(
                self._grown(asked.HISTOGRAM), self._named(asked.EVENT_NAME), number, self._seen(asked.HISTOGRAM)
            ),
            io_functions=activity.functions(
                self._grown(asked.FUNCTIONS),
                self._words(asked.FUNCTION_NAME),
                span.elapsed_s,
                number,
                self._seen(asked.FUNCTIONS),
            ),
            io_filetypes=activity.filetypes(
                self._grown(asked.FILETYPES),
                self._words(asked.FILETYPE_NAME),
                span.elapsed_s,
                number,
                self._seen(asked.FILETYPES),
            ),
            tablespace_io=activity.added_up(space for _, space in files),
            file_io=tuple(file for file, _ in files),
            segments=found,
            segment_basis={
                "kind": "interval",
                "from": f"snapshot {span.begin.snap}",
                "to": f"snapshot {span.end.snap}",
            },
            segment_coverage=coverage,
            segment_waits=waits,
            statements=segments.statements(
                self._at(asked.STATEMENTS, span.end),
                places,
                total.get("physical reads"),
                number,
                self._seen(asked.STATEMENTS),
            ),
            buffer_pool_statistics=activity.pools(
                self._grown(asked.POOLS), block_bytes, number, self._seen(asked.POOLS)
            ),
            buffer_pool_advisory=settings.cache_advice(
                self._at(asked.CACHE_ADVICE, span.end), block_bytes, number, self._seen(asked.CACHE_ADVICE)
            ),
            pga_advisory=settings.pga_advice(
                self._at(asked.PGA_ADVICE, span.end), number, self._seen(asked.PGA_ADVICE)
            ),
            sga_advisory=settings.sga_advice(
                self._at(asked.SGA_ADVICE, span.end), number, self._seen(asked.SGA_ADVICE)
            ),
            instance_statistics=statistics,
            parameters=settings.parameters(begin, end, number, self._seen(asked.PARAMETERS)),
            sections=tuple(self._sections.values()),
            warnings=(*reading.warnings(self._dbid), *self._warnings),
        )

    def _words(self, table: str) -> dict[Any, str]:
        return self._reading.names.words(table, self._dbid)

    def _named(self, table: str) -> dict[Row, Row]:
        return self._reading.names.of(table, self._dbid)

    def _seen(self, one: asked.Asked) -> tuple[Evidence, ...]:
        """A dump has no lines to look a figure up in: the table and, for its row, the snapshot."""
        return (Evidence(one.table, 0, self._span.end.snap),)

    def _grown(self, one: asked.Asked) -> list[tuple[Row, Figures]]:
        """What a table counted in the interval; nothing where that is not known, which its section says."""
        counters = self._reading.counters(one)
        found = counters.between(self._span)
        if found is None:
            self._tell(one, counters.why(self._span))
            return []
        rows, smaller = found
        count = sum(not self._is_level(one, key) for key in smaller)
        if count:
            message = f"{count} figure(s) are smaller at the later snapshot; they have no difference"
            self._warnings.append(Warn("counter-smaller", message, one.table))
        if one.names is not None:
            rows = self._with_names(one, rows)
        else:
            self._tell(one, None)
        return rows

    def _is_level(self, one: asked.Asked, key: Row) -> bool:
        """Whether a row rises and falls."""
        tell = {asked.STATISTICS.table: is_level, asked.OS_STATISTICS.table: is_os_level}.get(one.table)
        name = self._named(one.names or "").get(key[:1], (None,))[0] if tell is not None else None
        return tell is not None and name is not None and tell(name)

    def _with_names(self, one: asked.Asked, rows: list[tuple[Row, Figures]]) -> list[tuple[Row, Figures]]:
        """Rows whose name the dump says; of others that counted it is told how many there are."""
        table = one.names or ""
        names, width = self._named(table), len(asked.NAMES[table][0])
        kept = [row for row in rows if names.get(row[0][:width], (None,))[0] is not None]
        lost = sum(any(row[1]) for row in rows) - sum(any(row[1]) for row in kept)
        why = f"{lost} of its rows have no name" if lost else None
        if lost and table in self._reading.names.missing:
            why = f"the dump does not hold {table}, which names its rows"
        if why is not None:
            self._warnings.append(Warn("no-names", f"{one.table}: {why}", one.table))
        self._tell(one, why)
        return kept

    def _at(self, one: asked.Asked, key: Key) -> list[Row]:
        """The rows of a table at a snapshot; none where they are not known."""
        rows = self._reading.rows(one)
        found = rows.read(key)
        if key == self._span.end:
            self._tell(one, rows.why(key))
        return found or []

    def _tell(self, one: asked.Asked, why: str | None) -> None:
        rows = self._reading.rows(one)
        state = "found" if why is None else "missing" if rows.is_missing else "unreadable"
        self._sections[one.table] = Section(one.table, state, message=why)  # type: ignore[arg-type]  # one of the words above

    def _os_statistics(self) -> tuple[OsStatistic, ...]:
        rows = self._grown(asked.OS_STATISTICS)
        at_end = self._reading.counters(asked.OS_STATISTICS).at(self._span.end) or {}
        words = self._words(asked.OS_NAME)
        return activity.os_statistics(rows, at_end, words, self._instance, self._seen(asked.OS_STATISTICS))

    def _sessions(self) -> tuple[int | None, int | None]:
        """At the begin and the end."""
        number = next((key for key, name in self._words(asked.STAT_NAME).items() if name == _SESSIONS), None)
        counters = self._reading.counters(asked.STATISTICS)
        begin, end = ((counters.at(key) or {}).get((number,), (None,))[0] for key in (self._span.begin, self._span.end))
        return begin, end

    def _events(self, db_time_s: float | None) -> tuple[WaitEvent, ...]:
        """Up to 10.2 only the waits of the background, kept apart, tell which are the foreground's."""
        rows, background = self._grown(asked.EVENTS), None
        if "TIME_WAITED_MICRO_FG" not in self._reading.rows(asked.EVENTS).columns:
            background = self._grown(asked.BACKGROUND)
            if self._sections[asked.BACKGROUND.table].state != "found":
                self._tell(asked.EVENTS, f"{asked.BACKGROUND.table}, which tells the foreground's waits, is not known")
                return ()
        names, seen = self._named(asked.EVENT_NAME), self._seen(asked.EVENTS)
        return activity.events(rows, background, names, db_time_s, self._instance, seen)

    def _files(self) -> Iterator[Any]:
        for one, names in ((asked.DATAFILES, asked.DATAFILE_NAME), (asked.TEMPFILES, asked.TEMPFILE_NAME)):
            yield from activity.files(
                self._grown(one),
                self._named(names),
                self._reading.pdbs(self._dbid),
                self._span.elapsed_s,
                self._instance,
                self._seen(one),
            )

    def _database(self, facts: InstanceFacts, cdb: bool, block_bytes: int | None) -> Database:
        parallel = facts.get("PARALLEL")
        return Database(
            name=facts.get("DB_NAME"),
            unique_name=facts.get("DB_UNIQUE_NAME"),
            dbid=self._dbid,
            release=facts.get("VERSION"),
            edition=facts.get("EDITION"),
            role=facts.get("DATABASE_ROLE"),
            rac=None if parallel is None else parallel == YES,
            cdb=None if facts.get("CDB") is None else cdb,
            pdb=self._reading.pdbs(self._dbid).get(self._dbid),
            platform=facts.get("PLATFORM_NAME"),
            block_size_bytes=block_bytes,
        )

    def _machine(self, facts: InstanceFacts, os_statistics: tuple[OsStatistic, ...]) -> Instance:
        figures = {row.name: None if row.value is None else round(row.value) for row in os_statistics}
        return Instance(
            number=self._instance,
            name=facts.get("INSTANCE_NAME"),
            host=facts.get("HOST_NAME"),
            cpus=figures.get("NUM_CPUS"),
            cores=figures.get("NUM_CPU_CORES"),
            sockets=figures.get("NUM_CPU_SOCKETS"),
            memory_bytes=figures.get("PHYSICAL_MEMORY_BYTES"),
            startup_time=self._span.startup,
        )
