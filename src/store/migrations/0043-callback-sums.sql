-- What became of callbacks, by the hour in which it was noted: the log of attempts is kept for some days only.
create table callback_sums (
  project_id uuid not null,
  hour timestamptz not null,
  delivered bigint not null default 0,
  -- Attempts that failed; the last ones of deliveries that were given up too.
  failed bigint not null default 0,
  given_up bigint not null default 0,
  -- From the commit that announced them to their receipt, of all delivered ones.
  delay_ms bigint not null default 0,
  primary key (project_id, hour)
);
