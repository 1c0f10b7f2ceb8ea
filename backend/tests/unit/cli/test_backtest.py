"""`segtier backtest` on single rows: figures, refusals, and writing into a page."""

import json

import pytest
from click.testing import CliRunner

from segtier.backtest.table import BEGIN, END
from segtier.cli.backtest import command
from segtier.errors import NotFound


def run(*arguments):
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_one_row_as_json():
    document = json.loads(run("--row", "SD-40", "--json").output)
    (row,) = document["rows"]
    assert (row["id"], row["published"], row["counted"]) == ("SD-40", 6.38, True)
    assert row["forecast"]["low"] <= row["forecast"]["expected"] <= row["forecast"]["high"]
    assert row["error"] == pytest.approx(row["forecast"]["expected"] / 6.38 - 1)
    assert document["overall"]["rows"] == 1


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
