-- For how many days after a job's end its data is kept; null: for good.
create table retention_settings (
  project_id uuid primary key references projects (id),
  inputs_days int check (inputs_days > 0),
  results_days int check (results_days > 0),
  drafts_days int check (drafts_days > 0),
  updated_at timestamptz not null default now()
);

-- Of a job whose data was deleted, which part; data_deleted_at says that any of it was.
alter table jobs
  add column inputs_deleted_at timestamptz,
  add column results_deleted_at timestamptz;
update jobs set inputs_deleted_at = data_deleted_at, results_deleted_at = data_deleted_at, result_attachment = null
where data_deleted_at is not null;
create index jobs_with_inputs on jobs (project_id, stage_at)
  where inputs_deleted_at is null and stage in ('completed', 'failed', 'cancelled');
create index jobs_with_results on jobs (project_id, stage_at)
  where results_deleted_at is null and stage in ('completed', 'failed', 'cancelled');

-- The address of a deleted file is known: null is a file that is gone.
alter table attachments alter column sha256 drop not null;

-- Files that a row named until it was deleted, written with the deletion: removed from the storage where no other row
-- names them.
create table released_files (
  project_id uuid not null,
  sha256 text not null collate "C",
  released_at timestamptz not null default now(),
  primary key (project_id, sha256)
);
