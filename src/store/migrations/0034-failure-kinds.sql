-- Failures of an import by kind: of millions, the first thousand say little.
alter table imports add column failure_kinds jsonb not null default '[]';
