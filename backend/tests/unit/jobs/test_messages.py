"""What a worker takes from the broker, to which others may have written."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from kombu.exceptions import ContentDisallowed
from kombu.serialization import dumps, loads, prepare_accept_content

from segtier.jobs.app import BELL, make_app
from segtier.settings import Settings


class Evil:
    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self.file,)


@pytest.mark.parametrize("kind", ["pickle", "application/x-python-serialize", "yaml", "application/x-yaml", "msgpack"])
def test_only_json_is_taken(kind: str, tmp_path: Path) -> None:
    """No message runs anything, whatever its header says it is."""
    accepted = prepare_accept_content(make_app(Settings(data_dir=tmp_path)).conf.accept_content)
    message = pickle.dumps(Evil(tmp_path / "owned"))
    pickle.loads(message)
    assert (tmp_path / "owned").is_file(), "it would run"
    (tmp_path / "owned").unlink()
    with pytest.raises(ContentDisallowed):
        loads(message, kind, "binary", accept=accepted)
    assert not (tmp_path / "owned").exists()
    kind_of_ours, coding, body = dumps([1], "json")
    assert loads(body, kind_of_ours, coding, accept=accepted) == [1]


def test_there_is_one_task_and_it_takes_nothing(tmp_path: Path) -> None:
    app = make_app(Settings(data_dir=tmp_path))
    app.loader.import_default_modules()
    from segtier.jobs.tasks import ring

    assert [name for name in ring.app.tasks if not name.startswith("celery.")] == [BELL]
    with pytest.raises(TypeError):
        ring("rm")
