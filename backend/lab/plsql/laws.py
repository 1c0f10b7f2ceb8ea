"""What must hold of every plan on every database, tried by running its scripts.

check: what the precheck passes, the run ends without an error; it changes nothing. again: a second run changes nothing.
verify: after a run without an error 80_verify.sql finds none, if all was written with redo. back: each way back restores
everything (tablespace, status, logging, degree, defaults; redo groups; temp; files). broken off: at every change, before and
after it, forward again completes and each way back restores. standby: nothing goes without redo behind one. ledger: redo
as the plan, its page and the precheck say. after: 70_after.sql ends without an error.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from lab.plsql.cases import Case
from lab.plsql.database import GIB, Emulated
from lab.plsql.refusals import Waits
from lab.plsql.sqlplus import Session
from lab.plsql.words import NotKnown
from segtier.oracle.unlogged import STANDBY_MISSES
from segtier.units import format_bytes

STEPS = {
    "segments": ("steps/30_tablespaces.sql", "steps/40_move_segments.sql"),
    "redo": ("steps/50_redo.sql",),
    "temp": ("steps/50_temp.sql",),
    "all": ("steps/40_move_datafiles.sql", "steps/41_copy_datafiles.sql"),
}
"""In order; what a bundle does not have is left out. What RMAN does with the files that 41 writes is not played."""
BACKS = {
    "segments": (
        ("rollback/90_rollback.sql", "rollback/91_rollback_recorded.sql"),
        ("rollback/91_rollback_recorded.sql",),
    ),
    "redo": (("rollback/90_rollback_redo.sql",),),
    "temp": (("rollback/90_rollback_temp.sql",),),
    "all": (("rollback/90_rollback_datafiles.sql",), ("rollback/90_rollback_copies.sql",)),
}
"""Ways back, each some scripts: the next one where the one before ends with an error that names it."""
CHECK, VERIFY, AFTER = "steps/00_precheck.sql", "verify/80_verify.sql", "steps/70_after.sql"
_NOTHING_RECORDED = "is missing or empty"
State = Mapping[Any, Any]


@dataclass
class Tried:
    dictionaries: int = 0
    clean: int = 0
    """Of them the precheck passes so many."""
    statements: int = 0
    breaks: int = 0
    broken: list[str] = field(default_factory=list)

    def __iadd__(self, other: Tried) -> Tried:
        self.dictionaries += other.dictionaries
        self.clean += other.clean
        self.statements += other.statements
        self.breaks += other.breaks
        self.broken += other.broken
        return self


@dataclass
class Stage:
    """A database and the session on it, at some point: what goes on from here goes on with a copy."""

    database: Emulated
    session: Session

    def copy(self) -> Stage:
        database, files, changes = pickle.loads(  # of our own
            pickle.dumps((self.database, self.session.files, self.session.changes))
        )
        session = Session(files, database, **self.session.settings)
        session.changes, session.connected = changes, self.session.connected
        return Stage(database, session)


def try_case(case: Case, files: Mapping[str, str] | None = None, most_breaks: int | None = None) -> Tried:
    """All laws on one case. `files`: other scripts than the plan's; `most_breaks`: broken off so often, None: at every change."""
    return _Trial(case, files, most_breaks).run()


class _Trial:
    def __init__(self, case: Case, files: Mapping[str, str] | None, most_breaks: int | None) -> None:
        self._case = case
        self._most_breaks = most_breaks
        self._option = case.plan.option
        self._start = Stage(case.database, case.session(case.database, files))
        self._before = state(case.database)
        self._tried = Tried(dictionaries=1)

    def run(self) -> Tried:
        try:
            self._laws()
        except (NotKnown, Waits) as stuck:
            self._broken("runs", f"{type(stuck).__name__}: {stuck}")
        return self._tried

    def _laws(self) -> None:
        first = self._start.copy()
        first.session.run(CHECK)
        error = self._forward(first, last=1) if "30" in STEPS[self._option][0] else None
        seen = len(first.session.changes)
        refusal = error or first.session.run(CHECK)
        told = any("open transaction" in line for line in first.session.log)
        self._hold("check", len(first.session.changes) == seen, "the precheck changed the database")
        self._asked = first.session.count("need_bytes"), first.session.count("log_bytes")
        clean = refusal is None and not told
        self._tried.clean += clean
        ended = first.copy()
        error = error or self._forward(ended)
        self._hold("check", error is None or not clean, f"passed, and then the run: {error}")
        self._tried.statements += len(ended.session.changes)
        self._standby("run", ended)
        self._back("back" if error is None else f"back after {error}", ended)
        if error is None:
            self._done(ended)
            self._breaks(first, ended)

    def _done(self, ended: Stage) -> None:
        after, changes = state(ended.database), len(ended.session.changes)
        again = ended.copy()
        error = self._forward(again)
        changed = again.session.changes[changes:]
        self._hold("again", error is None and not changed and state(again.database) == after, f"{error} {changed}")
        if not ended.database.unlogged and "steps/41_copy_datafiles.sql" not in ended.session.files:
            ended.session.log.clear()
            error = ended.session.run(VERIFY)
            self._hold("verify", error is None, f"{error} {_complaints(ended.session)}")
        error = ended.session.run(AFTER)
        self._hold("after", error is None, str(error))
        self._ledger(ended)

    def _breaks(self, first: Stage, ended: Stage) -> None:
        before, after = len(first.session.changes), state(ended.database)
        points = list(product(range(before + 1, len(ended.session.changes) + 1), ("fails_at", "lost_after")))
        if self._most_breaks is not None and len(points) > self._most_breaks:
            points = Random(self._case.seed).sample(points, self._most_breaks)
        for at, word in points:
            self._tried.breaks += 1
            broken = first.copy()
            setattr(broken.session, word, at)
            error = self._forward(broken)
            where = f"{word} {at}: {broken.session.changes[-1]}"
            self._hold("broken off", error is not None, f"{where}: the run went on")
            self._standby(where, broken)
            again = broken.copy()
            error = self._forward(again)
            left = _differs(after, state(again.database))
            self._hold("forward again", error is None and not left, f"{where}: {error} {left}")
            self._back(f"back after {where}", broken)

    def _back(self, where: str, stage: Stage) -> None:
        for way in BACKS[self._option]:
            if way[0] not in stage.session.files:
                continue
            gone = stage.copy()
            gone.database.recovery = self._case.database.recovery  # archived logs were backed up since
            if where != "back":
                _make_room(gone.database)
            error: str | None = None
            gone.session.log.clear()
            for script in way:
                error = gone.session.run(script)
                if error is not None and any(STANDBY_MISSES in line for line in gone.session.log):
                    gone.database.forced = "YES"  # as the script says
                    gone.session.log.clear()
                    error = gone.session.run(script)
                if error is None or not any("91_rollback_recorded" in line for line in gone.session.log):
                    break
            if error is not None and _NOTHING_RECORDED in error and not _differs(self._before, state(gone.database)):
                continue
            left = _differs(self._before, state(gone.database))
            if not left and any(not leaf.usable for _, leaf in self._start.database.segments()):
                continue  # it stays as it was: the way back does not build it without redo, and says so
            self._hold(where, error is None and not left, f"{way[-1]}: {error} {left} {_complaints(gone.session)}")
            self._standby(where, gone)

    def _standby(self, where: str, stage: Stage) -> None:
        lost = stage.database.unlogged if stage.database.standby else []
        self._hold("standby", not lost, f"{where}: {lost} went without redo")

    def _ledger(self, ended: Stage) -> None:
        """What the model wrote, without the indexes of LOBs, is what the plan asks of the archiver.

        Not where parts of a local index have other names than the table's: no input says which belong together.
        """
        ledger, plan = self._case.plan.ledger, self._case.plan
        if ledger is None or not self._case.informed or any(one.online == "ASK" for one in plan.operations):
            return
        if any("becomes UNUSABLE" in line for line in ended.session.log) and any(
            one.online == "YES" for one in plan.operations
        ):
            return
        locals_ = [
            (table, index) for table in ended.database.tables for index in table.indexes if index.local and table.leaves
        ]
        if any(
            [leaf.name for leaf in table.leaves] != [leaf.name for leaf in index.leaves] for table, index in locals_
        ):
            return
        lob_indexes = {lob.index.name for table in ended.database.tables for lob in table.lobs}
        wrote = sum(size for name, _, size in ended.database.written if name.split()[0] not in lob_indexes)
        self._hold("ledger", ledger.redo_bytes == wrote, f"the plan says {ledger.redo_bytes}, {wrote} were written")
        moved, more = self._asked
        space = format_bytes(wrote) if ended.database.archivelog else "none: NOARCHIVELOG"
        page = self._start.session.files["plan.md"]
        self._hold(
            "page", f"| Archive space, all steps | {space} |" in page, f"plan.md lacks an archive space of {space}"
        )
        known = moved + more
        parts = any(one.part for one in plan.operations)  # global indexes, updated in place, come on top
        self._hold("ledger", known >= wrote if parts else known == wrote, f"precheck {known}, written {wrote}")

    def _forward(self, stage: Stage, last: int | None = None) -> str | None:
        """The steps in order, to the first error."""
        for script in STEPS[self._option][:last]:
            if script in stage.session.files and (error := stage.session.run(script)) is not None:
                return error
        return None

    def _hold(self, law: str, holds: bool, said: str) -> None:
        if not holds:
            self._broken(law, said)

    def _broken(self, law: str, said: str) -> None:
        self._tried.broken.append(f"{self._option} {self._case.seed}, {law}: {said}")


def state(emulated: Emulated) -> State:
    """All that a way back restores."""
    found: dict[Any, Any] = {
        ("segment", name, leaf.name): (leaf.tablespace, leaf.logging, leaf.usable) for name, leaf in emulated.segments()
    }
    for table in emulated.tables:
        found["table", table.name] = (table.degree, table.default)
        found.update({("index", index.name): (index.degree, index.default) for index in table.indexes})
    found["temp"] = emulated.default_temp
    found.update({("user", name): user.temporary for name, user in emulated.users.items()})
    found.update({("file", one.number): _place(one.name) for one in emulated.files if one.number < _NEW})
    for group in emulated.redo:
        places = tuple(sorted(_place(member) for member in group.members))
        found["redo", group.number] = (group.thread, group.bytes, group.block_size, places, group.standby)
    return found


_NEW = 100
"""Files of the tablespaces that a plan makes have numbers from here on: no way back drops them."""


def _make_room(emulated: Emulated) -> None:
    """After a run that broke off: whoever ran into the end of a tablespace, or of temp, has given it room."""
    for file in (*emulated.temp_files, *emulated.files):
        file.most += 100 * GIB


def _place(path: str) -> str:
    return path.split("/", maxsplit=1)[0]


def _differs(one: State, other: State) -> str:
    keys = sorted(
        {key for key in {*one, *other} if one.get(key) not in (other.get(key), *_no_worse(other.get(key)))}, key=str
    )
    return "; ".join(f"{key}: {one.get(key)}, now {other.get(key)}" for key in keys[:4])


def _no_worse(now: Any) -> list[Any]:
    """An index that was UNUSABLE before may be usable after: a way back rebuilds what is."""
    return [(*now[:2], False)] if isinstance(now, tuple) and len(now) == 3 and now[2] is True else []


def _complaints(session: Session) -> list[str]:
    return [line.strip() for line in session.log if "STOP" in line or "NOT OK" in line or "FAIL " in line][:3]
