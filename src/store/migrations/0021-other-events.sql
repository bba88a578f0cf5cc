-- Events of other things than jobs: their job_id names the export or import that they tell of.
alter table events drop constraint events_status_check;
alter table events add constraint events_status_check
  check (status in ('PENDING', 'COMPLETED', 'FAILED', 'export.completed', 'import.completed')) not valid;
alter table deliveries alter column batch_id drop not null;
