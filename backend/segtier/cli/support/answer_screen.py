"""An advice on one screen: the verdict and why, five events, each option in a row, and what to do next.

Nothing is cut within a word, a number or a sentence. What has no place is counted, with the way to it: `--detail`.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import wrap

from segtier.cli.support.give import how_to_give
from segtier.cli.support.ratio_text import response_text
from segtier.cli.support.terminal import shown
from segtier.model.advice import Advice, OptionAdvice
from segtier.plurals import plural
from segtier.units import format_bytes, format_us

LINES, COLUMNS, MOST_COLUMNS = 40, 80, 110
"""Of the screen it fits; a wider terminal is used up to `MOST_COLUMNS`."""
_EVENTS, _HELPED = 5, 2
_LEAST_OPTIONS = 4
_WHY, _NEXT, _NOTES, _QUALITY = 4, 3, 2, 2
"""Lines of whole sentences, unless the first alone takes more."""
_NO_SIZE = "not known"
_MORE = "--detail: statements, storage today, notes, what the forecast assumes, findings."
_LEGEND = "DB time after / before, same work: 0.80 is 20 % less; in brackets P10 to P90."
_Row = tuple[str, ...]


def columns() -> int:
    """Of the terminal, or `COLUMNS` where stdout is none."""
    return min(shutil.get_terminal_size((COLUMNS, LINES)).columns, MOST_COLUMNS) if sys.stdout.isatty() else COLUMNS


def screen(advice: Advice, used: int, width: int = COLUMNS) -> list[str]:
    """The lines of stdout. `used`: lines of the same screen that stand there already."""
    verdict, quality = advice.verdict, advice.quality
    above = [
        *_wrapped(verdict.headline, width),
        *sentences(verdict.text, _WHY, width),
        *(line for stop in verdict.blocked_by[:1] for line in _needs(f"{stop.text}{how_to_give(stop.needs)}", width)),
        "",
        *_table(_event_rows(advice), width),
        "",
    ]
    below = [
        *_wrapped(_LEGEND, width),
        *sentences(f"Next: {verdict.next_step}", _NEXT, width),
        *sentences(f"Quality {quality.grade}: {quality.meaning}.", _QUALITY, width),
        *_wrapped(_MORE, width),
    ]
    left = LINES - used - len(above) - len(below)
    return [*above, *_options(advice.options, max(left, _LEAST_OPTIONS), width), *below]


def notes(texts: Sequence[str], width: int = COLUMNS) -> list[str]:
    """What speaks against the inputs: the first of them, and how many more there are."""
    lines = [line for text in texts[:_NOTES] for line in sentences(text, _NOTES, width)]
    more = len(texts) - _NOTES
    return [*lines, f"{plural(more, 'more warning')}: --detail"] if more > 0 else lines


def sentences(text: str, lines: int, width: int = COLUMNS) -> list[str]:
    """As many whole sentences as fit, one at least."""
    said: list[str] = []
    for end in [at for at, one in enumerate(text) if one == "." and text[at + 1 : at + 2] in ("", " ")] or [len(text)]:
        further = _wrapped(text[: end + 1], width)
        if said and len(further) > lines:
            break
        said = further
    return said


def _needs(text: str, width: int) -> list[str]:
    return sentences(f"Needs: {text}", _NEXT, width)


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return wrap(shown(text), width, subsequent_indent=indent, break_on_hyphens=False)


def _event_rows(advice: Advice) -> list[_Row]:
    """CPU among them, as in a report's own list."""
    cpu = [(one.db_time_pct, one.name, "", "") for one in advice.db_time.slices if one.name == "DB CPU"]
    waits = [
        (
            event.db_time_pct or 0.0,
            event.event,
            format_us(event.avg_wait_us) if event.avg_wait_us is not None else "",
            _helped(event.helped_by),
        )
        for event in advice.top_events[:_EVENTS]
    ]
    rows = sorted((*cpu, *waits), key=lambda row: -row[0])[:_EVENTS]
    return [("where DB time goes", "%", "average", "helped by"), *((n, f"{p:.1f}", a, h) for p, n, a, h in rows)]


def _helped(by: Sequence[str]) -> str:
    """As many options as fit beside the name of an event."""
    if not by:
        return "none to count on"
    more = len(by) - _HELPED
    return ", ".join(by[:_HELPED]) + (f" and {more} more" if more > 0 else "")


def _options(options: Sequence[OptionAdvice], lines: int, width: int) -> list[str]:
    """Every option that has a place, in the order of the advice; the others are counted."""
    rows = [("option", "SSD", "DB time", ""), *map(_option, options)]
    told = _table(rows, width)
    if len(told) <= lines:
        return told
    kept = len(rows)
    while kept > 2 and len(_table(rows[:kept], width)) > lines - 1:
        kept -= 1
    return [*_table(rows[:kept], width), f"{plural(len(rows) - kept, 'more option')}: --detail"]


def _option(option: OptionAdvice) -> _Row:
    size = format_bytes(option.used_bytes) if option.used_bytes is not None else _NO_SIZE
    return (option.title, size, response_text(option), option.state_text)


def _table(rows: Sequence[_Row], width: int) -> list[str]:
    """Columns beside one another; the first is wrapped where they would be too wide."""
    cells = [tuple(map(shown, row)) for row in rows]
    others = [max(len(row[at]) for row in cells) for at in range(1, len(cells[0]))]
    room = min(max(len(row[0]) for row in cells), max(width - sum(others) - 2 * len(others), 12))
    return [line for row in cells for line in _row(row, room, others)]


def _row(row: _Row, room: int, others: Iterable[int]) -> list[str]:
    first, *more = wrap(row[0], room, subsequent_indent="  ") or [""]
    beside = "  ".join(text.ljust(size) for text, size in zip(row[1:], others, strict=True))
    return [f"{first.ljust(room)}  {beside}".rstrip(), *more]
