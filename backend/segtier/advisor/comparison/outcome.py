"""What a comparison says: what most of the difference is, whether the storage answers otherwise, and which waits changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segtier.advisor.comparison.changes import LEAST
from segtier.advisor.comparison.figures import BESIDE_THE_STORAGE, OF_THE_STORAGE
from segtier.advisor.comparison.noise import Band
from segtier.advisor.comparison.parts import leading
from segtier.advisor.comparison.work import WORK
from segtier.analysis.db_time import DB_CPU, UNEXPLAINED
from segtier.analysis.foreground import is_unnamed
from segtier.analysis.words import more, ms, pct, than_before
from segtier.model.comparison import TOTAL, ComparedClass, ComparedEvent, ComparedFigure, ComparedPart, Outcome
from segtier.plurals import plural

_NAMED = 3
"""Waits that changed by name; the others are counted."""
_TOLD = 0.1
"""Of the difference: parts that are less stand in the table alone."""
_WORK = frozenset(work.name for work in WORK)


class Said(NamedTuple):
    outcome: Outcome
    headline: str
    text: str
    made_by: str | None


class Measured(NamedTuple):
    """What there is to say something of."""

    ratio: float
    """DB time per transaction, after over before."""
    noise: Band
    """Of that."""
    grown: str | None
    """How much the load grew, if it did; the headline says so first."""
    least_ms: float
    """A wait that differs by less is as before."""
    figures: tuple[ComparedFigure, ...]
    events: tuple[ComparedEvent, ...]
    classes: tuple[ComparedClass, ...]
    parts: tuple[ComparedPart, ...]
    ratios: tuple[float, float] | None = None
    """The least and the most of other choices of hours; None where these say the same."""

    @property
    def moved_by(self) -> str:
        """By how much DB time per transaction differs."""
        if self.ratios is None:
            return more(self.ratio)
        return f"{more(self.ratios[0])} to {more(self.ratios[1])}, by which hours are held side by side"

    @property
    def direction_hangs_on_hours(self) -> bool:
        return self.ratios is not None and self.ratios[0] < 1 < self.ratios[1]

    @property
    def lead(self) -> ComparedPart | None:
        """What the difference is; None where there is none that counts."""
        return None if self.noise.holds(self.ratio) else leading(self.parts, self.ratio)

    @property
    def storage(self) -> list[ComparedFigure]:
        return [row for row in self.figures if row.name in OF_THE_STORAGE and row.moved is not None]

    def moved(self, *names: str) -> list[ComparedFigure]:
        return [row for row in self.figures if row.moved and row.name in names]

    @property
    def changed(self) -> list[ComparedEvent]:
        """Events, by how much they differ."""
        rows = [row for row in self.events if row.change in ("more", "less", "new", "gone")]
        return sorted(rows, key=lambda row: -abs(_difference(row)))

    @property
    def unknown(self) -> str | None:
        """What may hide a change that matters: a wait that one period alone prints, or time whose waits have no name."""
        every: tuple[ComparedEvent | ComparedClass, ...] = (*self.events, *self.classes)
        for row in every:
            if row.change == "not-printed" and abs(_difference(row)) > self.least_ms:
                return f"{_name(row)} is printed in one period only"
        nameless = [row for row in self.events if is_unnamed(row.event, row.wait_class)]
        most = max((max(row.before_ms_per_txn or 0.0, row.after_ms_per_txn or 0.0) for row in nameless), default=0.0)
        return f"{ms(most * 1e3)} of a transaction are waits without a known name" if most > self.least_ms else None


def say_outcome(measured: Measured | None) -> Said:
    """None: the periods cannot be compared.

    An effect of storage is claimed only where a wait for it went beyond what its hours do by themselves, and that is most
    of the difference. That nothing changed is said only where every wait, class and work that both periods print is as before.
    """
    if measured is None:
        return Said("not-comparable", "The two periods cannot be compared.", "", None)
    outcome, headline = _headline(measured)
    load = f"The load grew ({measured.grown}). " if measured.grown else ""
    return Said(outcome, load + headline, _told(measured), _made_by(measured.classes, measured.ratio))


def _headline(measured: Measured) -> tuple[Outcome, str]:
    if measured.direction_hangs_on_hours:
        return "not-known", f"Whether DB time per transaction changed is not known: {measured.moved_by}."
    lead, moved = measured.lead, measured.moved(*OF_THE_STORAGE)
    shorter = measured.ratio < 1
    of_storage = [row for row in moved if ((row.after or 0.0) < (row.before or 0.0)) is shorter]
    if lead is not None and lead.cause == "latency" and lead.most and of_storage:
        first = next((row for row in of_storage if row.name == lead.event), _furthest(of_storage))
        return "improved" if shorter else "worse", f"{_changed(first)}: DB time per transaction {measured.moved_by}."
    if lead is not None:
        made = f"DB time per transaction {measured.moved_by}, {_share(lead, 'it')} {_part(lead, measured)}"
        own = next((row for row in measured.figures if row.name == lead.event and row.moved is not None), None)
        if lead.cause == "latency" and own is not None and not own.moved:
            return "not-known", f"{made}; {_lower(_changed(own))}, and its hours vary that much anyway."
        shown = moved or [row for row in (own,) if row is not None and lead.cause == "latency"]
        beside = f"; {_lower(_changed(_furthest(shown)))}" if shown else _as_before(measured)
        return "other-change", f"{made}{beside}."
    if moved:
        return "no-change", f"{_changed(_furthest(moved))}; DB time per transaction did not follow."
    return _inside_noise(measured)


def _inside_noise(measured: Measured) -> tuple[Outcome, str]:
    """DB time is as before, and so is every wait for storage that can be told."""
    beside = measured.moved(*BESIDE_THE_STORAGE)
    if beside:
        also = _as_before(measured) or ", which alone does not show another device"
        return "other-change", f"{_changed(_furthest(beside))}{also}."
    classes = [row.wait_class for row in measured.classes if row.change in ("more", "less", "new", "gone")]
    work = measured.moved(*_WORK)
    if measured.changed:
        what = f"in it {_event(measured.changed[0])}"
    elif classes:
        what = f"waits of class {classes[0]} changed"
    elif work:
        what = _work([_furthest(work)])
    else:
        return _nothing(measured)
    return "other-change", f"DB time per transaction is about as before; {what}."


def _nothing(measured: Measured) -> tuple[Outcome, str]:
    both = any(row.change == "as-before" for row in measured.events if row.event not in (DB_CPU, UNEXPLAINED))
    if not both:
        return "not-known", "Whether anything changed is not known: no wait is printed in both periods."
    if measured.unknown:
        return "not-known", f"Whether anything changed is not known: {measured.unknown}; what both print is unchanged."
    as_before = f"{_wait(measured.storage[0])}, as before, and " if measured.storage else ""
    limit = f"its usual variation between hours, or {pct(LEAST)} of DB time"
    return "nothing-moved", f"Nothing moved: {as_before}each wait and class that both periods print is inside {limit}."


def _as_before(measured: Measured) -> str:
    return f"; {_wait(measured.storage[0])}, as before" if measured.storage else ""


def _furthest(rows: Sequence[ComparedFigure]) -> ComparedFigure:
    return max(rows, key=lambda row: abs((row.after or 0.0) / (row.before or 1.0) - 1))


def _changed(row: ComparedFigure) -> str:
    return f"A {row.name} takes {ms(row.after)} instead of {ms(row.before)}"


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _wait(row: ComparedFigure) -> str:
    return f"a {row.name} takes {ms(row.after)}"


def _share(part: ComparedPart, whole: str) -> str:
    return f"most of {whole}" if part.most else f"the largest part of {whole}"


def _part(part: ComparedPart, measured: Measured) -> str:
    """Its name, with the figure that shows it."""
    shown = ""
    if part.cause == "work":
        grown = part.ms_per_txn > 0
        moved = [row for row in measured.moved(*_WORK - {"CPU"}) if ((row.after or 0.0) > (row.before or 0.0)) is grown]
        shown = _work(moved[:2])
    return f"{part.name} ({shown or part.event})" if shown or part.event else part.name


def _work(rows: Sequence[ComparedFigure]) -> str:
    return ", ".join(f"{row.name} {more((row.after or 0.0) / (row.before or 1.0))}" for row in rows)


def _name(row: ComparedEvent | ComparedClass) -> str:
    name = row.event if isinstance(row, ComparedEvent) else row.wait_class
    return f"{UNEXPLAINED} time" if name == UNEXPLAINED else name


def _event(row: ComparedEvent) -> str:
    """Its part of DB time per transaction."""
    name = _name(row)
    before, after = (ms(None if one is None else one * 1e3) for one in (row.before_ms_per_txn, row.after_ms_per_txn))
    if row.before_ms_per_txn is None:
        return f"{name} {after}, not printed before"
    if row.after_ms_per_txn is None:
        return f"{name} {before} before, not printed any more"
    return f"{name} {after} instead of {before}"


def _told(measured: Measured) -> str:
    """The ratio with its noise or with what it is made of, then every wait that changed."""
    ratio, noise, lead = measured.ratio, measured.noise, measured.lead
    text = f"DB time per transaction is {than_before(ratio)}"
    if noise.holds(ratio):
        text = f"{text}, within its usual variation between hours ({noise.low:.2f} to {noise.high:.2f} times)."
    elif lead is not None:
        text = f"{text}; {_share(lead, 'the difference')} is {_part(lead, measured)}.{_others(lead, measured)}"
    if measured.ratios is not None:
        text = f"{text} Other hours of the two periods held side by side: {' to '.join(map(more, measured.ratios))}."
    return f"{text}{_waits(measured.changed)}"


def _others(lead: ComparedPart, measured: Measured) -> str:
    total = abs(sum(part.ms_per_txn for part in measured.parts))
    rows = [part for part in measured.parts if part is not lead and abs(part.ms_per_txn) > _TOLD * total]
    if not rows:
        return ""
    each = ", ".join(f"{part.name} {_signed(part.ms_per_txn)}" for part in (lead, *rows))
    return f" In a transaction: {each}."


def _signed(value_ms: float) -> str:
    return f"{'+' if value_ms > 0 else '-'}{ms(abs(value_ms) * 1e3)}"


def _waits(changed: Sequence[ComparedEvent]) -> str:
    if not changed:
        return ""
    rest = len(changed) - _NAMED
    also = f"; {plural(rest, 'more wait')} changed" if rest > 0 else ""
    return f" Changed in a transaction: {'; '.join(_event(row) for row in changed[:_NAMED])}{also}."


def _difference(row: ComparedEvent | ComparedClass) -> float:
    return (row.after_ms_per_txn or 0.0) - (row.before_ms_per_txn or 0.0)


def _made_by(classes: Sequence[ComparedClass], ratio: float) -> str | None:
    """The class whose time a transaction went furthest the way of the total."""
    way = 1 if ratio > 1 else -1
    rows = [row for row in classes if row.wait_class != TOTAL]
    return max(rows, key=lambda row: way * _difference(row)).wait_class if rows else None
