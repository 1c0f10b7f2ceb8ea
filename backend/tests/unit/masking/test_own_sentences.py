"""A sentence of ours survives masking, and no name in it does; of anybody else's sentence nothing does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.masking.choice import Choice, Treatment
from segtier.masking.map import MaskMap, read_names
from segtier.masking.mask import DROPPED, Masker
from segtier.masking.own_sentences import in_own_words
from segtier.masking.unmask import unmask
from segtier.model.evidence import Warn
from tests.builders import a_workload
from tests.sentences import worded

KEY = bytes(range(32))
MISSING = worded("reports/intervals-lack-instance", "2", "7 intervals", "lack")
NO_NAMES = "WRH$_FILESTATXS: " + worded("reports/dump-does-not-hold", "WRH$_DATAFILE")
TIMES = (
    worded("reports/instance-started-between")
    + ": "
    + worded("reports/started-hours", "instance 1", "2026-11-20 04:40", "2.0")
)
COPY = ("analysis/overlaps-shorter-left", "acme-prod.html", "ACME's copy")


def masked(text: str, choice: Choice | None = None) -> tuple[str, Masker]:
    masker = Masker(MaskMap(KEY, own_key=True), choice)
    document = masker.document(replace(a_workload(), warnings=(Warn("a-code", text),)))
    return document.warnings[0].message, masker


@pytest.mark.parametrize("text", [MISSING, NO_NAMES, TIMES])
@pytest.mark.parametrize("names", [Treatment.HASH, Treatment.DROP])
def test_a_sentence_without_names_stays(text: str, names: Treatment) -> None:
    assert masked(text, Choice(names))[0] == text


def test_names_in_a_sentence_go_and_come_back() -> None:
    text = worded(*COPY)
    found, masker = masked(text)
    assert "acme" not in found.lower()
    assert "overlaps the shorter" in found
    back = unmask(replace(a_workload(), warnings=(Warn("a-code", found),)), read_names(masker.map.encode()))
    assert back.warnings[0].message == text
    dropped, _ = masked(text, Choice(Treatment.DROP))
    assert (dropped.count(DROPPED), "acme" in dropped.lower()) == (2, False)


@pytest.mark.parametrize(
    "text",
    [
        "the merger with acme is on",
        "ORA-00942: table or view ACME.ORDERS does not exist",
        "acme: host db1",
        "x" * 5_000,
        MISSING.replace("instance", "acme"),
    ],
)
def test_of_another_sentence_nothing_stays_but_its_number(text: str) -> None:
    found, _ = masked(text)
    assert found.removeprefix("ORA-00942, ").startswith("masked SGT")


@pytest.mark.parametrize("name", ["ACME", "acme", "acme.html", "db_1", "Acme", "/u01/acme", "x b", "SYS_ACME$"])
@pytest.mark.parametrize(
    "code", ["reports/intervals-lack-instance", "reports/started-hours", "analysis/overlaps-shorter-left"]
)
def test_whatever_stands_in_a_field_is_a_name_unless_it_is_a_word_of_ours(name: str, code: str) -> None:
    count = {"reports/intervals-lack-instance": 3, "reports/started-hours": 3, "analysis/overlaps-shorter-left": 2}[
        code
    ]
    for at in range(count):
        fields = ["7"] * count
        fields[at] = name
        found = in_own_words(worded(code, *fields), lambda _: "*")
        assert found is None or name not in found
