-- Jobs that several people annotate, each alone. Their pieces of work are assignments with the purpose `consensus`:
-- open while a place is taken, `released` when it is free again, `submitted` with the document.
create table consensus_jobs (
  project_id uuid not null,
  job_id uuid not null,
  wanted int not null,
  agreement double precision not null,
  -- false: the last one has submitted, or the job went another way.
  is_open boolean not null default true,
  -- Mean score over all pairs, when the last one has submitted.
  score double precision,
  -- medoid: they agreed. open: a reviewer has to decide. adjudicated: one has. null: not that far, or given up.
  outcome text check (outcome in ('medoid', 'open', 'adjudicated')),
  -- Numbers of the assignments that are candidates A, B, C, in that order, and which of them is the medoid.
  candidates json,
  medoid int,
  pairs json,
  differences json,
  alpha json,
  created_at timestamptz not null default now(),
  primary key (project_id, job_id)
);
create index consensus_jobs_open on consensus_jobs (created_at) where is_open;

alter table quality_sums add column consensus bigint not null default 0,
  add column consensus_score_sum double precision not null default 0;
