-- Orders and payments, after TPC-C: 8 tables and 9 indexes. Random numbers are seeded, so that the data are the same each time.
select setseed(0.5);
create table item (i_id int primary key, i_data text not null);
create table stock (s_id int not null, s_qty int not null, s_data text not null) with (fillfactor = 85);
create table customer (c_id int not null, c_last int not null, c_bal numeric not null, c_data text not null)
    with (fillfactor = 85);
create table district (d_id int primary key, d_next int not null, pad text) with (fillfactor = 20);
create table warehouse (w_id int primary key, w_ytd numeric not null, pad text) with (fillfactor = 20);
create table orders (o_id int not null, o_c int not null, o_d int not null, o_at timestamptz default now());
create table order_line (ol_o int not null, ol_n int not null, ol_i int not null, ol_q int not null, ol_info text);
create table history (h_c int, h_w int, h_amt numeric, h_info text);

insert into item select i, repeat('i', 70) from generate_series(1, 20000) i;
insert into stock select i, 50, repeat('s', 230) from generate_series(1, 200000) i;
insert into customer select i, (i * 7919::bigint % 10000)::int, 0, repeat('c', 350) from generate_series(1, 100000) i;
insert into district select i, 1, repeat('d', 200) from generate_series(1, 4000) i;
insert into warehouse select i, 0, repeat('w', 200) from generate_series(1, 1000) i;
insert into orders select i, 1 + (i * 104729::bigint % 100000)::int, 1 + i % 40 from generate_series(1, 100000) i;
insert into order_line
    select o, n, 1 + ((o * 31::bigint + n * 7919) * 48271 % 200000)::int, 5, repeat('l', 24)
    from generate_series(1, 100000) o, generate_series(1, 5) n;

alter table stock add constraint stock_pk primary key (s_id);
alter table customer add constraint customer_pk primary key (c_id);
create index customer_last on customer (c_last);
alter table orders add constraint orders_pk primary key (o_id);
create index orders_customer on orders (o_c, o_id);
alter table order_line add constraint order_line_pk primary key (ol_o, ol_n);
create sequence order_seq start 100001 cache 20;

create function neworder(districts int, lines int, hot_pct int) returns int language plpgsql as $$
declare
    c int := 1 + floor(random() * 100000);
    d int := 1 + floor(random() * districts);
    o int;
    i int;
    b numeric;
    t text;
begin
    select c_bal into b from customer where c_id = c;
    update district set d_next = d_next + 1 where d_id = d;
    o := nextval('order_seq');
    insert into orders (o_id, o_c, o_d) values (o, c, d);
    for k in 1..lines loop
        i := 1 + floor(random() * case when random() * 100 < hot_pct then 5000 else 200000 end)::int;
        select i_data into t from item where i_id = 1 + i % 20000;
        update stock set s_qty = s_qty - 1 where s_id = i;
        insert into order_line values (o, k, i, 5, 'llllllllllllllllllllllll');
    end loop;
    return o;
exception when deadlock_detected then
    return 0;
end $$;

create function payment(districts int) returns int language plpgsql as $$
declare
    c int := 1 + floor(random() * 100000);
    w int := 1 + floor(random() * greatest(districts / 4, 1));
begin
    update warehouse set w_ytd = w_ytd + 1 where w_id = w;
    update customer set c_bal = c_bal - 1 where c_id = c;
    insert into history values (c, w, 1, 'hhhhhhhhhhhhhhhhhhhhhhhh');
    return c;
end $$;

create function orderstatus() returns bigint language plpgsql as $$
declare
    n int := floor(random() * 10000);
    s bigint;
    c int;
    o int;
begin
    select count(*), max(c_id) into s, c
    from (select c_id, c_data from customer where c_last = n order by c_last limit 8) x where length(c_data) > 0;
    select o_id into o from orders where o_c = c order by o_id desc limit 1;
    select sum(ol_q) into s from order_line where ol_o = o;
    return s;
end $$;

create function stocklevel() returns bigint language plpgsql as $$
declare
    o int := 1 + floor(random() * 100000);
    s bigint;
begin
    select count(*) into s from order_line join stock on s_id = ol_i where ol_o between o and o + 2 and s_qty < 1000;
    return s;
end $$;
