"""What the trail says is stored: what came, less what was deleted. What is there is held against it.

| entry | its subject | `detail` |
|---|---|---|
| `database.added` | the database | |
| `upload.recorded` | a file as it was sent, once it is read | `uploads`: it and its members, by identifier their SHA-256 |
| `inventory.taken` | `installation` | the same, and `databases`: what was there before there were such entries |
| `database.deleted` | the database | |
| `upload.deleted` | the upload | `members`, where it was an archive; `databases`, of which it held reports |

Nobody waits for a lock to send a file: an upload is in the trail from the moment it is read, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final

from segtier.dataclass import dataclass
from segtier.model.audit import AuditEntry, Stored, StoredFault

ADDED: Final = "database.added"
RECORDED: Final = "upload.recorded"
INVENTORY: Final = "inventory.taken"
_GONE = "it is gone, and no entry says that it was deleted"
_UNKNOWN = "the audit trail has no entry for it"


@dataclass(slots=True)
class Inventory:
    """Databases, and uploads with their SHA-256; both by identifier."""

    databases: dict[str, str] = field(default_factory=dict)
    uploads: dict[str, str] = field(default_factory=dict)

    def noting(self, entries: Iterable[AuditEntry]) -> Iterator[AuditEntry]:
        """The same entries, the oldest first, each noted as it passes."""
        for entry in entries:
            self._note(entry)
            yield entry

    def faults(
        self, databases: Iterable[str], uploads: Mapping[str, str], unread: Mapping[str, str]
    ) -> Iterator[StoredFault]:
        """What is there now and should not be, or the other way round. `unread`: uploads that need no entry yet."""
        yield from _compared("database", self.databases, dict.fromkeys(databases, ""), {})
        yield from _compared("upload", self.uploads, uploads, unread)

    def _note(self, entry: AuditEntry) -> None:
        told = entry.detail
        if entry.action == ADDED:
            self.databases[entry.subject] = ""
        elif entry.action in (RECORDED, INVENTORY):
            self.databases |= dict.fromkeys(_listed(told, "databases"), "")
            self.uploads |= _listed(told, "uploads")
        elif entry.action == "database.deleted":
            self.databases.pop(entry.subject, None)
        elif entry.action == "upload.deleted":
            for one in (entry.subject, *_listed(told, "members")):
                self.uploads.pop(one, None)


def _compared(
    kind: Stored, entered: Mapping[str, str], there: Mapping[str, str], unread: Mapping[str, str]
) -> Iterator[StoredFault]:
    for one, sha256 in entered.items():
        now = there.get(one, unread.get(one))
        if now is None:
            yield StoredFault(kind, one, _GONE)
        elif now != sha256:
            yield StoredFault(kind, one, "it names a different file from the one sent")
    for one in there.keys() - entered.keys():
        yield StoredFault(kind, one, _UNKNOWN)


def _listed(told: dict[str, Any], name: str) -> dict[str, str]:
    """What an entry lists, which may itself have been altered."""
    listed = told.get(name, {})
    return listed if isinstance(listed, dict) else {}
