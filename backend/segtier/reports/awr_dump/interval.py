"""The workload of one interval of a dump."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from segtier.model.evidence import Evidence, Warn
from segtier.model.profile import READ_DEMANDS
from segtier.model.statement import Statement
from segtier.model.workload import (
    READ_WAIT,
    Database,
    Instance,
    InstanceStatistic,
    Interval,
    OsStatistic,
    Section,
    Source,
    WaitEvent,
    Workload,
)
from segtier.oracle.statistics import is_level, is_os_level
from segtier.oracle.wait_events import event_facts
from segtier.plurals import plural
from segtier.reports.awr_dump import activity, samples, segments, settings
from segtier.reports.awr_dump import tables as asked
from segtier.reports.awr_dump.by_snapshot import Row
from segtier.reports.awr_dump.differences import Grown
from segtier.reports.awr_dump.rates import load_profile
from segtier.reports.awr_dump.reading import YES, DumpReading
from segtier.reports.awr_dump.snapshots import InstanceFacts, Span
from segtier.reports.dump.dump import Dump
from segtier.units import counted

_SESSIONS = "logons current"
_FILES = (asked.DATAFILES, asked.TEMPFILES)


def intervals_in(files: Sequence[BinaryIO], source: Source) -> Iterator[IntervalReading]:
    """Raises UnreadableInput at once, as `read_dump`."""
    reading = DumpReading(Dump(files), source)
    return (IntervalReading(reading, span) for span in reading.spans)


class IntervalReading:
    """One interval, and its workload while that is made."""

    def __init__(self, reading: DumpReading, span: Span) -> None:
        self._reading, self._span = reading, span
        self._sections: dict[str, Section] = {}
        self._warnings: list[Warn] = []
        self._instance, self._dbid = span.end.instance, span.end.dbid

    def workload(self, *, whole: bool = True) -> Workload:
        """All that the dump says of it; where not `whole`, without segments, files and statements: its load is known without."""
        span, reading, number = self._span, self._reading, self._instance
        self._sections, self._warnings = {}, []
        facts = reading.instance(span)
        cdb = facts.get("CDB") == YES
        places = reading.places(self._dbid, cdb)
        begin, end = (reading.parameters(key, places) for key in (span.begin, span.end))
        self._tell(asked.PARAMETERS, reading.rows(asked.PARAMETERS).why(span.end))
        block_bytes = counted(settings.of_instance(end, "db_block_size"))
        model = activity.time_model(
            self._grown(asked.TIME_MODEL), self._words(asked.STAT_NAME), number, self._seen(asked.TIME_MODEL)
        )
        times = {row.name: row.time_s for row in model}
        statistics = activity.statistics(
            self._grown(asked.STATISTICS),
            reading.counting(self._dbid),
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
        self._tell_unnamed(places)
        segments_ = self._segments(places, statistics, read_wait_s if events else None) if whole else {}
        files = [self._grown(one) for one in _FILES]
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
                instances=reading.all_instances(span),
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
            **segments_,
            **(self._files(files, places) if whole else {}),
            statements=self._statements(places, total.get("physical reads")) if whole else (),
            buffer_pool_statistics=activity.pools(
                self._grown(asked.POOLS), block_bytes, number, self._seen(asked.POOLS)
            ),
            buffer_pool_advisory=settings.cache_advice(
                self._at_end(asked.CACHE_ADVICE), block_bytes, number, self._seen(asked.CACHE_ADVICE)
            ),
            pga_advisory=settings.pga_advice(self._at_end(asked.PGA_ADVICE), number, self._seen(asked.PGA_ADVICE)),
            sga_advisory=settings.sga_advice(self._at_end(asked.SGA_ADVICE), number, self._seen(asked.SGA_ADVICE)),
            instance_statistics=statistics,
            parameters=settings.parameters(begin, end, number, self._seen(asked.PARAMETERS)),
            sections=tuple(self._sections.values()),
            warnings=(*reading.warnings(self._dbid), *self._warnings, *self._contradictions()),
        )

    def _contradictions(self) -> Iterator[Warn]:
        """Of the tables that were read."""
        for table in self._sections:
            for key in (self._span.begin, self._span.end):
                said = self._reading.by_name(table).contradicted(key)
                if said is not None:
                    yield Warn("rows-contradict", f"{table}: {said}", table)

    def _words(self, table: str) -> dict[Any, str]:
        return self._reading.names.words(table, self._dbid)

    def _named(self, table: str) -> dict[Row, Row]:
        return self._reading.names.of(table, self._dbid)

    def _seen(self, one: asked.Asked) -> tuple[Evidence, ...]:
        """A dump has no lines to look a figure up in: the table and, for its row, the snapshot."""
        return (Evidence(one.table, 0, self._span.end.snap),)

    def _grown(self, one: asked.Asked) -> Grown:
        """What a table counted in the interval; nothing where that is not known, which its section says."""
        counters = self._reading.counters(one)
        found = counters.between(self._span, None if one.names is None else self._is_named(one.names))
        if found is None:
            self._tell(one, counters.why(self._span))
            return []
        count = sum(not self._is_level(one, key) for key in found.smaller)
        if count:
            message = f"{count} figure(s) are smaller at the later snapshot; they have no difference"
            self._warnings.append(Warn("counter-smaller", message, one.table))
        why = f"{found.unnamed} of its rows have no name" if found.unnamed else None
        if why is not None and one.names in self._reading.names.missing:
            why = f"the dump does not hold {one.names}, which names its rows"
        if why is not None:
            self._warnings.append(Warn("no-names", f"{one.table}: {why}", one.table))
        self._tell(one, why)
        return found.rows

    def _is_named(self, table: str) -> Callable[[Row], bool]:
        """Whether the dump says the name of a row."""
        names, width = self._named(table), len(asked.NAMES[table][0])
        return lambda key: names.get(key[:width], (None,))[0] is not None

    def _is_level(self, one: asked.Asked, key: Row) -> bool:
        """Whether a row rises and falls."""
        tell = {asked.STATISTICS.table: is_level, asked.OS_STATISTICS.table: is_os_level}.get(one.table)
        name = self._named(one.names or "").get(key[:1], (None,))[0] if tell is not None else None
        return tell is not None and name is not None and tell(name)

    def _at_end(self, one: asked.Asked) -> list[Row]:
        """The rows of a table at the later snapshot; none where they are not known."""
        rows, key = self._reading.rows(one), self._span.end
        found = rows.rows_at(key)
        self._tell(one, rows.why(key))
        return found or []

    def _tell(self, one: asked.Asked, why: str | None) -> None:
        rows = self._reading.rows(one)
        state = "found" if why is None else "missing" if rows.is_missing else "unreadable"
        self._sections[one.table] = Section(one.table, state, message=why)  # type: ignore[arg-type]  # one of the words above

    def _os_statistics(self) -> tuple[OsStatistic, ...]:
        rows = self._grown(asked.OS_STATISTICS)
        at_end = self._reading.counters(asked.OS_STATISTICS).at(self._span.end)
        words = self._words(asked.OS_NAME)
        return activity.os_statistics(
            rows, () if at_end is None else at_end.items(), words, self._instance, self._seen(asked.OS_STATISTICS)
        )

    def _sessions(self) -> tuple[int | None, int | None]:
        """At the begin and the end."""
        number = next((key for key, name in self._words(asked.STAT_NAME).items() if name == _SESSIONS), None)
        counters = self._reading.counters(asked.STATISTICS)
        begin, end = (
            None if at is None else (at.of((number,)) or (None,))[0]
            for at in (counters.at(self._span.begin), counters.at(self._span.end))
        )
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

    def _tell_unnamed(self, places: segments.Places) -> None:
        rows, end = self._reading.rows(asked.SEGMENTS), self._span.end
        unnamed = segments.unnamed(rows.columns_at(end), places)
        self._tell(asked.SEGMENTS, rows.why(end))
        if unnamed:
            message = (
                f"{plural(unnamed, 'segment that counted has', 'segments that counted have')} "
                "no name in the dump: what they did is in the sums alone"
            )
            self._warnings.append(Warn("segments-unnamed", message, asked.SEGMENTS.table))

    def _segments(
        self, places: segments.Places, statistics: tuple[InstanceStatistic, ...], read_wait_s: float | None
    ) -> dict[str, Any]:
        """Fields of the workload."""
        span, reading = self._span, self._reading
        found, coverage = segments.segments(
            reading.rows(asked.SEGMENTS).columns_at(span.end),
            places,
            reading.most_segments,
            self._instance,
            statistics,
            self._seen(asked.SEGMENTS),
        )
        waits, sampled = samples.sampled_waits(
            self._at_end(asked.SAMPLES),
            places,
            reading.read_events(self._dbid),
            read_wait_s,
            self._instance,
            self._seen(asked.SAMPLES),
        )
        if sampled is not None and reading.rows(asked.SAMPLES).why(span.end) is None:
            coverage[READ_WAIT] = sampled
        basis = {"kind": "interval", "from": f"snapshot {span.begin.snap}", "to": f"snapshot {span.end.snap}"}
        return {"segments": found, "segment_basis": basis, "segment_coverage": coverage, "segment_waits": waits}

    def _statements(self, places: segments.Places, reads: float | None) -> tuple[Statement, ...]:
        rows, seen = self._at_end(asked.STATEMENTS), self._seen(asked.STATEMENTS)
        return segments.statements(rows, places, reads, self._instance, seen)

    def _files(self, grown: Sequence[Grown], places: segments.Places) -> dict[str, Any]:
        """Fields of the workload; `grown`: what each of `_FILES` counted."""
        found = [
            row
            for one, rows in zip(_FILES, grown, strict=True)
            for row in activity.files(
                rows,
                self._named(one.names or ""),
                places.containers,
                self._span.elapsed_s,
                self._instance,
                self._seen(one),
            )
        ]
        return {
            "tablespace_io": activity.added_up(space for _, space in found),
            "file_io": tuple(file for file, _ in found),
        }

    def _database(self, facts: InstanceFacts, cdb: bool, block_bytes: int | None) -> Database:
        parallel = facts.get("PARALLEL")
        several = len(self._reading.all_instances(self._span)) > 1
        return Database(
            name=facts.get("DB_NAME"),
            unique_name=facts.get("DB_UNIQUE_NAME"),
            dbid=self._dbid,
            release=facts.get("VERSION"),
            edition=facts.get("EDITION"),
            role=facts.get("DATABASE_ROLE"),
            rac=True if several else None if parallel is None else parallel == YES,
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
