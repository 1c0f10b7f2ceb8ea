"""Times of a report: `DD-Mon-YY HH24:MI:SS` with month names in the language of the session that made it."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

from segtier.reports.numbers import CellFault

LANGUAGES = (
    "jan feb mar apr may jun jul aug sep oct nov dec",  # English
    "jan feb mrz apr mai jun jul aug sep okt nov dez",  # German
    "jän feb mär apr mai jun jul aug sep okt nov dez",  # Austrian
    "janv févr mars avr mai juin juil août sept oct nov déc",  # French
    "ene feb mar abr may jun jul ago sep oct nov dic",  # Spanish
    "gen feb mar apr mag giu lug ago set ott nov dic",  # Italian
    "jan fev mar abr mai jun jul ago set out nov dez",  # Portuguese
    "gen febr març abr maig juny jul ag set oct nov des",  # Catalan
    "jan feb mrt apr mei jun jul aug sep okt nov dec",  # Dutch
    "jan feb mar apr maj jun jul aug sep okt nov dec",  # Swedish, Danish, Slovak
    "jan feb mar apr mai jun jul aug sep okt nov des",  # Norwegian
    "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",  # Finnish
    "jaan veebr märts apr mai juuni juuli aug sept okt nov dets",  # Estonian
    "sty lut mar kwi maj cze lip sie wrz paź lis gru",  # Polish
    "led úno bře dub kvě čer čvc srp zář říj lis pro",  # Czech
    "jan febr márc ápr máj jún júl aug szept okt nov dec",  # Hungarian
    "ian feb mar apr mai iun iul aug sep oct noi dec",  # Romanian
    "oca şub mar nis may haz tem ağu eyl eki kas ara",  # Turkish
    "янв фев мар апр май июн июл авг сен окт ноя дек",  # Russian
    "січ лют бер кві тра чер лип сер вер жов лис гру",  # Ukrainian
    "ян февр март апр май юни юли авг септ окт ноем дек",  # Bulgarian
    "ιαν φεβ μαρ απρ μαϊ ιουν ιουλ αυγ σεπ οκτ νοε δεκ",  # Greek
)
"""Abbreviations Oracle prints for `Mon`, January first. Chinese, Japanese and Korean print the month's number."""
_NO_ACCENT = str.maketrans("łıς", "liσ")
_TIME = re.compile(
    r"(\d{1,2})[-./ ]?(\d{1,2}|[^\W\d_]+\.?)\s*[月월]?[-./ ]{0,3}(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?"
)


def plain_letters(name: str) -> str:
    """A month's name without case, accents and full stop: `FÉVR.` and `Fevr` are one."""
    letters = unicodedata.normalize("NFD", name.lower().rstrip("."))
    return "".join(sign for sign in letters if not unicodedata.combining(sign)).translate(_NO_ACCENT)


_MONTHS = {plain_letters(name): month for names in LANGUAGES for month, name in enumerate(names.split(), start=1)}


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
    month = int(text) if text.isdigit() else _MONTHS.get(plain_letters(text))
    if month is None:
        raise CellFault(whole)
    return month
