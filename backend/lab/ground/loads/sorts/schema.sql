-- Bookings that are looked up and changed, and sorted in pieces larger than work_mem.
create table booking (b_id int not null, b_value int not null, b_data text not null) with (fillfactor = 85);
create table passenger (p_id int not null, p_data text not null);
create table log (g_id int, g_data text);
insert into booking select i, (i * 7919::bigint % 100000)::int, repeat('b', 260) from generate_series(1, 260000) i;
insert into passenger select i, repeat('p', 180) from generate_series(1, 260000) i;
alter table booking add constraint booking_pk primary key (b_id);
alter table passenger add constraint passenger_pk primary key (p_id);

create function lookup(keys int) returns bigint language plpgsql as $$
declare
    v bigint := 0;
    a int;
begin
    for k in 1..keys loop
        a := 1 + floor(random() * 260000)::int;
        select v + b_value into v from booking where b_id = a;
        select v + length(p_data) into v from passenger where p_id = a;
    end loop;
    return v;
end $$;

create function posting() returns int language plpgsql as $$
declare
    a int := 1 + floor(random() * 259000)::int;
begin
    for k in 0..2 loop
        update booking set b_value = b_value + 1 where b_id = a + k * 211;
    end loop;
    insert into log values (a, 'gggggggggggggggggggggggggggggg');
    return a;
end $$;

create function spill(rows int) returns bigint language plpgsql as $$
declare
    v bigint;
begin
    select sum(length(x)) into v
    from (select repeat('s', 140) || (n * 7919::bigint % rows) as x from generate_series(1, rows) n order by 1) sorted;
    return v;
end $$;
