-- Files that are about to be named by a row: not removed meanwhile.
create table file_claims (
  id uuid primary key,
  sha256 text not null collate "C",
  claimed_at timestamptz not null default now()
);
create index file_claims_by_file on file_claims (sha256);
