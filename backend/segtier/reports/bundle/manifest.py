"""The manifest of a bundle: what was collected, by which collector, and what each file must look like."""

from __future__ import annotations

import csv
from collections.abc import Mapping

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.reports.bundle.charset import codec_of
from segtier.reports.bundle.files import MANIFEST
from segtier.reports.numbers import impossible_id
from segtier.units import MOST_ID, counted

FORMAT = "segtier.bundle/1"
_MOST_CHARACTERS = 1 << 20
_COLUMNS = ("item", "value", "rows", "sha256", "state", "reason")
_COLLECT_AGAIN = "Run the collector again and upload its archive as it is."


@dataclass(frozen=True, slots=True)
class Listed:
    """One file as the manifest lists it. `state`: done | skipped | failed."""

    rows: int | None
    sha256: str | None
    state: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Manifest:
    items: Mapping[str, str]
    files: Mapping[str, Listed]
    """By name, lower case, `awr/...` included."""
    folder: str = ""
    """Where in the archive the bundle is: empty, or with `/` at its end."""

    @property
    def dbid(self) -> int | None:
        text = self.items.get("dbid", "")
        return counted(text)

    @property
    def database_name(self) -> str | None:
        return self.items.get("db_name") or None

    @property
    def codec(self) -> str | None:
        """Python's name of the character set; None where it is not known."""
        return codec_of(self.items.get("character_set") or "AL32UTF8")


def looks_like_manifest(path: str, head: bytes) -> bool:
    """A file named manifest.csv with the manifest's header; its version may be another."""
    if path.rpartition("/")[2].lower() != MANIFEST:
        return False
    first = head[:400].decode("utf-8-sig", "replace").split("\n", 1)[0]
    return (
        tuple(cell.strip().lower() for cell in next(csv.reader([first]), []))[:2] == _COLUMNS[:2]
        and b"segtier." in head
    )


def read_manifest(path: str, data: bytes) -> Manifest:
    """Raises UnsupportedDocument for another format's version, UnreadableInput for a manifest that cannot be read."""
    text = data.decode("utf-8-sig", "replace")[:_MOST_CHARACTERS]
    items: dict[str, str] = {}
    files: dict[str, Listed] = {}
    try:
        rows = list(csv.reader(text.splitlines()))
    except csv.Error as fault:
        raise UnreadableInput(f"the manifest breaks off: {fault}", code="bad-manifest", advice=_COLLECT_AGAIN) from None
    for row in rows[1:]:
        item, value, *rest = [cell.strip() for cell in row] + [""] * len(_COLUMNS)
        if item == "file":
            files[value.lower()] = _listed(rest)
        elif item and not item.startswith("#"):
            items[item.lower()] = value
    _check(items)
    folder = path[: len(path) - len(MANIFEST)]
    return Manifest(items, files, folder)


def _listed(cells: list[str]) -> Listed:
    rows, sha256, state, reason = cells[:4]
    return Listed(counted(rows), sha256.lower() or None, state.lower() or "done", reason or None)


def _check(items: Mapping[str, str]) -> None:
    stated = items.get("format", "")
    if stated != FORMAT:
        raise UnsupportedDocument(
            f"the bundle is of format {stated[:40]!r}; this version reads {FORMAT}",
            code="bundle-version",
            advice="Collect again with the collector this version of Segtier offers.",
        )
    dbid = items.get("dbid", "")
    number = counted(dbid)
    if dbid.isdecimal() and (number is None or number > MOST_ID):
        raise impossible_id(dbid, "dbid", section=MANIFEST)
