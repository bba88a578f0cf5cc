-- What work took: objects as they were submitted first, and the time in which people were active until they submitted.
alter table quality_sums
  add column objects bigint not null default 0,
  add column active_ms bigint not null default 0;
alter table quality_changes
  add column objects bigint not null default 0,
  add column active_ms bigint not null default 0;
-- The same of reviews: time until the decision.
alter table quality_reviewers add column active_ms bigint not null default 0;
