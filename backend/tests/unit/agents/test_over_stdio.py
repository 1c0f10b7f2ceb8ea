"""`segtier mcp` as its clients have it: a real process, the client of the SDK, standard input and output."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from segtier.agents.tools import TOOLS
from segtier.typed import converted
from tests.command_line import segtier
from tests.corpus import files, needs_corpus
from tests.patience import PATIENCE_S
from tests.sample_hours import write_few_hours
from tests.sentences import worded
from tests.talking import HOSTILE, Talk, ask, count_hostile, hostile_hour
from tests.tool_questions import OF_REAL_REPORTS, OF_THE_SAMPLE, REAL_REPORTS, SSD, in_full

SEGTIER = Path(sys.executable).with_name("segtier")
FULL = {"detail": "full"}


def talk(questions: list[tuple[str, dict[str, Any]]], *arguments: Path | str) -> Talk:
    async def over_stdio() -> Talk:
        server = StdioServerParameters(command=str(SEGTIER), args=["mcp", *map(str, arguments)])
        async with Client(server) as client:
            return await ask(client, questions)

    return anyio.run(over_stdio)


def parsed(*paths: Path) -> dict[str, dict[str, Any]]:
    """The documents of `segtier parse` by the digest of their file: another way to the same rows."""
    lines = segtier("parse", "--format", "ndjson", *paths).stdout.splitlines()
    return {one["source"]["sha256"]: one for one in map(json.loads, lines)}


def rows_named(document: dict[str, Any], evidence: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the document has from that row."""
    place = ("section", "occurrence", "row")
    for value in document.values():
        for one in value if isinstance(value, list) else ():
            named = one.get("evidence", ()) if isinstance(one, dict) else ()
            if any(all(row[part] == evidence[part] for part in place) for row in named):
                yield one


def with_evidence(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if value.get("evidence") and isinstance(value["evidence"], list):
            yield value
        for one in value.values():
            yield from with_evidence(one)
    elif isinstance(value, list):
        for one in value:
            yield from with_evidence(one)


def check_figures(talked: Talk, documents: dict[str, dict[str, Any]]) -> int:
    """Each row that stands beside a figure is in the document of the file it names, with the figure; how many were looked up."""
    found = 0
    for asked in talked.answers:
        for one in with_evidence(asked.given):
            for row in one["evidence"]:
                assert row["source"] in documents, (asked.tool, row)
                found += 1
                if "event" in one or "owner" in one:
                    items = list(rows_named(documents[row["source"]], row))
                    assert items, (asked.tool, row)
                    assert any(_same_name(one, item) for item in items), (one, items)
        if asked.tool == "evidence":
            for one in asked.given["rows"]:
                assert one["problem"] is None, one
                assert one["file"] == documents[one["evidence"]["source"]]["source"]["file"]
                assert one["place"]["row"] == one["evidence"]["row"]
                found += 1
    return found


def check_events(answer: dict[str, Any], documents: dict[str, dict[str, Any]]) -> int:
    """Top events of one interval: seconds, waits and average are those of the row."""
    found = 0
    for event in answer["top_events"]:
        for row in event["evidence"]:
            document = documents[row["source"]]
            hours = document["interval"]["elapsed_s"] / 3600
            for item in rows_named(document, row):
                if item.get("event") == event["event"] and item.get("time_s") is not None and "buckets" not in item:
                    assert event["time_s_per_hour"] == pytest.approx(item["time_s"] / hours, rel=0.02)
                    if item["waits"] is not None and event["waits_per_hour"] is not None:
                        assert event["waits_per_hour"] == pytest.approx(item["waits"] / hours, rel=0.02)
                    found += 1
    return found


def _same_name(one: dict[str, Any], item: dict[str, Any]) -> bool:
    if "event" in one:
        return item.get("event") == one["event"]
    return (item.get("owner"), item.get("name")) == (one["owner"], one["name"])


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_few_hours(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def talked(sample: Path) -> Talk:
    return talk(in_full(OF_THE_SAMPLE), sample / "before", "--after", sample / "after")


def test_every_tool_has_a_schema_of_what_it_takes(talked: Talk) -> None:
    assert [tool.name for tool in talked.tools] == [
        "list_databases", "answer", "options", "frontier", "segments", "evidence", "plan", "compare",
    ]  # fmt: skip
    for tool in talked.tools:
        assert tool.input_schema["type"] == "object"
        assert tool.output_schema is None, "answers would have to come twice, as structured content too"
        assert tool.annotations.read_only_hint
    assert "never instructions" in talked.instructions


def test_questions_over_the_sample(talked: Talk, sample: Path, record_property: Any) -> None:
    assert len(talked.answers) >= 30
    assert not [one for one in talked.answers if one.error]
    for one in talked.answers:
        converted(one.given, TOOLS[one.tool].gives)
    documents = parsed(sample / "before", sample / "after")
    found = check_figures(talked, documents)
    events = check_events(talked.of("answer", SSD | FULL), documents)
    record_property("questions", len(talked.answers))
    record_property("rows", found)
    assert found > 500
    assert events >= 8


def test_the_values_are_those_of_the_command_line(talked: Talk, sample: Path) -> None:
    advice = json.loads(segtier("advise", sample / "before", "--ssd", "700GB", "--format", "json").stdout)
    answer = talked.of("answer", SSD | FULL)
    verdict = advice["verdict"]
    for name in ("tag", "headline", "text", "next_step", "ceiling_db_time_pct", "option", "would_change"):
        assert json.dumps(answer[name]).replace("`", "") == json.dumps(verdict[name]), name
    assert answer["gain_share_of_db_time"] == verdict["gain"]
    assert answer["top_events"] == advice["top_events"]
    options = talked.of("options", SSD | FULL)["options"]
    ranges = ("option", "state", "response_ratio", "db_time_saved_s_per_hour", "throughput_ratio", "used_bytes")
    assert [[one[name] for name in ranges] for one in options] == [
        [one[name] for name in ranges] for one in advice["options"]
    ]
    listed = segtier("segments", sample / "before", "--ssd", "700GB", "--format", "json", "--top", 50).stdout
    ranked = talked.of("segments", SSD | {"limit": 50} | FULL)["items"]
    assert [(one["name"], one["benefit_s_per_hour"]) for one in ranked] == [
        (one["name"], one["benefit_s_per_hour"]) for one in json.loads(listed)["items"]
    ]


def test_figures_without_rows_name_the_tool_that_shows_them(talked: Talk) -> None:
    names = {tool.name for tool in talked.tools}
    for one in talked.answers:
        for source in (one.given or {}).get("figures_from", ()):
            assert source["tool"] in names
            assert source["figures"]


def test_errors_say_what_to_do(sample: Path) -> None:
    hour = next((sample / "before").glob("*.html"))
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"ssd": "much"}),
        ("answer", {"sdd": "1GB"}),
        ("answer", {"database": "none"}),
        ("answer", {"device": "\x1b[2J no such"}),
        ("compare", SSD),
        ("evidence", {}),
        ("plan", {"ssd": "1GB", "option": "buffer-cache"}),
        ("drop", {}),
    ]
    talked = talk([*wrong, ("answer", SSD)], hour)
    assert [one.error for one in talked.answers] == [*(True for _ in wrong), False]
    for one in talked.answers[:-1]:
        assert one.given is None
        assert re.match(r"[A-Z].{20,}[.]$", one.text), one.text
        assert not re.search(r"[\x00-\x1f`]", one.text.replace("`", "", 2)), one.text


def test_hostile_names_stay_inert(tmp_path: Path, record_property: Any) -> None:
    (tmp_path / "awr.html").write_text(hostile_hour())
    asked = [one for one in OF_THE_SAMPLE if one[0] != "compare" and one[1].get("option") != "redo"]
    talked = talk([*asked, ("plan", SSD | {"override": True, "option": "temp"})], tmp_path / "awr.html")
    assert HOSTILE.lower() not in json.dumps([tool.model_dump() for tool in talked.tools]).lower()
    seen = count_hostile(talked.answers)
    record_property("hostile_texts", seen)
    assert seen > 20


@needs_corpus
@pytest.mark.parametrize("part", REAL_REPORTS)
def test_questions_over_real_reports(part: str, record_property: Any) -> None:
    (path,) = (one for one in files("awr-html-") if part in one.name)
    talked = talk(in_full(OF_REAL_REPORTS), path)
    assert not [one for one in talked.answers if one.error]
    documents = parsed(path)
    found = check_figures(talked, documents)
    events = check_events(talked.of("answer", SSD | FULL), documents)
    record_property("rows", found)
    assert found > 20
    assert events


def test_what_is_no_message_is_answered(sample: Path) -> None:
    """Whoever sent it would wait for ever. What comes after it is answered as always."""
    lines = [
        '{"jsonrpc": "2.0", "id": 1, "method"',
        "hello",
        "[1, 2]",
        '{"id": 7}',
        '{"jsonrpc": "2.0", "id": 2, "method": "ping"}',
    ]
    done = subprocess.run(
        [SEGTIER, "mcp", next((sample / "after").iterdir())],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["id"], one.get("error", {}).get("code")) for one in answers] == [
        (None, -32700), (None, -32700), (None, -32600), (None, -32600), (2, None)
    ]  # fmt: skip
    assert answers[0]["error"]["message"].startswith(worded("agents/line-not-json"))
