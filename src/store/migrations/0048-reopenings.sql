-- Who opened a completed job again, and why.
create table job_reopenings (
  project_id uuid not null,
  job_id uuid not null,
  user_id uuid,
  key_id uuid,
  reason text,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, created_at)
);
