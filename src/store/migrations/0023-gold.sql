-- How the work of a tag is checked beside reviews: {share, pass, action, feedback}, {jobs, pass}, {annotators, agreement, share}.
alter table tags add column gold json, add column training json, add column consensus json;

-- Copies of jobs that are made for one person have the id of this private space in place of the project's: no statement
-- about the project finds them.
create table private_spaces (
  project_id uuid not null,
  user_id uuid not null,
  space_id uuid not null unique,
  primary key (project_id, user_id)
);
create index private_spaces_of_person on private_spaces (user_id);

-- Of a private copy: the job whose payload, files and starting point it shows.
alter table jobs add column origin_project uuid, add column origin_job uuid;

-- Annotators of projects with gold see the jobs they have held, and no other.
create index assignments_of_person on assignments (user_id, project_id) where user_id is not null;

-- Jobs whose truth is known.
create table gold_jobs (
  project_id uuid not null,
  job_id uuid not null,
  tag text not null collate "C",
  -- The version of the tag when the truth was made.
  tag_version int not null,
  document_sha256 text not null,
  labels_sha256 text,
  made_by uuid,
  created_at timestamptz not null default now(),
  -- null: given out. Otherwise it was taken back; the row stays, for those who had it.
  ended_at timestamptz,
  given int not null default 0,
  scored int not null default 0,
  score_sum double precision not null default 0,
  primary key (project_id, job_id)
);
create index gold_jobs_by_document on gold_jobs (document_sha256);
create index gold_jobs_by_labels on gold_jobs (labels_sha256) where labels_sha256 is not null;
create index gold_jobs_of_tag on gold_jobs (project_id, tag, given) where ended_at is null;

-- Who had which of them, as which copy.
create table gold_given (
  project_id uuid not null,
  job_id uuid not null,
  user_id uuid not null,
  tag text not null collate "C",
  purpose text not null check (purpose in ('gold', 'training')),
  -- Of training: jobs that count together.
  round int,
  space_id uuid not null,
  copy_id uuid not null unique,
  given_at timestamptz not null default now(),
  submitted_at timestamptz,
  score double precision,
  passed boolean,
  primary key (project_id, job_id, user_id)
);
create index gold_given_to_person on gold_given (project_id, user_id, tag, given_at);

-- What is kept of a person's checks for a tag.
create table person_checks (
  project_id uuid not null,
  tag text not null collate "C",
  user_id uuid not null,
  -- Jobs given out, by which the share is drawn.
  draws bigint not null default 0,
  training_round int not null default 1,
  trained_at timestamptz,
  -- Gold before this does not pause the person again.
  resumed_at timestamptz,
  -- The person gets no more work of the tag: below the pass score, or in training without jobs to go on with.
  paused_for text check (paused_for in ('gold', 'training')),
  primary key (project_id, tag, user_id)
);
create index people_paused on person_checks (user_id) where paused_for is not null;

-- Messages to managers.
create table notices (
  project_id uuid not null,
  id bigint generated always as identity,
  kind text not null,
  user_id uuid,
  tag text collate "C",
  job_id uuid,
  at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (project_id, id)
);
create unique index one_open_notice on notices (project_id, kind, coalesce(user_id, job_id, project_id), coalesce(tag, ''))
  where closed_at is null;

alter table quality_sums add column gold bigint not null default 0, add column gold_passed bigint not null default 0,
  add column gold_score_sum double precision not null default 0, add column training bigint not null default 0,
  add column training_passed bigint not null default 0, add column training_score_sum double precision not null default 0;

-- What gold says of classes and attributes is kept apart from what reviews say: customers see the latter.
alter table quality_classes add column source text not null default 'review', drop constraint quality_classes_pkey,
  add primary key (project_id, day, tag, user_id, class, source);
alter table quality_attributes add column source text not null default 'review', drop constraint quality_attributes_pkey,
  add primary key (project_id, day, tag, user_id, attribute, source);
alter table quality_confusions add column source text not null default 'review', drop constraint quality_confusions_pkey,
  add primary key (project_id, day, tag, a, b, source);
