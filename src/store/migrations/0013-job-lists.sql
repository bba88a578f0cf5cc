-- Lists of jobs: what customers tell of a job to find it by, who it is assigned to, and the order of every list.
alter table jobs
  add column metadata json not null default '{}',
  -- Given to one person, or to the people of one group; null: to everyone.
  add column assigned_user uuid,
  add column assigned_group text,
  add column deadline timestamptz;

-- One row a key, in the order of creation, so that jobs of a rare value are found without looking at others.
create table job_metadata (
  project_id uuid not null,
  key text not null collate "C",
  -- The text form of the value.
  value text not null collate "C",
  created_at timestamptz not null,
  position bigint not null,
  job_id uuid not null,
  primary key (project_id, key, value, created_at, position, job_id)
);

-- A list in the order of creation is merged from its stages.
create index jobs_by_stage on jobs (project_id, stage, created_at, position, id);
create index jobs_by_stage_time on jobs (project_id, stage, stage_at, position, id);
create index jobs_by_weight on jobs (project_id, priority_weight desc, created_at, position, id);
create index jobs_by_tag on jobs (project_id, tag, created_at, position, id);
create index jobs_of_person on jobs (project_id, assigned_user) where assigned_user is not null;
create index jobs_of_group on jobs (project_id, assigned_group) where assigned_group is not null;
-- Lists of failed jobs are those of the stage.
drop index jobs_failed;

-- paused: jobs are not given out. closed: takes no more jobs.
alter table batches add column state text not null default 'open' check (state in ('open', 'paused', 'closed'));
