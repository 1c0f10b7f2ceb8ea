"""deploy/: alerts, dashboard and units name what there is: each metric with its labels, each command with its options."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from segtier.services.context import Context
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.integration.test_metrics import Watched

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
ALERTS = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))
BOARD = json.loads((DEPLOY / "grafana" / "segtier.json").read_text("utf-8"))
_METRIC = re.compile(r"\b((?:segtier|process)_\w+)(?:\{([^}]*)\})?")
_LABEL = re.compile(r"(\w+)\s*(?:=~|!=|!~|=)")
_BY = re.compile(r"\bby \(([^)]*)\)")
_OF_PROMETHEUS = {"job", "instance"}


def expressions() -> Iterator[tuple[str, str]]:
    """Where, and the expression."""
    for group in ALERTS["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]
    for panel in BOARD["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


@pytest.fixture
def exposed(context: Context) -> Mapping[str, set[str]]:
    """The labels of each metric, once files were read and one could not be."""
    caller = Watched(context)
    for name, data in {"shop.json": a_report(snap=100), "broken.html": b"<html>no report</html>"}.items():
        caller.post("/uploads", key=None, files={"file": (name, data)})
    work_through(context)
    labels: dict[str, set[str]] = defaultdict(set)
    text = generate_latest(caller._app.state.metrics.registry).decode()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels[sample.name] |= sample.labels.keys()
    return labels


def test_they_name_metrics_and_labels_that_there_are(exposed: Mapping[str, set[str]]) -> None:
    wrong = []
    for where, expression in expressions():
        named = _METRIC.findall(expression)
        labels = _OF_PROMETHEUS.union(*(exposed.get(name, set()) for name, _ in named))
        used = {label for _, within in named for label in _LABEL.findall(within)}
        used |= {label.strip() for by in _BY.findall(expression) for label in by.split(",")}
        wrong += [(where, name) for name, _ in named if name not in exposed]
        wrong += [(where, label) for label in used - labels]
    assert wrong == []


def test_the_dashboard_shows_each_metric_of_segtier(exposed: Mapping[str, set[str]]) -> None:
    shown = {name for panel in BOARD["panels"] for one in panel["targets"] for name, _ in _METRIC.findall(one["expr"])}
    there = {name for name in exposed if name.startswith("segtier_") and not name.endswith("_created")}
    assert there - shown == set()


def test_the_dashboard_has_no_panel_over_another() -> None:
    cells = [
        (panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y)
        for panel in BOARD["panels"]
        for x in range(panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


def test_each_alert_says_what_to_do() -> None:
    rules = [rule for group in ALERTS["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    assert [rule["alert"] for rule in rules if set(rule["annotations"]) != {"summary", "action"}] == []
    assert {rule["labels"]["severity"] for rule in rules} == {"critical", "warning"}


@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda path: path.stem)
def test_a_unit_runs_a_command_that_there_is(unit: Path) -> None:
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(unit)
    _, name, *options = shlex.split(read["Service"]["ExecStart"])
    command = import_module(f"segtier.cli.commands.{name}").command
    assert command.make_context(name, options).params
    assert read["Service"]["User"] == "segtier"
    assert read["Service"]["EnvironmentFile"] == "/etc/segtier.env"
