-- What each person hears of, in the app and by e-mail. A row is one notification of one person.
create table notifications (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  -- What it is about, as far as the kind has it. Subject: the reference ID of the job, or the name of the batch.
  job_id uuid,
  tag text collate "C",
  subject text,
  about_id uuid,
  at timestamptz not null default now(),
  read_at timestamptz,
  -- null: it goes by no e-mail. A row that stays in `sending` is of a process that died: it may have been sent.
  email_state text check (email_state in ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  email_attempts int not null default 0,
  email_retry_at timestamptz,
  primary key (project_id, id)
);
create index notifications_of_person on notifications (user_id, at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_by_email on notifications (at) where email_state = 'waiting';

-- Kind to app, email or off; a kind that is left out is app.
alter table users add column notification_choices jsonb not null default '{}';
