-- Who works on a job, for what purpose, for how long, and what they submitted: one row a person (or key) and piece of
-- work. What was rejected stays. `jobs` keeps its holder beside it, by which the queue is read.
create table assignments (
  project_id uuid not null,
  job_id uuid not null,
  -- From 1 within the job, in the order in which they were given.
  assignment_no int not null,
  purpose text not null check (purpose in ('annotate', 'review', 'gold', 'consensus', 'training')),
  user_id uuid,
  key_id uuid,
  -- The version of the result that the work is for.
  version int not null,
  -- The lease; null: the worker does not hold the job now.
  held_until timestamptz,
  active_ms bigint not null default 0,
  last_beat_at timestamptz,
  -- null: open. passed_on: another person, or a program, took the work. accepted, rejected: what a review decided.
  outcome text check (outcome in ('submitted', 'accepted', 'rejected', 'released', 'passed_on', 'cancelled')),
  -- What was submitted; null of a review decided without opening the work, and after the job's data was deleted.
  document_sha256 text,
  labels_sha256 text,
  annotations bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (project_id, job_id, assignment_no)
) with (fillfactor = 70);
create unique index one_open_assignment on assignments (project_id, job_id, user_id, purpose) where outcome is null;
create index assignments_by_document on assignments (document_sha256) where document_sha256 is not null;
create index assignments_by_labels on assignments (labels_sha256) where labels_sha256 is not null;

with known as (
  select s.project_id, s.job_id, 'annotate' as purpose, s.user_id, s.key_id, s.version, null::timestamptz as held_until,
    coalesce((select case decision when 'accept' then 'accepted' else 'rejected' end from reviews r
      where r.project_id = s.project_id and r.job_id = s.job_id and r.version = s.version and r.created_at >= s.created_at
      order by r.number desc limit 1), 'submitted') as outcome,
    s.document_sha256, s.labels_sha256, s.annotations, s.created_at, s.created_at as ended_at, 1 as turn
  from submissions s
  union all
  select r.project_id, r.job_id, 'review', r.user_id, r.key_id, r.version, null, 'submitted',
    r.document_sha256, r.labels_sha256, null, r.created_at, r.created_at, 2
  from reviews r
  union all
  -- Work that is open now: the annotator's, also while no one holds the job, and that of who holds a review.
  select j.project_id, j.id, 'annotate', j.annotator_id, null, coalesce(j.result_version, 0) + 1,
    case when j.holder_id = j.annotator_id then j.held_until end, null, null, null, null, j.stage_at, null, 3
  from jobs j where j.stage = 'in_progress' and j.annotator_id is not null
  union all
  select j.project_id, j.id, 'review', j.holder_id, null, coalesce(j.result_version, 0) + 1, j.held_until, null,
    null, null, null, j.stage_at, null, 3
  from jobs j where j.stage = 'in_review' and j.holder_id is not null
), numbered as (
  select known.*, row_number() over (partition by project_id, job_id order by turn = 3, created_at, turn) as no,
    row_number() over (partition by project_id, job_id, purpose, user_id
      order by turn desc, created_at desc) as from_last
  from known
)
insert into assignments (project_id, job_id, assignment_no, purpose, user_id, key_id, version, held_until, active_ms,
  last_beat_at, outcome, document_sha256, labels_sha256, annotations, created_at, ended_at)
select n.project_id, n.job_id, n.no, n.purpose, n.user_id, n.key_id, n.version, n.held_until, coalesce(t.active_ms, 0),
  t.last_beat_at, n.outcome, n.document_sha256, n.labels_sha256, n.annotations, n.created_at, n.ended_at
from numbered n
  -- Times were kept by person and job: they go with the person's last piece of work.
  left join active_times t on n.from_last = 1 and t.project_id = n.project_id and t.job_id = n.job_id
    and t.user_id = n.user_id and t.kind = n.purpose;
