-- What customers are told: events (the feed), deliveries (the same, pushed), and the hot queue of deliveries due.

-- A project may have signing and events set up before it has an address.
alter table callback_settings alter column url drop not null;
-- receiver: see deliveries.receiver. Kept beside the address so that announcing needs no program to work it out.
alter table callback_settings add column receiver uuid;
-- Since when the project's address has only failed; null after any success.
alter table callback_settings add column failing_since timestamptz;

-- One row an announcement, in commit order. The body is frozen here and sent as it is on every attempt.
create table events (
  project_id uuid not null,
  position bigint not null,
  job_id uuid not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (project_id, position)
);
create index events_of_job on events (project_id, job_id, position);

-- An event that is to be pushed. superseded: a later announcement of the job took its place before it was received.
create table deliveries (
  project_id uuid not null,
  position bigint not null,
  webhook_id text not null collate "C",
  job_id uuid not null,
  batch_id uuid not null,
  url text not null,
  -- Of the project and the address's origin: what the breaker and the fair shares go by.
  receiver uuid not null,
  -- The job or batch named the address; otherwise it follows the project's settings.
  own_url boolean not null,
  status text not null check (status in ('pending', 'delivered', 'exhausted', 'disabled', 'superseded')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (project_id, position)
) with (fillfactor = 80);
create index deliveries_of_job on deliveries (project_id, job_id, position);
create index deliveries_by_age on deliveries using brin (created_at);

-- The log of attempts, kept for a while; the counts of deliveries stay.
create table delivery_attempts (
  project_id uuid not null,
  position bigint not null,
  number int not null,
  at timestamptz not null,
  duration_ms int not null,
  http_status int,
  error text,
  response text,
  primary key (project_id, position, number)
);
create index delivery_attempts_by_age on delivery_attempts using brin (at);

-- Pending deliveries alone: small and hot, apart from history. A lease is a due time ahead plus a token.
create table delivery_queue (
  project_id uuid not null,
  job_id uuid not null,
  position bigint not null,
  receiver uuid not null,
  due_at timestamptz not null default now(),
  -- Attempts of this round; sending again by hand starts another round.
  attempts int not null default 0,
  pending_status boolean not null,
  lease_token uuid,
  leased_by uuid,
  primary key (project_id, job_id, position)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0
);
create index delivery_queue_due on delivery_queue (receiver, due_at);

-- Running delivery workers. Each holds the advisory lock of its number, so that the leases of a dead one are seen at once.
create table delivery_workers (
  id uuid primary key,
  lock_key bigint not null unique,
  started_at timestamptz not null default now()
);
