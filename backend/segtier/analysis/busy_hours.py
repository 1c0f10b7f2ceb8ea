"""The intervals an answer may stand on unless somebody chooses others, and what it says of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from segtier.analysis.hours_used import between
from segtier.analysis.intervals import Slot
from segtier.analysis.odd_intervals import odd_intervals
from segtier.analysis.regimes import Regime, leading, led_by, regimes, seconds
from segtier.analysis.words import pct, some_of
from segtier.model.profile import Profile
from segtier.model.timeline import TimelineNote
from segtier.plurals import plural

MOST_NAMED = 3


def busy_hours(
    slots: Sequence[Slot], profiles: Mapping[int, Profile]
) -> tuple[frozenset[int], tuple[TimelineNote, ...]]:
    """Places among the slots with DB time (`profiles`), and notes of what was left out, of the other load, and of how far the
    answer speaks for the rest.

    Without odd intervals, of the load that takes more DB time, those where the same leads as in all of it.
    """
    odd = odd_intervals(slots, profiles)
    usual = {place: profile for place, profile in profiles.items() if place not in odd}
    both = regimes({place: slots[place].begin_time for place in usual}, usual)
    own = usual if both is None else {place: usual[place] for place in both[0].places}
    if not own:
        return frozenset(), ()
    rows = seconds(list(own.values()))
    leads = leading(rows.sum(axis=0))
    alike = [place for place, row in zip(own, rows, strict=True) if leading(row) == leads]
    chosen = frozenset(alike or own)
    notes: list[TimelineNote] = [*left_out(odd)]
    if both is not None:
        notes += _of_regimes(slots, usual, *both)
    if len(own) > 1 and alike:
        total_s = [sum(own[place].db_time_per_s * own[place].elapsed_s for place in some) for some in (alike, own)]
        where = (
            f"{len(alike)} of {plural(len(own), 'such interval')}, with {pct(total_s[0] / total_s[1])} of their DB time"
        )
        if len(alike) == len(own):
            where = f"all {plural(len(own), 'such interval')}"
        notes.append(TimelineNote("spoken-for", f"Most DB time is {led_by(leads)} in {where}."))
    return chosen, tuple(notes)


def left_out(odd: Mapping[int, str]) -> Iterator[TimelineNote]:
    if odd:
        text = f"Left out, {plural(len(odd), 'interval')}: {some_of(list(odd.values()), MOST_NAMED)}."
        yield TimelineNote("interval-left-out", text)


def _of_regimes(
    slots: Sequence[Slot], profiles: Mapping[int, Profile], own: Regime, other: Regime
) -> Iterator[TimelineNote]:
    """The answer leads with the load that takes more DB time; the other is told in one line."""
    busiest = slots[max(other.places, key=lambda place: profiles[place].db_time_per_s)]
    such = ""
    if busiest.begin_time is not None and busiest.end_time is not None:
        such = f" State hours such as {between(busiest.begin_time, busiest.end_time)} to have them answered."
    text = (
        f"Two loads. {_capital(own.hours)} ({pct(own.db_time_share)} of the DB time, which the answer is about): {own.text}. "
        f"{_capital(other.hours)} ({pct(other.db_time_share)}): {other.text}.{such}"
    )
    yield TimelineNote("two-regimes", text)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
