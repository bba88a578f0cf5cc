-- Review by share: {share, firstJobsOfPerson}; null where `review` says always, never or as the project.
alter table tags add column review_share json;

-- What decides which jobs are drawn: without it no one can know beforehand. One a kind, so that draws are independent.
create table sampling_secrets (
  project_id uuid not null,
  kind text not null,
  secret bytea not null,
  primary key (project_id, kind)
);

-- Whether a job is reviewed, drawn when it was first submitted; it stays so however often it comes back.
create table review_draws (
  project_id uuid not null,
  job_id uuid not null,
  reviewed boolean not null,
  drawn_at timestamptz not null default now(),
  primary key (project_id, job_id)
);

-- How often people submitted work of a tag.
create table submission_counts (
  project_id uuid not null,
  tag text not null collate "C",
  user_id uuid not null,
  submissions bigint not null default 0,
  primary key (project_id, tag, user_id)
);
insert into submission_counts (project_id, tag, user_id, submissions)
  select a.project_id, j.tag, a.user_id, count(*) from assignments a
  join jobs j on j.project_id = a.project_id and j.id = a.job_id
  where a.purpose = 'annotate' and a.user_id is not null and a.outcome in ('submitted', 'accepted', 'rejected')
  group by 1, 2, 3;

-- How much of an accepted work was as it had been submitted: 1 where nothing was changed. Of a fix it is worked out
-- after the decision.
alter table reviews add column score double precision;
update reviews set score = 1 where decision = 'accept' and not fixed;

-- Sums by UTC day of submission, tag and worker, kept as things happen. Work of API keys has the worker of zeros.
create table quality_sums (
  project_id uuid not null,
  day date not null,
  tag text not null collate "C",
  user_id uuid not null,
  jobs bigint not null default 0,
  accepted bigint not null default 0,
  fixed bigint not null default 0,
  rejected bigint not null default 0,
  scored bigint not null default 0,
  score_sum double precision not null default 0,
  primary key (project_id, day, tag, user_id)
);

-- The same of reviewed work by class: records of the accepted document (a) and of the submitted one (b).
create table quality_classes (
  project_id uuid not null,
  day date not null,
  tag text not null collate "C",
  user_id uuid not null,
  class text not null collate "C",
  jobs bigint not null default 0,
  tp bigint not null default 0,
  only_a bigint not null default 0,
  only_b bigint not null default 0,
  quality_sum double precision not null default 0,
  primary key (project_id, day, tag, user_id, class)
);

create table quality_attributes (
  project_id uuid not null,
  day date not null,
  tag text not null collate "C",
  user_id uuid not null,
  attribute text not null collate "C",
  n bigint not null default 0,
  equal bigint not null default 0,
  primary key (project_id, day, tag, user_id, attribute)
);

-- What was taken for what. An empty name stands for nothing: a record that is missing, or too many.
create table quality_confusions (
  project_id uuid not null,
  day date not null,
  tag text not null collate "C",
  a text not null collate "C",
  b text not null collate "C",
  records bigint not null default 0,
  primary key (project_id, day, tag, a, b)
);
