-- How severe findings are by code, whether results of programs with errors are refused, and what becomes of held frames.
alter table tags
  add column checks json,
  add column strict boolean not null default false,
  add column hold text check (hold in ('ask', 'keep', 'end'));

-- What the checks found in the newest result; null: there is none, or it was made before.
alter table jobs
  add column findings json,
  -- Errors and warnings.
  add column finding_count integer not null default 0;
create index jobs_with_findings on jobs (project_id, created_at, position, id) where finding_count > 0;
