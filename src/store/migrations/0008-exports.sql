-- Exports of completed work in training formats. The set of jobs is fixed when the export is created.
create table exports (
  project_id uuid not null references projects (id),
  id uuid not null,
  format text not null,
  -- filter, splits, files, destination, options as they were asked for
  request jsonb not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  jobs_total int not null default 0,
  jobs_done int not null default 0,
  bytes_done bigint not null default 0,
  attempts int not null default 0,
  sha256 text,
  size bigint,
  content_sha256 text,
  losses jsonb not null default '[]',
  error jsonb,
  key_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  expires_at timestamptz,
  primary key (project_id, id)
);
create index exports_newest on exports (project_id, created_at desc, id desc);
create index exports_by_file on exports (sha256) where sha256 is not null;
create index exports_expiring on exports (expires_at) where sha256 is not null;

create table export_jobs (
  project_id uuid not null,
  export_id uuid not null,
  reference_id text collate "C" not null,
  job_id uuid not null,
  version int not null,
  primary key (project_id, export_id, reference_id),
  foreign key (project_id, export_id) references exports (project_id, id) on delete cascade
);
create index export_jobs_of_job on export_jobs (project_id, job_id);
