"""No sequence of calls approves a plan without a bound approval of its current revision by somebody entitled."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from segtier.model.account import SINGLE_USER, Actor
from segtier.review import Refused, act, allowed, begun, core_digest, revised
from segtier.review.review import ACTIONS

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


class Reviewing(RuleBasedStateMachine):
    @initialize(actor=st.sampled_from(["ann", "bob", "local"]), digest=digests)
    def begin(self, actor, digest):
        self.review = begun(ACTORS[actor], digest)
        self.author, self.editor, self.digest, self.number = actor, actor, digest, 1

    @rule(actor=actors, digest=digests, current=st.booleans())
    def submit_and_approve(self, actor, digest, current):
        """The way to an approval, taken often: at random it is hardly ever walked to its end."""
        self.take_one(ACTORS["local"], "submit", None)
        self.take_one(actor, "approve", self.digest if current else digest)

    @rule(actor=actors, action=st.sampled_from([one for one in ACTIONS if one != "revise"]), digest=digests)
    def take(self, actor, action, digest):
        self.take_one(actor, action, digest)

    def take_one(self, actor, action, digest):
        offered = action in allowed(self.review, actor)
        try:
            self.review = act(self.review, action, actor, digest)
        except Refused:
            assert not offered or (action == "approve" and digest != self.digest)
        else:
            assert offered
            assert action != "approve" or digest == self.digest

    @rule(actor=actors, digest=digests)
    def revise(self, actor, digest):
        offered = "revise" in allowed(self.review, actor)
        try:
            self.review = revised(self.review, actor, digest)
        except Refused:
            assert not offered
            return
        assert offered
        assert self.review.state == "draft"
        assert self.review.approval is None
        self.editor, self.digest, self.number = actor.id, digest, self.number + 1

    @invariant()
    def approved_only_by_the_entitled(self):
        if self.review.state not in ("approved", "applied", "measured"):
            return
        approval = self.review.approval
        assert approval is not None
        assert (approval.digest, approval.revision) == (self.digest, self.number)
        assert "plans:review" in ACTORS[approval.by].scopes
        own = approval.by in (self.author, self.editor)
        assert approval.self_approved == own
        assert not own or ACTORS[approval.by].alone


Reviewing.TestCase.settings = settings(max_examples=100, stateful_step_count=20, deadline=None)
TestReviewing = Reviewing.TestCase
