"""Every statement parses as Oracle SQL by sqlglot's grammar, every query also by the ANTLR grammar of PL/SQL."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlglot

from segtier.collect.catalogue import find_query, queries
from segtier.collect.compose import missing_views, select
from segtier.collect.sqlplus import AtRunTime, csv_select
from tests.collecting.collecting import Kind, collect
from tests.oracle_grammar import errors_of, parse
from tests.unit.collect.test_live_form import database_of

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


@pytest.mark.timeout(3600)
def test_the_antlr_grammar_reads_every_query() -> None:
    """The newest database's plain SELECTs, and three as SQL*Plus sends them: this grammar takes seconds for each."""
    kind = Kind((23, 0), "root", statspack=True)
    database = database_of(kind, kind.oracle())
    texts = [select(query, database) for query in queries()]
    texts += [csv_select(find_query(name), AtRunTime()) for name in ("containers", "redo_members", "sessions")]
    assert errors_of(f"{with_its_words(text)};" for text in texts) == {}


def test_the_antlr_grammar_does_not_take_anything() -> None:
    assert all(parse(["SELECT a b c FROM d;"]))


def with_its_words(text: str) -> str:
    """The grammar keeps the word compression to itself, and knows no variables of SQL*Plus."""
    return re.sub(r"&\w+\.", "NULL", text.replace(".compression", ".compression_"))
