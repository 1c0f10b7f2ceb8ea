"""The rows load, cover every published result once, keep what was published, and refuse what is wrong by name."""

import csv
from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from segtier.backtest import load_backtest
from segtier.backtest.load import parse_backtest
from segtier.errors import NotFound, UnreadableInput
from tests.sentences import worded

PUBLISHED = Path(__file__).parents[2] / "cases" / "backtest" / "published.csv"


@pytest.fixture
def loose():
    return yaml.safe_load(files("segtier.backtest").joinpath("backtest_rows.yaml").read_text(encoding="utf-8"))


def test_every_published_result_is_a_row_or_has_a_reason():
    backtest = load_backtest()
    with PUBLISHED.open(encoding="utf-8") as lines:
        ids = [line["id"] for line in csv.DictReader(lines)]
    assert len(ids) == 123
    assert sorted([*(row.id for row in backtest.rows), *backtest.not_addressed]) == sorted(ids)
    assert all(backtest.not_addressed.values())


def test_published_figures_are_those_of_the_papers():
    with PUBLISHED.open(encoding="utf-8") as lines:
        published = {line["id"]: float(line["published"]) for line in csv.DictReader(lines) if line["published"]}
    assert {row.id: row.published for row in load_backtest().rows if row.published is not None} == published


def test_an_input_a_paper_leaves_out_has_one_range_for_all():
    backtest = load_backtest()
    assert all(default.reason and default.source for default in backtest.defaults.values())
    assert all(default.low <= default.expected <= default.high for default in backtest.defaults.values())


def change(path, value):
    def apply(document):
        place = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return apply


def remove(path):
    def apply(document):
        place = document
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return apply


BAD = {
    "text for a figure": (change(("rows", 1, "published"), "many"), "row D12-13.published"),
    "a figure below zero": (change(("rows", 1, "published"), -5), "row D12-13.published"),
    "an unknown figure kind": (change(("rows", 0, "figure"), "speed"), "row D12-11.figure"),
    "a misspelt field": (change(("rows", 0, "publishd"), 12), "row D12-11"),
    "no published figure": (remove(("rows", 0, "published")), "row D12-11: published"),
    "an unknown system": (change(("rows", 0, "system"), "X"), "row D12-11: system: no system 'X'"),
    "an unknown tier": (change(("rows", 0, "tier"), "X"), "row D12-11: tier: no tier 'X'"),
    "an unknown change": (change(("rows", 0, "change"), "X"), "row D12-11: change: no change 'X'"),
    "an id twice": (change(("rows", 0, "id"), "D12-13"), "row D12-13: id: listed twice"),
    "a row that is also not addressed": (change(("rows", 0, "id"), "D12-01"), "row D12-01: id: listed twice"),
    "a proof against nothing known": (
        change(("rows", 2, "left_out", "against"), ["D12-10", "X"]),
        "row D12-14: left_out.against: no figure 'X'",
    ),
    "a range upside down": (change(("defaults", "commit_ms", "low"), 9), "default commit_ms"),
    "an input of both kinds": (
        change(("systems", "SD", "load", "users", "default"), "cores"),
        worded("backtest/give-either-value", "system SD: users"),
    ),
    "an input without lines": (remove(("systems", "SD", "load", "users", "lines")), "system SD: users: a value needs"),
    "an unknown default": (
        change(("systems", "D12_UC1", "load", "cores", "default"), "X"),
        "system D12_UC1: cores: no default 'X'",
    ),
    "an unknown share": (change(("changes", "indexes", "data"), ["X"]), "change indexes: data: 'X'"),
    "a flash cache without hits": (
        remove(("changes", "cache-45", "hit_share")),
        worded("backtest/change-flash-cache", "cache-45"),
    ),
    "a tier of both kinds": (change(("tiers", "x25-e", "device"), "pcie-slc-350"), "tier x25-e: give either"),
}


@pytest.mark.parametrize(("spoil", "message"), BAD.values(), ids=list(BAD))
def test_bad_rows_are_refused_by_row_and_field(loose, spoil, message):
    spoil(loose)
    with pytest.raises(UnreadableInput) as refused:
        parse_backtest(yaml.safe_dump(loose).encode())
    assert refused.value.code == "bad-backtest-rows"
    assert message in refused.value.message


def test_what_is_not_yaml_is_refused():
    with pytest.raises(UnreadableInput, match="not YAML"):
        parse_backtest(b"rows: [")


def test_an_unknown_row_names_the_rows_there_are():
    with pytest.raises(NotFound, match="no row 'X'; rows: D12-11"):
        load_backtest().row("X")
