-- What moved between stages, as it happens: rows are only added, so that jobs that move at the same time never wait for
-- one another. They are folded into sums by the hour soon after.
create table progress_changes (
  project_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  stage text not null,
  entered int not null default 0,
  gone int not null default 0,
  frames bigint not null default 0,
  objects bigint not null default 0,
  active_ms bigint not null default 0,
  rework int not null default 0,
  primary key (project_id, id)
);

create table progress_sums (
  project_id uuid not null,
  hour timestamptz not null,
  stage text not null,
  entered bigint not null default 0,
  gone bigint not null default 0,
  -- Of the jobs that entered.
  frames bigint not null default 0,
  objects bigint not null default 0,
  active_ms bigint not null default 0,
  rework bigint not null default 0,
  primary key (project_id, hour, stage)
);

-- Of jobs that are there already it is known where they are, and since when.
insert into progress_sums (project_id, hour, stage, entered, frames, objects)
  select project_id, date_trunc('hour', stage_at), stage, count(*), sum(frames), sum(annotations) from jobs group by 1, 2, 3;
