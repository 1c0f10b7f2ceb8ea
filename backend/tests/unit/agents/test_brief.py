"""Brief answers: short, and nothing else than what the full answer says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from segtier.agents.brief import DIGEST, MOST_BYTES, Some, brief, fields, rounded, size
from segtier.agents.databases import by_database
from segtier.agents.files import FilesDesk
from segtier.agents.inert import Names, inert
from segtier.agents.server import called
from segtier.cli.support.input_files import input_files
from segtier.cli.support.inputs import read_inputs
from tests.sample_hours import write_few_hours
from tests.talking import HOSTILE, Asked, count_hostile, hostile_hour
from tests.tool_questions import OF_REAL_REPORTS, OF_THE_SAMPLE, SSD, in_full

Questions = list[tuple[str, dict[str, Any]]]


@dataclass(frozen=True)
class Both:
    """The same questions, answered in short and in full."""

    desk: FilesDesk
    short: list[Asked]
    full: list[Asked]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    desk = _desk(write_few_hours(tmp_path_factory.mktemp("sample")) / "before")
    asked = [one for one in OF_THE_SAMPLE if one[0] != "compare"]
    return Both(desk, _answers(desk, asked), _answers(desk, in_full(asked)))


def _desk(folder: Path) -> FilesDesk:
    read = read_inputs((folder,), 1)
    files = [(one.name, one.load) for one in input_files((folder,))]
    return FilesDesk(by_database(read.documents, (), read.inventories), lambda: files)


def _answers(desk: FilesDesk, asked: Questions) -> list[Asked]:
    answers = []
    for tool, arguments in asked:
        got: Any = called(desk, tool, arguments)
        text = got.content[0].text
        answers.append(Asked(tool, arguments, bool(got.is_error), text, None if got.is_error else json.loads(text)))
    return answers


def test_no_answer_is_longer_than_it_may_be(both: Both) -> None:
    assert not [one for one in both.short if one.error]
    assert not {(one.tool, len(one.text)) for one in both.short if len(one.text.encode()) > MOST_BYTES}


def test_nothing_is_said_that_the_full_answer_does_not_say(both: Both) -> None:
    for one, full in zip(both.short, both.full, strict=True):
        said = {name: value for name, value in one.given.items() if name != "left_out"}
        assert said.keys() <= full.given.keys()
        assert [*_differing(said, full.given)] == [], (one.tool, one.arguments)


def test_what_is_left_out_of_a_list_is_counted(both: Both) -> None:
    for one, full in zip(both.short, both.full, strict=True):
        for path, count in one.given.get("left_out", {}).items():
            assert len([*_items(full.given, path)]) - len([*_items(one.given, path)]) == count, (one.tool, path)


def test_rows_are_found_as_a_brief_answer_names_them(both: Both) -> None:
    answer = next(one.given for one in both.short if one.tool == "answer")
    ranked = next(one.given for one in both.short if one.tool == "segments")
    named = [one["evidence"][0] for one in (*answer["top_events"], *ranked["items"])]
    assert {len(row["source"]) for row in named} == {DIGEST}
    asked: Questions = [("evidence", SSD | {"rows": rows}) for rows in (named[:4], [named[0] | {"source": "2d4"}])]
    found, short = _answers(both.desk, asked)
    for row in found.given["rows"]:
        assert row["place"]["row_cells"]
        assert "problem" not in row
    assert "place" not in short.given["rows"][0], "three characters of a digest name no file"


def test_hostile_names_stay_inert_and_short(tmp_path: Path) -> None:
    (tmp_path / "awr.html").write_text(hostile_hour())
    asked = [*OF_REAL_REPORTS, ("plan", SSD | {"override": True, "option": "temp"})]
    answers = _answers(_desk(tmp_path / "awr.html"), asked)
    assert count_hostile(answers) > 5
    assert max(len(one.text.encode()) for one in answers) <= MOST_BYTES


@pytest.mark.parametrize(
    ("figure", "said"),
    [(0.40931149, 0.409), (33128.96, 33100), (0.0, 0), (-37.2298, -37.2), (2e-9, 2e-9), (24000004096, 24000000000)],
)
def test_figures_have_three_digits(figure: float, said: float) -> None:
    assert rounded(figure) == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"size_bytes": 24000004096}, {"size_bytes": 24000000000}),
        ({"block_size_bytes": 8192, "dbid": 2718460913}, {"block_size_bytes": 8192, "dbid": 2718460913}),
        ({"rac": True}, {"rac": True}),
        ({"moves": 0, "blocked_by": [], "cost": None, "pdb": ""}, {"moves": 0, "blocked_by": []}),
        ({"source": "a1" * 32}, {"source": "a1" * 6}),
    ],
)  # fmt: skip
def test_counts_and_ids_stay_whole_and_only_the_unknown_is_left_out(
    given: dict[str, Any], said: dict[str, Any]
) -> None:
    assert brief(given, fields(*given), lambda value: value) == said


@pytest.mark.parametrize("name", ["x" * 4000, "\u202e" * 900, "`" * 3000, "é" * 2000])
def test_it_fits_whatever_the_names_are(name: str) -> None:
    given = {"text": name, "items": [{"name": name, "text": f"{name} stays"} for _ in range(200)], "total": 200}
    said = brief(
        given, {"text": None, "items": Some(150), "total": None}, lambda value: inert(value, Names.among([name]))
    )
    assert size(said) <= MOST_BYTES
    assert said["left_out"]["items"] + len(said["items"]) == said["total"] == 200
    assert HOSTILE not in json.dumps(said)


def _differing(said: Any, full: Any, path: str = "") -> Iterator[str]:
    """Where the brief answer says what the full one does not."""
    if isinstance(said, dict):
        for name, one in said.items():
            yield from _differing(one, full[name], f"{path}.{name}")
    elif isinstance(said, list):
        rest = iter(full)
        for at, one in enumerate(said):
            if not _comes(one, rest):
                yield f"{path}[{at}]"
    elif isinstance(said, str):
        if said != full and not full.startswith(said.partition("...")[0]):
            yield path
    elif said not in (full, rounded(full)):
        yield path


def _comes(said: Any, rest: Iterable[Any]) -> bool:
    return any(not [*_differing(said, one)] for one in rest)


def _items(value: Any, path: str) -> Iterator[Any]:
    if isinstance(value, list) and path:
        for one in value:
            yield from _items(one, path)
    elif path:
        name, _, rest = path.partition(".")
        yield from _items(value[name], rest)
    else:
        yield from value
