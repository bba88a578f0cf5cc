-- What a tag asked for over time: a job is checked and its result assembled by the version that it was sent under.
-- Review and instructions are not part of it: they hold for all jobs as they are now.
create table tag_versions (
  project_id uuid not null,
  tag text not null collate "C",
  version int not null,
  operation text not null,
  classes json not null,
  attributes json not null,
  created_at timestamptz not null default now(),
  primary key (project_id, tag, version)
);
insert into tag_versions (project_id, tag, version, operation, classes, attributes, created_at)
  select project_id, tag, 1, operation, classes, attributes, updated_at from tags;

alter table tags add column version int not null default 1;
-- The version of the tag when the job was accepted.
alter table jobs add column tag_version int not null default 1;
