"""advdump.py OUT [corpus]: advice of each verdict case, and of each corpus report, as JSON lines by name."""
import sys, json, glob, os
from concurrent.futures import ProcessPoolExecutor
from segtier.advisor import advise
from segtier.documents import encode
from segtier.errors import SegtierError
def one(job):
    kind, name = job
    try:
        if kind=='case':
            from tests.verdict_cases import WORKLOADS, inventories, request
            a=advise([WORKLOADS[name]], inventories(name), request(name))
        else:
            from segtier.reports import read_document
            from segtier.model.workload import Workload
            from tests.builders import a_request
            d=read_document(open(name,'rb').read(), os.path.basename(name))
            if not isinstance(d,Workload): return name, 'not a workload'
            a=advise([d],[],a_request())
        e=encode(a)
        return name, e if isinstance(e,str) else e.decode()
    except SegtierError as e: return name, f'{type(e).__name__} {e}'
    except Exception as e: return name, f'FAULT {type(e).__name__} {e}'
if __name__=='__main__':
    from tests.verdict_cases import WORKLOADS
    jobs=[('case',n) for n in WORKLOADS]
    if len(sys.argv)>2:
        jobs+=[('file',p) for p in sorted(glob.glob('/work/shared/corpus/**/*',recursive=True)) if os.path.isfile(p)]
    with ProcessPoolExecutor(2) as ex, open(sys.argv[1],'w') as out:
        for name, text in ex.map(one, jobs): out.write(json.dumps([name,text])+'\n')
