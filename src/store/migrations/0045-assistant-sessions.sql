-- A person who asks an assistant about a job: the word that stands for both as long as they go on asking, and the call
-- that goes on. Calls are renewed: those of a process that died run out.
create table assistant_sessions (
  project_id uuid not null,
  assistant text not null,
  -- Person and job, as a hash.
  asker text not null,
  session text not null,
  asked_at timestamptz not null default now(),
  call_id uuid,
  call_until timestamptz,
  primary key (project_id, assistant, asker)
);
-- What an assistant has answered so far, while it goes on.
alter table assistant_runs add column partial json;
