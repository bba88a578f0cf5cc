-- A body to be checked with its downloads and then forgotten: written by the api, answered by a worker.
create table dry_runs (
  project_id uuid not null,
  id uuid not null,
  body bytea not null,
  -- {failures: [{field, type}], warnings: […], unchecked: [url]}
  answer json,
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);
