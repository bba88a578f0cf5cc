-- Models that run elsewhere and help people. Headers and the secret are sealed.
create table assistants (
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  carrier text not null check (carrier in ('http', 'queue', 'label_studio', 'cvat')),
  url text,
  settings json not null,
  headers bytea,
  header_names text[] not null default '{}',
  secret bytea not null,
  secret_last4 text not null,
  -- What it says of itself; null until it has.
  description json,
  version text,
  state text not null default 'unknown' check (state in ('ok', 'failing', 'down', 'unknown')),
  -- Why it is not ok.
  problem text,
  described_at timestamptz,
  describe_due_at timestamptz not null default now(),
  -- When a machine asked for work last (queue).
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (project_id, name)
);
create index assistants_describe_due on assistants (describe_due_at) where carrier <> 'queue';

-- What an assistant was asked for in the background: predict, track, review; for a queue every verb.
create table assistant_runs (
  project_id uuid not null,
  id uuid not null,
  assistant text not null,
  version text not null default '',
  verb text not null,
  -- Where the job is: the project, or the private space of a person.
  place_id uuid not null,
  job_id uuid not null,
  input json not null,
  -- null: asked by a key or automatically.
  user_id uuid,
  is_auto boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  progress double precision,
  stopped_at json not null default '[]',
  findings json not null default '[]',
  dropped json not null default '[]',
  error json,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (project_id, id)
);
create index assistant_runs_waiting on assistant_runs (project_id, assistant, due_at) where status in ('queued', 'running');
create index assistant_runs_job on assistant_runs (project_id, job_id, created_at);
create unique index assistant_runs_auto on assistant_runs (project_id, job_id, assistant, version, verb) where is_auto;

create table assistant_suggestions (
  project_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  position bigint generated always as identity,
  run_id uuid,
  assistant text not null,
  version text not null default '',
  verb text not null,
  -- As handed in.
  record json not null,
  -- What belongs to it elsewhere in what is handed in: its track, rectangles on cameras.
  more json,
  score double precision,
  state text not null default 'open' check (state in ('open', 'accepted', 'dropped', 'replaced')),
  -- After submission: kept, changed, dropped, untouched.
  outcome text,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id, id)
);
create index assistant_suggestions_order on assistant_suggestions (project_id, job_id, position);

-- Kept as sums when things happen.
create table assistant_sums (
  project_id uuid not null,
  assistant text not null,
  version text not null default '',
  calls bigint not null default 0,
  errors bigint not null default 0,
  suggested bigint not null default 0,
  kept bigint not null default 0,
  changed bigint not null default 0,
  dropped bigint not null default 0,
  untouched bigint not null default 0,
  -- Calls by how long they took: up to 2^n milliseconds.
  latencies bigint[] not null default array_fill(0::bigint, array[22]),
  primary key (project_id, assistant, version)
);
