-- Actions on many jobs at once. A worker lists the jobs first, then acts on one after the other.
create table job_actions (
  project_id uuid not null references projects (id),
  id uuid not null,
  action text not null,
  -- What the action needs, such as a weight or a person.
  value json,
  -- {filter} or {job_ids}, as they were read.
  selection json not null,
  dry_run boolean not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  -- Where listing goes on; null: from the start.
  listed_to json,
  is_listed boolean not null default false,
  total int not null default 0,
  done int not null default 0,
  refused int not null default 0,
  export_id uuid,
  key_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (project_id, id)
) with (fillfactor = 50);
create index job_actions_newest on job_actions (project_id, created_at desc, id desc);

create table job_action_items (
  project_id uuid not null,
  action_id uuid not null,
  job_id uuid not null,
  position int not null,
  -- null: not done yet. Otherwise done, or the code of the refusal.
  outcome text,
  primary key (project_id, action_id, job_id),
  foreign key (project_id, action_id) references job_actions (project_id, id) on delete cascade
);
create index job_action_items_waiting on job_action_items (project_id, action_id, position) where outcome is null;
