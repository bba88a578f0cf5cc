-- Who changed what, and when: one row a change of settings, people, keys or, by hand, of jobs, written in the transaction
-- of the change. Of the whole installation: project_id is the nil UUID.
create table audit_log (
  project_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_type text not null check (actor_type in ('user', 'key', 'service')),
  actor_id uuid,
  -- Of the socket, or as a trusted proxy says.
  address text,
  action text not null collate "C",
  -- Id or name of what was changed.
  object text,
  before json,
  after json,
  primary key (project_id, id)
);
create index audit_log_of_project on audit_log (project_id, at desc, id desc);
create index audit_log_by_time on audit_log (at desc, id desc);
-- Append-only: the role of the service may not change or remove a row, nor may whoever gets hold of its connection.
revoke update, delete, truncate on audit_log from current_user;
