import sys
from dataclasses import replace
from robustness import less_evidence as le
from tests.unit.robustness.test_less_evidence import *
from tests.two_speeds import *
def p(one): return one.startswith(("no read times","no requests"))
def show(title, t):
    print(title, t.pairs, len(t.breaks))
    for b in t.breaks: print("   ", b.less, "|", b.text)
show("sample", le.tried(REPORT, SAMPLE[REPORT], p, sizes()))
sz=(two_speeds_sizes(),)
for ms in ({SLOW:22.,FAST:.45},{SLOW:6.,FAST:12.},{SLOW:12.,FAST:6.},{SLOW:6.,FAST:6.}):
  for ep in (0.8,1.0,1.6):
    for samples in ({},AS_FILES,AS_FILES|{"ORDERS_PK":490.},{"ORDERS":900.,"LINES":20.,"ORDERS_PK":50.,"LINES_IX":30.}):
      whole=two_speeds(ms,event_part=ep)
      waits=tuple(SegmentWait("SHOP", n, samples=int(s), read_wait_s=10.*s, variance_s2=100.*s) for n,s in samples.items())
      show(f"{ms} {ep} {list(samples.values())}", le.tried_document(replace(whole,segment_waits=waits), p, sz))
