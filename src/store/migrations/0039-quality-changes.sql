-- What is added to the sums of people and programs, as it happens: rows are only added, so that work of a program that is
-- submitted at the same time never waits. They are folded into the sums soon after.
create table quality_changes (
  project_id uuid not null,
  id bigint generated always as identity,
  day date not null,
  tag text not null collate "C",
  user_id uuid not null,
  jobs bigint not null default 0,
  accepted bigint not null default 0,
  fixed bigint not null default 0,
  rejected bigint not null default 0,
  scored bigint not null default 0,
  score_sum double precision not null default 0,
  gold bigint not null default 0,
  gold_passed bigint not null default 0,
  gold_score_sum double precision not null default 0,
  training bigint not null default 0,
  training_passed bigint not null default 0,
  training_score_sum double precision not null default 0,
  consensus bigint not null default 0,
  consensus_score_sum double precision not null default 0,
  primary key (project_id, id)
);
