-- Events of jobs on their way, and of batches whose last job has ended.
alter table events drop constraint events_status_check;
alter table events add constraint events_status_check check (status in ('PENDING', 'COMPLETED', 'FAILED',
  'export.completed', 'import.completed', 'job.queued', 'job.in_review', 'batch.completed')) not valid;
