"""Everything stays as it is."""

from __future__ import annotations

from segtier.advisor.draft import Draft
from segtier.advisor.options.option import Option, Weighing
from segtier.errors import Refused, named
from segtier.forecast import Change
from segtier.model.advice import Advice


def _draft(_: Weighing) -> Draft:
    return Draft("none", Change(), 0)


def _no_scripts(advice: Advice) -> Refused:
    return Refused(
        f"{advice.verdict.text} There is nothing to run.",
        code="not-advised",
        advice=f"To get scripts anyway, name an option, for example {named('option=segments')}.",
    )


OPTION = Option("none", _draft, no_scripts=_no_scripts)
