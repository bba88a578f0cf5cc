-- Steps of the database's clock that were seen, so that of all processes one alone answers to each.
create table clock_steps (
  seen_at timestamptz not null default clock_timestamp(),
  step_ms bigint not null
);
