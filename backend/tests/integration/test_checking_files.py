"""Every stored file is held against its digest in turns; what is damaged is told until it comes again."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest

from segtier.model.account import ITSELF
from segtier.services import check_files as checking
from segtier.services.accept_upload import accept_upload
from segtier.services.check_files import check_files
from segtier.services.context import Context
from segtier.services.examine import examine_files
from segtier.services.manage_uploads import delete_upload
from segtier.store import file_checks
from tests.integration.files import a_report

AT_ONCE = timedelta(0)
FILES = 4


def sent(context: Context, number: int) -> tuple[str, str]:
    data = io.BytesIO(a_report(snap=10 * number))
    upload = accept_upload(context, ITSELF, data, file=f"{number}.json", period="before").upload
    return upload.id, upload.sha256


def path_of(context: Context, sha256: str) -> Path:
    (path,) = context.blobs.folder.glob(f"??/{sha256}*")
    return path


def damaged(context: Context) -> set[str]:
    with context.store.read() as tx:
        return file_checks.damaged(tx)


def states(context: Context) -> set[str]:
    return {one.state for one in examine_files(context.store, context.blobs, quick=True)}


def test_damage_is_told_until_the_file_comes_again(context: Context) -> None:
    assert check_files(context, AT_ONCE) == 0
    uploads = [sent(context, number) for number in range(FILES)]
    altered, gone, deleted = (sha256 for _, sha256 in uploads[:3])
    path_of(context, altered).write_bytes(b"something else")
    assert (damaged(context), states(context)) == (set(), {"ok"}), "nobody has looked"
    path_of(context, gone).unlink()
    path_of(context, deleted).write_bytes(b"something else")
    assert check_files(context, AT_ONCE) == 3
    assert (damaged(context), states(context)) == ({altered, gone, deleted}, {"fail"})
    assert check_files(context) is None
    delete_upload(context, ITSELF, uploads[2][0])
    sent(context, 0)
    assert damaged(context) == {gone}
    path_of(context, altered).write_bytes(b"something else")
    assert check_files(context, AT_ONCE) == 2
    sent(context, 0)
    sent(context, 1)
    assert (damaged(context), states(context) & {"fail"}, check_files(context, AT_ONCE)) == (set(), set(), 0)


def test_each_turn_goes_on_where_the_last_one_ended(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is cut short leaves none out."""
    monkeypatch.setattr(checking, "_LEAST", 1)
    digests = sorted(sha256 for _, sha256 in (sent(context, number) for number in range(FILES)))
    looked: list[str] = []

    def looks(_: object, sha256: str) -> bool:
        looked.append(sha256)
        if len(looked) == 2:
            raise FileNotFoundError
        return True

    monkeypatch.setattr(checking, "is_as_stored", looks)
    for turn in range(FILES + 4):
        if turn == 1:
            with pytest.raises(FileNotFoundError):
                check_files(context, AT_ONCE)
        else:
            check_files(context, AT_ONCE)
    assert looked == [digests[0], digests[1], *digests[1:], *digests[:2]]
