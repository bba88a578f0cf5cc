-- How long the queue may leave a job out while assistants are asked about it.
alter table tags add column assist_wait_seconds int not null default 0;

-- Until when the queue leaves the job out; null: it does not.
alter table jobs add column assist_until timestamptz;

-- 1 − the lowest score of the last predict, in millionths; -1: none ran.
alter table jobs add column uncertainty int not null default -1;
create index jobs_uncertainty on jobs (project_id, uncertainty desc, created_at, position, id) where uncertainty >= 0;
