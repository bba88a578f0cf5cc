-- A person may take a submission back for a moment: until then it waits for review or for its result.
alter table projects add column undo_seconds smallint not null default 5 check (undo_seconds between 0 and 30);
alter table jobs add column undo_until timestamptz;
