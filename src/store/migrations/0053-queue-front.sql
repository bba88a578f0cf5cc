-- The front of the queue over all projects, for people of so many that looking into each takes longer.
create index jobs_waiting_anywhere on jobs (priority_weight desc, created_at) where stage in ('queued', 'in_progress', 'in_review');
