-- Files that customers sent, and files that an ingest made of them (origin ingest), which no list shows.
create table uploaded_files (
  project_id uuid not null references projects (id),
  id uuid not null,
  -- A relative path, as the sender named it.
  name text not null collate "C",
  bytes bigint not null,
  sha256 text not null collate "C",
  kind text not null check (kind in ('image', 'video', 'cloud', 'archive', 'log', 'other')),
  media_type text not null,
  origin text not null default 'upload' check (origin in ('upload', 'ingest')),
  -- The ingest that made it.
  ingest_id uuid,
  -- As precise as tokens of pages.
  created_at timestamptz(3) not null default clock_timestamp(),
  -- The end of a file that nothing uses; null while something does.
  expires_at timestamptz,
  -- What expires_at becomes again when nothing uses it any more.
  kept_until timestamptz not null,
  primary key (project_id, id)
);
create index uploaded_files_newest on uploaded_files (project_id, created_at desc, id desc) where origin = 'upload';
create index uploaded_files_by_name on uploaded_files (project_id, name, created_at desc, id desc) where origin = 'upload';
create index uploaded_files_by_file on uploaded_files (sha256);
create index uploaded_files_by_end on uploaded_files (expires_at) where expires_at is not null;

-- Which jobs and ingests use a file: it stays meanwhile.
create table file_uses (
  project_id uuid not null,
  file_id uuid not null,
  user_kind text not null check (user_kind in ('job', 'ingest')),
  user_id uuid not null,
  primary key (project_id, file_id, user_kind, user_id),
  foreign key (project_id, file_id) references uploaded_files (project_id, id)
);
create index file_uses_by_user on file_uses (project_id, user_kind, user_id);

-- Resumable uploads that are not whole; their bytes are in the storage. The id becomes that of the file.
create table uploads (
  project_id uuid not null references projects (id),
  id uuid not null,
  name text not null collate "C",
  -- Upload-Metadata as it was sent.
  metadata jsonb not null,
  bytes bigint not null,
  -- Bytes that were acknowledged, and outlive the process.
  received bigint not null default 0,
  -- Who writes to it now, until when.
  writer uuid,
  writer_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create index uploads_by_end on uploads (expires_at);
