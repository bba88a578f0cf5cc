-- Imports of labels made elsewhere. A worker reads the archive; what it did for each job is noted in the transaction
-- that did it, so that another worker can go on where it died.
create table imports (
  project_id uuid not null references projects (id),
  id uuid not null,
  format text not null,
  tag text not null,
  -- into, data_base, url and options as they were asked for
  request jsonb not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  -- The archive; null once it is read, and while it is to be downloaded.
  sha256 text,
  bytes bigint not null default 0,
  parts_total int not null default 0,
  parts_done int not null default 0,
  matched int not null default 0,
  created int not null default 0,
  classes jsonb not null default '[]',
  unmatched jsonb not null default '[]',
  unmatched_total int not null default 0,
  failures jsonb not null default '[]',
  failures_total int not null default 0,
  attempts int not null default 0,
  error jsonb,
  key_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (project_id, id)
);
create index imports_newest on imports (project_id, created_at desc, id desc);
create index imports_by_file on imports (sha256) where sha256 is not null;

-- Jobs that an import has made or given a prediction to.
create table import_jobs (
  project_id uuid not null,
  import_id uuid not null,
  job_id uuid not null,
  -- false: made by the import, and its labels wait until its files are checked.
  is_done boolean not null,
  primary key (project_id, import_id, job_id),
  foreign key (project_id, import_id) references imports (project_id, id) on delete cascade
);
