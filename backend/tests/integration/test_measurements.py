"""Files of measurements over REST: figures out, and the question they make."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from segtier.samples import oltp_sample
from tests.client import Client
from tests.fio_output import COMMON, Job, Way, fio_3
from tests.integration.files import a_report
from tests.stack import Product

READ = Job("lat", Way(us=112, under_way=4, median_us=104, late_us=150))
DEEP = Job("iops", Way(us=400, under_way=256), options={"rw": "randread", "iodepth": "32", "numjobs": "8"})
BUFFERED = fio_3(READ, common={**COMMON, "direct": "0"})


@pytest.fixture(scope="module")
def client(product: Product) -> Iterator[Client]:
    with Client(product.url) as one:
        yield one


def sent(client: Client, *files: tuple[str, str | bytes]) -> tuple[int, dict]:
    parts = [("file", (name, text if isinstance(text, bytes) else text.encode())) for name, text in files]
    answer = client.call("POST", "/api/v1/measurements", files=parts)
    return answer.status_code, answer.json()


def test_other_forms_take_each_field_once(client: Client) -> None:
    parts = [("file", (f"{name}.json", b"{}")) for name in "ab"]
    refused = client.call("POST", "/api/v1/uploads", files=parts)
    assert (refused.status_code, refused.json()["code"]) == (400, "repeated-parameter")
    unknown = client.call("POST", "/api/v1/measurements", files=[("files", ("a.json", b"{}"))])
    assert (unknown.status_code, unknown.json()["code"]) == (400, "unknown-parameter")
    assert "did you mean 'file'?" in unknown.json()["detail"]


def test_files_become_figures_and_the_figures_a_question(client: Client) -> None:
    status, found = sent(client, ("lat.json", fio_3(READ)), ("iops.json", fio_3(DEEP)))
    assert (status, found["warnings"]) == (200, [])
    assert found["measured"]["read_us"]["value"] == pytest.approx(162)
    assert found["measured"]["write_us"] is None
    assert [text.split(" ")[0] for text in found["figures"]] == [
        "read_us=162",
        "read_iops=640000",
        "read_bytes_per_s>=5242880000",
    ]

    client.remove_everything()
    report = next(file for file in oltp_sample() if file.period == "before")
    client.upload(report.name, report.data)
    client.finished()
    (database,) = client.get("/databases")["items"]
    path = f"/api/v1/databases/{database['id']}/advice?ssd=700GB"
    measured, data_sheet = (client.call("GET", one).json() for one in (f"{path}&{found['query']}", path))
    (flash,), (without,) = measured["devices"], data_sheet["devices"]
    assert (flash["read_us"], flash["read_iops"]) == (pytest.approx(162), pytest.approx(640_000))
    sources = [
        client.call("GET", one.replace("?", "/sources?")).json()["flash"] for one in (f"{path}&{found['query']}", path)
    ]
    shown = {one["name"]: one for one in sources[0]}
    assert shown["read_us"]["source"] == found["measured"]["read_us"]["source"]
    assert (shown["read_us"]["taken_from"], shown["write_us"]["taken_from"]) == ("measured", "data-sheet")
    assert {one["taken_from"] for one in sources[1]} == {"data-sheet"}
    assert without["read_us"] == 280


@pytest.mark.parametrize(
    ("files", "status", "code"),
    [
        ([("flash.json", BUFFERED)], 409, "no-usable-run"),
        ([("flash.json", fio_3(READ)[:700])], 422, "bad-fio"),
        ([("flash.json", b"")], 422, "empty-file"),
        ([("flash.json", b"PK\x03\x04 no report")], 422, "binary-file"),
        ([("flash.json", '{"fio version": ' + "[" * 200_000)], 422, "bad-fio"),
        ([("good.json", fio_3(READ)), ("flash.json", BUFFERED)], 409, "no-usable-run"),
        ([], 422, "invalid-request"),
    ],
    ids=["buffered", "broken off", "empty", "no text", "nested", "one of two", "none"],
)
def test_a_file_that_says_nothing_is_refused(
    client: Client, files: list[tuple[str, str | bytes]], status: int, code: str
) -> None:
    got, problem = sent(client, *files)
    assert (got, problem["code"]) == (status, code)


@pytest.mark.parametrize(
    ("figure", "status", "code"),
    [
        (["read_us=fast"], 422, "bad-figure"),
        (["read_us=1"], 409, "impossible-figure"),
        (["read_us=212", "read_us=213"], 409, "figure-twice"),
        (["read_us=212"] * 7, 422, "invalid-request"),
    ],
)
def test_figures_that_cannot_be_meant(client: Client, figure: list[str], status: int, code: str) -> None:
    client.remove_everything()
    client.upload("a.json", a_report())
    client.finished()
    (database,) = client.get("/databases")["items"]
    answer = client.call("GET", f"/api/v1/databases/{database['id']}/advice", params={"figure": figure})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
