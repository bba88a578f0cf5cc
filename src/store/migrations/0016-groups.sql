-- People of a project who share the work that is assigned to them.
create table groups (
  project_id uuid not null references projects (id),
  name text not null collate "C",
  created_at timestamptz not null default now(),
  primary key (project_id, name)
);

create table group_members (
  project_id uuid not null,
  group_name text not null collate "C",
  user_id uuid not null,
  primary key (project_id, group_name, user_id),
  foreign key (project_id, group_name) references groups (project_id, name) on delete cascade
);
