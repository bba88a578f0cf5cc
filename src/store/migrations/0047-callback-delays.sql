-- How many callbacks took how long, by the hour in which their receipt was noted: percentiles follow from it. Each step
-- is 10 % longer than the one before (model/delaySteps.ts).
create table callback_delays (
  project_id uuid not null,
  hour timestamptz not null,
  step smallint not null,
  delivered bigint not null,
  primary key (project_id, hour, step)
);
