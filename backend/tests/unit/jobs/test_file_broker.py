"""The broker of files: what is visible is whole, and what is broken all the same stops nobody."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError

from segtier.jobs.app import make_app
from segtier.settings import Settings


@pytest.fixture
def queue(tmp_path: Path) -> Queue:
    """Named after the test: kombu remembers for the whole process which queues it has bound."""
    return Queue(tmp_path.name, Exchange(tmp_path.name), routing_key="bells")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    """As the product opens it where no broker is named."""
    with make_app(Settings(data_dir=tmp_path, broker_url=None)).connection_for_write() as opened:
        yield opened


def messages(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "broker" / "messages").iterdir())


class Post:
    """Sends and takes over one queue."""

    def __init__(self, connection: Connection, queue: Queue) -> None:
        self._connection, self._queue = connection, queue

    def send(self, text: str) -> None:
        self._connection.Producer().publish(
            {"text": text}, exchange=self._queue.exchange, routing_key="bells", declare=[self._queue]
        )

    def take(self) -> Any:
        """The next text; None where there is none."""
        channel = self._connection.channel()
        try:
            message = self._queue(channel).get(no_ack=True)
            return None if message is None else message.payload["text"]
        finally:
            channel.close()


@pytest.fixture
def post(connection: Connection, queue: Queue) -> Post:
    return Post(connection, queue)


def test_messages_arrive_in_their_order(post: Post, tmp_path: Path) -> None:
    for text in ("one", "two", "three"):
        post.send(text)
        time.sleep(0.002)  # their names count milliseconds
    assert [post.take() for _ in range(4)] == ["one", "two", "three", None]
    assert messages(tmp_path) == []


def test_a_message_is_whole_as_soon_as_it_has_its_name(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader looks at the worst moment: just before the writer puts the name on it."""
    post.send("first")
    assert post.take() == "first"
    seen: list[Any] = []
    rename = Path.rename

    def look_then_rename(path: Path, target: Path) -> Path:
        seen.append((path.suffix, "body" in json.loads(path.read_text()), post.take()))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", look_then_rename)
    post.send("second")
    assert seen == [(".part", True, None)]
    assert post.take() == "second"


def test_none_is_lost_or_broken_while_others_are_written(post: Post, connection: Connection, queue: Queue) -> None:
    """Long messages, taken as they come."""
    text, sent = "x" * 200_000, 100
    writer = threading.Thread(target=_send_many, args=(Post(connection.clone(), queue), text, sent))
    writer.start()
    found = 0
    while writer.is_alive():
        found += post.take() is not None
    while post.take() is not None:
        found += 1
    assert found == sent


def _send_many(post: Post, text: str, times: int) -> None:
    for _ in range(times):
        post.send(text)


@pytest.mark.parametrize("content", [b"", b'{"body": "', b"\xff"], ids=["empty", "half", "not-utf8"])
def test_an_unreadable_message_is_thrown_away_and_the_next_one_taken(
    post: Post, queue: Queue, tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    post.send("good")
    (tmp_path / "broker" / "messages" / f"0_broken.{queue.name}.msg").write_bytes(content)
    with caplog.at_level(logging.WARNING):
        assert post.take() == "good"
    assert "thrown away" in caplog.text
    assert messages(tmp_path) == []


def test_a_table_that_is_being_made_is_never_half_written(connection: Connection, tmp_path: Path) -> None:
    """Many bind for the first time at once; each finds a table it can read, and none loses another's queue."""
    names = [f"{tmp_path.name}-{n}" for n in range(8)]
    with ThreadPoolExecutor(len(names)) as pool:
        list(pool.map(lambda name: _bind(connection, tmp_path.name, name), names))
    table = json.loads((tmp_path / "broker" / "control" / f"{tmp_path.name}.exchange").read_text())
    assert sorted(bound for _, _, bound in table) == names


def _bind(connection: Connection, exchange: str, name: str) -> None:
    with connection.clone() as mine:
        Queue(name, Exchange(exchange), routing_key=name)(mine.channel()).declare()


def test_a_folder_that_takes_no_file_is_told_as_a_fault_of_the_channel(connection: Connection, tmp_path: Path) -> None:
    """What the bell expects: it goes on without the broker."""
    (tmp_path / "broker" / "messages").rmdir()
    with pytest.raises(ChannelError, match="cannot write"):
        connection.channel()._put("bells", {"text": "lost"})
