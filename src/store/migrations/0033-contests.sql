-- What the score of a gold job added to the sums, so that a corrected truth can take it back.
alter table gold_given add column compared json;

-- Every change of a score after the truth of a gold job was corrected.
create table gold_rescores (
  project_id uuid not null,
  job_id uuid not null,
  user_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  score_before double precision not null,
  score_after double precision not null,
  primary key (project_id, job_id, user_id, id)
);

-- Reviews whose verdict was withdrawn after the annotator contested it: the work counts as accepted.
alter table reviews add column overturned boolean not null default false;

-- People who say that the verdict on their work is wrong.
create table contests (
  project_id uuid not null,
  id uuid not null,
  -- As the person knows it: of gold the id of their copy, in their private space.
  job_id uuid not null,
  place_id uuid not null,
  user_id uuid not null,
  tag text not null collate "C",
  kind text not null check (kind in ('gold', 'review')),
  -- Of the review that is contested, where there is one.
  version int,
  number int,
  comment text not null,
  score_before double precision,
  opened_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  answer text,
  decided_by uuid,
  decided_at timestamptz,
  primary key (project_id, id)
);
create unique index one_open_contest on contests (project_id, job_id, user_id) where state = 'open';
create index contests_in_order on contests (project_id, opened_at, id);

-- Decisions of reviewers by UTC day, kept as they happen.
create table quality_reviewers (
  project_id uuid not null,
  day date not null,
  tag text not null collate "C",
  user_id uuid not null,
  accepted bigint not null default 0,
  fixed bigint not null default 0,
  rejected bigint not null default 0,
  overturned bigint not null default 0,
  primary key (project_id, day, tag, user_id)
);
