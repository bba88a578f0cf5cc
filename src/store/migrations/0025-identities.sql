-- People whom an OpenID provider signs in, by what never changes of them there.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id),
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_of_user on user_identities (user_id);
