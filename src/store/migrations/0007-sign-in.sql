-- What two e-mails share that look alike. Null for people of earlier versions until the service has filled it in, and
-- for those whose e-mail looks like an earlier person's.
alter table users add column email_skeleton text;
create unique index users_by_email_skeleton on users (email_skeleton);

-- Networks that people have signed in from, as keyed hashes: tries from there are not counted with those of strangers.
create table sign_in_places (
  user_id uuid not null references users (id),
  place bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, place)
);

-- Counted under other names from now on.
delete from sign_in_failures;
