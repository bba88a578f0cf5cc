-- Filters and order of the list of jobs, kept under a name.
create table job_views (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  -- null: of everyone in the project
  user_id uuid,
  name text not null,
  search text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id)
);
