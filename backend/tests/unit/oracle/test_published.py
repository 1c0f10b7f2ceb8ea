"""The published results: each of an option that exists, each with a paper, and none without its disagreement."""

from segtier.backtest.load import load_backtest
from segtier.model.option import COMBINATION, SET, SPECS, TIERS
from segtier.oracle.published import published


def test_every_option_on_ssd_has_what_was_published_of_it() -> None:
    told = [one.option for one in published()]
    assert len(told) == len(set(told))
    assert set(told) == {spec.name for spec in SPECS.values() if spec.needs_flash} - {COMBINATION, SET, TIERS}


def test_nothing_is_left_empty() -> None:
    for one in published():
        assert one.measured
        assert one.disagree.endswith(".")
        for row in one.measured:
            assert all((row.paper, row.change, row.result))


def test_the_papers_are_those_the_forecast_is_held_against() -> None:
    assert {row.paper for one in published() for row in one.measured} <= set(load_backtest().papers.values())
