"""meta.py [n] : metamorphic law over the corpus; prints breaks."""
import sys, glob, os, re, json, collections, traceback
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace, fields
sys.path.insert(0,'.')
from segtier.advisor import advise
from segtier.errors import SegtierError
from segtier.reports import read_document
def uncovered(d): return replace(d, segment_coverage={k: replace(v,listed=None) for k,v in d.segment_coverage.items()})
from segtier.model.workload import Workload
from tests.builders import a_request
LISTS=[f.name for f in fields(Workload) if f.name not in('parts','sections','warnings','instances','schema') and isinstance(getattr(Workload(),f.name),tuple)]
HIST={}
def adv(d):
    return advise([d],[],replace(a_request(),draws=400))
def summary(a):
    return dict(state=a.verdict.state, cause=a.verdict.cause, ceil=a.verdict.ceiling_db_time_pct,
      opts={o.option:(o.response_ratio and (o.response_ratio.low,o.response_ratio.expected,o.response_ratio.high), o.state, bool(o.not_known), tuple(b.needs for b in o.blocked_by), tuple(b.code for b in o.blocked_by)) for o in a.options},
      finds=[f.code for f in a.findings], head=a.verdict.headline)
def variants(data,name,d):
    for pctg in (2,10,30,60,90):
        yield f'cut{pctg}', lambda p=pctg: read_document(data[:len(data)*p//100], name)
    for n in LISTS:
        if getattr(d,n): yield f'no {n}', lambda n=n: (uncovered if n=='segments' else (lambda x:x))(replace(d,**{n:()}))
    for n in LISTS:
        if len(getattr(d,n))>1: yield f'first {n}', lambda n=n: (uncovered if n=='segments' else (lambda x:x))(replace(d,**{n:getattr(d,n)[:1]}))
    yield 'no db time', lambda: replace(d, interval=replace(d.interval,db_time_s=None), time_model=tuple(r for r in d.time_model if r.name.lower()!='db time'))
    yield 'no waits at all', lambda: replace(d, wait_events=(), wait_classes=())
    yield 'no waits nor histograms', lambda: replace(d, wait_events=(), wait_classes=(), wait_histograms=(), io_functions=(), io_filetypes=())
def check(w,v):
    out=[]
    if v['state']=='move' and w['state']!='move': out.append('a: new move '+v['head'])
    for o,(r,st,nk,needs,codes) in w['opts'].items():
        if r is None: continue
        vr,vst,vnk,vneeds,vcodes=v['opts'][o]
        if vr is None or vnk or vst in('needs','unknown'): continue
        if not (vr[0]-0.01<=r[1]<=vr[2]+0.01): out.append(f'b: {o} {r[1]:.2f} not in {vr[0]:.2f}-{vr[2]:.2f} ({vst})')
        gain=(1-r[1])*100
        if v['ceil'] is not None and v['ceil']<gain-1: out.append(f'c: {o} ceiling {v["ceil"]:.0f} < {gain:.0f}')
    return out
def one(p):
    name=os.path.basename(p); data=open(p,'rb').read()
    res=[]; n=0
    try:
        d=read_document(data,name)
        if not isinstance(d,Workload): return name,0,[]
        w=summary(adv(d))
    except SegtierError as e: return name,0,[]
    for label,make in variants(data,name,d):
        try:
            dd=make()
            if not isinstance(dd,Workload): continue
            v=summary(adv(dd))
        except SegtierError: continue
        except Exception as e:
            res.append((label,'FAULT '+repr(e)[:200])); continue
        n+=1
        for b in check(w,v): res.append((label,b))
    return name,n,res
if __name__=='__main__':
    fs=[p for p in sorted(glob.glob('/work/shared/corpus/**/*',recursive=True)) if os.path.isfile(p)]
    pat=sys.argv[1] if len(sys.argv)>1 else ''
    fs=[p for p in fs if pat in p]
    tot=0; br=0; kinds=collections.Counter()
    with ProcessPoolExecutor(2) as ex:
        for name,n,res in ex.map(one,fs):
            tot+=n; br+=len(res)
            for l,b in res: kinds[l,b.split()[0],b.split()[1]]+=1
            if res: print(name,n,len(res),flush=True)
            for l,b in res[:400]: print('    ',l,'|',b)
    print('pairs',tot,'breaks',br)
    for k,c in kinds.most_common(60): print(c,*k)
