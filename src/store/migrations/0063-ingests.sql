-- Ingests: files become jobs by a layout. A worker reads the source; what it made is noted in the transaction that made
-- it, so that another worker can go on where it died.
create table ingests (
  project_id uuid not null references projects (id),
  id uuid not null,
  tag text not null,
  -- {files: [file_id]}, {url} or {urls: how many}
  source jsonb not null,
  -- auto or a name, as it was asked for
  layout text not null,
  options jsonb not null,
  batch_id uuid,
  -- The batch that is found or made with the first job.
  batch_name text,
  priority_weight smallint not null,
  metadata jsonb not null,
  stops_at_plan boolean not null,
  rerun_of uuid,
  status text not null
    check (status in ('queued', 'scanning', 'planned', 'creating', 'completed', 'failed', 'cancelled')),
  found_layout text,
  why text,
  plan jsonb,
  created int not null default 0,
  duplicates int not null default 0,
  files_done bigint not null default 0,
  files_total bigint not null default 0,
  bytes_done bigint not null default 0,
  bytes_total bigint not null default 0,
  failures jsonb not null default '[]',
  failures_total int not null default 0,
  -- What was downloaded from the address of the source; null once it is over.
  sha256 text,
  attempts int not null default 0,
  error jsonb,
  key_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (project_id, id)
);
create index ingests_newest on ingests (project_id, created_at desc, id desc);
create index ingests_by_file on ingests (sha256) where sha256 is not null;

-- The addresses of a source that is a list of them: apart, since lists of ingests do not show them.
create table ingest_addresses (
  project_id uuid not null,
  ingest_id uuid not null,
  urls jsonb not null,
  primary key (project_id, ingest_id),
  foreign key (project_id, ingest_id) references ingests (project_id, id) on delete cascade
);

-- Jobs that an ingest made.
create table ingest_jobs (
  project_id uuid not null,
  ingest_id uuid not null,
  job_id uuid not null,
  -- SHA-256 of the data with its files by their content: the same files again are a duplicate.
  content_sha256 bytea not null,
  primary key (project_id, ingest_id, job_id),
  foreign key (project_id, ingest_id) references ingests (project_id, id) on delete cascade
);
create index ingest_jobs_by_job on ingest_jobs (project_id, job_id);
