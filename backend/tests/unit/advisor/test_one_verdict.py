"""Headline, tag, helped-by, cards, scripts and the command line say one thing, whatever the answer."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import get_args

import pytest

from segtier.advisor import advise, diagnoses
from segtier.advisor.diagnoses import CAUSES, DIAGNOSES
from segtier.advisor.diagnosis import Diagnosis
from segtier.advisor.plan_option import plan_option
from segtier.cli.support.advice_tables import _cells, print_advice
from segtier.errors import SegtierError
from segtier.model.advice import Advice
from segtier.model.option import NONE, SPECS
from segtier.model.plan import Destination
from segtier.model.verdict import NEEDS, OPTION_STATES, STATES, Need, OptionState, State, Verdict
from segtier.model.workload import Instance, Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_wait, a_workload
from tests.sentences import worded
from tests.verdict_cases import RAC, WORKLOADS, inventories, request

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
    assert set(NEEDS) == set(get_args(Need)), "NEEDS in segtier/model/verdict.py"
    assert set(STATES) == set(get_args(State)), "STATES in segtier/model/verdict.py"
    assert set(OPTION_STATES) == set(get_args(OptionState)), "OPTION_STATES in segtier/model/verdict.py"


@pytest.fixture(scope="module")
def advices() -> list[Advice]:
    return [advised(name)[1] for name in WORKLOADS]


@pytest.fixture(scope="module")
def verdicts(advices: list[Advice]) -> list[Verdict]:
    return [advice.verdict for advice in advices]


def test_every_state_of_an_option_is_walked(advices: list[Advice]) -> None:
    assert {option.state for advice in advices for option in advice.options} == set(get_args(OptionState))


def test_what_is_not_known_has_its_ends_its_reason_and_what_to_bring(case: tuple[Workload, Advice]) -> None:
    """And is in no other state; the command line shows both ends."""
    for option in case[1].options:
        if option.state != "unknown":
            continue
        unknown, cells = option.not_known, _cells(option)
        assert unknown is not None
        assert unknown.least_pct < unknown.most_pct
        assert unknown.text
        assert unknown.bring
        assert option.response_ratio is None
        assert OPTION_STATES["unknown"] in cells
        assert f"({1 - unknown.most_pct / 100:.2f}-{1 - unknown.least_pct / 100:.2f})" in cells


def test_every_state_and_cause_is_walked(verdicts: list[Verdict]) -> None:
    assert {verdict.state for verdict in verdicts} == set(get_args(State))
    assert {verdict.cause for verdict in verdicts} == {diagnosis.code for diagnosis in DIAGNOSES}, (
        "a workload for each in tests/verdict_cases.py"
    )


@pytest.mark.parametrize("file", [module.name for module in pkgutil.iter_modules(diagnoses.__path__)])
def test_every_file_of_a_diagnosis_is_in_the_order(file: str) -> None:
    made = vars(importlib.import_module(f"segtier.advisor.diagnoses.{file}")).values()
    found = [one for one in made if isinstance(one, Diagnosis)]
    assert found
    assert all(one in DIAGNOSES for one in found), "the order in segtier/advisor/diagnoses/__init__.py"


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
    if advice.verdict.state not in ("move", "needs", "tune-first"):
        assert helped <= {advice.verdict.option} - {NONE}
    no = {option.option for option in advice.options if option.state in ("no-gain", "blocked")}
    assert not helped & no


def test_not_here_is_what_nobody_can_clear(case: tuple[Workload, Advice]) -> None:
    for option in case[1].options:
        cleared = all(stop.needs is not None for stop in option.blocked_by)
        assert option.state != "blocked" or not cleared, option.title
        assert option.state != "needs" or cleared, option.title
        if option.state == "no-gain" and option.blocked_by:
            assert option.worth_text, option.title


@pytest.mark.parametrize(("read_ms", "state"), [(9, "needs"), (1.2, "possible")])
def test_all_data_and_the_best_segments_need_the_same_where_it_gains(read_ms: float, state: OptionState) -> None:
    """No sizes, and flash inside one server: what the notes ask for changes the answer, or it is not worth the asking."""
    reads = a_wait("db file sequential read", 2_000 * read_ms, read_ms)
    workload = a_workload(
        (reads,), segments=(a_segment("ORDERS", 1_500_000),), database=RAC, cache_factor_at_double=None
    )
    found = {option.option: option for option in advise([workload], [], a_request()).options}
    for name in ("all", "segments"):
        assert found[name].state == state
        note = _cells(found[name])[-1]
        assert ("a dba_segments export" in note) == (state == "needs"), note


def test_nothing_is_asked_for_what_no_storage_could_gain() -> None:
    """RAC, no list of segments, and reads are a hundredth of DB time."""
    few = a_wait("db file sequential read", 40, 5.0)
    found = advise([a_workload((few,), segments=(), database=RAC)], [], a_request())
    assert (found.verdict.ceiling_db_time_pct or 0.0) < 3
    for option in found.options:
        assert option.state != "needs", option.title
        assert option.response_ratio or option.worth_text, option.title


def test_a_cache_that_comes_first_is_named_beside_the_reads_it_spares() -> None:
    advice = next(found for _, found in map(advised, WORKLOADS) if found.verdict.cause == "more-cache")
    helped = {event.event: event.helped_by for event in advice.top_events}
    assert helped["db file sequential read"] == ("buffer-cache",)


@pytest.mark.parametrize(
    ("memory", "words"), [(64 * GIB, worded("analysis/server-memory.words")), (None, worded("analysis/server-memory"))]
)
def test_memory_that_is_there_is_no_condition(memory: int | None, words: str) -> None:
    slow = a_wait("db file sequential read", 18_000, 9)
    server = (Instance(number=1, name="shop1", cpus=32, cores=16, memory_bytes=memory),)
    advice = advise([a_workload((slow,), cache_factor_at_double=0.3, instances=server)], [], a_request())
    cache = next(option for option in advice.options if option.option == "buffer-cache")
    finding = next(one for one in advice.findings if one.code == "bigger-cache-helps")
    for text in (cache.worth_text, finding.text, advice.verdict.text):
        assert words in text, text


def test_scripts_come_without_a_word_only_where_the_verdict_is_yes(case: tuple[Workload, Advice]) -> None:
    workload, advice = case
    try:
        plan_option(advice, [workload], None, Destination(), override=False)
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


def test_what_is_weighed_is_about_something() -> None:
    assert [diagnosis.code for diagnosis in CAUSES if not diagnosis.components] == []
