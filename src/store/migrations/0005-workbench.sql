-- What people do in the browser: signing in, saving work, drafts, issues, skips, and the time it took.

-- Tries to sign in that failed, by a hash of who tried. No row: none lately.
create table sign_in_failures (
  subject bytea primary key,
  failures int not null,
  blocked_until timestamptz not null,
  failed_at timestamptz not null default now()
);

-- The document that is worked on, of each job that somebody ever took in hand. Small and hot: a saved batch of
-- operations changes this row and adds one; the document itself is written anew now and then only.
create table works (
  project_id uuid not null,
  job_id uuid not null,
  -- Counts saved batches.
  version int not null default 0,
  -- What was last handed in from this work; later versions are not handed in yet.
  submitted_version int not null default 0,
  begun_at timestamptz not null default now(),
  saved_at timestamptz,
  primary key (project_id, job_id)
) with (fillfactor = 70);

-- The document at some version: a file where the work began from one, else the bytes (gzip). Neither: empty.
create table work_snapshots (
  project_id uuid not null,
  job_id uuid not null,
  version int not null,
  document_sha256 text,
  labels_sha256 text,
  document bytea,
  labels bytea,
  primary key (project_id, job_id)
);

-- Batches saved after the snapshot, and a few before it, by which a batch that is sent twice is known again.
create table work_operations (
  project_id uuid not null,
  job_id uuid not null,
  version int not null,
  batch_id uuid not null,
  user_id uuid not null,
  operations text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, version)
);

-- Work that came after its lease had passed on.
create table work_drafts (
  project_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  base_version int not null,
  operations text not null,
  operation_count int not null,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, id)
);

create table job_skips (
  project_id uuid not null,
  job_id uuid not null,
  user_id uuid not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, user_id, created_at)
);

create table active_times (
  project_id uuid not null,
  job_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('annotate', 'review')),
  active_ms bigint not null default 0,
  last_beat_at timestamptz not null default now(),
  primary key (project_id, job_id, user_id, kind)
) with (fillfactor = 70);

create table issues (
  project_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  place json not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid,
  primary key (project_id, job_id, id)
);

create table issue_comments (
  project_id uuid not null,
  job_id uuid not null,
  issue_id uuid not null,
  number int not null,
  user_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, issue_id, number)
);

-- The work as the reviewer decided on it, for the difference since; null for decisions by a key.
alter table reviews add column document_sha256 text, add column labels_sha256 text,
  add column fixed boolean not null default false;

-- None of these is touched while jobs come in, and none when a lease is renewed.
create index jobs_of_annotator on jobs (annotator_id) where stage = 'in_progress';
create index jobs_of_reviewer on jobs (reviewer_id) where stage = 'in_review';
create index jobs_in_hand on jobs (holder_id) where holder_id is not null;
create index jobs_failed on jobs (project_id, batch_id, position) where stage = 'failed';
