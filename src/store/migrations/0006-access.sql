-- Links that set a password are bound to who made them and to the person's role at that moment.
alter table invitations
  -- null: the operator, by the admin key.
  add column made_by uuid references users (id),
  -- null: the first admin's.
  add column role text,
  add column made_at timestamptz not null default now();

-- Of links that are open now the maker is not known. Those that could give away an account with a password, or one with
-- power over others, end; the rest is bound to the role that the person has.
update invitations i set used_at = now() from users u
where u.id = i.user_id and i.used_at is null and (u.password_hash is not null or u.role in ('admin', 'manager'));
update invitations i set used_at = now()
where i.user_id is not null and i.used_at is null and exists (
  select from invitations later where later.user_id = i.user_id and later.used_at is null
    and (later.expires_at, later.token_hash) > (i.expires_at, i.token_hash)
);
update invitations i set role = u.role from users u where u.id = i.user_id and i.used_at is null;

-- One open link a person.
create unique index invitations_open on invitations (user_id) where used_at is null;

-- What people are told of their own password.
alter table users
  add column password_set_at timestamptz,
  -- Whether a link replaced an earlier password; by whose, null: the operator's.
  add column password_reset boolean not null default false,
  add column password_reset_by uuid references users (id);
