"""No sequence of calls approves a plan without a bound approval of its current revision by somebody entitled."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from segtier.errors import NotAllowed, Refused
from segtier.model.account import SINGLE_USER, Actor
from segtier.model.review import Check
from segtier.plan.bundle.reviewed import core_digest
from segtier.review import (
    ACTIONS,
    begun,
    judged,
    may_resolve,
    moved_on,
    open_actions,
    revised,
    submitted,
    superseded,
    why_not,
)

_WRITES, _REVIEWS = frozenset({"plans:write"}), frozenset({"plans:review"})
ACTORS = {
    one.id: one
    for one in (
        Actor("ann", "Ann", _WRITES),
        Actor("bob", "Bob", _WRITES | _REVIEWS),
        Actor("eve", "Eve", _WRITES | _REVIEWS),
        Actor("rita", "Rita", _REVIEWS),
        Actor("vic", "Vic", frozenset({"plans:read"})),
        SINGLE_USER,
    )
}
actors = st.sampled_from(sorted(ACTORS)).map(ACTORS.__getitem__)
digests = st.sampled_from([core_digest(text) for text in "abc"])
checks = st.sampled_from([(), (Check("room", "error", "Too large."),), (Check("advised", "warning", "Not advised."),)])
reasons = st.sampled_from(["", "  ", "we know"])
changes = st.sampled_from([(), ("inputs",), ("inputs", "engine")])


class Reviewing(RuleBasedStateMachine):
    @initialize(actor=st.sampled_from(["ann", "bob", "local"]), digest=digests, found=checks)
    def begin(self, actor, digest, found):
        self.review = begun(ACTORS[actor], digest, found)
        self.author, self.editor, self.digest, self.number = actor, actor, digest, 1
        self.changed_when_approved = self.failed_when_submitted = self.open_when_approved = False
        self.comments = []

    @rule(actor=actors, digest=digests, current=st.booleans(), reason=reasons)
    def submit_and_approve(self, actor, digest, current, reason):
        """The way to an approval, taken often: at random it is hardly ever walked to its end."""
        self.submit(SINGLE_USER, reason)
        self.judge(actor, "approve", self.digest if current else digest)

    @rule(actor=actors, reason=reasons)
    def submit(self, actor, reason):
        warned = any(check.level == "warning" for check in self.review.checks)
        if self.taken("submit", actor, lambda: submitted(self.review, actor, reason), warned and not reason.strip()):
            assert not self.review.changed
            self.failed_when_submitted = any(check.level == "error" for check in self.review.checks)

    @rule(actor=actors, action=st.sampled_from(["approve", "reject"]), digest=digests)
    def judge(self, actor, action, digest):
        other = digest != self.digest
        if self.taken(action, actor, lambda: judged(self.review, action, actor, digest), other) and action == "approve":
            self.changed_when_approved = bool(self.review.changed)
            self.open_when_approved = bool(self.comments)

    @rule(actor=actors, action=st.sampled_from(["withdraw", "mark-applied"]))
    def move_on(self, actor, action):
        self.taken(action, actor, lambda: moved_on(self.review, action, actor))

    @rule(changed=changes)
    def inputs_come_and_go(self, changed):
        self.review = replace(self.review, changed=changed)

    @rule(actor=actors)
    def comment(self, actor):
        if "plans:write" in actor.scopes:
            self.comments.append(actor.id)
            self._talked()

    @rule(actor=actors)
    def resolve_the_first(self, actor):
        if self.comments and may_resolve(self.review, self.comments[0], actor):
            writer = self.comments.pop(0)
            own = actor.id in (self.author, self.editor) and not actor.alone
            assert writer == actor.id or not own, "its makers resolve no comment of somebody else"
            self._talked()

    def _talked(self):
        self.review = replace(self.review, open_comments=tuple(ACTORS[one].name for one in self.comments))

    @rule()
    def another_is_approved(self):
        if self.review.state == "approved":
            self.review = superseded(self.review)

    @rule(actor=actors, digest=digests, found=checks)
    def revise(self, actor, digest, found):
        if self.taken("revise", actor, lambda: revised(self.review, actor, digest, found)):
            assert self.review.state == "draft"
            assert self.review.approval is None
            self.editor, self.digest, self.number = actor.id, digest, self.number + 1
            self._talked()

    def taken(self, action, actor, take, refused_otherwise=False):
        """What is offered is taken, and nothing else, unless what comes with it is wrong."""
        offered = why_not(self.review, action, actor) is None
        try:
            self.review = take()
        except (Refused, NotAllowed):
            assert not offered or refused_otherwise
            return False
        assert offered
        assert not refused_otherwise
        return True

    @invariant()
    def the_list_says_what_is_offered(self):
        for actor in ACTORS.values():
            told = open_actions(self.review, actor)
            assert [one.action for one in told] == list(ACTIONS)
            assert all(one.open == (one.refused_because is None) for one in told)
            assert not any(one.open for one in told if not actor.scopes & (_WRITES | _REVIEWS))

    @invariant()
    def approved_only_by_the_entitled(self):
        if self.review.state not in ("approved", "applied", "superseded"):
            return
        approval = self.review.approval
        assert approval is not None
        assert (approval.digest, approval.revision) == (self.digest, self.number)
        assert "plans:review" in ACTORS[approval.by].scopes
        own = approval.by in (self.author, self.editor)
        assert approval.self_approved == own
        assert not own or ACTORS[approval.by].alone
        assert not self.changed_when_approved
        assert not self.failed_when_submitted
        assert not self.open_when_approved


Reviewing.TestCase.settings = settings(max_examples=100, stateful_step_count=20, deadline=None)
TestReviewing = Reviewing.TestCase
