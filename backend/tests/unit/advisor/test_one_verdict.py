"""Headline, tag, helped-by, cards, scripts and the command line say one thing, whatever the answer."""

from __future__ import annotations

from functools import cache
from typing import get_args

import pytest

from segtier.advisor import advise, plan_option
from segtier.advisor.verdict.endings import ENDINGS
from segtier.advisor.verdict.weights import _WEIGHTS
from segtier.cli.support.advice_tables import print_advice
from segtier.errors import SegtierError
from segtier.model.advice import Advice
from segtier.model.option import NONE, SPECS
from segtier.model.plan import Targets
from segtier.model.verdict import NEEDS, OPTION_STATES, STATES, Cause, Need, OptionState, State
from segtier.model.workload import Workload
from tests.verdict_cases import WORKLOADS, inventories, request

MOVES = {spec.recommends for spec in SPECS.values() if spec.needs_flash}
TAG = {
    "more-memory": "memory-first",
    "tune-first": "tune-first",
    "do-nothing": "leave",
    "not-enough-data": "not-enough-data",
}


@cache
def advised(name: str) -> tuple[Workload, Advice]:
    workload = WORKLOADS[name]
    return workload, advise([workload], inventories(name), request(name))


@pytest.fixture(params=WORKLOADS, name="case")
def _case(request: pytest.FixtureRequest) -> tuple[Workload, Advice]:
    return advised(request.param)


def test_every_word_of_the_closed_lists_has_its_text() -> None:
    assert set(ENDINGS) == set(get_args(Cause))
    assert set(NEEDS) == set(get_args(Need))
    assert set(STATES) == set(get_args(State))
    assert set(OPTION_STATES) == set(get_args(OptionState))


def test_every_state_and_cause_is_walked() -> None:
    verdicts = [advised(name)[1].verdict for name in WORKLOADS]
    assert {verdict.state for verdict in verdicts} == set(get_args(State))
    assert {verdict.cause for verdict in verdicts} == set(get_args(Cause))


def test_sentences_are_short_and_hold_no_flags(case: tuple[Workload, Advice]) -> None:
    verdict = case[1].verdict
    assert len(verdict.headline.split()) <= 14, verdict.headline
    stops = [stop.text for option in case[1].options for stop in option.blocked_by]
    for text in (verdict.headline, verdict.text, verdict.next_step, *verdict.would_change, *stops):
        assert "--" not in text, text
        assert text.endswith((".", "!")), text
    assert verdict.next_step
    assert verdict.would_change


def test_state_and_recommendation_agree(case: tuple[Workload, Advice]) -> None:
    verdict = case[1].verdict
    if verdict.recommendation in TAG:
        assert verdict.state == TAG[verdict.recommendation]
    else:
        assert verdict.recommendation in MOVES
        assert verdict.state in ("move", "needs")
    assert (verdict.gain is not None) == (verdict.option != NONE)


def test_cards_agree_with_the_verdict(case: tuple[Workload, Advice]) -> None:
    advice = case[1]
    states = {option.option: option.state for option in advice.options}
    advised = [name for name, state in states.items() if state == "advised"]
    on_flash = [name for name in advised if SPECS[name].needs_flash]
    assert on_flash == ([advice.verdict.option] if advice.verdict.state == "move" else [])
    assert (states[advice.verdict.option] == "needs") == (advice.verdict.state == "needs")
    assert all(
        state != "advised" or option.feasible for option, state in zip(advice.options, states.values(), strict=True)
    )


def test_no_event_is_helped_where_the_verdict_is_no(case: tuple[Workload, Advice]) -> None:
    advice = case[1]
    helped = {name for event in advice.top_events for name in event.helped_by}
    if advice.verdict.state not in ("move", "needs"):
        assert helped <= {advice.verdict.option} - {NONE}
    no = {option.option for option in advice.options if option.state in ("no-gain", "blocked")}
    assert not helped & no


def test_scripts_come_without_a_word_only_where_the_verdict_is_yes(case: tuple[Workload, Advice]) -> None:
    workload, advice = case
    try:
        plan_option(advice, [workload], None, Targets(), override=False)
    except SegtierError:
        assert advice.verdict.state != "move"
    else:
        assert advice.verdict.state == "move"


def test_the_command_line_prints_it(case: tuple[Workload, Advice], capsys: pytest.CaptureFixture[str]) -> None:
    verdict = case[1].verdict
    print_advice(case[1])
    printed = capsys.readouterr().out
    assert printed.startswith(verdict.headline)
    assert verdict.text in printed
    assert f"Next: {verdict.next_step}" in printed


def test_a_cause_that_is_weighed_has_its_weight() -> None:
    """All but the answers that are given in an order of their own."""
    ordered = {
        "option",
        "option-needs",
        "no-clear-gain",
        "small",
        "idle",
        "too-short",
        "contradiction",
    }
    assert set(_WEIGHTS) == set(get_args(Cause)) - ordered
