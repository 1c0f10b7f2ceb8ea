"""The judge of the kill harness: what it calls broken, and what it does not."""

from __future__ import annotations

from collections import Counter

import pytest

from robustness.under_load.journal import Answer, Journal, Kind
from robustness.under_load.judge import judge
from robustness.under_load.load import File
from robustness.under_load.server import Stored, Upload

A, B = "a" * 64, "b" * 64
FILES = {A: File(1, 1), B: File(2, 1)}
"""Of the databases DB1 and DB2."""


def an_upload(upload_id: str, digest: str, state: str = "succeeded", archive: str | None = None) -> Upload:
    return Upload(upload_id, digest, archive, False, state, "", 1, ("done", 100))


def stored(*uploads: Upload, reports: dict[str, int] | None = None, files: set[str] | None = None) -> Stored:
    return Stored(
        uploads={one.id: one for one in uploads},
        reports=Counter({one.id: 1 for one in uploads} if reports is None else reports),
        databases=Counter({"DB1": 1}),
        empty_databases=set(),
        bytes={one.sha256 for one in uploads} if files is None else files,
    )


Step = tuple[Kind, str, str, Answer]
"""What was asked, of which file, for which upload or database, and how it was answered."""


def journal(*steps: Step, overlap: bool = False) -> Journal:
    """Steps one after the other, or all begun before the first is answered."""
    made = Journal()
    begun = []
    for kind, digest, name, answer in steps:
        deletes = kind.startswith("delete")
        begun.append((made.begin(kind, (digest,), name if deletes else None), answer, None if deletes else name))
        if not overlap:
            made.end(*begun.pop())
    for one in begun:
        made.end(*one)
    return made


UP: Step = ("upload", A, "u1", "acknowledged")
AGAIN: Step = ("upload", A, "u2", "acknowledged")
DOWN: Step = ("delete upload", A, "u1", "acknowledged")
PACKED: Step = ("archive", A, "z1", "acknowledged")
ALL_GONE: Step = ("delete database", A, "DB1", "acknowledged")

CASES = {
    "there": (journal(UP), stored(an_upload("u1", A)), []),
    "lost": (journal(UP), stored(), ["lost"]),
    "deleted": (journal(UP, DOWN), stored(), []),
    "deleted and still there": (journal(UP, DOWN), stored(an_upload("u1", A)), ["undeleted"]),
    "uploaded again and there": (journal(UP, DOWN, AGAIN), stored(an_upload("u2", A)), []),
    "uploaded again and lost": (journal(UP, DOWN, AGAIN), stored(), ["lost"]),
    "uploaded while it was deleted, as another upload": (journal(UP, AGAIN, DOWN), stored(), ["lost"]),
    "the same upload answered while it was deleted": (journal(DOWN, UP, overlap=True), stored(), []),
    "never acknowledged": (journal(("upload", A, "u1", "refused")), stored(), []),
    "gone before it was deleted": (journal(UP, ("delete upload", A, "u1", "gone")), stored(), ["lost"]),
    "gone with its database": (journal(UP, ALL_GONE, ("delete upload", A, "u1", "gone")), stored(), []),
    "deleted with its database": (journal(UP, ALL_GONE), stored(), []),
    "came after its database was deleted": (journal(ALL_GONE, UP), stored(), ["lost"]),
    "from an archive": (journal(PACKED), stored(an_upload("u1", A, archive="z1")), []),
    "lost from an archive": (journal(PACKED), stored(), ["lost"]),
    "failed": (journal(UP), stored(an_upload("u1", A, "failed")), ["lost"]),
    "without a report": (journal(UP), stored(an_upload("u1", A), reports={}), ["lost"]),
    "with two reports": (journal(UP), stored(an_upload("u1", A), reports={"u1": 2}), ["doubled"]),
    "two uploads": (journal(UP), stored(an_upload("u1", A), an_upload("u2", A)), ["doubled"]),
    "without its bytes": (journal(UP), stored(an_upload("u1", A), files=set()), ["lost"]),
    "bytes without an upload": (journal(), stored(files={B}), ["left over"]),
    "half a file": (journal(), stored(files={"incoming-x"}), ["left over"]),
    "a report of nothing": (journal(), stored(reports={"u9": 1}), ["left over"]),
}


@pytest.mark.parametrize("case", CASES)
def test_the_judge(case: str) -> None:
    acts, found, kinds = CASES[case]
    assert [fault.kind for fault in judge(acts, FILES, found)] == kinds
