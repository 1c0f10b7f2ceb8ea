"""Texts of a bundle as its platform wants them: a checklist in place of the shell script, backslashes on Windows.

Oracle writes file names in capitals on Windows, so the place is in capitals as well.
"""

from __future__ import annotations

import re

from segtier.model.plan import PlanRequest
from segtier.oracle.platforms import platform_of

_SEPARATORS = (
    (re.compile(r"(:s_flash_place LIKE ')/%(' THEN ')/"), r"\1_:\\%\2" + "\\\\"),
    (re.compile(r"(:s_flash_place LIKE ')/%"), r"\1_:\\%"),
    (re.compile(r"(:s_flash_place \|\| ')/"), r"\1" + "\\\\"),
    (re.compile(r"(:s_name \|\| ')/%"), r"\1" + "\\\\%"),
    (re.compile(r"\[\^/\+\]"), r"[^\\+]"),
    (re.compile(r"'/o1_mf_', '/segtier_'"), r"'\\O1_MF_', '\\SEGTIER_'"),
    (re.compile(r"such as /u02/ssd"), r"such as E:\\ORADATA\\SSD"),
)
CHECKLIST = "10_os_setup.md"
PLACE = r"[A-Z]:(\\[A-Z0-9_]([A-Z0-9._-]*[A-Z0-9_-])?){1,20}"
"""A directory, as the guard of every script takes it."""


def is_windows(request: PlanRequest) -> bool:
    return platform_of(request.database) == "windows"


def has_checklist(request: PlanRequest) -> bool:
    """No udev and no shell of ours there: the steps are told, in 10_os_setup.md."""
    return platform_of(request.database) in ("aix", "hp-ux", "windows")


def by_platform(text: str, request: PlanRequest) -> str:
    """SQL or words written for Linux, as this platform has them: its file of steps, its paths."""
    if has_checklist(request):
        text = text.replace("10_os_setup.sh looks", f"{CHECKLIST} says how to look").replace(
            "10_os_setup.sh", CHECKLIST
        )
    if is_windows(request):
        for found, put in _SEPARATORS:
            text = found.sub(put, text)
    return text
