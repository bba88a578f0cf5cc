-- How long people annotated jobs in which they accepted suggestions of an assistant; '': of none.
create table assisted_times (
  project_id uuid not null,
  tag text not null,
  assistant text not null,
  version text not null,
  jobs bigint not null default 0,
  objects bigint not null default 0,
  active_ms bigint not null default 0,
  primary key (project_id, tag, assistant, version)
);

-- Whether the job is in these figures: it is counted at its first submission.
alter table works add column is_timed boolean not null default false;
