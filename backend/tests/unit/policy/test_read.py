"""What people write into a policy, and what they get wrong: said with the line and what was meant."""

from __future__ import annotations

import pytest

from segtier.errors import UnreadableInput
from segtier.policy import read_policy
from segtier.policy.read import MOST_BYTES, MOST_RULES
from tests.sentences import worded

RULE = "rules:\n- {name: a, kind: sessions, at-most: 3}\n"


def rule(*lines: str) -> str:
    """One rule called a; its keys from line 3 on."""
    return "\n".join(("rules:", "- name: a", *(f"  {line}" for line in lines)))


def share(of: str) -> str:
    return rule("kind: share", f"of: {of}", "at-most: 5")


def tier(*lines: str) -> str:
    return rule("kind: segment-iops", "tiers:", *(f"- {line}" for line in lines))


def test_what_is_there_is_read_as_it_stands() -> None:
    policy = read_policy(
        b"name: '  the\tpolicy '\nunknown: warn\nrules:\n- {name: 12, kind: sessions, at-most: 0.5}\n"
        b"- name: no\n  kind: share\n  of: 'enq: XX - whatever'\n  at-most: 100\n  severity: warning\n  text: 'a | b'\n",
        "p.yaml",
    )
    assert policy.name == "the policy"
    assert [(one.name, one.kind, one.severity, one.unknown, one.text, one.line) for one in policy.rules] == [
        ("12", "sessions", "error", "warn", "", 4),
        ("no", "share", "warning", "warn", "a | b", 5),
    ]


@pytest.mark.parametrize("of", ["reads", "User I/O", "DB CPU", "unexplained", "'latch: x'", "an event of next year"])
def test_known_names_and_events_nobody_has_heard_of(of: str) -> None:
    assert read_policy(share(of).encode(), "p").rules


WRONG = [
    ("", None, "nothing in it"),
    ("[]", 1, "no policy"),
    ("rules: []", 1, "1 to 200 rules"),
    ("rules: {a: b}", 1, "1 to 200 rules"),
    ("name: a", 1, "has no 'rules'"),
    ("[" * 250_000, 1, "nested too deep"),
    ("{a: " * 60_000, 1, "nested too deep"),
    ("- " * 100_000, 1, "nested too deep"),
    ("? " * 100_000, 1, "nested too deep"),
    (f"rules: [{'a,' * 100_000}]", 1, worded("policy/more-policy")),
    ("rules: [\x00]", None, ""),
    ("rules: !!python/object:os.system [x]", 1, "no rule"),
    ("rules:\n- a: 1: 2", 2, "mapping values"),
    ("a: &x [1]\nrules: *x", 2, "aliases"),
    (f"unknonw: fail\n{RULE}", 1, "did you mean 'unknown'?"),
    (f"unknown: perhaps\n{RULE}", 1, "known are fail, warn, pass"),
    (f"{RULE}rules: []", 3, worded("policy/given-line-already", "'rules'", 1)),
    ("rules:\n- a", 2, "no rule"),
    ("rules:\n- {name: a}", 2, "no kind"),
    ("rules:\n- {kind: sessions, at-most: 3}", 2, "has no 'name'"),
    (rule("kind: session", "at-most: 3"), 3, "did you mean 'sessions'?"),
    (rule("kind: nothing like it"), 3, "known are share, wait, db-time"),
    (rule("kind: sessions"), 2, "has no 'at-most'"),
    (rule("kind: sessions", "at_most: 3"), 4, "did you mean 'at-most'?"),
    (rule("kind: sessions", "at-most: 3", "at-most: 4"), 5, worded("policy/given-line-already", "'at-most'", 4)),
    (rule("kind: sessions", "at-most: '3'"), 4, "not a number"),
    (rule("kind: sessions", "at-most: 3 %"), 4, "'3 %'"),
    (rule("kind: sessions", "at-most: -3"), 4, "not a number"),
    (rule("kind: sessions", "at-most: .nan"), 4, "not a number"),
    (rule("kind: sessions", "at-most: .inf"), 4, "not a number"),
    (rule("kind: sessions", "at-most: 1:30"), 4, "not a number"),
    (rule("kind: sessions", "at-most: true"), 4, "not a number"),
    (rule("kind: sessions", "at-most: [3]"), 4, "not a number"),
    (rule("kind: sessions", "at-most:"), 4, "not a number"),
    (rule("kind: sessions", f"at-most: {'9' * 5000}"), 4, "not a number"),
    (rule("kind: sessions", "at-most: 3", "severity: fatal"), 5, "known are error, warning"),
    (rule("kind: sessions", "at-most: 3", "text: [a]"), 5, "one value"),
    (rule("kind: sessions", "at-most: 3", f"text: {'x' * 501}"), 5, "501 characters"),
    ("rules:\n- {name: ' ', kind: sessions, at-most: 3}", 2, "0 characters"),
    (f"{RULE}- {{name: 'a ', kind: sessions, at-most: 3}}", 3, worded("policy/name-given-line", "'a'", 2)),
    (share("User IO"), 4, "did you mean 'User I/O'?"),
    (share("user i/o"), 4, "did you mean 'User I/O'?"),
    (share("read"), 4, "did you mean 'reads'?"),
    (share("db file sequental read"), 4, "did you mean 'db file sequential read'?"),
    (rule("kind: share", "of: reads", "at-most: 100.1"), 5, "from 0 to 100"),
    (rule("kind: wait", "event: Commit", "at-most-ms: 3"), 4, worded("policy/part-db-time", "'Commit'")),
    (rule("kind: verdict"), 2, worded("policy/give-either-one-of")),
    (rule("kind: verdict", "one-of: [move]", "none-of: [leave]"), 2, worded("policy/give-either-one-of")),
    (rule("kind: verdict", "one-of: []"), 4, "give 1 to"),
    (rule("kind: verdict", "one-of: [move, moves]"), 4, "did you mean 'move'?"),
    (rule("kind: verdict", "one-of: [move, move]"), 4, "'move' is given twice"),
    (rule("kind: quality", "at-least: E"), 4, "known are A, B, C, D"),
    (rule("kind: segment-iops", "tiers: SSD"), 4, worded("policy/here-list-tiers")),
    (tier("{name: SSD}"), 5, "no 'iops'"),
    (tier("{name: SSD, iops: 1, hold: moved}"), 5, "no key 'hold'"),
    (tier("{name: SSD, iops: 1, holds: gone}"), 5, "known are moved, stays"),
    (tier("{name: SSD, iops: 1}", "{name: SSD, iops: 2}"), 6, "'SSD' is given twice"),
]


@pytest.mark.parametrize(("text", "line", "said"), WRONG)
def test_what_cannot_be_meant_is_said_with_its_line(text: str, line: int | None, said: str) -> None:
    with pytest.raises(UnreadableInput) as wrong:
        read_policy(text.encode(), "p.yaml")
    assert said in wrong.value.message
    assert wrong.value.advice
    assert wrong.value.code == "bad-policy"
    if said:
        assert wrong.value.line == line
        assert wrong.value.message.startswith("p.yaml: " if line is None else f"p.yaml, line {line}: ")


def test_bytes_that_are_no_text_and_bounds() -> None:
    many = "rules:\n" + "".join(f"- {{name: r{n}, kind: sessions, at-most: 3}}\n" for n in range(MOST_RULES + 1))
    for data in (b"\xff\xfe\x00", b"rules: \xe9", many.encode(), b"#" * (MOST_BYTES + 1)):
        with pytest.raises(UnreadableInput):
            read_policy(data, "p")
    fewer = many.encode().rsplit(b"- ", 1)[0]
    assert len(read_policy(fewer, "p").rules) == MOST_RULES
