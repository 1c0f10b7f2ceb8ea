"""A database that is not whole: a copy made file by file while it was written, or pages that go bad under a running server."""

from __future__ import annotations

import io
import shutil
import socket
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from segtier.api.errors import fault_problem
from segtier.model.account import ITSELF
from segtier.passing import MALFORMED, Passing
from segtier.services.accept_upload import accept_upload
from segtier.services.check_ready import check_ready
from segtier.services.context import Context
from segtier.store import damage, schema
from segtier.store.engine import Store
from segtier.store.faults import passing_fault
from tests.integration.conftest import MIGRATIONS
from tests.integration.files import a_report
from tests.integration.kept_installation import refusal, segtier
from tests.torn import torn_copies

COPIES = 6
on_sqlite = pytest.mark.parametrize("migrated_store", ["sqlite"], indirect=True)


def run(context: Context, folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    env = {"SEGTIER_DATA_DIR": str(folder), "SEGTIER_DATABASE_URL": f"sqlite:///{folder}/segtier.db"}
    return segtier(context, *arguments, **env)


@on_sqlite
def test_torn_copies_are_refused(context: Context, tmp_path: Path) -> None:
    """By the doctor, by the server (which would find its port taken next) and by a backup; the doctor of the whole one finds
    nothing wrong.
    """
    seen = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for folder in torn_copies(tmp_path / "segtier.db", tmp_path, COPIES):
            again = Path(shutil.copytree(folder, folder.with_name(f"{folder.name}-again")))
            ill = run(context, folder, "doctor")
            assert (ill.returncode, "segtier restore FOLDER" in ill.stdout) == (1, True), ill.stdout
            seen += [line for line in ill.stdout.splitlines() if "database" in line]
            for arguments in (("serve", "--port", port), ("backup", tmp_path / "backup")):
                refused = run(context, again, *arguments)
                assert (refused.returncode, refusal(refused)["code"]) == (5, "database-malformed"), refused.stderr
            assert not (tmp_path / "backup").exists()
    assert (len(seen), all(line.startswith("fail  database: ") for line in seen)) == (COPIES, True), seen
    assert "fail" not in {line.split()[0] for line in segtier(context, "doctor").stdout.splitlines()}


def garbage(file: Path) -> None:
    """All but the first page, which says what the file is."""
    size = file.stat().st_size
    with file.open("r+b") as pages:
        pages.seek(4096)
        pages.write(b"\xa5" * (size - 4096))


def another_file(file: Path) -> None:
    file.write_bytes(b"\xa5" * file.stat().st_size)


@on_sqlite
@pytest.mark.parametrize("spoil", [garbage, another_file])
def test_once_a_page_is_found_broken_nobody_writes(
    context: Context, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    """Neither this process nor another; the problem has a code of its own, and says how to restore."""
    file, whole = tmp_path / "segtier.db", tmp_path / "whole"
    context.store.empty_log()
    context.store.close()
    shutil.copy(file, whole)
    spoil(file)
    before = file.read_bytes()
    with closing(Store(f"sqlite:///{file}")) as other:
        for number in range(3):
            with pytest.raises(Passing) as raised:
                accept_upload(context, ITSELF, io.BytesIO(a_report(snap=number + 1)), file="a.json", period="before")
            assert passing_fault(raised.value) == MALFORMED
        with pytest.raises(Passing), other.write(ITSELF) as tx:
            tx.connection()
        assert not check_ready(context, schema.newest_revision(MIGRATIONS), None)[0].ready
    answer = fault_problem("r", "/x", raised.value)
    assert (answer.status_code, b"database-malformed" in answer.body, b"segtier restore" in answer.body) == (
        503,
        True,
        True,
    )
    context.store.close()
    assert file.read_bytes() == before
    shutil.copy(whole, file)
    assert damage.is_malformed(context.store.engine)
    assert damage.damage_of(context.store.engine, thorough=True) is None
    accept_upload(
        context, ITSELF, io.BytesIO(a_report()), file="a.json", period="before"
    )  # the check took the mark away
