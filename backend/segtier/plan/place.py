"""Where the files of an option go: a disk group, a directory, or a place that the administrator must still name.

The scripts read it from settings.sql as the bind variable `s_flash_place`, so there is one line to correct and nothing
to search for. What nobody has told stands there as an example value, and every script stops on it.
"""

from __future__ import annotations

from dataclasses import field

from segtier.dataclass import dataclass

EXAMPLE = "CHANGE_THIS"


@dataclass(frozen=True, slots=True)
class Place:
    """`group`: the disk group the bundle prepares, `directory`: the path; `setting`: what settings.sql says at first."""

    group: str | None
    directory: str | None
    setting: str
    note: str = field(default="", compare=False)
    """What settings.sql says above it, as comments."""

    @property
    def start(self) -> str:
        """What the name of every file there begins with."""
        return self.setting + ("\\" if "\\" in self.setting else "/")

    @property
    def asked(self) -> bool:
        """The administrator must name it before any script runs."""
        return self.setting == EXAMPLE
