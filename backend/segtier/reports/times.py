"""Times of a report: `DD-Mon-YY HH24:MI:SS` with month names in the language of the session that made it."""

from __future__ import annotations

import re
from datetime import datetime

from segtier.reports.numbers import CellFault

_MONTHS = {
    name: index
    for names in (
        "jan feb mar apr may jun jul aug sep oct nov dec",  # English
        "jan feb mrz apr mai jun jul aug sep okt nov dez",  # German
        "janv fevr mars avr mai juin juil aout sept oct nov dec",  # French
        "ene feb mar abr may jun jul ago sep oct nov dic",  # Spanish
        "gen feb mar apr mag giu lug ago set ott nov dic",  # Italian
        "jan fev mar abr mai jun jul ago set out nov dez",  # Portuguese
        "jan feb mrt apr mei jun jul aug sep okt nov dec",  # Dutch
        "jan feb mar apr maj jun jul aug sep okt nov dec",  # Swedish, Danish
        "sty lut mar kwi maj cze lip sie wrz paz lis gru",  # Polish
        "oca sub mar nis may haz tem agu eyl eki kas ara",  # Turkish
        "янв фев мар апр май июн июл авг сен окт ноя дек",  # Russian
    )
    for index, name in enumerate(names.split(), start=1)
}
_PLAIN_LETTERS = str.maketrans("éèêûùôàâäáãíóõúüçłśźżńąęğışö", "eeeuuoaaaaaioouuclszznaegiso")
_TIME = re.compile(
    r"(\d{1,2})[-./ ]?(\d{1,2}|[^\W\d_]+\.?)\s*月?[-./ ]{0,3}(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?"
)


def report_time(text: str) -> datetime | None:
    """A report's `23-Apr-14 18:30:05`, with month names of the common NLS languages.

    Raises CellFault where the month or the form is not known: a time is never guessed.
    """
    text = text.strip()
    if not text:
        return None
    match = _TIME.fullmatch(text)
    if match is None:
        raise CellFault(text)
    day, month, year, hour, minute, second = match.groups()
    try:
        return datetime(_year(year), _month(month, text), int(day), int(hour), int(minute), int(second or 0))  # noqa: DTZ001
    except ValueError as fault:
        raise CellFault(text) from fault


def _year(text: str) -> int:
    year = int(text)
    return year if year > 99 else year + (1900 if year >= 70 else 2000)


def _month(text: str, whole: str) -> int:
    if text.isdigit():
        return int(text)
    name = text.lower().rstrip(".").translate(_PLAIN_LETTERS)
    for known in (name, name[:4], name[:3]):
        if known in _MONTHS:
            return _MONTHS[known]
    raise CellFault(whole)
