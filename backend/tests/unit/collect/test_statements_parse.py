"""Every statement parses as Oracle SQL by sqlglot's grammar, every query also by the ANTLR grammar of PL/SQL."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import sqlglot

from segtier.collect.catalogue import find_query, queries
from segtier.collect.compose import missing_views, select
from segtier.collect.sqlplus import AtRunTime, csv_select
from tests.collecting.collecting import Kind, collect
from tests.unit.collect.test_live_form import database_of

GRAMMAR = Path(__file__).parents[2] / "ddl_grammar"
PORTIONS = 6
"""So that no test is longer than one may be on a busy machine."""
KINDS = (Kind((10, 2), statspack=True), Kind((19, 0), "root"), Kind((23, 0), "pdb"))


def statements(folder: Path) -> list[str]:
    """What the script sends, with its variables filled in, and the plain SELECTs, for several databases."""
    texts: dict[str, None] = {}
    for number, kind in enumerate(KINDS):
        texts |= dict.fromkeys(collect(kind, folder / str(number), ["diagnostics-pack", "buffers"]).statements)
        texts |= dict.fromkeys(collect(kind, folder / f"{number}s").statements)
        database = database_of(kind, kind.oracle())
        texts |= dict.fromkeys(select(q, database) for q in queries() if not missing_views(q, database))
    return list(texts)


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return statements(tmp_path_factory.mktemp("bundles"))


def test_sqlglot_reads_every_statement(sent: list[str]) -> None:
    assert len(sent) > 3 * len(queries())
    for text in sent:
        if text.startswith("SELECT"):
            sqlglot.parse_one(text, read="oracle", error_level=sqlglot.ErrorLevel.RAISE)


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_the_antlr_grammar_reads_every_query(portion: int) -> None:
    """The newest database's plain SELECTs, and three as SQL*Plus sends them: this grammar takes seconds for each."""
    if not (GRAMMAR / "node_modules").is_dir() or shutil.which("node") is None:
        pytest.skip("the grammar is not installed: npm ci --prefix backend/tests/ddl_grammar")
    kind = Kind((23, 0), "root", statspack=True)
    database = database_of(kind, kind.oracle())
    texts = [select(query, database) for query in queries()]
    texts += [csv_select(find_query(name), AtRunTime()) for name in ("containers", "redo_members", "sessions")]
    mine = texts[portion::PORTIONS]
    errors = parse([*map(with_its_words, mine), "SELECT a b c FROM d"])
    assert errors.pop() is not None, "a grammar that takes anything would prove nothing"
    assert [(text, error) for text, error in zip(mine, errors, strict=True) if error] == []


def with_its_words(text: str) -> str:
    """The grammar keeps the word compression to itself, and knows no variables of SQL*Plus."""
    return re.sub(r"&\w+\.", "NULL", text.replace(".compression", ".compression_"))


def parse(texts: list[str]) -> list[str | None]:
    sent = json.dumps([f"{text};" for text in texts])
    done = subprocess.run(["node", "check.mjs"], cwd=GRAMMAR, input=sent, capture_output=True, text=True, check=True)
    errors: list[str | None] = json.loads(done.stdout)
    return errors
