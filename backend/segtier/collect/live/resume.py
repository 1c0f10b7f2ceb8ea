"""Which files of an earlier run in the same folder still count."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from segtier.collect.catalogue import NO_LICENCE, Query
from segtier.collect.live.lines import UNFINISHED, sha256_of
from segtier.collect.live.look import Seen
from segtier.collect.live.masked import Masked
from segtier.collect.live.record import COLLECTOR, DONE, FORMAT, VERSION, Record, read_record
from segtier.collect.privileges import views_of
from segtier.dataclass import dataclass
from segtier.errors import Refused

COUNTERS_BELONG_TOGETHER = timedelta(minutes=15)
"""Files of counters are compared with one another and with the time of the run: older ones are asked again."""
_TIME = "%Y-%m-%dT%H:%M:%S"
_SAME = {
    "dbid": "database",
    "container": "container",
    "diagnostics_pack": "--diagnostics-pack",
    "buffer_contents": "--with-buffer-contents",
    "window_begin": "--window",
    "window_end": "--window",
    "masked": "--mask",
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user asked for; `timeout_s` None leaves each query its own limit."""

    diagnostics_pack: bool = False
    buffer_contents: bool = False
    window: tuple[datetime, datetime] | None = None
    timeout_s: float | None = None
    dbid: int | None = None
    """Whose history; None is the database connected to."""


def take_up(folder: Path, seen: Seen, wishes: Wishes, masked: Masked | None = None) -> Record:
    """The record to go on with: a new one, or an earlier run's with the files that still count.

    Makes the folder. Raises Refused where it holds something else or the run was of another database or with other
    options, UnreadableInput where its manifest cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    earlier = read_record(folder)
    if earlier is None:
        if any(one.suffix != UNFINISHED for one in folder.iterdir()):
            raise Refused(f"{folder} is not empty", code="folder-not-empty", advice="Give a new folder with --out.")
        return Record(_items(seen, wishes, wishes.window or seen.last_day, masked))
    wanted = _items(seen, wishes, wishes.window or window_of(earlier), masked)
    _check_same(folder, earlier, wanted)
    if earlier.complete:
        raise Refused(
            f"{folder} holds the complete bundle of {earlier.items['begun']}",
            code="already-collected",
            advice="For a second bundle give a new folder with --out: two bundles of one database give an interval.",
        )
    return earlier


def is_kept(record: Record, query: Query, folder: Path) -> bool:
    """Whether the file was finished and is still what was written."""
    return is_file_kept(record, query.file, folder)


def is_file_kept(record: Record, name: str, folder: Path) -> bool:
    entry = record.files.get(name)
    path = folder / name
    return entry is not None and entry.state == DONE and path.is_file() and sha256_of(path) == entry.sha256


def forget_old_counters(record: Record, seen: Seen, all_queries: tuple[Query, ...]) -> bool:
    """Let go of counters too old to stand beside new ones; the run then begins now. True where that was so."""
    begun = datetime.fromisoformat(record.items["begun"])
    if not record.files or seen.now - begun <= COUNTERS_BELONG_TOGETHER:
        return False
    for query in all_queries:
        if is_counter(query):
            record.files.pop(query.file, None)
    record.items["begun"] = seen.now.strftime(_TIME)
    return True


def is_counter(query: Query) -> bool:
    """It reads what changes from minute to minute; the dictionary and history may be some hours older."""
    return query.licence == NO_LICENCE and any(view.name.startswith(("gv$", "v$")) for view in views_of(query))


def _items(seen: Seen, wishes: Wishes, window: tuple[datetime, datetime], masked: Masked | None) -> dict[str, str]:
    begun = seen.now.strftime(_TIME)
    items = {
        "format": FORMAT,
        "collector": COLLECTOR,
        "collector_version": VERSION,
        "run_id": f"{begun}_{seen.dbid}",
        "begun": begun,
        "ended": "",
        "dbid": str(seen.dbid),
        "db_name": seen.name,
        "character_set": "UTF-8",
        "diagnostics_pack": "yes" if wishes.diagnostics_pack else "no",
        "window_begin": window[0].strftime(_TIME),
        "window_end": window[1].strftime(_TIME),
        "masked": "no",
        "container": seen.container or "",
        "buffer_contents": "yes" if wishes.buffer_contents else "no",
    }
    return items if masked is None else {item: masked.item(item, value) for item, value in items.items()}


def window_of(record: Record) -> tuple[datetime, datetime]:
    begin, end = (datetime.fromisoformat(record.items[item]) for item in ("window_begin", "window_end"))
    return begin, end


def _check_same(folder: Path, earlier: Record, wanted: dict[str, str]) -> None:
    for item, word in _SAME.items():
        was, now = earlier.items.get(item, ""), wanted[item]
        if was != now:
            raise Refused(
                f"{folder} was begun with another {word}: {was or 'none'}, now {now or 'none'}",
                code="other-run",
                advice="Run it as it was begun, or give a new folder with --out.",
            )
