"""How texts of a question are written: what each form is called, what the page holds it against, and what is said of others.

What stands here is only what a page can tell by itself; the readers say the rest.
"""

from __future__ import annotations

from segtier import units
from segtier.question import assume, figures, hours
from segtier.question.row import Form

_QUOTED = "'{given}'"


def _size(what: str, pattern: str, example: str) -> Form:
    wrong = units.NOT_A_SIZE.format(what=what, given=_QUOTED)
    return Form("SIZE", pattern, wrong, units.SIZE_ADVICE.format(example=example), example.partition(" ")[0])


CAPACITY = _size("capacity", units.CAPACITY, units.CAPACITY_EXAMPLE)
RATE = _size("rate", rf"{units.CAPACITY}(?:/s)?", units.RATE_EXAMPLE)
MOMENT = Form("TIME", hours.PATTERN, hours.NO_TIME.format(given=_QUOTED), hours.ADVICE, "2024-03-12T11:00")
FIGURE = Form(
    "NAME=VALUE", figures.PATTERN, figures.NO_FIGURE.format(given=_QUOTED), figures.ADVICE, "read_us=212 (180-260)"
)
ASSUMPTION = Form(
    "NAME=VALUE", assume.PATTERN, assume.NO_INPUT.format(given=_QUOTED), assume.ADVICE, "disk_utilisation=0.6"
)
SET = Form("LABEL=NAMES", example="yesterday=OWNER.NAME,OWNER.NAME")
SEGMENT = Form("NAME", example="OWNER.NAME")
DEVICE = Form("ID")
TIER_NAME = Form(
    "NAME",
    "[A-Za-z][A-Za-z0-9_]{0,19}",
    "{given} cannot be the name of a tier",
    "Use up to 20 letters, digits and _, a letter first: its tablespaces begin with it.",
    "SAS",
)
PLACE = Form("PLACE", example="+SAS")
VOLUME = Form("ID", example="aws-gp3")
MACHINE = Form("TYPE", example="r6i.8xlarge")
