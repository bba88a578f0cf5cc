-- The database's clock as a process read it last: a clock that is set back while none runs is noticed at the next start.
create table clock_seen (
  only_row boolean primary key default true check (only_row),
  seen_at timestamptz not null default clock_timestamp()
);
insert into clock_seen default values;
