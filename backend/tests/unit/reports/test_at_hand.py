"""What people paste and save: read as its kind, or refused with what to do. Every way in says the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.errors import UnreadableInput
from segtier.model.pair import Pair
from segtier.reports import read_document
from tests.command_line import one_problem, segtier

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/reports/at_hand.yaml").read_text())


def data_of(case: dict[str, Any]) -> bytes:
    return case["text"].encode() if "text" in case else case["bytes"].encode("latin-1") + bytes(4096)


def read(case: dict[str, Any]) -> Any:
    document = read_document(data_of(case), "at-hand")
    assert not isinstance(document, Pair)
    return document


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_is_read_or_refused_with_what_to_do(case: dict[str, Any]) -> None:
    if "refused" in case:
        with pytest.raises(UnreadableInput) as refusal:
            read(case)
        assert refusal.value.code == case["refused"]
        assert refusal.value.message
        assert refusal.value.advice
        return
    document = read(case)
    assert document.source.kind == case["kind"]
    assert set(case.get("warned", ())) <= {warn.code for warn in document.warnings}


def test_the_command_says_the_same(tmp_path: Path) -> None:
    for case in [
        one for one in CASES if one["name"] in ("v$sysstat, twice", "v$sysstat, once", "a report in Markdown")
    ]:
        file = tmp_path / "at-hand"
        file.write_bytes(data_of(case))
        done = segtier("parse", file)
        if "refused" in case:
            assert one_problem(done)["code"] == case["refused"]
        else:
            assert json.loads(done.stdout)["source"]["kind"] == case["kind"]
