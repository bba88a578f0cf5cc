-- Positions that a process took, in a commit before that of its jobs: lists of a batch end before the lowest one.
-- A block goes with the commit of its jobs; of a process that died it is removed by who waits for it.
create table batch_blocks (
  project_id uuid not null,
  batch_id uuid not null,
  first bigint not null,
  -- Behind its last position.
  next bigint not null,
  taken_at timestamptz not null,
  primary key (project_id, batch_id, first)
);

-- Jobs that are not in batch_counts yet: rows are only added, so that processes which write to one batch do not wait for
-- each other.
create table batch_arrivals (
  project_id uuid not null,
  batch_id uuid not null,
  id bigint generated always as identity,
  jobs bigint not null,
  frames bigint not null,
  primary key (project_id, batch_id, id)
);
