"""`segtier backtest` on single rows: figures, refusals, and writing into a page."""

import json

import pytest
from click.testing import CliRunner

from segtier.backtest.table import BEGIN, END
from segtier.cli.commands.backtest import command
from segtier.errors import NotFound


def run(*arguments):
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_one_row_as_json():
    (row,) = json.loads(run("--row", "SD-40", "--format", "json").output)
    assert (row["id"], row["seed"], row["option"], row["metric"]) == ("SD-40", "SD", "all-files", "throughput-ratio")
    assert (row["published"], row["counted"]) == (6.38, True)
    assert row["low"] <= row["expected"] <= row["high"]
    assert row["error"] == pytest.approx(row["expected"] / 6.38 - 1)
    assert [one["name"] for one in row["assumptions"]] == ["data_writes_per_s_of_1500"]
    assert row["assumptions"][0]["low"] < row["assumptions"][0]["value"] < row["assumptions"][0]["high"]


@pytest.mark.parametrize("row_id", ["GH-08", "SD-54"])
def test_a_row_without_a_figure_has_none(row_id):
    (row,) = json.loads(run("--row", row_id, "--format", "json").output)
    assert (row["low"], row["expected"], row["high"], row["error"]) == (None, None, None, None)


def test_rows_as_a_table_with_the_proof():
    output = run("--row", "D12-12", "--row", "GH-08").output
    assert "1000 / 12 = 83.3" in output
    assert "as published" in output


@pytest.mark.parametrize(("row_id", "message"), [("X", "no row 'X'"), ("D12-01", "hardware fact")])
def test_what_is_no_row_is_refused(row_id, message):
    with pytest.raises(NotFound, match=message):
        run("--row", row_id)


def test_a_page_takes_all_rows_or_none(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\n{END}\n", encoding="utf-8")
    found = run("--row", "SD-40", "--write", str(page))
    assert found.exit_code == 2
    assert "--write needs every row" in found.output
