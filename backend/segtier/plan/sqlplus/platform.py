"""What a bundle has of its platform: a checklist in place of the shell script, paths and how they are written.

Oracle writes file names in capitals on Windows, so the place is in capitals as well.
"""

from __future__ import annotations

from segtier.oracle.platforms import platform_of
from segtier.plan.contract import TargetedRequest

CHECKLIST = "10_os_setup.md"
_DIRECTORY = "(/[A-Za-z0-9_][A-Za-z0-9._-]*){1,20}"
_DIRECTORY_OF_WINDOWS = r"[A-Z]:(\\[A-Z0-9_]([A-Z0-9._-]*[A-Z0-9_-])?){1,20}"


def is_windows(request: TargetedRequest) -> bool:
    return platform_of(request.database) == "windows"


def has_checklist(request: TargetedRequest) -> bool:
    """No udev and no shell of ours there: the steps are told, in 10_os_setup.md."""
    return platform_of(request.database) in ("aix", "hp-ux", "windows")


def slash(request: TargetedRequest) -> str:
    """Between a directory and a file."""
    return "\\" if is_windows(request) else "/"


def directory(request: TargetedRequest) -> str:
    """A pattern of Oracle's for an absolute path without blanks or quotes."""
    return _DIRECTORY_OF_WINDOWS if is_windows(request) else _DIRECTORY


def by_platform(text: str, request: TargetedRequest) -> str:
    """Words written for Linux, as this platform has them: its file of steps, a path to read."""
    if has_checklist(request):
        text = text.replace("10_os_setup.sh looks", f"{CHECKLIST} says how to look").replace(
            "10_os_setup.sh", CHECKLIST
        )
    return text.replace("such as /u02/ssd", r"such as E:\ORADATA\SSD") if is_windows(request) else text
