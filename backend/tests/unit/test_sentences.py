"""Sentences for people stand in one approved file for each room, and nowhere else in the tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.collected_sentences import OWN, approved_texts, coded_anew, differences, in_python, own_sentences
from tests.pinned_sentences import TESTS, pins
from tests.sentences import APPROVED, Approved, in_shell, like, read, shown, tells, worded

LEFT = Path(__file__).with_name("pinned_sentences.yaml")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return approved_texts()


@pytest.fixture(scope="module")
def found() -> dict[str, list[tuple[int, str]]]:
    """The pins of each file of tests."""
    return {path.relative_to(TESTS).as_posix(): pins(path) for path in sorted(TESTS.rglob("*.py"))}


def test_the_approved_sentences_are_those_of_the_source(texts: dict[str, str]) -> None:
    told = [line for room, text in texts.items() for line in differences(room, text)]
    told += [f"{path.name} has no room" for path in sorted(APPROVED.glob("*.txt")) if path.stem not in texts]
    assert not told, "\n".join([*told, "`make sentences` writes the approved files anew; look at what it changed."])


def test_masking_knows_the_sentences_of_the_source() -> None:
    assert OWN.read_text("utf-8") == own_sentences(), "`make sentences`"


def test_no_test_pins_a_sentence(found: dict[str, list[tuple[int, str]]]) -> None:
    left = yaml.safe_load(LEFT.read_text("utf-8"))
    more = [
        f"tests/{name}:{line}: {text[:90]!r}"
        for name, pinned in found.items()
        if len(pinned) > left.get(name, 0)
        for line, text in pinned
    ]
    assert not more, "\n".join([*more, "Name a sentence by its code: `worded` or `like` of tests/sentences.py."])
    assert left == {name: len(pinned) for name, pinned in found.items() if pinned}, f"write the fewer ones into {LEFT}"


_FIELD = re.compile(r"\b(?:interval|time_model|wait_events|load_profile)\.[a-z_]+\b|\b(?:db_)?time_(?:s|us)\b")
_SPOKEN = re.compile(r"\{[^{}]*\}")


def test_no_sentence_names_a_field_of_a_document(texts: dict[str, str]) -> None:
    """A person typed `DB time`; what it is called in JSON stands in the schema."""
    named = [
        f"{room}: {line.strip()[:120]}"
        for room, text in texts.items()
        for line in text.splitlines()
        if "SELECT" not in line and _FIELD.search(_SPOKEN.sub("", line))
    ]
    assert not named, "\n".join(named)


_COUNTED = re.compile(
    r"\{((?:len|sum)\([^{}]*|[^{}]*:,)\} (?!bytes|characters)([a-z]+s|are|were|have)\b(?<!is)(?<!has)(?<!was)"
)
_A_LIMIT = re.compile(r"most|MOST|LEAST|limit", re.ASCII)
SEVERAL = {
    "advisor/ask-busiest-intervals": "said of two intervals or more",
    "advisor/none-intervals-there": "said of two intervals or more",
    "agents/does-not-say": "one database needs no choice",
    "analysis/averages-over-waits": "an average of one wait is not judged",
    "analysis/files-databases": "two or more do not go together",
    "analysis/all-intervals-already": "of one another sentence is said",
    "analysis/intervals": "of two or more",
    "analysis/reports-databases": "two or more do not go together",
    "cli/files-begin-plan": "a bundle has a dozen files",
    "cli/inputs-compare-takes": "more than two",
    "cli/these-scenarios-most": "more than the most",
    "forecast/spindles-requests-s-ms": "a rate, with spindles of which there are many",
    "reports/archive-holds-bundles": "one is read",
    "reports/dump-holds-snapshots": "one is read",
    "reports/export-holds-databases": "one is read",
    "reports/snapshots-over-hours": "three or more",
    "reports/value-columns": "a table has columns",
    "services/scenarios-do-not": "more than the most",
}
"""Sentences with a count that is never one, and why."""


def test_a_count_has_its_noun_from_one_function() -> None:
    """`1 files` reads as carelessness; `plural` of segtier/plurals.py knows better."""
    bare = {
        f"{path.stem}/{row.code}"
        for path in sorted(APPROVED.glob("*.txt"))
        for row in read(path.stem)
        for count, _ in _COUNTED.findall(row.text)
        if not _A_LIMIT.search(count)
    }
    assert bare == set(SEVERAL)


SOURCE = '''"""Words of a module: not for people."""
import re
def told(rows, busy):
    """Nor is this one."""
    _log.warning("the queue cannot be worked on")
    if busy == "a word that is compared":
        return re.compile("the pattern of a row")
    query("SELECT name FROM segments WHERE the = 1")
    more = f" and {len(rows) - 3:,} more" if rows else ""
    return (
        f"Reads wait {ms(busy)}{more}: the braces {{}} of "
        "a set stay.\\n"
    )
@group.command("collect")
def collect():
    """Read a database.

    And write it."""
'''
SAID = [
    "and {len(rows) - 3:,} more",
    "Reads wait {ms(busy)}{more}: the braces {{}} of a set stay.",
    r"Read a database.\n\n    And write it.",
]


def test_what_is_for_people_in_a_module() -> None:
    assert list(in_python(SOURCE)) == SAID


def test_a_sentence_is_made_of_its_code_and_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown((("count",), " files of {", ("name",), "} wait.\n"))
    assert text == "{count} files of {{{name}}} wait."
    monkeypatch.setattr("tests.sentences.read", {"room": (Approved("module", "files-wait", text),)}.__getitem__)
    assert worded("room/files-wait", 3, "A.B") == "3 files of {A.B} wait."
    around = "Look: 3 files of {A.B} wait. Then go."
    assert tells(around, like("room/files-wait", 3, "A.B"))
    assert tells(around, like("room/files-wait", ..., "A.B"))
    assert tells(around, like("room/files-wait"))
    assert not tells(around, like("room/files-wait", 4))
    assert not tells(around, like("room/files-wait", 3, "AxB"))
    assert tells(around, "Then go")
    with pytest.raises(ValueError, match="2 fields: count, name"):
        worded("room/files-wait", 3)
    with pytest.raises(KeyError, match="make sentences"):
        worded("room/files-waited")


def test_a_sentence_of_a_shell_script_is_made_of_its_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(("$device: ${worn:-no word} % of ${#ids[@]} in v\\\\$disk, look: %s",))
    monkeypatch.setattr("tests.sentences.read", {"room": (Approved("module", "worn", text),)}.__getitem__)
    assert in_shell("room/worn", "ls", device="/dev/sdb", worn=8, ids=2) == "/dev/sdb: 8 % of 2 in v$disk, look: ls"
    with pytest.raises(KeyError, match="worn"):
        in_shell("room/worn", "ls", device="/dev/sdb", ids=2)


OLD = [
    ("a", "one-waits", "{n} file waits for a worker."),
    ("a", "nothing-there", "There is nothing there."),
    ("b", "one-waits.b", "{n} file waits for a worker."),
]
NEW = [
    (
        "reworded",
        [("a", "{n} file is queued for a worker."), *((m, t) for m, _, t in OLD[1:])],
        ["one-waits", "nothing-there", "one-waits.b"],
    ),
    (
        "moved to another module",
        [("c", OLD[0][2]), *((m, t) for m, _, t in OLD[1:])],
        ["one-waits", "nothing-there", "one-waits.b"],
    ),
    (
        "another one in its place",
        [("a", "Somebody signed in again."), *((m, t) for m, _, t in OLD[1:])],
        ["somebody-signed-again", "nothing-there", "one-waits.b"],
    ),
    (
        "one more of the same words",
        [*((m, t) for m, _, t in OLD), ("d", OLD[1][2])],
        ["one-waits", "nothing-there", "one-waits.b", "there-nothing-there"],
    ),
]


@pytest.mark.parametrize(("now", "codes"), [row[1:] for row in NEW], ids=[row[0] for row in NEW])
def test_a_sentence_keeps_its_code(now: list[tuple[str, str]], codes: list[str]) -> None:
    coded = coded_anew(now, [Approved(*row) for row in OLD])
    assert {coded[code]: code for code in codes} == dict(zip(now, codes, strict=True))
