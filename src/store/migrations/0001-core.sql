-- Projects and what belongs to them. Every key starts with the project: tenants are separated in each
-- query, and a database that shards by project can take these tables as they are.

create table projects (
  id uuid primary key,
  name text not null,
  base text not null check (base in ('IMAGE', 'VIDEO', 'SENSOR_FUSION', 'POINT_CLOUD_SEGMENTATION')),
  review boolean not null default false,
  self_review boolean not null default false,
  point_cloud_frame text not null default 'auto' check (point_cloud_frame in ('sensor', 'common', 'auto')),
  -- Signs attachment and viewer links; sealed with the master key. Rotating it revokes every link.
  link_secret bytea not null,
  created_at timestamptz not null default now()
);

-- project_id null: an operator's key, with every scope on every project.
create table api_keys (
  id uuid primary key,
  project_id uuid references projects (id),
  name text not null,
  key_hash bytea not null unique,
  last_four text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_project on api_keys (project_id, created_at);

create table callback_settings (
  project_id uuid primary key references projects (id),
  url text not null,
  service_key bytea,
  service_key_last4 text,
  signing_secret bytea not null,
  signing_secret_last4 text not null,
  events text[] not null default '{COMPLETED,FAILED}',
  allowed_origins text[] not null default '{}',
  enabled boolean not null default true,
  -- Why the service switched it off by itself (410 Gone, days of failures), null when a person did.
  disabled_reason text,
  updated_at timestamptz not null default now()
);

create table tags (
  project_id uuid not null references projects (id),
  tag text not null collate "C",
  operation text not null,
  review boolean,
  instructions text,
  classes json not null,
  attributes json not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, tag)
);

create table sensors (
  project_id uuid not null references projects (id),
  sensor_id text not null collate "C",
  configuration json not null,
  primary key (project_id, sensor_id)
);

-- The rules with their secrets, sealed as a whole; what may be shown again lies beside them.
create table attachment_access (
  project_id uuid primary key references projects (id),
  rules bytea not null,
  shown json not null
);

create table batches (
  project_id uuid not null references projects (id),
  id uuid not null,
  name text not null collate "C",
  description text not null default '',
  is_default boolean not null default false,
  callback_url text,
  created_at timestamptz not null default now(),
  -- Taken in the writing transaction, so that the order of positions is the order of commits.
  next_position bigint not null default 1,
  primary key (project_id, id),
  unique (project_id, name)
);
create unique index one_default_batch on batches (project_id) where is_default;

-- Apart from batches: the position is taken first in a transaction, the counts are written last.
create table batch_counts (
  project_id uuid not null,
  batch_id uuid not null,
  total_jobs bigint not null default 0,
  total_frames bigint not null default 0,
  completed_jobs bigint not null default 0,
  completed_frames bigint not null default 0,
  annotations bigint not null default 0,
  failed_jobs bigint not null default 0,
  cancelled_jobs bigint not null default 0,
  primary key (project_id, batch_id),
  foreign key (project_id, batch_id) references batches (project_id, id)
) with (fillfactor = 50);

create table jobs (
  project_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  position bigint not null,
  reference_id text not null collate "C",
  tag text not null,
  operation text not null,
  stage text not null default 'created' check (stage in
    ('created', 'validating', 'queued', 'in_progress', 'in_review', 'assembling', 'completed', 'failed', 'cancelled')),
  priority_weight smallint not null,
  frames int not null,
  annotations bigint not null default 0,
  payload_sha256 bytea not null,
  callback_url text,
  -- Sensor configuration of the project that this job relied on when it was accepted.
  kept_sensors json,
  warnings json not null default '[]',
  error json,
  -- What was decided about the clouds: sensor or common; null where there is no cloud or nothing is decided yet.
  point_cloud_frame text,
  -- The version last delivered (result_version), and the attachment that holds it.
  result_version int,
  result_attachment uuid,
  created_at timestamptz not null default now(),
  stage_at timestamptz not null default now(),
  completed_at timestamptz,
  data_deleted_at timestamptz,
  -- Who worked on it last, and who holds it now.
  annotator_id uuid,
  reviewer_id uuid,
  holder_id uuid,
  held_until timestamptz,
  rejected boolean not null default false,
  primary key (project_id, id),
  unique (project_id, reference_id)
) with (fillfactor = 85);
create unique index jobs_in_order on jobs (project_id, batch_id, position);
create index jobs_waiting on jobs (project_id, priority_weight desc, created_at) where stage in ('queued', 'in_progress', 'in_review');

-- The bytes as they were received.
create table job_payloads (
  project_id uuid not null,
  job_id uuid not null,
  body bytea not null,
  primary key (project_id, job_id)
);

create table idempotency_keys (
  project_id uuid not null,
  key text not null collate "C",
  body_sha256 bytea not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (project_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Files of a job, one row a URL of its payload.
create table job_assets (
  project_id uuid not null,
  job_id uuid not null,
  field text not null collate "C",
  frame_index int,
  sensor_id text,
  kind text not null check (kind in ('image', 'cloud')),
  url text not null,
  sha256 text not null collate "C",
  bytes bigint not null,
  -- Image: format, width, height (as stored), upright_width, upright_height, exif_orientation. Cloud: point_count, finite_count, bounds…
  facts json not null,
  -- Files made for the browser, by name: {"chunks": sha256} or {"display": sha256, "content_type": …} …
  derived jsonb not null default '{}',
  -- Tiles of its pyramid, which the manifest in derived names one by one.
  tiles text[] not null default '{}',
  primary key (project_id, job_id, field)
);
create index job_assets_by_file on job_assets (sha256);
create index job_assets_by_derived_file on job_assets using gin (derived jsonb_path_ops);
create index job_assets_by_tile on job_assets using gin (tiles) where tiles <> '{}';

-- What a URL gave last, per project and access rule.
create table fetched_urls (
  project_id uuid not null,
  cache_key bytea not null,
  sha256 text not null collate "C",
  bytes bigint not null,
  etag text,
  last_modified text,
  fetched_at timestamptz not null default now(),
  primary key (project_id, cache_key)
);
create index fetched_urls_by_file on fetched_urls (sha256);

-- What was handed in or submitted for a version of the result, before it is assembled.
create table submissions (
  project_id uuid not null,
  job_id uuid not null,
  version int not null,
  document_sha256 text not null,
  labels_sha256 text,
  annotations bigint not null,
  key_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, version)
);

create table predictions (
  project_id uuid not null,
  job_id uuid not null,
  document_sha256 text not null,
  labels_sha256 text,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id)
);

create table results (
  project_id uuid not null,
  job_id uuid not null,
  version int not null,
  attachment_id uuid not null,
  annotations bigint not null,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, version)
);

create table attachments (
  id uuid primary key,
  project_id uuid not null,
  job_id uuid not null,
  version int not null,
  name text not null,
  content_type text not null,
  sha256 text not null collate "C",
  bytes bigint not null,
  created_at timestamptz not null default now()
);
create index attachments_of_job on attachments (project_id, job_id);
create index attachments_by_file on attachments (sha256);

-- Positions of a project's feeds (events, usage), taken in the writing transaction.
create table feed_positions (
  project_id uuid primary key references projects (id),
  next_event bigint not null default 1,
  next_usage bigint not null default 1
) with (fillfactor = 50);

-- The ledger: one row a job, written once, at its first completion.
create table usage_rows (
  project_id uuid not null,
  job_id uuid not null,
  position bigint not null,
  reference_id text not null,
  tag text not null,
  frames int not null,
  annotations bigint not null,
  completed_at timestamptz not null,
  primary key (project_id, job_id),
  unique (project_id, position)
);
create index usage_by_time on usage_rows (project_id, completed_at, position);

create table reviews (
  project_id uuid not null,
  job_id uuid not null,
  version int not null,
  number int not null,
  decision text not null check (decision in ('accept', 'reject')),
  comment text,
  key_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, version, number)
);

create table users (
  id uuid primary key,
  email text not null,
  name text,
  role text not null check (role in ('admin', 'manager', 'reviewer', 'annotator', 'viewer')),
  password_hash text,
  disabled boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index users_by_email on users (lower(email));

-- Roles other than admin see the projects listed here.
create table user_projects (
  user_id uuid not null references users (id),
  project_id uuid not null references projects (id),
  primary key (user_id, project_id)
);

-- One-time links: an invitation names its user; the first admin's set-up link names nobody.
create table invitations (
  token_hash bytea primary key,
  user_id uuid references users (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
