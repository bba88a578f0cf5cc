-- How often each assistant was asked on each day (UTC): some may be asked so often a day and no more.
create table assistant_days (
  project_id uuid not null,
  assistant text not null,
  day date not null,
  calls int not null,
  primary key (project_id, assistant, day)
);
