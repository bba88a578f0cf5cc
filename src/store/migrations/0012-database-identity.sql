-- Which database this is, for the marker in its storage. The row is made by the first start, not here: a database made
-- from a template is another one.
create table database_identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  -- When the storage got its marker; null: it never had one.
  storage_marked_at timestamptz
);
