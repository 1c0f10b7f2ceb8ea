"""What is typed becomes one request, whoever asks: the page, a program, the command line."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import click
import httpx
import pytest
from click.testing import CliRunner
from fastapi import FastAPI

from segtier.api.dependencies import Question as OverRest
from segtier.cli.support.request_options import make_request, request_options
from segtier.documents import encode
from segtier.errors import SegtierError
from segtier.model.device import StorageGroup
from segtier.model.request import AdviceRequest, Users
from segtier.question import Question, compose_request, read_storage

GROUPS = b'{"groups": [{"name": "old", "holds": ["data", "redo"], "media": "hdd", "spindles": 24, "raid": "raid10"}]}'


def typed(*options: str) -> bytes:
    """The request that a command makes of these options."""

    @click.command()
    @request_options
    def command(**given: object) -> None:
        click.echo(encode(make_request(**given)))  # type: ignore[arg-type]

    done = CliRunner().invoke(command, options, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout_bytes.strip()


def called(**query: str | list[str]) -> bytes:
    """The request that a program's call makes of these parameters."""
    app = FastAPI()
    asked: list[Question] = []

    @app.get("/")
    def route(question: OverRest) -> None:
        asked.append(question)

    async def call() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get("/", params=query)

    assert asyncio.run(call()).status_code == 200
    return encode(compose_request(asked[0]))


@pytest.mark.parametrize(
    ("options", "query"),
    [
        (["--ssd", "652GiB"], {"ssd": "652GiB"}),
        (["--ssd", "1TB", "--headroom", "25"], {"ssd": "1TB", "headroom_pct": "25"}),
        (
            ["--ssd", "1TB", "--max-moves", "12", "--together", "table"],
            {"ssd": "1TB", "most_moves": "12", "together": "table"},
        ),
        (["--ssd", "1TB", "--move-at-most", "200GB"], {"ssd": "1TB", "move_at_most": "200GB"}),
        (
            ["--ssd", "1TB", "--machine-iops", "20000", "--machine-rate", "800MB/s"],
            {"ssd": "1TB", "machine_requests_per_s": "20000", "machine_rate": "800MB"},
        ),
        (
            ["--ssd", "1TB", "--hold", "every-hour", "--set", "a=B.C"],
            {"ssd": "1TB", "hold": "every-hour", "set": "a=B.C"},
        ),
        (["--ssd", "1TB", "--pin", "A.B", "--exclude", "C.*"], {"ssd": "1TB", "pin": "A.B", "exclude": "C.*"}),
        (["--ssd", "1TB", "--pin", "A.B", "--pin", "A.C"], {"ssd": "1TB", "pin": ["A.B", "A.C"]}),
        (["--ssd", "1TB", "--shared", "--attachment", "san"], {"ssd": "1TB", "shared": "true", "attachment": "san"}),
        (["--ssd", "1TB", "--users", "80", "--think-time", "0"], {"ssd": "1TB", "users": "80", "think_time_s": "0"}),
        (
            ["--ssd", "1TB", "--hours-from", "2024-03-12T11:00", "--hours-to", "2024-03-12"],
            {"ssd": "1TB", "hours_from": "2024-03-12T11:00", "hours_to": "2024-03-12"},
        ),
        (
            ["--ssd", "1TB", "--assume", "flash_read_us=150", "--assume", "model_error=-0.1"],
            {"ssd": "1TB", "assume": ["flash_read_us=150", "model_error=-0.1"]},
        ),
        (["--ssd", "1TB", "--window", "p95", "--price", "900"], {"ssd": "1TB", "window": "p95", "price": "900"}),
        (
            ["--ssd", "1TB", "--figure", "read_us=212 (180-260) from fio", "--figure", "read_iops>=350000"],
            {"ssd": "1TB", "figure": ["read_us=212 (180-260) from fio", "read_iops>=350000"]},
        ),
        (["--ssd", "1TB", "--storage", "GROUPS"], {"ssd": "1TB", "storage": GROUPS.decode()}),
    ],
)
def test_the_same_question_is_the_same_request_on_every_edge(
    options: Sequence[str], query: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("storage") / "groups.yaml"
    file.write_bytes(GROUPS)
    assert typed(*(str(file) if one == "GROUPS" else one for one in options)) == called(**query)


def test_nothing_typed_is_a_question_of_which_nothing_is_stated() -> None:
    assert typed() == called() == encode(compose_request(Question()))


def test_what_was_typed_is_in_the_request() -> None:
    request = compose_request(
        Question(ssd="1TB", storage=read_storage(GROUPS, "x"), users=80, think_time_s=2.5, headroom_pct=25)
    )
    assert isinstance(request, AdviceRequest)
    assert (request.tier.usable_bytes, request.headroom_pct, request.users) == (10**12, 25, Users(80, 2.5))
    assert request.storage_today is not None
    assert request.storage_today.groups == (
        StorageGroup("old", ("data", "redo"), "hdd", 24, "raid10", (), inferred=False),
    )


def test_one_group_needs_no_list() -> None:
    request = compose_request(Question(ssd="1TB", media="hdd", spindles=12))
    assert request.storage_today is not None
    (group,) = request.storage_today.groups
    assert (group.media, group.spindles, group.raid, group.inferred) == ("hdd", 12, None, False)


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (Question(ssd="1TB", users=8), "users-incomplete"),
        (Question(ssd="1TB", think_time_s=8), "users-incomplete"),
        (Question(ssd="1TB", media="hdd", spindles=1, raid="raid10"), "too-few-disks"),
        (Question(ssd="1TB", media="hdd", spindles=3, raid="raid6"), "too-few-disks"),
        (Question(ssd="1TB", media="hdd", storage=read_storage(GROUPS, "x")), "storage-twice"),
    ],
)
def test_what_cannot_be_meant_is_refused(question: Question, code: str) -> None:
    with pytest.raises(SegtierError) as refused:
        compose_request(question)
    assert (refused.value.code, bool(refused.value.advice)) == (code, True)


@pytest.mark.parametrize(
    "text", [b"", b"7", b"{}", b'{"groups": 1}', b"[" * 8000, b'{"groups": [{"name": "a", "spindles": 0}]}', b"\xff"]
)
def test_groups_that_cannot_be_read(text: bytes) -> None:
    with pytest.raises(SegtierError, match=r"^storage: ") as refused:
        read_storage(text, "storage")
    assert refused.value.code == "bad-storage"
