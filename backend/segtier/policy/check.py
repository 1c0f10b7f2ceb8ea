"""A policy held against what was measured."""

from __future__ import annotations

from segtier import __version__
from segtier.model.advice import Input
from segtier.policy.outcome import Checked, Outcome, Place
from segtier.policy.rule import Counts, Measured, Policy, Rule, Seen

MOST_PLACES = 5
"""Of one outcome."""


def check(policy: Policy, measured: Measured) -> Checked:
    """The outcome of every rule, in the order of the policy."""
    comparison = measured.comparison
    inputs = (*measured.advice.inputs, *((*comparison.before, *comparison.after) if comparison else ()))
    outcomes = tuple(_outcome(rule, rule.limit.look(measured), inputs) for rule in policy.rules)
    count = {which: sum(one.counts == which for one in outcomes) for which in ("fail", "warn", "pass")}
    return Checked(
        policy=policy.name,
        file=policy.file,
        database=measured.advice.database.name,
        failed=count["fail"],
        warned=count["warn"],
        passed=count["pass"],
        outcomes=outcomes,
        engine_version=__version__,
    )


def _outcome(rule: Rule, seen: Seen, inputs: tuple[Input, ...]) -> Outcome:
    files = {one.sha256: one.file for one in inputs if one.sha256}
    alone = inputs[0].file if len(files) == 1 else None
    rows = (
        Place(files.get(one.source) if one.source else alone, one.section, one.occurrence, one.row)
        for one in seen.evidence
    )
    places = tuple(dict.fromkeys((*rows, *map(Place, seen.files))))
    return Outcome(
        rule=rule.name,
        kind=rule.kind,
        severity=rule.severity,
        text=rule.text,
        line=rule.line,
        state=seen.state,
        counts=_counts(rule, seen),
        value=seen.value,
        unit=seen.unit,
        limit=seen.limit,
        why=seen.why,
        places=places[:MOST_PLACES],
    )


def _counts(rule: Rule, seen: Seen) -> Counts:
    match seen.state:
        case "held":
            return "pass"
        case "unknown":
            return rule.unknown
        case "broken":
            return "fail" if rule.severity == "error" else "warn"
