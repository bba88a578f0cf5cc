-- Counters of a batch as they were at the first look of a day: annotators see these where some jobs check people, since the
-- live ones move with every ordinary job and not with the others.
alter table batch_counts add column late_on date, add column late_completed_jobs bigint not null default 0,
  add column late_completed_frames bigint not null default 0, add column late_annotations bigint not null default 0,
  add column late_failed_jobs bigint not null default 0, add column late_cancelled_jobs bigint not null default 0;
