import glob,sys
from dataclasses import replace
from segtier.reports import read_document
from segtier.advisor.case import build_case
from segtier.advisor import advise
from tests.builders import a_request
from segtier.forecast import forecast_change, Change
def load(pat,cut=100):
    p=glob.glob(f'/work/shared/corpus/**/{pat}*',recursive=True)[0]; b=open(p,'rb').read()
    return read_document(b[:len(b)*cut//100],p.split('/')[-1])
def show(d):
    c=build_case([d],[],a_request()); pr=c.profile
    print({x.kind:(round(x.time_per_s/pr.db_time_per_s,4),x.latency_us and round(x.latency_us)) for x in pr.demands}, 'cpu',round(pr.cpu_share,3),'un',round(pr.unexplained_share,3),'dc',round(pr.double_counted_share,3), 'unnamed',[(round(u.time_s/pr.elapsed_s/pr.db_time_per_s,4),u.wait_class,u.why) for u in pr.unnamed])
    print('  rates',pr.reads_counted_by,pr.request_rates,pr.redo_write_us,pr.instances, c.request.tier.read_iops, c.request.tier.write_iops)
    a=advise([d],[],a_request())
    for o in a.options: print('   ',o.option,o.response_ratio,o.state,o.not_known and (o.not_known.least_pct,o.not_known.most_pct),[b.code for b in o.blocked_by])
d=load('awr-rac-global-html-11.2.0.3.0-SLOB-160'); show(d); show(replace(d,wait_events=()))
print(); show(load('awr-html-12.1.0.2.0-rac-exa-cdb11-2028',10))
print(); d=load('awr-html-11.2.0.3.0-si-DBM11203-1822'); show(d); show(replace(d,segments=()))
