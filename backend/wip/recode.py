import re,subprocess,glob,sys
base=sys.argv[1] if len(sys.argv)>1 else 'HEAD'
def load(t):
    d={}
    for l in t.splitlines():
        m=re.match(r'  ([^:]+): (.*)',l)
        if m: d[m[1]]=re.sub(r'\{[^{}]*(\{[^{}]*\}[^{}]*)*\}','{}',m[2])
    return d
for room in ('advisor','analysis','forecast','model'):
    old=load(subprocess.run(['git','show',f'{base}:backend/tests/approved/{room}.txt'],capture_output=True,text=True).stdout)
    new=load(open(f'tests/approved/{room}.txt').read())
    inv={}
    for k,v in new.items(): inv.setdefault(v,[]).append(k)
    for p in glob.glob('tests/**/*.py',recursive=True)+glob.glob('tests/**/*.yaml',recursive=True):
        s=open(p).read(); o=s
        for m in set(re.findall(rf'{room}/([\w.:-]+)',s)):
            if m in old and m not in new:
                c=inv.get(old[m],[])
                if len(c)==1: s=re.sub(rf'{room}/{re.escape(m)}(?![\w.-])',f'{room}/{c[0]}',s); print(p,m,'->',c[0])
                else: print('??',p,m,old[m][:80],c)
            elif m in old and m in new and old[m]!=new[m]: print('!!',p,m,old[m][:60],'|',new[m][:60], inv.get(old[m]))
        if s!=o: open(p,'w').write(s)
