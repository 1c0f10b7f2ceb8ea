import json,sys
o=dict(map(json.loads,open(sys.argv[1]))); n=dict(map(json.loads,open(sys.argv[2])))
for k in o:
    try: A,B=json.loads(o[k]),json.loads(n[k])
    except Exception as e:
        if o[k]!=n[k]: print('!!',k.split('/')[-1],'|',o[k][:150],'|',n[k][:200])
        continue
    a,b=A['verdict'],B['verdict']
    if a['state']!=b['state'] or a['cause']!=b['cause']: print(k.split('/')[-1],a['state'],a['cause'],'->',b['state'],b['cause'],'|',b['text'][:300])
    if '-v' in sys.argv:
        for x,y in zip(A['options'],B['options']):
            rx,ry=x['response_ratio'],y['response_ratio']
            f=lambda r: '-' if r is None else '%.2f(%.2f-%.2f)'%(r['expected'],r['low'],r['high'])
            if rx!=ry and (rx is None or ry is None or max(abs(rx[i]-ry[i]) for i in rx)>0.03): print('   ',k.split('/')[-1][:30],x['option'],f(rx),'->',f(ry), y.get('not_known'))
