-- A ledger that is posted to and looked up, and an archive that reports scan from some block on.
create table ledger (l_id int not null, l_value int not null, l_data text not null) with (fillfactor = 85);
create table archive (x_id int not null, x_value int not null, x_data text not null);
create table journal (j_id int, j_value int, j_data text);
insert into ledger select i, 0, repeat('l', 280) from generate_series(1, 250000) i;
insert into archive select i, i % 100, repeat('x', 400) from generate_series(1, 160000) i;
alter table ledger add constraint ledger_pk primary key (l_id);
alter table archive add constraint archive_pk primary key (x_id);

create function lookup(keys int) returns bigint language plpgsql as $$
declare
    v bigint := 0;
    a int;
begin
    for k in 1..keys loop
        a := 1 + floor(random() * 250000)::int;
        select v + length(l_data) into v from ledger where l_id = a;
    end loop;
    select v + x_value into v from archive where x_id = 1 + a % 160000;
    return v;
end $$;

create function posting() returns int language plpgsql as $$
declare
    a int := 1 + floor(random() * 249000)::int;
begin
    for k in 0..3 loop
        update ledger set l_value = l_value + 1 where l_id = a + k * 211;
    end loop;
    insert into journal values (a, 1, 'jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj');
    return a;
end $$;

create function report(blocks int) returns bigint language plpgsql as $$
declare
    -- About 9,000 blocks; a range of row addresses is scanned block by block.
    first int := floor(random() * (8500 - blocks))::int;
    v bigint;
begin
    execute format('select sum(x_value) from archive where ctid >= ''(%s,0)'' and ctid < ''(%s,0)''', first, first + blocks)
    into v;
    return v;
end $$;
