"""Where files and tablespaces lie, and how long a read takes there, as the user states it."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.model.device import StorageGroup, StorageToday


class Stated:
    """The groups that hold data; nobody stated an inferred one."""

    def __init__(self, storage: StorageToday) -> None:
        self.groups = {group.name: group for group in storage.groups if not group.inferred}
        self._of_data = [group for group in self.groups.values() if "data" in group.holds]
        self._tablespaces = {name.upper(): group.name for group in self._of_data for name in group.tablespaces}
        begins = [(begin, group.name) for group in self._of_data for begin in group.files]
        self._begins = sorted(begins, key=lambda pair: -len(pair[0]))
        """The longest first: of /u02 and /u02/fast the second is nearer."""
        self._rest = next((group.name for group in self._of_data if not group.named), None)

    def of(self, tablespace: str, file: str | None = None) -> str | None:
        """The group of a tablespace, or of a file of it; None where nobody stated it."""
        named = self._tablespaces.get(tablespace.upper())
        begun = next((name for begin, name in self._begins if file is not None and _begins(file, begin)), None)
        return named or begun or self._rest

    def group(self, place: str) -> StorageGroup | None:
        return self.groups.get(place)

    def read_us(self, places: Iterable[str]) -> float | None:
        """Of a tablespace that lies there; None where of one of them nobody stated it."""
        found = [group.read_us if (group := self.groups.get(place)) else None for place in places]
        known = [one for one in found if one is not None]
        return sum(known) / len(known) if known and len(known) == len(found) else None

    def text(self) -> str:
        """What was stated of named groups, in short."""
        rows = [f"{group.name} ({', '.join(_says(group))})" for group in self._of_data if _says(group)]
        return f" As stated: {'; '.join(rows[:_MOST])}{' and more' if len(rows) > _MOST else ''}." if rows else ""

    def unmatched(self, files: Iterable[str]) -> list[str]:
        """Beginnings of file names that none of the inputs has."""
        names = list(files)
        return [begin for begin, _ in self._begins if not any(_begins(name, begin) for name in names)]


_MOST = 4
_MEDIA = {"flash": "SSD", "hdd": "disks", "cached-array": "an array with a cache"}


def _says(group: StorageGroup) -> list[str]:
    said = [*group.files[:_MOST], *group.tablespaces[:_MOST]]
    if said and group.media in _MEDIA:
        said.append(_MEDIA[group.media])
    if group.read_us is not None:
        said.append(f"a read takes {group.read_us:,.10g} µs")
    return said


def _begins(file: str, begin: str) -> bool:
    """At a whole name: /u02 begins /u02/a.dbf and not /u021/a.dbf. Oracle prints disk groups in capitals."""
    name, start = file.strip("'\" ").upper(), begin.strip().rstrip("/\\").upper()
    return name.startswith(start) and (len(name) == len(start) or not start or name[len(start)] in "/\\")
