-- Accounts and what is kept of them: reads by two indexes, changes of rows that nobody else wants.
create table account (a_id int not null, a_code int not null, a_value int not null, a_data text not null)
    with (fillfactor = 80);
create table detail (t_id int not null, t_n int not null, t_data text not null);
create table region (r_id int primary key, r_data text not null);
insert into account select i, (i * 7919::bigint % 240000)::int, 0, repeat('a', 250) from generate_series(1, 240000) i;
insert into detail select i, n, repeat('t', 90) from generate_series(1, 240000) i, generate_series(1, 2) n;
insert into region select i, repeat('r', 400) from generate_series(1, 20000) i;
alter table account add constraint account_pk primary key (a_id);
create index account_code on account (a_code);
alter table detail add constraint detail_pk primary key (t_id, t_n);

create function lookup(keys int, hot_pct int) returns bigint language plpgsql as $$
declare
    a int;
    v bigint := 0;
    t text;
begin
    for k in 1..keys loop
        a := 1 + floor(random() * case when random() * 100 < hot_pct then 24000 else 240000 end)::int;
        if k % 3 = 0 then
            select v + length(a_data) into v from account where a_code = a % 240000;
        else
            select v + length(a_data) into v from account where a_id = a;
        end if;
        if k % 2 = 0 then
            select v + sum(length(t_data)) into v from detail where t_id = a;
        end if;
    end loop;
    select r_data into t from region where r_id = 1 + a % 20000;
    return v;
end $$;

create function change(changes int, hot_pct int) returns int language plpgsql as $$
declare
    first int := 1 + floor(random() * case when random() * 100 < hot_pct then 24000 else 239000 end)::int;
begin
    -- In order of the key, so that no two wait for each other in a ring.
    for k in 0..changes - 1 loop
        update account set a_value = a_value + 1 where a_id = first + k * 37;
    end loop;
    return first;
end $$;
