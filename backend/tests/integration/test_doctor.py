"""What is amiss is named, and nothing else: a table of what is done to an installation and what the doctor says of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import text

from segtier.cli.support.checkup import check_up
from segtier.model.account import ITSELF
from segtier.services import accounts
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.settings import Settings
from segtier.store.blob_folder import BlobFolder
from tests.integration.files import a_report
from tests.integration.kept_installation import segtier
from tests.integration.queue import work_through
from tests.integration.reviewing import PASSWORD
from tests.sentences import worded


def sql(statement: str) -> Callable[[Context], object]:
    def run(context: Context) -> None:
        with context.store.write(ITSELF) as tx:
            tx.execute(text(statement))

    return run


def add_admin(context: Context) -> None:
    accounts.add_user(context.store, ITSELF, "ana", "admin", PASSWORD)


def lose_a_file(context: Context) -> None:
    next(context.blobs.folder.glob("??/*")).unlink()


def alter_a_file(context: Context) -> None:
    next(context.blobs.folder.glob("??/*")).write_bytes(b"something else")


def leave_a_file(context: Context) -> None:
    context.blobs.put_unsynced(b"nobody's")


def open_to_others(context: Context) -> None:
    context.blobs.folder.parent.chmod(0o755)


@dataclass(frozen=True)
class Case:
    done: Callable[[Context], object]
    said: set[tuple[str, str]]
    """What and state of each line that is not ok."""
    settings: tuple[tuple[str, object], ...] = ()
    worker: bool = True
    broker: bool = True


def nothing(_: Context) -> None:
    pass


CHOSEN = ("secret", "0123456789abcdef-chosen")
CASES = {
    "all is well": Case(nothing, set()),
    "no worker": Case(nothing, {("worker", "warn")}, worker=False),
    "no broker": Case(nothing, {("broker", "warn")}, broker=False),
    "a begun job and no worker": Case(
        sql("UPDATE jobs SET state = 'running'"), {("worker", "warn"), ("lost jobs", "warn")}, worker=False
    ),
    "a begun job and a worker": Case(sql("UPDATE jobs SET state = 'running'"), set()),
    "a file set aside": Case(sql("UPDATE jobs SET state = 'quarantined'"), {("set aside", "warn")}),
    "a file that waits for long": Case(
        sql("UPDATE jobs SET state = 'queued', created_at = '2020-01-01 00:00:00'"), {("queue", "warn")}
    ),
    "a file is gone": Case(lose_a_file, {("files", "fail")}),
    "a file is altered": Case(alter_a_file, {("files", "fail")}),
    "a file of nobody": Case(leave_a_file, {("orphan files", "warn")}),
    "a folder open to others": Case(open_to_others, {("data folder", "warn")}),
    "no room": Case(nothing, {("disk", "warn")}, (("upload_max_bytes", 2**62),)),
    "everywhere without admin and secret": Case(nothing, {("way in", "fail")}, (("host", "0.0.0.0"),)),
    "everywhere with a chosen secret": Case(nothing, {("way in", "warn")}, (("host", "0.0.0.0"), CHOSEN)),
    "everywhere with an admin": Case(add_admin, set(), (("host", "0.0.0.0"),)),
    "an altered trail": Case(sql("UPDATE audit SET subject = 'other'"), {("audit trail", "fail")}),
    "an older database": Case(sql("UPDATE alembic_version SET version_num = '0009'"), {("migrations", "warn")}),
    "a newer database": Case(sql("UPDATE alembic_version SET version_num = '9999'"), {("migrations", "fail")}),
    "a database without tables": Case(sql("DROP TABLE alembic_version"), {("migrations", "warn")}),
}


@pytest.mark.parametrize("name", CASES)
def test_the_doctor_names_what_is_amiss(context: Context, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    tmp_path.chmod(0o700)
    accept_upload(context, ITSELF, BytesIO(a_report()), file="a.json", period="before")
    work_through(context)
    if name == "an altered trail":
        add_admin(context)
    case.done(context)
    url = context.store.engine.url.render_as_string(hide_password=False)
    settings = Settings(data_dir=tmp_path, database_url=url, **dict(case.settings))  # type: ignore[arg-type]
    found = list(check_up(settings, lambda: case.worker, lambda: case.broker))
    assert {(one.what, one.state) for one in found if one.state != "ok"} == case.said
    assert all((one.advice is None) == (one.state == "ok") for one in found)


def test_a_database_that_is_away_or_not_there_yet(tmp_path: Path) -> None:
    def said(url: str, folder: Path = tmp_path) -> set[tuple[str, str]]:
        settings = Settings(data_dir=folder, database_url=url)
        found = check_up(settings, lambda: True, lambda: True)
        return {(one.what, one.state) for one in found if one.state != "ok"}

    tmp_path.chmod(0o700)
    assert said("postgresql+psycopg://nobody@127.0.0.1:1/none") == {("database", "fail")}
    assert said(f"sqlite:///{tmp_path}/segtier.db") == {("database", "warn")}
    assert said("sqlite:///x.db", tmp_path / "none") == {("data folder", "warn")}
    assert {path.name for path in tmp_path.iterdir()} <= {"files"}


def test_looking_makes_nothing(context: Context, tmp_path: Path) -> None:
    """Also not for root, whose folders the service could not use."""
    done = segtier(context, "doctor", SEGTIER_DATA_DIR=str(tmp_path / "none"))
    assert (done.returncode, (tmp_path / "none").exists()) == (0, False), done.stderr
    assert worded("cli/not-there-yet", "none") in done.stdout


def test_the_command(context: Context) -> None:
    """Without a worker: a warning is no failure; a lost file is."""
    accept_upload(context, ITSELF, BytesIO(a_report()), file="a.json", period="before")
    well = segtier(context, "doctor", "--format", "json")
    states = {one["what"]: one["state"] for one in json.loads(well.stdout)}
    assert (well.returncode, states["worker"], states["files"], states["broker"]) == (0, "warn", "ok", "ok"), (
        well.stderr
    )
    alter_a_file(context)
    ill, quick = segtier(context, "doctor"), segtier(context, "doctor", "--quick")
    assert f"fail  files: 1 {worded('services/file-uploads-name')} altered: a.json (" in ill.stdout
    assert (ill.returncode, quick.returncode) == (1, 0)
    lose_a_file(context)
    ill = segtier(context, "doctor")
    assert ill.returncode == 1
    assert f"fail  files: 1 {worded('services/file-uploads-name')} gone: a.json (" in ill.stdout
    assert BlobFolder(context.blobs.folder).marks() == {}
